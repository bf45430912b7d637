import { multiply } from '@common/base/exact';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

interface EditionWords {
  readonly edition: string;
  readonly note: string;
}

const PUBLISHED = 'هو النص الذي لا تزال أكثر المواقع تنشره.';

const AAOIFI: EditionWords = {
  edition: `المعيار الشرعي رقم 21، البند ${isolated('3/4')}`,
  note: 'تُحسب الودائع أيًّا كان أجلها، ولذلك تشمل النسبة الثانية الأوراق المالية لأي أجل. ودخل الفوائد بديل عن الإيراد المحرّم.',
};

const FTSE: EditionWords = {
  edition: `قواعد ${isolated('FTSE Global Equity Shariah Index Series')}، الإصدار ${isolated('v4.6')}، فبراير 2026`,
  note: 'تشمل النسبة الثانية النقد والأوراق المالية قصيرة الأجل المدرّة للفائدة: ولو شملت طويلة الأجل لما اجتازها سهم آبل، مع أن كل صندوق يتبع هذه القواعد يملكه.',
};

const DJIM = `منهجية ${isolated('Dow Jones Islamic Market Indices')}`;
const MSCI = `منهجية ${isolated('MSCI Islamic Index Series')}`;
const SP = `منهجية ${isolated('S&P Shariah Indices')}`;

const EDITIONS_BY_ID: Readonly<Record<string, Readonly<Record<RuleSetId, EditionWords>>>> = {
  aaoifi: { current: AAOIFI, classic: AAOIFI },
  djim: {
    current: {
      edition: `${DJIM}، فبراير 2026، الملحق ${isolated('A')}`,
      note: 'نسبة واحدة منذ سبتمبر 2023. ولا تُطبَّق قاعدة إبقاء الحالة (السهم الذي لا يبعد عن الحد أكثر من نقطتين يحتفظ بحالته فترتين)، لأن الفحص هنا لا يراعي نتائج سابقة.',
    },
    classic: {
      edition: `${DJIM}، طبعات ما قبل 2023`,
      note: `${PUBLISHED} وقد أسقطت ${isolated('DJIM')} نسبة الذمم المدينة في مارس 2023 ونسبة النقد في سبتمبر 2023.`,
    },
  },
  ftse: { current: FTSE, classic: FTSE },
  msci: {
    current: {
      edition: `${MSCI}، طبعات 2025`,
      note: `هذه حدود البقاء في المؤشر، وحدود الدخول أشد: ${isolated('30%')} و${isolated('30%')} و${isolated('46%')}. ويستند الحد الثالث إلى قراءتين مستقلتين.`,
    },
    classic: { edition: `${MSCI}، طبعات ما قبل أبريل 2025`, note: PUBLISHED },
  },
  sp: {
    current: {
      edition: `${SP}، مايو 2025`,
      note: 'نسبة واحدة منذ سبتمبر 2023، وفق قراءة منشورة واحدة.',
    },
    classic: {
      edition: `${SP}، طبعات ما قبل سبتمبر 2023`,
      note: `${PUBLISHED} وقد أسقطت ${isolated('S&P')} نسبتي النقد والذمم المدينة في سبتمبر 2023.`,
    },
  },
};

/** The clauses of AAOIFI's standard; the other texts are not numbered. */
const CLAUSES: Readonly<Record<string, string>> = {
  debt: '3/4/2',
  cash_and_all_securities: '3/4/3',
  interest_income: '3/4/4',
};

export const EDITIONS: Words['editions'] = {
  edition: (methodology, rules) => EDITIONS_BY_ID[methodology]?.[rules] ?? null,
  source: ({ id }, edition, { numerator, threshold, comparison }) => {
    const clause = CLAUSES[numerator];
    const text =
      id === 'aaoifi' && clause !== undefined
        ? `معيار أيوفي الشرعي رقم 21، الأوراق المالية (الأسهم والسندات)، البند ${isolated(clause)}`
        : edition;
    const limit = isolated(`${multiply(100, threshold)}%`);
    return `${text}: ${comparison === '<' ? 'أقل من' : 'لا يزيد على'} ${limit}`;
  },
  ruleSet: (rules) =>
    rules === 'current'
      ? 'الإصدارات السارية'
      : `نصوص ما قبل 2023 (${isolated('DJIM')} و${isolated('S&P')}) وما قبل 2025 (${isolated('MSCI')})، وهي التي لا تزال أكثر المواقع تنشرها`,
};

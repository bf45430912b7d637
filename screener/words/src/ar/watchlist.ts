import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';
import { REFUSALS } from './refusals.ts';
import { FLIPS } from './report-history.ts';

type Watchlist = Words['watchlist'];
type Turned = Parameters<Watchlist['changes']['ofCheck']>[0];
type Moved = Parameters<Watchlist['changes']['ofFigure']>[1];

/** After the name of a ratio, which is feminine. */
const NOW: Readonly<Record<CheckStatus, string>> = {
  pass: 'تجتاز الآن',
  fail: 'لا تجتاز الآن',
  unknown: 'لم تعد محسومة',
};

function turned({ ratio, to, methodologies }: Turned): string {
  return `${ratio} ${NOW[to]} وفق ${methodologies.join(' و')}`;
}

function moved({ concept, name: inEnglish, from, to, isMore }: Moved): string {
  const name = `«${FLIPS.concept(concept) ?? isolated(inEnglish)}»`;
  if (from === null) return to === null ? `تغيّر بند ${name}` : `ظهر بند ${name} وقيمته ${to}`;
  if (to === null) return `لم يعد بند ${name} معروفًا`;
  return `${isMore ? 'ارتفع' : 'انخفض'} بند ${name} من ${from} إلى ${to}`;
}

const RULES = 'الذي تغيّر هو قواعد هذا الموقع أو معادلاته، لا أرقام الشركة.';

const verdicts = (changed: number) =>
  counted('ar', changed, {
    one: 'تغيّر هذا الشهر حكم واحد',
    two: 'تغيّر هذا الشهر حكمان',
    few: `تغيّرت هذا الشهر ${changed} أحكام`,
    many: `تغيّر هذا الشهر ${changed} حكمًا`,
    other: `تغيّر هذا الشهر ${changed} حكم`,
  });

const HEADLINE: Watchlist['headline'] = {
  none: (watched) =>
    watched === 1 ? 'لم يتغيّر هذا الشهر حكم ما تتابعه' : 'لم يتغيّر هذا الشهر أي حكم مما تتابعه',
  some: (changed, watched) => {
    if (watched === 1) return 'تغيّر هذا الشهر حكم ما تتابعه';
    return changed < watched ? `${verdicts(changed)} من ${watched}` : 'تغيّر هذا الشهر حكم كل ما تتابعه';
  },
  noVerdictChanged: 'لم يتغيّر أي حكم في آخر اثني عشر شهرًا.',
  last: ({ name, verdict }, day) => phrase`آخر تغيّر في ${day}: ${isolated(name)}، والحكم الجديد ${verdict}.`,
  became: (changed) =>
    `الحكم الجديد: ${changed.map(({ name, verdict }) => `${isolated(name)} ${verdict}`).join('، ')}.`,
  ranOut: (names) => `ولم تعد تتوفر بيانات كافية عن ${names.map(isolated).join(' و')}.`,
  withoutReport: (lacking, watched) =>
    watched === 1 ? 'ولا يتوفر له تقرير حديث.' : `وبلا تقرير حديث: ${lacking} من ${watched}.`,
};

const CHANGES: Watchlist['changes'] = {
  title: 'ما تغيّر',
  note: (alerts) => phrase`كل تغيّر في حكم أو فحص، والسبب الذي حسمه. ${alerts}`,
  alerts: 'اضبط التنبيهات',
  none: 'لا شيء في آخر اثني عشر شهرًا. وكل تغيّر يظهر هنا بتاريخه وسببه والإفصاح الذي ورد فيه.',
  noRecentReport: 'لا تقرير حديثًا',
  now: '، والآن',
  missing: FLIPS.missing,
  ofRules: (check) => (check === null ? RULES : `${turned(check)}. ${RULES}`),
  ofBusiness: 'صار نشاط الشركة يُقدَّر على نحو آخر.',
  ofCheck: (check) => `${turned(check)}.`,
  ofFigure: (check, figure) =>
    check === null ? `${moved(figure)}.` : `${turned(check)}، إذ ${moved(figure)}.`,
};

const TABLE: Watchlist['table'] = {
  caption: 'الأسهم والصناديق التي تتابعها',
  company: 'الشركة',
  verdict: 'الحكم',
  score: 'الدرجة',
  nearest: 'أقرب نسبة إلى حدّها',
  within: 'دون الحد',
  beyond: 'فوقه',
  toPurify: 'للتطهير',
  figures: 'الأرقام',
  noFigures: 'لا أرقام',
  notScreened: 'لم يُفحص',
  on: (day) => phrase`في ${day}`,
  asOf: (day) => phrase`في ${day}`,
  span: (from, to) => phrase`${from} إلى ${to}`,
  byOldReport: 'وفق تقرير قديم',
  stale: (when) => phrase`${when}، ولا تقرير حديثًا`,
  since: (day) => phrase`منذ ${day}`,
  sinceOrEarlier: (year) => `منذ ${year} أو قبل ذلك`,
  byHoldings: 'بحسب حيازاته',
  nothingToDraw: 'ليس في تقرير هذا الصندوق ما يُرسم.',
  prohibited: 'النشاط المحرّم يحسم وحده.',
  noRatio: 'لا تُعرف أي نسبة.',
  nextOverdue: 'تأخر التالي',
  remove: 'أزل',
  removeThis: (name) => `أزل ${isolated(name)} من المتابعة`,
};

const NEAREST = 'وهذه أقرب النتائج.';
const UNKNOWN = 'لا توجد شركة ولا صندوق بهذا الرمز أو الاسم.';

export const WATCHLIST: Watchlist = {
  description: 'الشركات والصناديق التي تتابعها، وما تغيّر فيها.',
  empty: 'لا تتابع شيئًا بعد',
  emptyLead: 'أضف شركة أو صندوقًا، وستعرف هنا متى يتغيّر حكمه ولماذا.',
  whose: (byWhom, isClassic) => `الأحكام ${byWhom}${isClassic ? '، بالطبعة القديمة' : ''}.`,
  choose: 'غيّر الاختيار',
  headline: HEADLINE,
  changes: CHANGES,
  table: TABLE,
  add: 'أضف شركات أو صناديق، بالرمز أو بالاسم',
  example: 'AAPL, MSFT, nvidia',
  watchThis: (symbol) => `تابع ${isolated(symbol)}`,
  several: 'نتيجة كل منها',
  watchedAs: (typed, symbol) => phrase`${typed}: تتابعه الآن برمز ${symbol}`,
  notWatched: (typed, why) => phrase`${typed}: ${why}`,
  suggestions: 'اقتراحات',
  usage: (tier, { shown }, { count, most }) =>
    `${tier === 'free' ? 'حساب مجاني' : 'حساب شريك'}. طلبات واجهة البرمجة هذا الشهر: ${shown}. ما تتابعه: ${count} من ${most}.`,
  download: `نزّل القائمة بصيغة ${isolated('CSV')}`,
  usageLink: 'الاستخدام',
  refusal: ({ code, message, detail = {} }) => {
    switch (code) {
      case 'no_ticker':
        return `اكتب رمزًا مثل ${isolated('COST')}، أو اسمًا.`;
      case 'unknown_ticker':
        if (detail.most !== undefined) return `اكتب رمزًا أو أول اسم، بما لا يزيد على ${detail.most} حرفًا.`;
        return Array.isArray(detail.suggestions) && detail.suggestions.length > 0
          ? `${UNKNOWN} ${NEAREST}`
          : UNKNOWN;
      case 'several_tickers':
        return detail.suggestions === undefined
          ? 'ينطبق هذا على شركات أو صناديق عدة. اكتب الرمز.'
          : 'ينطبق هذا على أكثر من واحد. أيها تريد؟';
      case 'list_full':
        return detail.most === undefined
          ? 'قائمة المتابعة ممتلئة. أزل رمزًا منها أولًا.'
          : `قائمة المتابعة ممتلئة: لا يزيد ما يتابعه حسابك على ${detail.most} رمز. أزل رمزًا منها أولًا.`;
      case 'facts_unavailable':
        return 'تعذّر الآن الحصول على أرقام الشركة. أعد المحاولة بعد دقائق.';
      default:
        return REFUSALS.other(code, message);
    }
  },
  problem: ({ code, message }) => {
    switch (code) {
      case 'timeout':
        return 'لم يُفحص في الوقت المتاح. حمّل الصفحة ثانية بعد قليل.';
      case 'internal_error':
        return 'حدث خلل لدينا. حمّل الصفحة ثانية بعد قليل.';
      case 'ticker_not_found':
        return 'لم يعد هذا الرمز في قائمة هيئة الأوراق المالية الأمريكية.';
      default:
        return REFUSALS.other(code, message);
    }
  },
};

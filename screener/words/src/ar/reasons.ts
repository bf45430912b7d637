import type { BusinessStatus } from '@screener/engine/business/classify';
import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { NAMES } from './names.ts';
import { methodologies, theFew } from './terms.ts';

type Reasons = Words['reasons'];
type Failing = Parameters<Reasons['fails']>[0];

function clauses(words: readonly string[]): string {
  return words.join('، و');
}

function lines(found: Parameters<Reasons['prohibited']>[0]): string {
  return clauses(found.map(({ name }) => name));
}

function rule({ enough, isEnough, verb }: Failing): string {
  if (enough === null) return '';
  if (isEnough) return `؛ ومخالفة ${methodologies(enough)} تكفي لذلك`;
  return verb === 'was'
    ? `؛ ولو خالف ${methodologies(enough)} لكان غير متوافق`
    : `؛ ولو خالف ${methodologies(enough)} لصار غير متوافق`;
}

const UNKNOWN_BUSINESS = 'النسب تجتاز، لكن نشاط الشركة غير معروف';

const PASSES: Readonly<Record<BusinessStatus, string>> = {
  pass: 'يجتاز',
  fail: 'النسب تجتاز، ونصّ المنهجية لا يستبعد النشاط الأساسي',
  review: 'النسب تجتاز، لكن النشاط يحتاج إلى مراجعة بشرية',
  unknown: UNKNOWN_BUSINESS,
};

export const REASONS: Reasons = {
  verdict: (verdict, why) => `${verdict}: ${why}`,
  verdictBy: (verdict, names, why) => `${verdict} وفق ${names}: ${why}`,
  joined: (reasons) => reasons.join('؛ '),
  undecided: 'ما لم يُفصح عنه قد يغيّر النتيجة',
  compliant: (count, verb, closest) => {
    const isPast = verb === 'was';
    const business = isPast ? 'كان نشاط الشركة مقبولًا' : 'نشاط الشركة مقبول';
    const passes = isPast ? 'اجتاز' : 'يجتاز';
    const ratios =
      count === 1
        ? `${isPast ? 'اجتازت' : 'تجتاز'} نسبها`
        : count === 2
          ? `${passes} السهم المنهجيتين كلتيهما`
          : `${passes} السهم المنهجيات ${theFew(count)} كلها`;
    return `${business}، و${ratios}؛ و${isPast ? 'كانت ' : ''}أقرب نسبة إلى حدّها: ${closest}`;
  },
  closestOf: (check, methodology) => `${check} (${methodology})`,
  prohibited: (found) => `النشاط الأساسي محرّم أيًّا كانت النسب (${lines(found)})`,
  reviewed: (found) => `نشاط الشركة يحتاج إلى مراجعة بشرية (${lines(found)})`,
  noneFails: (count, verb) => {
    if (count === 1) return verb === 'was' ? 'اجتازت نسب الشركة' : 'نسب الشركة تجتاز';
    return verb === 'was' ? 'لم تخالف نسبه أي منهجية' : 'لا تخالف نسبه أي منهجية';
  },
  fails: (failing) => {
    const { names, of, over, verb } = failing;
    const isPast = verb === 'was';
    if (of === 1) return `${isPast ? 'لم تجتز نسب الشركة' : 'نسب الشركة لا تجتاز'}: ${clauses(over)}`;
    return `${isPast ? 'خالف' : 'يخالف'} السهم ${methodologies(names.length)} من أصل ${of} (${NAMES.listed(names)}: ${clauses(over)})${rule(failing)}`;
  },
  methodologyPasses: (name, business, checks, closest) =>
    checks === 1
      ? `${name}: ${PASSES[business]}؛ ${closest}.`
      : `${name}: ${PASSES[business]}؛ وأقرب نسبة إلى حدّها: ${closest}.`,
  methodologyFails: (name, over) => `${name}: لا يجتاز؛ ${clauses(over)}.`,
  methodologyExcludes: (name, excluded, over) =>
    `${name}: لا يجتاز، لأن المنهجية تستبعد هذا النشاط: ${excluded.join('، و')}${over.length === 0 ? '' : `؛ و${clauses(over)}`}.`,
  methodologyOpen: (name, why) => `${name}: لا يمكن البتّ؛ ${why}.`,
  unknownBusiness: UNKNOWN_BUSINESS,
  noneKnown: (ratios) => (ratios === 2 ? 'لا تُعرف أي من نسبتيها' : `لا تُعرف أي من نسبها ${theFew(ratios)}`),
  ratiosNotKnown: (ratios) => `لا تُعرف ${ratios.join('، ولا ')}`,
  figure: ({ numerator, denominator, kind, low, high, percent }) => {
    const [from, to] = [isolated(`${low}${percent}`), isolated(`${high}${percent}`)];
    const figure = {
      exact: to,
      'at most': `${to} على الأكثر`,
      'at least': `${from} على الأقل`,
      between: `بين ${from} و${to}`,
    };
    return `${numerator} ${figure[kind]} من ${denominator}`;
  },
  against: (figure, isBound, limit) =>
    `${figure}${isBound ? ' (نطاق لأنه لم يُفصح عن رقم دقيق)' : ''}، والحد ${limit}`,
  over: (figure, isAtLimit, limit) =>
    `${figure}، ${isAtLimit ? 'وليس دون الحد البالغ' : 'فوق الحد البالغ'} ${limit}`,
  beside: (figure, limit) => `${figure}، وقد تقع النسبة على أي من جانبي الحد البالغ ${limit}`,
};

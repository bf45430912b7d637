import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';
import { ruleSet } from './terms.ts';

const times = (count: number) =>
  counted('ar', count, {
    one: 'مرة واحدة',
    two: 'مرتين',
    few: `${count} مرات`,
    other: `${count} مرة`,
  });

const changes = (count: number) =>
  counted('ar', count, {
    zero: 'لا تغيّر',
    one: 'تغيّر واحد',
    two: 'تغيّران',
    few: `${count} تغيّرات`,
    many: `${count} تغيّرًا`,
    other: `${count} تغيّر`,
  });

/** After a preposition. */
const inScreenings = (count: number) =>
  counted('ar', count, {
    one: 'فحص واحد',
    two: 'فحصين',
    few: `${count} فحوص`,
    many: `${count} فحصًا`,
    other: `${count} فحص`,
  });

const screenings = (count: number) => (count === 2 ? 'فحصان' : inScreenings(count));

/** Keeps a label's direction on a chart, which runs from left to right. */
const rightToLeft = (label: string) => `\u2067${label}\u2069`;

export const HISTORY: Words['report']['history'] = {
  title: 'السجل',
  hint: 'كل تغيّر وسببه',
  changes,
  noneKept: (symbol, day) =>
    phrase`لا فحص محفوظ لـ ${symbol} حتى ${day}، فليس هناك ما يُقارن به. ويُحفظ فحص كلما غيّر إفصاح أو سعر أو قاعدة الجواب.`,
  oneKept: (day, verdict) =>
    phrase`فحص واحد محفوظ: ${day}، ${verdict}. ويبدأ الرسم مع الفحص الثاني، حين يغيّر إفصاح أو سعر أو قاعدة الجواب.`,
  whatChanged: 'ما تغيّر، والأحدث أولًا',
  noChange: (from) => phrase`لم يتجاوز أي فحص حدّه منذ ${from}، وبقي الحكم كما هو.`,
  whole: 'السجل كاملًا',
  chart: (ratio) => `${ratio}، عند كل إفصاح`,
  onChart: {
    limit: (limits) => rightToLeft(`الحدّ ${isolated(limits)}`),
    now: (value) => rightToLeft(`الآن ${isolated(value)}`),
    notKnown: 'غير معروف',
    begins: (value) => `يبدأ المقياس من ${isolated(value)}.`,
    ends: (limits, now) => `الحدّ ${isolated(limits)}، والآن ${now}.`,
  },
  nothing: 'لا شيء',
  point: (value, day) => `${value} في ${isolated(day)}`,
  label: (ratio, limit, first, last, flips) =>
    `${ratio}، والحدّ ${limit}: من ${first} إلى ${last}؛ ${flips === 0 ? 'ولم تتغير النتيجة' : `وتغيّرت النتيجة ${times(flips)}`}.`,
  rules: (rules) => `وفق القواعد ${ruleSet(rules)}.`,
  screenings: (count, since, rules) =>
    phrase`${screenings(count)} منذ ${since}، وفق القواعد ${ruleSet(rules)}.`,
  turned: (turns) => (turns === 0 ? 'لم يتغير الحكم.' : `تغيّر الحكم ${times(turns)}.`),
  causes: {
    filing: (count) => `إفصاح ${times(count)}`,
    price: (count) => `سعر ${times(count)}`,
    rules: (count) => `تغيّر في القواعد ${times(count)}`,
    business: (count) => `نشاط الشركة ${times(count)}`,
    data: (count) => `الإفصاحات المتوفرة لدينا ${times(count)}`,
  },
  decided: (causes) => `وكان سبب التغيّر: ${causes}.`,
  key: 'الخط هو طرف مدى كل نسبة الذي يحسم النتيجة. الأحمر فوق الحدّ، والنقاط غير محسومة، والفراغ غير معروف.',
  allFigures: 'كل الأرقام وراء الرسوم',
  tableCaption: 'كل فحص بنسبه، والأحدث أولًا',
  screened: 'الفحص',
  report: 'التقرير',
  verdict: 'الحكم',
  earlier: (count, of, since) => phrase`قبل ذلك: ${changes(count)} في ${inScreenings(of)} منذ ${since}`,
  earlierAndOlder: (count, of, since) =>
    phrase`قبل ذلك: ${changes(count)} في ${inScreenings(of)} منذ ${since}، وأقدم منها`,
  earlierLabel: 'تغيّرات سابقة، والأحدث أولًا',
};

const CONCEPTS: Readonly<Record<string, string>> = {
  market_cap: 'القيمة السوقية',
  close: 'سعر السهم',
  total_assets: 'إجمالي الأصول',
  current_assets: 'الأصول المتداولة',
  total_liabilities: 'إجمالي المطلوبات',
  revenue: 'الإيرادات',
  net_interest: 'دخل الفوائد ناقصًا مصروفها',
};

/** What was missing, by its code: history keeps the sentence in English. */
const MISSING: Readonly<Record<string, string>> = {
  no_periodic_report: 'لم يُودَع تقرير دوري فيه بيانات مالية حتى ذلك اليوم',
  stale_report: 'أحدث تقرير كان قديمًا',
  reports_not_here: 'تقارير أُودعت بعده ولا تتوفر هنا',
  report_scale: 'أحدث تقرير لا يُطمأن إليه',
  facts_not_at_hand: 'بيانات الشركة ليست متوفرة هنا',
  business_activity: 'نشاط الشركة غير معروف',
  market_cap: 'القيمة السوقية',
  debt: 'الدين',
  cash_and_current_securities: 'النقد والأوراق المالية قصيرة الأجل',
  cash_and_all_securities: 'النقد وجميع الأوراق المالية',
  receivables_and_cash: 'الذمم المدينة والنقد',
  interest_income: 'دخل الفوائد',
  total_assets: 'إجمالي الأصول',
  revenue: 'الإيرادات',
};

export const FLIPS: Words['report']['flips'] = {
  still: 'ما زال',
  became: 'صار',
  untilThen: (verdict) => `وكان الحكم قبل ذلك: ${verdict}.`,
  ofTheRules: 'تغيّرت قواعد هذا الموقع أو معادلاته، ولم يحسم رقم مُفصح عنه.',
  ofTheBusiness: 'صار نشاط الشركة يُقدَّر على نحو آخر.',
  noCheck: 'لم يتجاوز أي فحص حدّه.',
  noFigure: 'لم يتجاوز أي فحص حدّه ولم يتحرك رقم. إنما تغيّرت الإفصاحات المتوفرة لدينا.',
  noReport: 'لم يكن هناك تقرير يُفحص.',
  missing: (code, message) => `الناقص: ${MISSING[code] ?? isolated(message)}.`,
  noneAlone: 'لا رقم وحده يحسم.',
  noneMoved: 'لم يتحرك رقم مُفصح عنه.',
  check: (ratio, methodologies) => `${ratio} (${methodologies.join('، ')})`,
  concept: (concept) => CONCEPTS[concept] ?? null,
  newPrice: (name, amount) => `صار السعر معروفًا: ${name}، ${amount}.`,
  newFigure: (name, amount) => `جديد في الحساب: ${name}، ${amount}.`,
  noPrice: (name, amount) => `لم يعد لدينا سعر. وآخر ${name}: ${amount}.`,
  gone: (name, amount) => `لم يعد في الحساب: ${name}، وكان ${amount}.`,
  rose: (_concept, name, from, to) => `ارتفع بند «${name}» من ${from} إلى ${to}.`,
  fell: (_concept, name, from, to) => `انخفض بند «${name}» من ${from} إلى ${to}.`,
  filing: (accession) => `الإفصاح ${isolated(accession)}`,
  noReportHere: 'لا تقرير',
  reportOf: (form, day) => phrase`${isolated(form)} في ${day}`,
};

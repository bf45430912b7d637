import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';
import { ruleSet } from './terms.ts';

/** After a preposition. */
const ofChecks = (count: number) =>
  counted('ar', count, {
    one: 'فحص واحد',
    two: 'فحصين',
    few: `${count} فحوص`,
    many: `${count} فحصًا`,
    other: `${count} فحص`,
  });

const part = (parted: number, checks: number) => `تختلفان في ${parted} من ${ofChecks(checks)}`;

export const COMPARE: Words['report']['compare'] = {
  title: 'قارن بين شركتين',
  otherForms: 'صيغ أخرى لهذه المقارنة',
  pageTitle: (one, other) => `${one}، ${other}`,
  titleHas: (symbol, verdict) => `${isolated(symbol)} ${verdict}`,
  titleIs: (symbol, verdict) => `${isolated(symbol)} ${verdict}`,
  titleWas: (symbol, verdict) => `${isolated(symbol)} (سابقًا) ${verdict}`,
  enterTwo: 'أدخل رمزين معروفين.',
  lead: 'رمزان جنبًا إلى جنب: الحكمان، وكل نسبة أمام الحدّ نفسه.',
  ticker: 'الرمز',
  compareWith: 'قارنه مع',
  asOf: 'في تاريخ',
  rules: 'القواعد',
  show: 'اعرض',
  change: 'تغيير',
  pair: (one, other) => phrase`${one}، ${other}`,
  and: (one, other) => phrase`${one} و${other}`,
  reportOf: (symbol) => phrase`تقرير ${symbol}`,
  swap: 'بدّل',
  inPlaceOf: (typed) => phrase`بدل ${typed}`,
  suggestions: 'اقتراحات',
  fundAndCompany: 'يُحكم على الصندوق بما يملك، وعلى الشركة بأرقامها: ففحوصهما لا تُقارن.',
  engine: (version) => `إصدار المحرّك ${isolated(version)}.`,
  areBoth: (verdict) => phrase`كلاهما ${verdict}`,
  symbolIs: (symbol, verdict) => phrase`${symbol} ${verdict}`,
  andSymbolIs: (symbol, verdict) => phrase`و${symbol} ${verdict}`,
  bothAsOf: (day, rules) => phrase`كلاهما في ${day}، وفق القواعد ${ruleSet(rules)}.`,
  eachAsOf: (a, dayA, b, dayB, rules) =>
    phrase`${a} في ${dayA}، و${b} في ${dayB}، وفق القواعد ${ruleSet(rules)}. اختر تاريخًا لترى الاثنين في يوم واحد.`,
  allSame: (checks) => `للاثنين نتيجة واحدة في كل الفحوص، وعددها ${checks}.`,
  part: (parted, checks) => `${part(parted, checks)}.`,
  partAt: (parted, checks, ratios) => `${part(parted, checks)}: ${ratios}.`,
  partUnknown: (parted, checks, symbols) => `${part(parted, checks)}، إذ لا تُعرف أي نسبة لـ ${symbols}.`,
  parted: (ratio, symbolA, a, symbolB, b) =>
    `${ratio} (${isolated(symbolA)} ${a}، ${isolated(symbolB)} ${b})`,
  glance: {
    caption: 'نظرة عامة',
    verdict: 'الحكم',
    basedOn: 'استنادًا إلى',
    score: 'الدرجة',
    closest: 'الأقرب إلى حدّه',
    purify: 'للتطهير',
    figures: 'الأرقام',
    industry: 'النشاط',
    limit: (range, limit) => phrase`${range}، والحدّ ${limit}`,
    aFund: 'صندوق يُحكم عليه بحيازاته',
    code: (sic, status) => `${isolated(`SIC ${sic}`)}، ${status}`,
    statuses: { pass: 'يجتاز', fail: 'لا يجتاز', review: 'يُترك لتقدير الإنسان', unknown: 'غير محسوم' },
  },
  checks: {
    title: 'الفحوص',
    note: 'حدّ واحد للاثنين، في الموضع نفسه من كل عمود. وما كان عن يسار الخط فقد اجتاز.',
    tinted: 'وفي الصفوف الملوّنة تختلف النتيجتان.',
    head: 'الفحص والحدّ',
    statuses: (symbolA, a, symbolB, b) => phrase`${isolated(symbolA)} ${a}، ${isolated(symbolB)} ${b}`,
    different: '، والنتيجتان مختلفتان',
    noSuchCheck: 'ليس له هذا الفحص',
    noBound: 'غير معروف: ليس في الإفصاحات ما يحدّه',
  },
  amounts: {
    title: 'المبالغ',
    note: 'ما تتكوّن منه النسب، بعملة كل تقرير.',
  },
  scores: {
    title: 'الدرجة',
    caption: 'الدرجات',
    note: 'البعد عن كل حدّ. ولا تغيّر الدرجة الحكم أبدًا.',
    none: 'لا درجة بلا حكم',
    outOf: (score, most) => phrase`${score} من ${most}`,
  },
};

export const OWN: Words['report']['own'] = {
  reportOf: (symbol) => phrase`تقرير ${symbol}`,
  heading: (name) => phrase`أدخل أرقام ${name} بنفسك`,
  lead: 'انقلها من أحدث تقرير سنوي أو ربع سنوي، كلها بوحدة واحدة، كملايين الدولارات. وما تتركه فارغًا فهو غير معروف، ولا يُحسب اجتيازًا أبدًا.',
  nothingStored: 'تُجرى فحوص هذا الموقع على أرقامك. ولا يُحفظ شيء، ولا يُقارن رقم بإفصاح.',
  figures: 'الأرقام',
  yourFigures: 'أرقامك',
  atTheSec: 'تقاريرها لدى الهيئة',
  labels: {
    cash: ['النقد وما في حكمه', 'الميزانية'],
    current_securities: [
      'أوراق مالية قصيرة الأجل مدرّة للفائدة',
      'الميزانية: أوراق مالية قابلة للتداول واستثمارات قصيرة الأجل؛ 0 إن لم توجد',
    ],
    noncurrent_securities: ['أوراق مالية طويلة الأجل مدرّة للفائدة', 'الميزانية؛ 0 إن لم توجد'],
    receivables: ['الذمم المدينة', 'الميزانية: كلها'],
    total_assets: ['إجمالي الأصول', 'الميزانية'],
    debt: ['الدين', 'الميزانية: كل ما اقتُرض، قصير الأجل وطويله؛ 0 إن لم يوجد'],
    revenue: ['إيرادات اثني عشر شهرًا', 'قائمة الدخل'],
    interest_income: ['دخل الفوائد في الاثني عشر شهرًا نفسها', 'قائمة الدخل أو إيضاحاتها'],
    market_cap: ['القيمة السوقية', 'السعر في عدد الأسهم كلها'],
  },
  capHint: (hint, cap, day) => `${hint}: ${cap} في ${day}، بحسب القائمة اليومية`,
  check: 'افحص هذه الأرقام',
  has: (name, mark) => phrase`وفق أرقامك: ${name} ${mark}`,
  is: (name, mark) => phrase`وفق أرقامك: ${name} ${mark}`,
  computed: (rules) => `حُسب مما أدخلته لا من الإفصاحات، وفق القواعد ${ruleSet(rules)}.`,
  couldBe: (verdicts) => `وقد يكون الحكم: ${verdicts.join(' أو ')}. أدخل ما ينقص.`,
  unchanged: (name) => phrase`ولم يتغير موقف هذا الموقع من ${name}: لا حكم عليه.`,
  businessPasses: 'نشاط الشركة يجتاز.',
  businessReview: 'نشاط الشركة يُترك لتقدير الإنسان.',
  businessUnknown: 'نشاط الشركة غير معروف هنا.',
  checks: 'الفحوص',
  checksNote: 'على أرقامك. وما كان عن يسار الخط فقد اجتاز.',
  figureMissing: 'ينقص رقم.',
  writeAFigure: `اكتب رقمًا مثل ${isolated('83,062')} أو ${isolated('1250.5')}: غير سالب، بحدّ أقصى 12 رقمًا و3 كسور.`,
  aboveZero: 'اكتب رقمًا أكبر من الصفر.',
  assetsTooFew:
    'إجمالي الأصول أقل من مجموع النقد والأوراق المالية والذمم المدينة: تأكد من أن لكل الأرقام وحدة واحدة.',
};

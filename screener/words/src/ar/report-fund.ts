import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';

type Bucket = Parameters<Words['report']['fund']['bucket']>[0];

const BUCKETS: Readonly<Record<Bucket, string>> = {
  compliant: 'متوافق',
  questionable: 'محل نظر',
  non_compliant: 'غير متوافق',
  not_screenable: 'بلا حكم',
  unresolved: 'لم تُعرف الشركة',
  cash: 'أسواق النقد',
  debt: 'ديون',
  derivatives: 'عقود',
  other: 'غير ذلك',
  unlisted_assets: 'أصول خارج القائمة',
  liabilities: 'ما على الصندوق',
};

const REASONS: Readonly<Record<string, string>> = {
  facts_not_at_hand: 'لا إفصاحات متاحة',
  stale_report: 'أحدث تقرير قديم',
  reports_not_here: 'لا تقرير حديث',
  report_scale: 'أحدث تقرير لا يُطمأن إليه',
  market_cap: 'لا قيمة سوقية',
  business_activity: 'النشاط غير معروف',
};

/** Why a holding leads to no company, by what the engine says. */
const UNRESOLVED: Readonly<Record<string, string>> = {
  'the filing gives no usable identifier and no name': 'ليس في الإفصاح معرّف صالح ولا اسم',
  'several filers have this name, and no identifier singles one out':
    'لعدة شركات هذا الاسم، ولا معرّف يميّز إحداها',
  'no identifier and no exact name leads to a company on the SEC’s list of tickers':
    'لا معرّف ولا اسم مطابق يدل على شركة في قائمة رموز الهيئة',
};

const companies = (count: number) =>
  counted('ar', count, {
    one: 'شركة واحدة',
    two: 'شركتان',
    few: `${count} شركات`,
    other: `${count} شركة`,
  });

const holdings = (count: number) =>
  counted('ar', count, {
    one: 'حيازة واحدة',
    two: 'حيازتان',
    few: `${count} حيازات`,
    other: `${count} حيازة`,
  });

export const FUND: Words['report']['fund'] = {
  series: (id) => `السلسلة ${isolated(id)}`,
  bucket: (bucket) => BUCKETS[bucket],
  reason: (code) => REASONS[code] ?? `غير معروف: ${isolated(code.replaceAll('_', ' '))}`,
  facts: {
    scoreNote: 'للجزء الذي صدر فيه حكم',
    noHoldingsToPurify: 'لا حيازات يُحسب منها',
    noRate: 'لا تُعرف نسبة أي حيازة',
    rate: (coverage) => `من توزيعات الأرباح، ${coverage}`,
    holdings: 'الحيازات',
    noReport: 'ليس لدينا تقرير',
    coverage: 'التغطية',
    noHoldings: 'لا حيازات يُنظر فيها',
    matched: (matched, equities) => `بالوزن؛ عُرفت شركات ${matched} من ${equities} من حيازات الأسهم`,
  },
  open: {
    title: 'ما لم يُحسم، ولماذا',
    group: (weight, reason, count, names) => phrase`${weight} ${reason} ${companies(count)}، ومنها ${names}.`,
    groupReason: (reason) => `${reason}:`,
    noName: 'شركة بلا اسم',
    besides: (rest) => `وإلى جانبها: ${rest}.`,
    part: (name, weight) => `${name} (${weight})`,
    rest: {
      unresolved: 'حيازات لم تُعرف شركاتها',
      cash: 'صناديق أسواق النقد',
      debt: 'ديون',
      derivatives: 'عقود بقدر انكشافها',
      other: 'أوراق مالية أخرى',
      unlisted_assets: 'أصول خارج القائمة',
    },
    ruledOut: (verdict) => `مستبعد: ${verdict}.`,
    compliantIf: (clean, doubtful) =>
      `إن لم يتبيّن أن أكثر من ${clean} غير متوافق، ولم يزد مع ما هو محل نظر على ${doubtful}.`,
    questionableIf: (most) => `إن لم يتبيّن أن أكثر من ${most} غير متوافق.`,
    nonCompliantIf: (most) => `إن تبيّن أن أكثر من ${most} غير متوافق.`,
  },
  unresolved: {
    title: 'حيازات لم تُعرف شركاتها',
    hint: 'حيازات بلا شركة معروفة، وأخطاء في التقرير',
    note: 'حيازات لا تطابق شركة مدرجة، وأخطاء في تقرير الصندوق. ويُعمل بسائر التقرير.',
    more: (count) => `و${holdings(count)} غيرها في الملف المُصدَّر.`,
    reason: (reason) => UNRESOLVED[reason] ?? isolated(reason),
    fault: (message) => isolated(message),
    whole: 'التقرير كله',
    line: (line) => `السطر ${line}`,
  },
  evidence: {
    title: 'الأدلة',
    hint: 'تقرير الصندوق نفسه لدى الهيئة',
    note: 'كما أُفصح عنه لدى الهيئة، بالدولار الأمريكي.',
    filed: (report, day, link) => phrase`${report}، أُودع في ${day}: ${link}`,
    filedUnknown: (report, link) => phrase`${report}، تاريخ الإيداع غير معروف: ${link}`,
    notFiled: 'لم يُفصح عنه',
  },
};

export const FUND_WEIGHTS: Words['report']['fundWeights'] = {
  title: 'الأوزان',
  note: 'المصمت: محسوم. المخطّط: مفتوح، قد يتوافق وقد لا. الأبيض: نقد.',
  whole: 'الصندوق كله بمقياس الرسم',
  netAssets: (amount) => `صافي الأصول: ${amount}.`,
  netAssetsOn: (amount, day) => phrase`صافي الأصول في ${day}: ${amount}.`,
  unknownAmount: 'مبلغ غير معروف',
  caption: 'صافي الأصول بحسب الحكم',
  verdict: 'الحكم',
  holdings: 'الحيازات',
  millions: 'مليون دولار',
  weight: 'الوزن',
  total: 'صافي الأصول',
  hasVerdict: (share) => `${share} صدر فيه حكم`,
  hasNone: (share) => `${share} بلا حكم`,
  label: (parts) => `الأوزان: ${parts.join('، ')}`,
  part: (name, weight) => `${name} ${weight}`,
  openGroup: (count, reason, weight) => `${reason}: ${companies(count)}، ${weight}`,
  noneFound: 'لم يُعثر على شيء حتى الآن',
  some: (names, more) =>
    more > 0 ? `${names.map(isolated).join('، ')} و${holdings(more)} غيرها` : names.map(isolated).join('، '),
  contracts: (what, weight) => `${what}: ${weight}`,
  limits: {
    title: 'الحدود',
    hint: 'ما يُحسب على الصندوق، وما قد يُحسب',
    note: 'كم يُحسب على الصندوق قطعًا، وكم قد يُحسب.',
    openComesTo: (open) => `ويبلغ ما لم يُحسم ${open}.`,
    unbounded: 'وفيه عقود لا يحدّ الإفصاح انكشافها، فيبقى كله مفتوحًا.',
    ours: 'لا معيار يضع هذه الحدود، بل وضعها هذا الموقع.',
    fund: 'الصندوق',
    each: 'كل منهجية',
    nonCompliant: 'غير متوافق',
    withQuestionable: 'غير متوافق أو محل نظر',
    toBeCompliant: 'ليكون متوافقًا',
    above: (most) => `فوق ${isolated(most)} يكون الصندوق غير متوافق`,
    passesFails: (passing, failing) => `${passing} يجتاز، و${failing} لا يجتاز`,
  },
  purification: {
    title: 'التطهير',
    hint: 'نسب الحيازات بحسب الوزن',
    note: 'نسب الحيازات بحسب الوزن، من إفصاحات شركاتها.',
    ofDividends: (rate) => `${rate} من توزيعات الأرباح`,
    covered: (rate, coverage) => phrase`${rate}، ${coverage}.`,
    notEnough: 'وهذا لا يكفي ليمثّل الصندوق كله، فلا تُذكر له نسبة.',
    caption: 'حدّا ما يُخرج من كل توزيع',
    part: 'جزء الصندوق',
    atLeast: 'الحد الأدنى',
    atMost: 'الحد الأقصى',
    known: 'حيازات نسبتها معروفة',
    knownNote: 'ما تضيفه بحسب وزنها',
    rest: 'كل ما عداها',
    restNote: 'لا شيء على الأقل، وكله على الأكثر',
    total: 'من كل توزيع',
    managers: 'إن نشر مديرو الصندوق رقمًا، فهو مبني على بيانات لم يُفصح عنها لدى الهيئة.',
  },
  score: {
    hint: 'لا تغيّر الحكم أبدًا',
    note: 'لا تغيّر الحكم أبدًا.',
  },
};

export const HOLDINGS: Words['report']['holdings'] = {
  title: 'الحيازات',
  hint: 'بالوزن، وتُفحص كل واحدة وحدها',
  note: 'كما أفصح عنها الصندوق، بالوزن. وتُفحص كل شركة وحدها، واسمها يفتح تقريرها.',
  holding: 'الحيازة',
  verdict: 'الحكم',
  score: 'الدرجة',
  purify: 'للتطهير',
  weight: 'الوزن',
  none: 'لا يوجد.',
  range: (first, last, all, weight) =>
    `${isolated(`${first}–${last}`)} من ${all}، وتبلغ معًا ${weight} من صافي الأصول`,
  which: 'أي الحيازات',
  all: (count) => `الكل ${count}`,
  kind: (kind, count) => `${kind} ${count}`,
  pages: 'صفحات الحيازات',
  next: 'التالي',
  verdictOneOf: (names) =>
    `يجب أن يكون ${isolated('verdict')} أحد هذه: ${isolated(names)}. ولعرض كل الحيازات احذفه.`,
  pageFrom: (pages) => `يجب أن يكون ${isolated('page')} رقمًا من 1 إلى ${pages}.`,
};

import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';

export const ARITHMETIC: Words['report']['arithmetic'] = {
  title: 'الحساب',
  hint: 'كل نسبة من أرقام مُفصح عنها',
  note: (scale) =>
    `${scale}. تشير الأرقام الصغيرة إلى الأدلة في آخر الصفحة. ومن بين بديلين يُستخدم المعلَّم بالعلامة ›.`,
  twelveMonths: (amount, end) => phrase`${amount}، اثنا عشر شهرًا حتى ${end}`,
  atLeast: (figure) => `لا يقل عن ${figure}`,
  noUpper: 'الحد الأقصى: ليس في الإفصاحات ما يحدّه.',
  upper: 'الحد الأقصى:',
  noLower: 'الحد الأدنى: 0. ليس في الإفصاحات رقم يضع حدًّا أدنى.',
  lower: 'الحد الأدنى:',
  upperEnd: (amount) => phrase`${amount}، الحد الأقصى`,
  lowerEnd: (amount) => phrase`${amount}، الحد الأدنى`,
  otherSide: (notes) => phrase`وتُحقق منه من الجهة الأخرى، بما يبقى من سائر الميزانية${notes}: الرقم نفسه.`,
  showOtherSide: 'اعرض الجهة الأخرى',
  identity: 'بحكم المحاسبة',
  assumption: 'افتراض منّا',
  rule: (kind, rule, formula) => phrase`${kind}، القاعدة ${rule}: ${formula}.`,
  why: 'لماذا',
  used: 'المستخدم:',
  less: 'ناقص',
  nothing: 'لا شيء',
  rounding: 'هامش لما تقرّبه الإفصاحات',
  together: 'المجموع',
  shareOf: (factor, figure) => phrase`${isolated(factor)} من ${figure}`,
  shareOfWhatFollows: (factor) => `${isolated(factor)} مما يلي`,
  times: (factor, figure) => phrase`${factor} × ${figure}`,
  whatFollows: 'ما يلي',
  largerOf: (alternatives) => (alternatives === 2 ? 'الأكبر من' : 'الأكبر من بين'),
  smallerOf: (alternatives) => (alternatives === 2 ? 'الأصغر من' : 'الأصغر من بين'),
  same: (tags) => phrase`ومثله ${tags}`,
  at: (day) => phrase`في ${day}`,
  closeOf: (day, source) => phrase`إغلاق ${day}، ${source}`,
  capOf: (day, source) => phrase`القيمة السوقية في ${day}، ${source}`,
};

const CONCEPTS: Readonly<Record<string, string>> = {
  debt: 'اقتراض',
  total_liabilities: 'إجمالي المطلوبات',
  liabilities_without_interest: 'مستحق بلا فائدة',
  current_assets_without_interest: 'متداول بلا فائدة',
  noncurrent_assets_without_interest: 'طويل الأجل بلا فائدة',
  noncurrent_securities: 'أوراق مالية طويلة الأجل',
  current_securities: 'أوراق مالية قصيرة الأجل',
  equity_securities: 'أسهم مملوكة',
  cash: 'نقد',
  receivables: 'ذمم مدينة',
  total_assets: 'إجمالي الأصول',
  current_assets: 'أصول متداولة',
  current_liabilities: 'مطلوبات متداولة',
  equity: 'حقوق الملكية',
  finance_leases: 'عقود إيجار تمويلي',
  shares_outstanding: 'أسهم قائمة',
};

const SCALE_MARKS = { 1: '', 1000: ' ألف', 1000000: ' مليون' } as const;

export const LEDGER: Words['report']['ledger'] = {
  title: 'الأدلة',
  hint: 'كل رقم مع إفصاحه',
  count: (figures) =>
    counted('ar', figures, {
      one: 'رقم واحد',
      two: 'رقمان',
      few: `${figures} أرقام`,
      many: `${figures} رقمًا`,
      other: `${figures} رقم`,
    }),
  note: 'كل رقم استُخدم أعلاه، كما أُفصح عنه لدى الهيئة. ورقم الإيداع يفتح الإفصاح.',
  unless: (scale) => `${scale}، ما لم يُذكر غير ذلك`,
  filed: (report, day) => phrase`${report}، أُودع في ${day}`,
  atTheSec: 'لدى الهيئة',
  inPlaceOf: (figure, form, accession) => `بدل ${figure} في ${isolated(`${form} ${accession}`)}`,
  concept: (concept) => CONCEPTS[concept] ?? isolated(concept.replaceAll('_', ' ')),
  shares: (count, divisor) => `${count}${SCALE_MARKS[divisor]} سهم`,
  priceOf: (day) => phrase`سعر ${day}`,
  captionFrom: (title, source) => phrase`${title}، ${source}`,
  close: 'الإغلاق',
  capitalisation: 'القيمة السوقية',
  atClose: (close) => `عند إغلاق ${close}`,
  rates: (from, to) => `أسعار الصرف من ${isolated(from)} إلى ${isolated(to)}`,
  asPublished: (title) => phrase`${title}، كما نُشرت`,
  oneFor: (currency, base) => `${isolated(currency)} لكل ${isolated(base)}`,
  averageOf: (from, to) => phrase`متوسط ${from} – ${to}`,
};

export const SCALE: Words['report']['scale'] = {
  whole: (units) => `الوحدة: ${units}`,
  thousands: (units) => `الوحدة: ألف ${units}`,
  millions: (units) => `الوحدة: مليون ${units}`,
  unitsOfTheReport: 'عملة التقرير',
  currency: (code) => new Intl.DisplayNames('ar', { type: 'currency' }).of(code) ?? code,
};

/** Why an overlay was not checked. */
const NOT_CHECKED: Readonly<Record<string, string>> = {
  no_list: 'لا تتوفر هنا قائمة بهذا التاريخ أو قبله',
  no_classification: 'لا يُعرف رمز نشاط الشركة',
  unclear_classification: 'رمز نشاط الشركة لا يكفي للجواب',
};

export const OVERLAYS: Words['report']['overlays'] = {
  title: 'القيم، بمعزل عن الحكم',
  hint: 'قوائم رسمية وقطاعات',
  note: 'قوائم رسمية وقطاعات. لا تغيّر الحكم ولا الدرجة أبدًا.',
  offer: (lists, industries) =>
    `تحقق من ${counted('ar', lists, { few: `${lists} أنواع`, other: `${lists} نوعًا` })} من القوائم الرسمية ومن ${counted('ar', industries, { few: `${industries} قطاعات`, other: `${industries} قطاعًا` })}`,
  listsOf: (day) => phrase`بحسب قوائم ${day}.`,
  notChecked: (mark, message) => phrase`${mark}: ${message}`,
  notCheckedMark: 'لم يُتحقق منه',
  why: (code, message) => NOT_CHECKED[code] ?? isolated(message),
  rule: 'تُطابق القائمة بالرمز المعروف أو الاسم المطابق تمامًا فقط: فغير المدرج يعني أن الاسم ليس فيها في تاريخها، لا أنه لا صلة له بما فيها. وما لم يُتحقق منه فلا جواب عنه أصلًا.',
  listed: 'مدرج',
  notListed: 'غير مدرج',
  as: (name) => phrase`باسم ${name}.`,
  asOn: (name, list, day) => phrase`باسم ${name} في ${list} بتاريخ ${day}.`,
  asOnEnjoined: (name, list, day) => phrase`باسم ${name} في ${list} بتاريخ ${day}، وقد أوقفتها محكمة.`,
  checked: (lists) => phrase`القوائم: ${lists}.`,
  list: (name, day) => phrase`${name}، ${day}`,
  flagged: 'معلَّم',
  notFlagged: 'غير معلَّم',
  byTable: (result) => phrase`${result}، بحسب جدولنا للشركات.`,
  bySicAndTable: (result, sic) => phrase`${result}، بحسب ${isolated(`SIC ${sic}`)} وجدولنا للشركات.`,
  because: (result, reason) => phrase`${result}: ${isolated(reason)}.`,
};

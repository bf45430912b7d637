import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';

export const VERDICT: Words['report']['verdict'] = {
  secNumber: (cik) => `رقمها لدى الهيئة ${cik}`,
  industry: (sic, industry) => isolated(industry === null ? `SIC ${sic}` : `SIC ${sic}, ${industry}`),
  noIndustry: 'نشاطها غير معروف هنا',
  neither: (why) => `${why} وهذا ليس توافقًا ولا عدمه.`,
  nearest: (ratio, methodology, range) => phrase`${ratio}، ${methodology}: ${range}`,
  score: {
    label: 'الدرجة',
    of: (most) => `من ${most}`,
    withoutVerdict: 'لا درجة بلا حكم',
    atMostThat: (verdict) => `${verdict}: لا تزيد الدرجة على هذا`,
    mostLost: (component) => `أكثر ما نقص: ${component}`,
  },
  purify: {
    label: 'للتطهير',
    noBound: 'ليس في الإفصاحات ما يحدّ دخل الفوائد',
    ofDividends: (aShare, filed) =>
      `من توزيعات الأرباح${aShare === null ? '' : `؛ ${aShare}`}${filed === null ? '' : `؛ ${filed} مع توزيعات الأرباح، كما أُفصح عنه`}`,
  },
  figures: { label: 'الأرقام', noReport: 'لم يُفحص تقرير' },
  price: {
    label: 'السعر',
    capitalisation: 'القيمة السوقية',
    note: (what, age) => `${what}، ${age}`,
  },
  missing: 'ما الناقص',
  possible: 'ما يبقى ممكنًا',
  ruledOut: (verdict, failed, names) =>
    failed.length === 0 ? `– ${verdict}: مستبعد.` : `– ${verdict}: مستبعد، إذ لا يجتاز وفق ${names}.`,
  takes: {
    oneFails: (name) => `إن لم يجتز وفق ${name}`,
    onePasses: (name) => `إن اجتاز وفق ${name}`,
    allPass: (names) => `إن اجتاز وفق ${names} جميعًا`,
    anyFails: (names) => `إن لم يجتز وفق واحدة من: ${names}`,
    someFail: (count, names) => `إن لم يجتز وفق ${count} أو أكثر من: ${names}`,
    fewFail: (most, names) => `إن لم يزد عدد ما لا يجتازه على ${most} من: ${names}`,
    fewAndOneFail: (most, names) => `إن لم يجتز وفق واحدة على الأقل و${most} على الأكثر من: ${names}`,
  },
  last: (verdict, day) => phrase`كان آخر حكم «${verdict}» في ${day}.`,
};

export const NO_VERDICT: Words['report']['noVerdict'] = {
  heading: (name, mark) => phrase`${name} ${mark}`,
  headingOn: (name, mark, day) => phrase`${name} ${mark} في ${day}`,
  noRecentData: 'ليست لدينا بيانات مالية حديثة لهذه الشركة.',
  todo: {
    title: 'ماذا يمكنك أن تفعل',
    operator: (contact) => `مشغّل الموقع: ${isolated(contact)}`,
    seeReport: (symbol) => `انظر تقرير ${isolated(symbol)}`,
    tellMe: 'أبلغني حين يصدر حكم',
    tellMeNote: 'في قائمة متابعتك، وبالتنبيهات التي اخترتها',
    seeLast: 'انظر آخر حكم',
    lastNote: (day, verdict) => phrase`${day}: ${verdict}`,
    openReport: 'افتح التقرير لدى الهيئة',
    enter: 'أدخل الأرقام بنفسك',
    enterNote: 'من أحدث تقاريرها، ونجري عليها الفحوص نفسها',
  },
  known: {
    title: 'ما نعرفه',
    business: 'النشاط',
    review: 'يحتاج إلى مراجعة',
    unknown: ['الدين', 'النقد والأوراق المالية', 'دخل الفوائد'],
    noRecent: 'لا تقرير حديث',
    noneHere: 'لا تقرير هنا',
    price: 'السعر',
  },
};

const CONFIDENCE: Readonly<Record<string, string>> = {
  none: 'معدومة',
  low: 'منخفضة',
  medium: 'متوسطة',
  high: 'عالية',
};

/** Says how sure the line of business is. */
export function confidenceInWords(confidence: string): string {
  return CONFIDENCE[confidence] ?? isolated(confidence);
}

/** Where the code of the industry comes from. */
function sourceInWords(source: string): string {
  return source
    .split('; ')
    .map((part) => {
      if (part === 'none') return 'لا يوجد';
      if (part === 'curated list of companies') return 'قائمتنا للشركات';
      return part.startsWith('SIC code from the SEC') ? `رمز ${isolated('SIC')} لدى الهيئة` : isolated(part);
    })
    .join('؛ ');
}

function noted(text: string, note: string | null): string {
  return note === null ? `${text}.` : `${text}: ${isolated(note)}`;
}

export const CHECKS: Words['report']['checks'] = {
  title: 'الفحوص',
  aside: 'يُرسم كل حدّ في الموضع نفسه لتتبعه العين على خط واحد. وما كان عن يسار الخط فقد اجتاز.',
  hint: 'النشاط والدين والنقد ودخل الفوائد',
  someFail: (count) =>
    counted('ar', count, {
      one: 'فحص واحد لا يُجتاز',
      two: 'فحصان لا يُجتازان',
      few: `${count} فحوص لا تُجتاز`,
      many: `${count} فحصًا لا تُجتاز`,
      other: `${count} فحص لا تُجتاز`,
    }),
  someOpen: (open, all) => `${open} من ${all} لم تُحسم`,
  allPass: (count) => `تُجتاز كلها (${count})`,
  check: 'الفحص',
  ratio: 'النسبة',
  within: 'ضمن الحد',
  beyond: 'فوقه',
  result: 'النتيجة',
  noRatio: (methodologies) =>
    `لا يمكن حساب أي نسبة، فلا يُرسم شيء من فحوص المنهجيات، وعددها ${methodologies}.`,
  business: {
    title: 'ما تعمل فيه الشركة',
    judge: 'يُترك لتقدير الإنسان',
    noCode: 'لا يُعرف رمز نشاطها.',
    code: (sic, industry) => `${isolated(industry === null ? `SIC ${sic}` : `SIC ${sic}, ${industry}`)}.`,
    clear: 'لم يُعثر على نشاط محرّم.',
    unknown: 'ليس هنا ما يبيّن نشاطها، فلا يُحكم له بالاجتياز ولا بعدمه.',
    source: (source, confidence) =>
      `المصدر: ${sourceInWords(source)}؛ درجة الثقة: ${confidenceInWords(confidence)}.`,
    bySic: (label, sic, note) => noted(`${label}، بحسب ${isolated(`SIC ${sic}`)}`, note),
    byList: (label, note) => noted(`${label}، بحسب قائمتنا للشركات`, note),
  },
  excludes: (lines) => `تستبعد ${lines}، أيًّا كانت النسب.`,
  divided: (top, bottom) => phrase`${top} ÷ ${bottom}`,
  dividedPriced: (top, priced, bottom) => phrase`${top} (${priced}) ÷ ${bottom}`,
  sum: 'الحساب',
  sumOf: (amount) => `حساب ${amount}`,
  noCap: (why) => `لا قيمة سوقية: ${why}.`,
  noBound: (amounts) => `ليس في الإفصاحات ما يحدّ: ${amounts.join('، ')}.`,
};

import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { type Phrase, phrase } from '../phrase.ts';
import { theFew } from './terms.ts';

type Portfolio = Words['portfolio'];

const holdings = (count: number) =>
  counted('ar', count, {
    zero: 'لا حيازات',
    one: 'حيازة واحدة',
    two: 'حيازتان',
    few: `${count} حيازات`,
    other: `${count} حيازة`,
  });

/** After a preposition: `حيازتيك`, `حيازاتك الثلاث`. */
const yours = (count: number) => (count === 2 ? 'حيازتيك' : `حيازاتك ${theFew(count)}`);

const ASK: Portfolio['ask'] = {
  title: 'ماذا تملك؟',
  lead: 'ألصق ما تملكه، كل حيازة في سطر: الرمز أو الاسم، ثم العدد. لا حاجة إلى التسجيل.',
  get: {
    verdict: 'حكم لكل حيازة',
    verdictText: 'مع حصة كل حكم من أموالك.',
    decision: 'ما يحتاج إلى قرار',
    decisionText: 'يأتي أولًا، ومعه السبب في جملة واحدة.',
    methodologies: 'ما تقوله كل منهجية',
    methodologiesText: 'والتي تتبعها تأتي أولًا.',
  },
  notStored: (purification, zakat) =>
    phrase`لا نسجّل ما تكتبه هنا، ولا نحفظه إلا إذا حفظت القائمة في حسابك: يعود إليك في الصفحة، ويزول حين تغلقها. والقائمة نفسها تصلح في صفحة ${purification} وصفحة ${zakat}.`,
  example: 'AAPL 40\nMicrosoft 20\nNVDA, 45\nCostco $1,200',
  hint: (most) =>
    `حتى ${most} سطر. اكتب العدد أو القيمة بالدولار: كلاهما يصلح. ويمكنك أن تلصق ملف ${isolated('CSV')} كما يصدره وسيطك.`,
  check: 'افحص محفظتي',
};

const TITLE: Portfolio['title'] = {
  nothing: 'لا شيء هنا مملوك اليوم ومدرج في الولايات المتحدة',
  one: (verdict, hasNone) =>
    hasNone ? phrase`حيازتك الوحيدة ${verdict}` : phrase`حيازتك الوحيدة حكمها ${verdict}`,
  some: (passing, all, verdict) => {
    if (passing === all) {
      return all === 2
        ? phrase`حيازتاك كلتاهما حكمهما ${verdict}`
        : phrase`حيازاتك ${theFew(all)} كلها حكمها ${verdict}`;
    }
    switch (passing) {
      case 0:
        return phrase`لم يثبت لأي من ${yours(all)} حكم ${verdict}`;
      case 1:
        return phrase`واحدة من ${yours(all)} حكمها ${verdict}`;
      case 2:
        return phrase`اثنتان من ${yours(all)} حكمهما ${verdict}`;
      default:
        return phrase`${passing} من ${yours(all)} حكمها ${verdict}`;
    }
  },
};

const WHEN: Portfolio['when'] = {
  by: (byWhom, isClassic) => `${byWhom}${isClassic ? '، بالطبعة القديمة' : ''}.`,
  noScreening: 'لا يتوفر لدينا فحص.',
  asOf: <T>(first: T | null, last: T, firstClose: T | null, lastClose: T | null) => {
    const closes: Phrase<T> =
      lastClose === null
        ? []
        : firstClose === null
          ? phrase`، وأسعار الإغلاق في ${lastClose}`
          : phrase`، وأسعار الإغلاق من ${firstClose} إلى ${lastClose}`;
    const verdicts: Phrase<T> =
      first === null ? phrase`الأحكام في ${last}` : phrase`الأحكام من ${first} إلى ${last}`;
    return [...verdicts, ...closes, '.'];
  },
};

const SHARES: Portfolio['shares'] = {
  label: (shares) =>
    `حصص الأحكام من القيمة: ${shares.map(({ verdict, share }) => `${verdict} ${share}`).join('، ')}`,
  valueAndCount: (value, count) => `${value}، ${holdings(count)}`,
  without: (count) =>
    `${holdings(count)} بلا قيمة، ولا تدخل في أي حصة: لا يتوفر سعر إغلاق، أو لم يُذكر العدد في كل سطر.`,
};

const DECISIONS: Portfolio['decisions'] = {
  title: (count) =>
    counted('ar', count, {
      one: 'حيازة واحدة تحتاج إلى قرار',
      two: 'حيازتان تحتاجان إلى قرار',
      few: `${count} حيازات تحتاج إلى قرار`,
      other: `${count} حيازة تحتاج إلى قرار`,
    }),
  note: 'لا تجتاز، أو في أرقامها نقص أو قِدم.',
  notScreened: 'تعذّر فحصه الآن. أعد المحاولة بعد قليل.',
  ofValue: (share) => phrase`${share} من القيمة`,
  missing: 'ما الناقص',
  why: 'اعرف السبب',
  about: (action, symbol) => `${action}: ${isolated(symbol)}`,
  lastVerdict: (verdict, day, why, stale) => `${verdict} في ${day}: ${why} ${stale}`,
};

const TABLE: Portfolio['table'] = {
  title: (count) => `المتوافق: ${holdings(count)}`,
  note: 'بحسب الوزن.',
  company: 'الشركة',
  shares: 'الأسهم',
  value: 'القيمة',
  weight: 'الوزن',
  noValue: 'بلا قيمة',
  failsAt: (methodologies) => `لا يجتاز ${methodologies.join(' و')}`,
};

const METHODOLOGIES: Portfolio['methodologies'] = {
  title: 'بحسب المنهجية',
  note: 'الحصة من القيمة، وتحتها عدد الحيازات.',
  methodology: 'المنهجية',
  passes: 'يجتاز',
  fails: 'لا يجتاز',
  notKnown: 'غير معروف',
};

const KINDS = {
  cash: 'نقد',
  option: 'عقد خيار',
  short: 'بيع على المكشوف',
  foreign: 'مدرج في بلد آخر',
  unmatched: 'غير موجود بين الأسهم المدرجة',
  sold: 'بيع',
  bought_later: 'يُشترى لاحقًا',
};

function kindOn(kind: keyof typeof KINDS, day: string | null): string {
  return day === null ? KINDS[kind] : `${KINDS[kind]} في ${day}`;
}

const APART: Portfolio['apart'] = {
  title: 'خارج الحساب',
  note: 'لا يدخل في الحصص أعلاه.',
  line: (kind, asked, day) => phrase`${kindOn(kind, day)}: ${asked}`,
  notCounted: (kind, day) => `لم يُحسب: ${kindOn(kind, day)}`,
  place: (line, units) => (units === null ? `السطر ${line}.` : `السطر ${line}، والعدد ${units}.`),
  didYouMean: <T>(candidates: readonly T[]): Phrase<T> => [
    'هل تقصد ',
    ...candidates.flatMap((one, at) => (at === 0 ? [one] : [' أو ', one])),
    '؟',
  ],
  unread: (text) => phrase`لم نفهمه: ${text}`,
};

const KEPT: Portfolio['kept'] = {
  savedOn: (day) => phrase`حفظت هذه القائمة في ${day}.`,
  asCsv: `أسطرها بصيغة ${isolated('CSV')}`,
  remove: 'احذف قائمتي المحفوظة',
  notStored: 'هذه القائمة غير محفوظة. يمكنك مع حساب أن تحفظها وترى ما يتغيّر فيها.',
  signUp: 'أنشئ حسابًا وخذ القائمة معك',
  replace: 'استبدل بها قائمتي المحفوظة',
  save: 'احفظ هذه القائمة',
  hint: 'هذا الزر يحفظ القائمة في حسابك إلى أن تحذفها.',
};

const CHANGES: Portfolio['changes'] = {
  title: (day) => `منذ ${day}`,
  note: 'حين اطلعت عليها آخر مرة، في يوم سابق.',
  otherChoice: 'تتبع الآن منهجيات أو قواعد أخرى، فلا نقارن الأحكام.',
  nothing: 'لم يتغيّر شيء.',
  added: (names) => `جديد في قائمتك: ${names.map(isolated).join(' و')}`,
  gone: (names) => `لم يعد في قائمتك: ${names.map(isolated).join(' و')}`,
  changed: (name, { was, is, reason }) => phrase`${name}: الحكم الآن ${is}، وقبل ذلك ${was}. ${reason}`,
  lapsed: (name, { is }) => phrase`${name}: لا يتوفر له تقرير حديث. وآخر حكم له: ${is}.`,
  renewed: (name, { is }) => phrase`${name}: صار له تقرير حديث، والحكم كما كان: ${is}.`,
  lost: (name, { was, reason }) => phrase`${name}: لا حكم له الآن، وقبل ذلك ${was}. ${reason}`,
  gained: (name, { is, reason }) => phrase`${name}: صار له حكم، وهو ${is}. ${reason}`,
};

export const PORTFOLIO: Portfolio = {
  ask: ASK,
  title: TITLE,
  when: WHEN,
  shares: SHARES,
  decisions: DECISIONS,
  table: TABLE,
  methodologies: METHODOLOGIES,
  apart: APART,
  kept: KEPT,
  changes: CHANGES,
  change: 'غيّر الحيازات أو المنهجيات',
};

import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';

const JUDGED = {
  pass: 'النشاط مقبول',
  review: 'النشاط يحتاج إلى مراجعة بشرية',
  fail: 'النشاط محرّم',
};

export const ANSWER: Words['answer'] = {
  hasNoVerdict: (symbol) => `${isolated(symbol)} بلا حكم`,
  assumes: 'ما يفترضه الجواب',
  besides: 'إضافة إلى الإفصاحات نفسها.',
  forPrograms: (figures, changes) =>
    changes === null ? phrase`للبرامج: ${figures} (JSON).` : phrase`للبرامج: ${figures}، و${changes} (JSON).`,
  allFigures: 'كل الأرقام مع إفصاحاتها',
  howChanged: 'كيف تغيّر الحكم',
  howReached: 'كيف نصل إلى الحكم',
  namesakes: (links) => phrase`أخرى بهذا الاسم: ${links}`,
  screened: (symbol) => `نتيجة فحص ${isolated(symbol)}`,
  fullReport: 'التقرير الكامل بكل الأدلة (بحساب مجاني)',
  neither: 'هذا ليس توافقًا ولا عدمه.',
  onlyCanBe: (verdicts) => `لا يمكن أن يكون إلا ${verdicts}.`,
  businessNotKnown: 'لا نعرف هنا ما تعمل فيه الشركة.',
  businessFromReport: (status, what, report) =>
    phrase`${JUDGED[status]}: ${what}. المصدر: تقريرها السنوي، ${report}.`,
  itsBusiness: 'نشاطها',
  businessByCode: (status, line, industry) =>
    `${JUDGED[status]}${line === null ? '' : ` (${line})`}، بحسب رمز القطاع الذي تقدمه الشركة إلى الهيئة: ${isolated(industry)}.`,
  nothingToDraw: 'النشاط المحرّم يحسم وحده: لا تغيّر أي نسبة الحكم، فلا نسب تُرسم.',
};

export const FIGURES: Words['figures'] = {
  none: 'لا يوجد',
  notKnown: 'غير معروف',
  score: 'الدرجة',
  asNoVerdict: 'لأنه بلا حكم',
  of100: 'من 100',
  prohibited: 'النشاط الأساسي محرّم',
  atMost: (cap, verdict) => `${cap} على الأكثر لسهم ${verdict}`,
  mostLost: (component) => `أكثر النقص بسبب ${component}`,
  toPurify: 'للتطهير',
  ofDividends: 'من توزيعات الأرباح',
  ofDividendsOfFund: (more) => `من توزيعات الأرباح، ${more}`,
  ofDividendsAnd: (more) => `من توزيعات الأرباح، ${more}`,
  noFigures: 'لا أرقام لحسابه',
  figures: 'الأرقام',
  noReport: 'ليس لدينا تقرير',
  formTo: (form, date) => phrase`${isolated(form)} حتى ${date}`,
  formToTooOld: (form, date) => phrase`${isolated(form)} حتى ${date}: أقدم من أن يُحكم به`,
  price: 'السعر',
  noPriceNeeded: 'لا حاجة إليه بلا أرقام',
  noMarketCap: 'فلا نسبة إلى القيمة السوقية',
  priceAndAge: (price, age) => `${price}، ${age}`,
  holdings: 'المكوّنات',
  noHoldings: 'ليس لدينا تقرير عنها',
  nportTo: (date) => phrase`نموذج ${isolated('N-PORT')} حتى ${date}`,
  withVerdict: 'ما له حكم',
  ofNetAssets: 'من صافي الأصول، والباقي مفتوح',
};

export const GLANCE: Words['glance'] = {
  nearest: 'أقرب معيار',
  within: 'ضمن الحد',
  beyond: 'فوقه',
  result: 'النتيجة',
  label: 'المنهجيات، كل منها بمعياره الأقرب إلى الحد',
};

export const NO_ANSWER: Words['noAnswer'] = {
  search: (typed) => `بحث: ${typed}`,
  again: 'ابحث من جديد',
  hint: 'الأسهم المدرجة في الولايات المتحدة فقط، بالرمز أو الاسم.',
  suggestions: 'اقتراحات',
  fund: 'صندوق',
  which: 'أيها تقصد؟',
  fitting: (count, isCut, typed) =>
    isCut
      ? phrase`أول ${count} من الرموز والأسماء التي توافق ${typed}.`
      : phrase`عدد الرموز والأسماء التي توافق ${typed}: ${count}.`,
  nothing: 'لا شركة ولا صندوق بهذا الاسم',
  notKnown: (typed, near) => {
    const closest = counted('ar', near, {
      one: 'وهذا أقرب ما وجدنا.',
      two: 'وهذان أقرب ما وجدنا.',
      other: 'وهذه أقرب ما وجدنا.',
    });
    return near === 0
      ? phrase`لا نعرف سهمًا مدرجًا في الولايات المتحدة باسم ${typed}.`
      : phrase`لا نعرف سهمًا مدرجًا في الولايات المتحدة باسم ${typed}. ${closest}`;
  },
  ended: 'انتهى هذا الإدراج',
  endedWhy: (what) => `${what}. لا تُفحص شركة غير مدرجة.`,
  successor: (link) => phrase`${link}، وهي الشركة التي آلت إليها`,
  screenThis: (symbol) => phrase`افحص ${symbol}`,
  unreadable: 'لا يمكن أن يكون هذا رمزًا أو اسمًا',
  typeOne: `اكتب رمزًا مثل ${isolated('AAPL')}، أو اسمًا مثل ${isolated('Apple')}.`,
  unavailable: 'الهيئة لا تجيب الآن',
  tryLater: (typed, minutes) => {
    const when = minutes === null ? 'بعد دقائق' : `بعد ${minutes} دقيقة`;
    return phrase`ليس لدينا شيء محفوظ عن ${typed}، فلا جواب بلا خادم الهيئة. حاول ${when}.`;
  },
};

export const SEVERAL: Words['several'] = {
  title: (count) => `شركات وصناديق: ${count}`,
  ticker: 'الرمز',
  verdict: 'الحكم',
  why: 'السبب',
  compare: 'قارن بين الاثنين، معيارًا معيارًا',
  screenIt: 'افحصه',
};

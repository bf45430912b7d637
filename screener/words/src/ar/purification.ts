import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';

type Purification = Words['purification'];

const EXAMPLE_LINE = isolated('AAPL 40, dividends 41.20, bought 2024-03-01');

const APART = {
  cash: 'نقد، ولا يُحسب هنا',
  option: 'عقد خيار، ولا يُحسب',
  short: 'بيع على المكشوف، ولا يُحسب',
  foreign: 'مدرج في بلد آخر، ولا يُحسب',
  unmatched: 'لم نجده بين الأسهم المدرجة، فاكتب رمزه',
};

const HOW: Purification['how'] = {
  coveredRate: (rate) => `النسبة المغطّاة ${rate}`,
  lots: (lots, years) => {
    const inLots = counted('ar', lots, {
      zero: 'دفعة واحدة',
      one: 'دفعة واحدة',
      two: 'دفعتان',
      few: `${lots} دفعات`,
      other: `${lots} دفعة`,
    });
    const inYears = counted('ar', years, {
      zero: 'بلا سنة مالية',
      one: 'سنة مالية واحدة',
      two: 'سنتان ماليتان',
      few: `${years} سنوات مالية`,
      other: `${years} سنة مالية`,
    });
    return `${inLots}، ${inYears}`;
  },
  ofDividends: (amount, from, rate, isEstimate) =>
    `توزيعات ${amount}${from === 'filed' ? ' كما أُفصح عنها' : ''} × ${rate}${isEstimate ? '، تقديرًا' : ''}`,
  ofShares: (shares, each, isEstimate) => `${shares} × ${each}${isEstimate ? '، تقديرًا' : ''}`,
  notHeldOn: (day) => `لم تكن تملكه في ${isolated(day)}`,
};

const SOURCES: Purification['sources'] = {
  covered: (weight) => `النسبة المغطّاة: حيازات وزنها ${weight} من صافي الأصول ونسبتها معروفة`,
  filed: 'دخل الفوائد كما أُفصح عنه',
  filed_with_dividends: 'الفوائد والتوزيعات، أُفصح عنهما في رقم واحد',
  estimate: (rate) => `تقدير: النقد والأوراق المالية بمتوسط عائد أذون الخزانة، ${rate}`,
  notKnown: 'غير معروف',
};

const MISSING: Purification['missing'] = {
  excluded: 'نشاط الشركة نفسه مستبعد، فلا نسبة له: أما توزيعاته وما يُفعل بها فسؤال لأهل العلم.',
  noReport: (year, newest) => {
    if (newest === null) return phrase`ليس لدينا له أي تقرير سنوي.`;
    return year === null
      ? phrase`ليس لدينا تقرير سنوي عن سنة مالية بعد الشراء. وأحدث سنة لدينا تنتهي في ${newest}.`
      : phrase`ليس لدينا تقرير سنوي عن سنة مالية تنتهي في ${year}. وأحدث سنة لدينا تنتهي في ${newest}.`;
  },
  noDate: 'أضف يوم شرائه، أو اختر سنة واحدة.',
  otherCurrency: (currency, amount) =>
    `تقريره بعملة ${currency === null ? 'أخرى' : isolated(currency)}: ${amount}، ولم يُضف إلى الدولارات.`,
  fundDividends: 'صندوق: أضف التوزيعات التي تلقيتها.',
  fundByShare: 'صندوق: لا يُحسب إلا بالتوزيعات، بنسبة الحيازات التي نسبتها معروفة.',
  notHeldThen: 'لم يُملك في السنوات المالية المطلوبة، فالتوزيعات المكتوبة من سنة أخرى. اختر تلك السنة.',
  noDividends: 'أضف التوزيعات التي تلقيتها: لا يتوفر هنا إفصاح عنها.',
  noShares: 'اكتب عدد الأسهم.',
  noFigure: (least) => {
    const why = 'لا يُعرف له مبلغ معتاد: لم يُفصح عن دخل الفوائد، أو جُزّئت الأسهم ولا إفصاح يبيّن كيف.';
    return least === null ? why : `${why} وهو لا يقل عن ${least}.`;
  },
};

export const PURIFICATION: Purification = {
  title: 'تطهير أسهمك',
  lead: 'كم تُخرج من دخل أسهمك في السنة تطهيرًا له. لا حاجة إلى التسجيل.',
  get: {
    figure: 'مبلغ معتاد لكل حيازة',
    figureText: 'مع المجموع. وكل مبلغ إما كما أُفصح عنه، وإما تقدير يُذكر أنه تقدير.',
    range: 'مدى كل مبلغ',
    rangeText: 'من أدنى ما تحتمله الإفصاحات إلى أعلاه.',
    methods: 'الطريقتان',
    methodsText: 'بالسهم وبالتوزيعات، مع التقارير التي بُنيتا عليها.',
  },
  example: 'AAPL 40, dividends 41.20\nMicrosoft 20\nNVDA 45, bought 2024-03-01',
  hint: (most) =>
    `حتى ${most} سطر: الرمز أو الاسم، ثم عدد الأسهم كما هو اليوم أو يوم بعتها. وأضف ما تعرفه: التوزيعات هكذا ${isolated('dividends 41.20')}، ويوم الشراء ${isolated('bought 2024-03-01')}، ويوم البيع ${isolated('sold 2025-06-30')}. وإن لم تذكر التوزيعات أخذنا ما أفصحت عنه الشركة إن كان متوفرًا هنا. ويمكنك أن تلصق ملف ${isolated('CSV')} فيه هذه الأعمدة.`,
  year: 'السنوات المالية المنتهية في',
  everyYear: 'كل سنة منذ الشراء',
  methodology: 'المنهجية التي تتبعها',
  when: (year, counting, all) => {
    const years = year === null ? 'كل سنة مالية منذ الشراء' : `السنوات المالية المنتهية في ${year}`;
    return `${years}. الحيازات المحسوبة: ${counting} من ${all}.`;
  },
  toGive: 'ما تُخرجه، المبلغ المعتاد',
  atLeast: (low) => `لا يقل عن ${low}، ولا يُعرف له حد أعلى.`,
  allAsFiled: 'كله كما أُفصح عنه.',
  between: (low, high) => `بين ${low} و${high}.`,
  without: (symbols) => `ولا يشمل ${symbols.map(isolated).join(' و')}.`,
  method: 'طريقة الحساب',
  methods: {
    by_share: 'بالسهم',
    by_dividends: 'بالتوزيعات',
    by_days: 'بالسهم، عن أيام الملكية',
  },
  askedForBy: (methodology) => `وفق ${methodology}`,
  youFollow: (methodology) => `المنهجية التي تتبعها: ${methodology}.`,
  formulas: {
    by_share: 'الأسهم المملوكة في نهاية السنة المالية × الإيراد المحرّم للسهم.',
    by_days: 'مبلغ السهم، عن أيام الملكية.',
    by_dividends: 'التوزيعات × نسبة الإيراد المحرّم إلى الإيرادات.',
  },
  source: 'المصدر',
  usual: 'المعتاد',
  range: 'المدى',
  asFiled: 'كما أُفصح عنه',
  inAll: 'المجموع',
  how: HOW,
  sources: SOURCES,
  notInSum: 'خارج المجموع',
  notInSumNote: 'وما ينبغي معرفته عن الباقي.',
  fails: (name) =>
    phrase`${name} داخل في المجموع، وهو اليوم لا يجتاز المنهجية التي تتبعها: أما ما يلزم غير ذلك فسؤال لأهل العلم.`,
  apart: (asked, line, kind) => phrase`${asked}، السطر ${line}: ${APART[kind]}.`,
  unread: (text, line) => phrase`${text}، السطر ${line}: لم نفهمه. اكتبه هكذا: ${EXAMPLE_LINE}.`,
  missing: MISSING,
  calculated: (day) =>
    phrase`حُسب في ${day} من التقارير السنوية المقدّمة إلى هيئة الأوراق المالية الأمريكية. وهذا حساب وليس فتوى.`,
  change: 'غيّر الحيازات أو السنة أو المنهجية',
  record: (day, note) => `حُسب في ${day}. ${note}`,
};

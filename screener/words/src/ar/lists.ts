import type {
  LeaderKey,
  LeftOutReason,
  ValueFigure,
  ValueMeasureName,
} from '@screener/engine/rankings/formulas';
import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';
import { ruleSet, SEC } from './terms.ts';

export const LISTS: Words['lists'] = {
  compliant: 'شركات متوافقة',
  title: (order, compliant) => {
    if (order === 'score') return phrase`${compliant}، الأبعد عن الحدود أولًا`;
    if (order === 'value') return phrase`${compliant}، مرتبة بقيمتها`;
    return phrase`${compliant}، بحسب القطاع`;
  },
  description: {
    limit: 'شركات أمريكية تجتاز الفحص الشرعي، بحسب القطاع، ومع كل منها ما تستهلكه من أقرب حد.',
    score: 'شركات تجتاز جميع المنهجيات، مرتبة ببعدها عن الحدود.',
    value:
      'شركات تجتاز جميع المنهجيات، مرتبة بما أفصحت عنه من حقوق ملكية ومبيعات ونقد وأرباح وتدفق نقدي حر نسبةً إلى سعرها.',
  },
  count: (count, shown, isPast, byWhom, of) => {
    const among = of.length === 0 ? '' : `${of.join('، ')}: `;
    const companies = counted('ar', count, {
      zero: 'لا شركة متوافقة',
      one: 'شركة واحدة متوافقة',
      two: 'شركتان متوافقتان',
      few: `${shown} شركات متوافقة`,
      many: `${shown} شركة متوافقة`,
      other: `${shown} شركة متوافقة`,
    });
    return isPast ? `${among}${companies} ${byWhom} في تاريخ حكمها.` : `${among}${companies} ${byWhom}.`;
  },
  lead: {
    limit: 'النسبة المئوية هي ما تستهلكه الشركة من أقرب حد: كلما قلّت كانت أبعد عن المخالفة.',
    score: 'وهي مرتبة بدرجاتها من 100: أي ببعد كل منها عن جميع الحدود.',
    value: 'وهي مرتبة بما أفصحت عنه كل منها مقابل كل دولار من سعرها في السوق.',
  },
  basis: (day, age, rules) => phrase`استنادًا إلى بيانات حتى ${day} (${age})، والقواعد: ${ruleSet(rules)}.`,
  allStale: 'ليس لأي منها حكم اليوم، لعدم توفر تقرير أحدث هنا.',
  someStale: (_count, shown) => `منها ${shown} بلا حكم اليوم، لعدم توفر تقرير أحدث هنا.`,
  note: {
    limit: 'وليست هذه توصية.',
    score: 'ولا تدل الدرجة العالية على سعر السهم، وليست توصية. وهي وفق جميع المنهجيات الخمس.',
    value: 'ولا تدل الأرقام المفصح عنها على ما سيساويه السهم، وليست هذه توصية.',
  },
  whateverChosen: 'ولا يغيّر اختيار المنهجيات هذا الترتيب.',
  otherRules: (rules) => `يتبع حسابك قواعد غير هذه: فالقوائم وفق القواعد ${ruleSet(rules)}.`,
  otherIndustries: 'قطاعات أخرى',
  allIndustries: 'كل القطاعات',
  someOf: (count, all, link) => phrase`${count} من ${all}. ${link}`,
  showAll: (industry) => ({ seen: 'اعرض الكل', heard: ` في ${industry}` }),
  industry: 'القطاع',
  every: (count) => `الكل (${count})`,
  size: 'الحجم',
  anySize: 'أي حجم',
  sizes: {
    large: `أكثر من ${isolated('$10')} مليار`,
    middle: `من ${isolated('$2')} إلى ${isolated('$10')} مليار`,
    small: `أقل من ${isolated('$2')} مليار`,
  },
  order: 'الترتيب',
  orders: {
    limit: 'الأسلم أولًا',
    size: 'الأكبر أولًا',
    name: 'بالحروف اللاتينية',
    score: 'بالدرجة',
    value: 'بالقيمة',
  },
  show: 'اعرض',
  nobody: 'ليس لأي شركة هنا حكم بالتوافق، والأسباب أدناه.',
  noMatch: (link) => phrase`لا شركة تطابق هذا الاختيار. ${link}`,
  showEvery: 'اعرض الكل',
  previous: 'السابقة',
  next: 'التالية',
  pages: 'الصفحات',
  page: (page, pages, companies) => `صفحة ${page} من ${pages}، وعدد الشركات ${companies}`,
  key: { title: 'الرسوم', note: 'ما على يسار الخط يجتاز.' },
  nothingYet: 'لا شيء في القائمة بعد.',
  reload:
    'يفحص الخادم الشركات التي يعرفها مرة واحدة بعد تشغيله أول مرة. ويستغرق ذلك ثواني مع النسخة المرفقة، ونحو دقيقة للسوق كله: أعد تحميل الصفحة بعدها.',
};

const FUNDS = (count: number, shown: string) =>
  counted('ar', count, {
    one: 'صندوق واحد',
    two: 'صندوقان',
    few: `${shown} صناديق`,
    many: `${shown} صندوقًا`,
    other: `${shown} صندوق`,
  });

export const FUND_LIST: Words['fundList'] = {
  kinds: 'ما في القائمة',
  companies: 'الشركات',
  funds: 'الصناديق',
  marked: 'صناديق متوافقة',
  title: (compliant) => phrase`${compliant}`,
  description: 'صناديق أمريكية تجتاز حيازاتها الفحص الشرعي، ومع كل منها نسبة المتوافق والمعروف منها.',
  count: (count, shown, isPast, byWhom) => {
    if (count === 0) return `لا صندوق متوافقًا ${byWhom} بين الصناديق التي نعرف حيازاتها.`;
    const funds = counted('ar', count, {
      one: 'صندوق واحد متوافق',
      two: 'صندوقان متوافقان',
      few: `${shown} صناديق متوافقة`,
      many: `${shown} صندوقًا متوافقًا`,
      other: `${shown} صندوق متوافق`,
    });
    return isPast ? `${funds} ${byWhom} في تاريخ حكمها.` : `${funds} ${byWhom}.`;
  },
  lead: 'يُحكم على الصندوق بما يحوزه. وما ليس له حكم يُحسب عليه حتى نعرف المزيد.',
  limits: (nonCompliant, doubtful, link) =>
    phrase`لا تزيد الحيازات غير المتوافقة في الصندوق المتوافق على ${nonCompliant} من صافي أصوله، ولا تزيد مع ما هو محل نظر على ${doubtful}. وهذه حدودنا، فليس في أي معيار حدّ لها. ${link}`,
  how: 'كيف نحكم على الصندوق',
  allStale: 'ليس لأي منها حكم اليوم، لعدم توفر تقرير أحدث عن حيازاتها هنا.',
  someStale: (_count, shown) => `منها ${shown} بلا حكم اليوم، لعدم توفر تقرير أحدث عن الحيازات هنا.`,
  fund: 'الصندوق',
  compliant: 'متوافق',
  nonCompliant: 'غير متوافق',
  known: 'له حكم',
  size: 'صافي الأصول',
  against: { nonCompliantPasses: 'غير متوافق', doubtfulPasses: 'غير متوافق أو محل نظر' },
  nearest: (what, range) => `${what}: ${range} من صافي الأصول`,
  holdingsOf: (day) => phrase`حيازات ${day}`,
  holdingsOfOldReport: (day) => phrase`حيازات ${day}، ولا تقرير حديث`,
  open: {
    title: 'بلا حكم',
    note: 'كثير من حيازاتها بلا حكم. والأكبر نسبةً متوافقةً من صافي الأصول أولًا.',
    first: (shown, all) => `${shown} من ${all}.`,
  },
  others: {
    title: 'ما ليس في القائمة',
    note: (screened) => `من الصناديق التي نعرف حيازاتها هنا، وعددها ${screened}.`,
    funds: (count, shown) => `${FUNDS(count, shown)}.`,
    nonCompliant: (limit) => `تزيد الحيازات غير المتوافقة على ${limit} من صافي الأصول.`,
    questionable: 'يزيد ما هو غير متوافق أو محل نظر على ما يجوز في صندوق متوافق.',
    tooOld: 'حيازات قديمة',
    tooOldMeans: 'أحدث تقرير عن حيازاتها أقدم من أن يدل على شيء.',
  },
};

export const LIST_ROWS: Words['listRows'] = {
  company: 'الشركة',
  marketCap: 'القيمة السوقية',
  used: 'المستهلك',
  ofLimit: 'من الحد',
  nearest: 'الأقرب إلى حدّه',
  within: 'ضمن الحد',
  beyond: 'فوقه',
  score: 'الدرجة',
  places: 'مجموع المراتب',
  place: (place) => `المرتبة ${place}`,
  tickers: (first, others) => phrase`${first}، ${others}`,
  compliantOn: (day) => phrase`متوافق في ${day}`,
  compliantByOldReport: (day) => phrase`متوافق في ${day}، ولا تقرير حديث`,
  failsAt: (names) => `لا يجتاز وفق ${names}`,
  undecidedAt: (names) => `غير محسوم وفق ${names}`,
  interest: 'الفوائد',
  ratio: (amount, share, of) => `${amount}: ${share} من ${of}`,
  watch: (symbol) => ({ seen: 'تابع', heard: ` ${isolated(symbol)}` }),
};

const FIGURES: Readonly<Record<ValueFigure, { readonly name: string; readonly what: string }>> = {
  equity: {
    name: 'حقوق الملكية',
    what: 'حقوق المالكين في نهاية فترة التقرير: كما أُفصح عنها، أو حقوق الملكية كلها ناقصًا حقوق الأقلية إذا أُفصح عن كليهما',
  },
  revenue: { name: 'الإيرادات', what: 'الطرف الأدنى لإجمالي الإيرادات في الاثني عشر شهرًا الأخيرة' },
  cash_beyond_debt: {
    name: 'النقد الزائد على الدين',
    what: 'الطرف الأدنى للنقد والأوراق المالية قصيرة الأجل ناقصًا الطرف الأعلى للدين، ولا يقل عن 0',
  },
  earnings: { name: 'الأرباح', what: 'صافي دخل المالكين في الاثني عشر شهرًا الأخيرة، ولا يقل عن 0' },
  free_cash_flow: {
    name: 'التدفق النقدي الحر',
    what: 'النقد من العمليات ناقصًا الإنفاق الرأسمالي في الاثني عشر شهرًا الأخيرة، ولا يقل عن 0، ولا يُعرف إذا لم يُفصح عن أحدهما',
  },
  market_cap: { name: 'القيمة السوقية', what: 'طرفها الأعلى' },
  market_cap_and_debt: {
    name: 'القيمة السوقية والدين',
    what: 'الطرف الأعلى للقيمة السوقية مضافًا إليه الطرف الأعلى للدين',
  },
};

const WHY: Readonly<Record<ValueMeasureName, string>> = {
  book_yield:
    'ما تحمله دفاتر المالكين مقابل ثمن أسهمهم. وتشمل حقوق الملكية أي أسهم ممتازة، لأنها لا يُفصح عنها دائمًا منفصلة.',
  sales_yield: 'المبيعات للمالكين والمقرضين معًا، ولذلك يُحسب السعر بما لكليهما: فالدين لا يجعل الشركة رخيصة.',
  net_cash_yield: 'الجزء من السعر الذي يقابله نقد لا يطالب به مقرض. والنقد المقترض لا يُحسب.',
  earnings_yield:
    'ما ربحته أسهم المالكين في سنة مقابل ثمنها. وتُحسب الخسارة صفرًا، لأنها كانت ستبدو أصغر كلما ارتفع السعر.',
  free_cash_yield: 'الأرباح تقدير، أما النقد فيُعدّ. وهو ما دخل الشركة بعد أن دفعت ثمن ما عليها تجديده.',
};

const LEFT: Readonly<Record<LeftOutReason, ReturnType<Words['listRules']['leftOut']>>> = {
  questionable: { title: null, text: 'لا يجتاز وفق منهجية أو منهجيتين، أو يحتاج النشاط إلى مراجعة بشرية.' },
  non_compliant: { title: null, text: 'النشاط محرّم، أو لا يجتاز وفق ثلاث منهجيات أو أكثر.' },
  not_screenable: { title: null, text: 'قد يغيّر الجوابَ شيءٌ لم يُفصح عنه أو لا نعرفه هنا.' },
  another_ticker: { title: 'رمز آخر', text: 'يمثّله رمز آخر للشركة نفسها.' },
  market_cap_not_known: { title: 'القيمة السوقية غير معروفة', text: 'لا تُعرف له قيمة سوقية.' },
  report_in_other_currency: {
    title: 'تقرير بعملة أخرى',
    text: 'التقرير بعملة غير عملة السعر، وليس للتدفقات سعر صرف ليوم واحد.',
  },
  equity_not_filed: {
    title: 'حقوق المالكين غير مذكورة',
    text: 'لا يذكر التقرير حقوق المالكين وحدهم.',
  },
  equity_not_positive: {
    title: 'حقوق الملكية ليست موجبة',
    text: 'حقوق المساهمين صفر أو سالبة، فلا معنى للنسبة إليها.',
  },
  revenue_not_known: {
    title: 'الإيرادات غير معروفة',
    text: 'لا تُعرف إيرادات الاثني عشر شهرًا الأخيرة.',
  },
  debt_not_bounded: { title: 'الدين بلا حد أعلى', text: 'لا شيء يحدّ الدين من أعلى.' },
  earnings_not_stored: {
    title: 'الأرباح غير محفوظة',
    text: 'ليس في البيانات المحفوظة أرباح لأي فترة، ولعلها من إصدار سابق: استوردها من جديد.',
  },
  earnings_not_known: {
    title: 'الأرباح غير معروفة',
    text: 'لا يُعرف صافي دخل الاثني عشر شهرًا الأخيرة.',
  },
  cash_flow_not_known: {
    title: 'التدفق النقدي غير معروف',
    text: 'لا يُعرف النقد من العمليات في الاثني عشر شهرًا الأخيرة.',
  },
  capital_expenditure_not_known: {
    title: 'الإنفاق الرأسمالي غير معروف',
    text: 'لا يُعرف الإنفاق الرأسمالي في الاثني عشر شهرًا الأخيرة.',
  },
};

const KEYS: Readonly<Record<LeaderKey, { readonly key: string; readonly why: string }>> = {
  score: { key: 'الدرجة الأعلى (`score`).', why: 'وهي البعد عن الحدود الذي تُرتّب به القائمة.' },
  data_quality: {
    key: 'النقاط الأعلى في `data_quality`.',
    why: 'عند تساوي الدرجات، ما يقوم على أرقام أضيق مدى.',
  },
  purification: {
    key: 'الطرف الأعلى الأقل لنسبة التطهير، وما لا يُعرف يأتي أخيرًا.',
    why: 'عند تساوي الأرقام دقةً، ما يترك أقل مبلغ للتطهير.',
  },
  ticker: { key: 'الرمز بترتيب الحروف.', why: 'ليكون ترتيب المتساويات واحدًا في كل مكان.' },
};

export const LIST_RULES: Words['listRules'] = {
  notListed: {
    title: 'ما ليس في القائمة',
    note: (left, screened) =>
      `${left} من ${screened} من الأسهم المدرجة التي نعرف إفصاحاتها لدى ${SEC}. وللصناديق قائمة خاصة بها.`,
    listings: (count, shown) =>
      counted('ar', count, {
        one: 'سهم واحد.',
        two: 'سهمان.',
        few: `${shown} أسهم.`,
        many: `${shown} سهمًا.`,
        other: `${shown} سهم.`,
      }),
  },
  leftOut: (reason) => LEFT[reason],
  order: {
    title: 'الترتيب',
    note: 'يفصل بين شركتين أولُ ما تختلفان فيه مما يأتي.',
    key: (name) => KEYS[name],
  },
  measures: {
    title: 'المقاييس',
    note: 'وزنها جميعًا واحد. والمرتبة هي عدد الشركات ذات الرقم الأكبر زائدًا 1، وللأرقام المتساوية مرتبة واحدة.',
    names: {
      book_yield: 'حقوق الملكية',
      sales_yield: 'المبيعات',
      net_cash_yield: 'صافي النقد',
      earnings_yield: 'الأرباح',
      free_cash_yield: 'النقد الحر',
    },
    over: (numerator, denominator) => `${FIGURES[numerator].name} إلى ${FIGURES[denominator].name}.`,
    why: (measure) => WHY[measure],
    which: 'ما هذه الأرقام',
    least: 'كل منها هو طرف مداه الأقل مجاملة للشركة.',
    figure: (name) => `${FIGURES[name].name}: ${FIGURES[name].what}.`,
  },
};

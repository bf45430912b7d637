import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';
import { confidenceInWords } from './report-verdict.ts';

export const PURIFICATION: Words['report']['purification'] = {
  title: 'التطهير',
  note: 'ما تُخرجه مما كسبت.',
  hint: 'لأسهمك وسنتك',
  writeANumber: `اكتب رقمًا مثل ${isolated('1250.75')}: أرقامًا ونقطة قبل الكسور، بحدّ أقصى 12 رقمًا و6 كسور.`,
  writeADate: `اكتب تاريخًا صحيحًا بالصيغة ${isolated('YYYY-MM-DD')}، أو اترك الحقل فارغًا.`,
  lastBeforeFirst: 'اليوم الأخير يسبق الأول.',
  sharesOn: (day) => phrase`عدد أسهمك في ${day}`,
  sharesOnAfterSplit: (day, split) => phrase`عدد أسهمك في ${day}، محسوبًا بعد التجزئة (${isolated(split)})`,
  periodEnd: 'نهاية الفترة',
  dividends: (currency) => `ما قبضته من توزيعات الأرباح في الاثني عشر شهرًا، بعملة: ${currency}`,
  since: 'مملوكة منذ',
  until: 'بيعت في',
  calculate: 'احسب',
  twelveMonths: (end, currency) => phrase`عن الاثني عشر شهرًا حتى ${end}، العملة: ${currency}`,
  method: 'الطريقة',
  atLeast: 'الحد الأدنى',
  atMost: 'الحد الأقصى',
  byShare: `بالسهم (أيوفي ${isolated('3/4/6')})`,
  byDividend: 'بتوزيعات الأرباح',
  noCount: 'لم يُفصح عن عدد الأسهم',
  sharesTimes: (shares, factor) => `${shares === null ? 'الأسهم' : `الأسهم ${shares}`} × ${factor}`,
  dividendsTimes: (dividends, rate) => `${dividends ?? 'توزيعات الأرباح'} × ${rate}`,
  notHeld: 'لم تكن مملوكة في نهاية الفترة',
  isRange: 'لم يُفصح عن دخل الفوائد بدقة، فالمبلغ الصحيح بين الحدّين، ومن أخرج الأكبر لم يُبقِ شيئًا.',
  asFiled: (rate) => `وبالرقم المُفصح عنه، وفيه الفوائد وتوزيعات الأرباح معًا، تكون النسبة ${rate}.`,
  rule: 'وفق أيوفي، يُخرج مالك السهم في نهاية الفترة عن كل سهم، وُزّعت أرباح أم لم تُوزّع، ولا شيء بالسهم على من باع قبلها. واختلف العلماء في أرباح البيع. وتُقرَّب المبالغ إلى السنت الأعلى.',
  ofTheTimeHeld: 'احسب ما وُزّع من أرباح في مدة ملكك للأسهم فقط.',
  ordinaryShares:
    'العدد للأسهم العادية كما أُفصح عنه. فإن كنت تملك شهادات إيداع، فاضربه في عدد الأسهم العادية التي تمثلها كل شهادة.',
};

export const HEADROOM: Words['report']['headroom'] = {
  title: 'المسافة إلى الحدود',
  now: {
    note: (close, balance) => phrase`إن لم يتغير شيء آخر. من إغلاق ${close} والميزانية في ${balance}.`,
    hint: 'كم للسعر والدين أن يتحركا',
    byPrice: (methodology, price, fall, close) =>
      `إن انخفض السعر فأول منهجية لا يجتازها السهم بالقيمة السوقية في يوم واحد: ${methodology}، إذا صار دون ${price}، أي أقل من الإغلاق (${close}) بنسبة ${fall}.`,
    byDebt: (methodology, debt, rise) =>
      `وإن ارتفع الدين فأول منهجية لا يجتازها السهم: ${methodology}، إذا زاد على ${debt}، أي أكثر مما في تلك الميزانية بمقدار ${rise}.`,
    priceTo: 'للسعر أن ينخفض إلى',
    debtTo: 'للدين أن يرتفع إلى',
    small: (debt) =>
      `إذا تجاوز المبلغ هذه الحدود بسنت واحد لم يعد السهم يجتاز المنهجية. ويُحسب الدين عند حدّه الأعلى، ${debt}.`,
  },
  earlier: {
    note: (close, balance) => phrase`لو لم يتغير شيء آخر. من إغلاق ${close} والميزانية في ${balance}.`,
    hint: 'كم كان للسعر والدين أن يتحركا',
    byPrice: (methodology, price, fall, close) =>
      `لو انخفض السعر لكانت أول منهجية لا يجتازها السهم بالقيمة السوقية في يوم واحد: ${methodology}، إذا صار دون ${price}، أي أقل من الإغلاق (${close}) بنسبة ${fall}.`,
    byDebt: (methodology, debt, rise) =>
      `ولو ارتفع الدين لكانت أول منهجية لا يجتازها السهم: ${methodology}، إذا زاد على ${debt}، أي أكثر مما في تلك الميزانية بمقدار ${rise}.`,
    priceTo: 'كان للسعر أن ينخفض إلى',
    debtTo: 'كان للدين أن يرتفع إلى',
    small: (debt) =>
      `لو تجاوز المبلغ هذه الحدود بسنت واحد لما اجتاز السهم المنهجية. وحُسب الدين عند حدّه الأعلى، ${debt}.`,
  },
  past: (day) => phrase`كانت هذه المسافة في ${day}، وربما تغيرت بعده.`,
  stale: 'هذه المسافة بحسب تقرير قديم. وقد تأخر تقرير أحدث عن موعده، وربما غيّرها.',
  nextIs: (day) =>
    phrase`يُتوقع التقرير التالي في ${day}، وهو تقديرنا: بعد سنة من صدور مثيله في العام الماضي.`,
  nextWas: (day) =>
    phrase`كان التقرير التالي متوقعًا في ${day}، وهو تقديرنا: بعد سنة من صدور مثيله في العام الماضي.`,
  methodology: 'المنهجية',
  noLimit: 'لا حدّ',
  lower: (fall) => `أقل بنسبة ${fall}`,
  more: (rise) => `أكثر بمقدار ${rise}`,
  averageOf: (months) => `متوسط ${months} شهرًا`,
  translated: (currency, day) =>
    phrase`التقرير بعملة ${isolated(currency)}. ونسبةً إلى القيمة السوقية يُحسب الدين بسعر الصرف في ${day}، وللتقرير التالي سعره.`,
  averages:
    'حيث يُذكر متوسط، تأخذ قواعد المنهجية بمتوسط القيمة السوقية في تلك الشهور، ولا يغيّره سعر يوم واحد. أما هذه المبالغ فبالقيمة السوقية في يوم واحد، كما في الحكم.',
};

export const ALTERNATIVES: Words['report']['alternatives'] = {
  title: 'بدائل متوافقة',
  note: (industry) => `${industry}، والأقرب حجمًا أولًا.`,
  noIndustry: 'لا نستطيع أن ننسب هذه الشركة إلى قطاع، فلا يمكننا ذكر شركة مماثلة.',
  none: (industry) => `لا نعرف شركة متوافقة في هذا النشاط: ${industry}.`,
  allOfIndustry: 'كل الشركات المتوافقة في هذا النشاط',
  all: 'كل الشركات المتوافقة',
  used: (share) => `${share} من أقرب حدّ إليها`,
  usedOn: (share, day) => phrase`${share} من أقرب حدّ إليها، في ${day}`,
};

const ASSUMPTION_TITLES: Readonly<Record<string, string>> = {
  point_in_time_market_cap: 'القيمة السوقية في يوم واحد',
  interest_income_is_the_proxy: 'الفوائد تقوم مقام الإيراد المحرّم',
  interest_yield: 'للفوائد حدّان ولا تُعرف بدقة',
  interest_mixed: 'الفوائد مع توزيعات الأرباح',
  interest_line_renamed: 'بند باسم جديد',
  interest_net_of_investment_expense: 'الفوائد بعد المصاريف',
  finance_leases: 'عقود الإيجار التمويلي دين',
  snapshot_date: 'ليس اليوم',
  facts_end_early: 'قد تنقص تقارير أحدث',
};

export const ASSUMPTIONS: Words['report']['assumptions'] = {
  title: 'ما افترضناه',
  hint: 'اقرأه قبل أن تعتمد على الجواب',
  note: 'اقرأه قبل أن تعتمد على الجواب.',
  titleOf: (id) => ASSUMPTION_TITLES[id] ?? isolated(id.replaceAll('_', ' ')),
  averages: (day, parts) => phrase`اليوم المعتمد ${day}. للعلم: ${parts}.`,
  average: (months, present, cap, methodology, mark) => {
    const span = counted('ar', months, {
      few: `${months} أشهر`,
      many: `${months} شهرًا`,
      other: `${months} شهر`,
    });
    return present < months
      ? phrase`بمتوسط ${span} (لدينا منها ${present})، أي ${cap}، ${methodology} ${mark}`
      : phrase`بمتوسط ${span}، أي ${cap}، ${methodology} ${mark}`;
  },
};

export const SCORE: Words['report']['score'] = {
  title: 'الدرجة',
  note: 'البعد عن كل حدّ. ولا تغيّر الدرجة الحكم أبدًا.',
  hint: 'البعد عن كل حدّ',
  outOf: (score, most) => `${score} من ${most}`,
  component: 'العنصر',
  kept: 'المملوء: ما بقي',
  points: 'النقاط',
  decidedBy: 'ما حدّدها',
  total: 'الدرجة',
  capped: (verdict, most) => `${verdict}: لا تزيد على ${most}`,
  business: (status, confidence) => `${status}؛ درجة الثقة: ${confidenceInWords(confidence)}`,
  allExact: 'كل نسبة محسوبة بدقة',
  ranges: (ranges, all) =>
    counted('ar', ranges, {
      one: `نسبة واحدة من ${all} مدى بين حدّين`,
      two: `نسبتان من ${all} كل منهما مدى بين حدّين`,
      few: `${ranges} نسب من ${all} كل منها مدى بين حدّين`,
      other: `${ranges} نسبة من ${all} كل منها مدى بين حدّين`,
    }),
  noCheck: 'لا فحص عليه',
  worst: (range, limit) => `${range}، والحدّ ${limit}`,
};

export const REFUSED: Words['report']['refused'] = {
  titles: {
    malformed_ticker: 'هذا ليس رمزًا صحيحًا',
    ticker_not_found: 'لا شركة ولا صندوق بهذا الرمز',
    invalid_as_of: 'لا تقرير لهذا التاريخ',
    unknown_rules: 'لا توجد قواعد بهذا الاسم',
    unknown_methodology: 'لا توجد منهجية بهذا الاسم',
    unknown_overlay: 'لا توجد قائمة قيم بهذا الاسم',
    invalid_holdings: 'لا توجد قائمة حيازات كهذه',
    not_recomputable: 'لا يمكن حساب هذا التقرير من جديد',
    facts_unavailable: 'موقع الهيئة غير متاح الآن',
  },
  ended: 'انتهى إدراج هذا الرمز',
  successor: (report) => phrase`${report}، وهي الشركة التي آل إليها`,
  reportOf: (symbol) => phrase`تقرير ${symbol}`,
  allOverlays: 'اعرض كل القوائم',
  allHoldings: 'اعرض كل الحيازات',
  search: 'ابحث عن شركة بالاسم أو الرمز',
  correct: 'صحّحه هنا:',
  suggestions: 'اقتراحات',
};

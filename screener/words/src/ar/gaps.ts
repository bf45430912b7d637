import { clause } from '@common/base/english';
import type { OpenWeight } from '@screener/engine/screened';
import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { AMOUNTS_IN_SENTENCES } from './amounts.ts';
import { days, months, SEC } from './terms.ts';

const METALS: Readonly<Record<string, string>> = { gold: 'الذهب', silver: 'الفضة' };

const UNBOUNDED = 'المطلوبات الأخرى المفصح عنها لا تحصر الباقي بدقة كافية';

const OPEN_WEIGHTS: Readonly<Record<OpenWeight, string>> = {
  not_screenable_holdings: 'في شركات تعذّر فحصها',
  unresolved_holdings: 'في أسهم تعذّرت مطابقتها بشركة',
  cash: 'في أدوات استثمار قصيرة الأجل لا تُفحص',
  debt: 'في أدوات دين لا تُفحص، لأن الصكوك والسندات يُفصح عنها بالطريقة نفسها',
  derivatives: 'انكشاف على عقود، مؤكد أو محتمل، لا يُفحص',
  other_holdings: 'في حيازات من أنواع أخرى لا تُفحص',
  unlisted_assets: 'في أصول ليست ضمن الحيازات: نقد أو ذمم مدينة أو بنود ناقصة',
};

export const GAPS: Words['gaps'] = {
  noPeriodicReport: (day) => `لم يُقدَّم حتى ${day} أي تقرير دوري فيه أرقام مالية`,
  staleReport: (end, age, day) =>
    `أحدث تقرير هنا يغطي الفترة حتى ${end}، أي قبل ${day} بأكثر من ${months(age)}`,
  reportScale: (report, beside) =>
    `كل رصيد في ${isolated(report)} لا يتجاوز جزءًا من مئة من نظيره في ${isolated(beside)}: الأرجح أنه محسوب بالآلاف وقُدّم كأنه بالوحدات، ولذلك لا يُعتدّ به`,
  reportsNotHere: (form, end, due, through) =>
    `هناك تقارير قُدّمت بعد ذلك وليست هنا: أحدث ما لدينا هو ${isolated(form)} للفترة حتى ${end}، وكان التالي متوقعًا نحو ${due}، وما قُدّم بعد ${through} غير متوفر`,
  factsNotReached: `لا تتوفر هنا أي أرقام لهذه الشركة، وتعذّر الوصول إلى ${SEC}`,
  factsNotInSnapshot: 'أرقام هذه الشركة ليست في النسخة المحفوظة',
  businessActivity: `لا يتوفر رمز ${isolated('SIC')} ولا قيد في قائمتنا يبيّن نشاط الشركة`,
  untagged: {
    cash_and_current_securities:
      'لم يُفصح عن النقد والأوراق المالية قصيرة الأجل المدرّة للفائدة بدقة تكفي للبتّ',
    cash_and_all_securities: 'لم يُفصح عن الأوراق المالية المدرّة للفائدة بدقة تكفي للبتّ',
    receivables: 'لم يُفصح عن الذمم المدينة بدقة تكفي للبتّ',
    receivables_and_cash: 'لم يُفصح عن الذمم المدينة والنقد بدقة تكفي للبتّ',
    interest_income: 'لم يُفصح عن دخل الفوائد لفترة الاثني عشر شهرًا، ولا يوجد حد له يكفي للبتّ',
  },
  nothingToDivideBy: (report, amount) =>
    `لا يتضمن ${isolated(report)} قيمة موجبة لبند ${AMOUNTS_IN_SENTENCES.amount(amount)}`,
  debtUntagged: 'لم يُفصح عن الدين كله ولا عن إجمالي المطلوبات',
  debtMayOverlap: (least, most) =>
    `قد تتداخل بنود الدين المفصح عنها، فالدين بين ${isolated(least)} و${isolated(most)}`,
  noDebtTagged: `لا تذكر الميزانية أي دين، و${UNBOUNDED}`,
  debtPartlyTagged: (least) =>
    `أُفصح عن دين قدره ${isolated(least)}، ولا شيء يبيّن أنه الدين كله، و${UNBOUNDED}`,
  priceNotReached: (why) => `تعذّر الحصول على سعر حالي: ${isolated(clause(why))}.`,
  ratesNotReached: (why) => `تعذّر الحصول على أسعار صرف حالية: ${isolated(clause(why))}.`,
  noPriceOfItsOwn: 'يُوزن الصندوق بحيازاته ولا يحتاج إلى سعر خاص به',
  noNetAssets: 'لا يذكر التقرير صافي أصول موجبًا تُوزن به الحيازات',
  openWeight: (weight, part, holdings) =>
    `${weight} من صافي الأصول ${OPEN_WEIGHTS[part]}${holdings === 0 ? '' : ` (عدد الحيازات: ${holdings})`}`,
  holdsNoSecurities: (code, metal = METALS[code] ?? isolated(code)) =>
    `يملك هذا الصندوق ${metal} ولا يملك أسهم شركات، فلا شيء فيه يُفحص: المنهجيات المعتمدة هنا لا تتناول ${metal}`,
  holdingsNotAtHand: (day) =>
    `لا يتوفر هنا تقرير عن حيازات هذا الصندوق (نموذج ${isolated('N-PORT')}) بتاريخ ${day} أو قبله`,
  holdingsTooOld: (end, age, day) =>
    `أحدث تقرير متوفر عن الحيازات بتاريخ ${end}، أي قبل ${day} بأكثر من ${months(age)}`,
  notCommonStock: (symbol) =>
    `${isolated(symbol)} سهم ممتاز أو إذن شراء أو وحدة أو حق اكتتاب، وسعره لا يدل على القيمة السوقية للشركة`,
  noPrice: (count, day) => `لا يتوفر سعر خلال ${days(count)} قبل ${day}`,
  noExchangeRate: (price, report, day) =>
    `السعر بعملة ${isolated(price)} والتقرير ${report === null ? 'بلا عملة' : `بعملة ${isolated(report)}`}، ولا يتوفر سعر صرف رسمي بينهما ليوم ${day}`,
  marketCap: {
    depositary_ratio_unknown:
      'لا يذكر مصدر الأسعار قيمة سوقية، ولا يفيد سعر الإغلاق: قد يكون الرمز لشهادة إيداع لم يُفصح عن نسبتها إلى الأسهم العادية',
    no_share_count: 'لا تذكر صفحة غلاف التقرير عددًا إجماليًا للأسهم، وقد تكون الأسهم من فئات عدة',
    share_basis_unclear: 'قد يكون أحد الرقمين، سعر الإغلاق أو عدد الأسهم، قبل تجزئة السهم والآخر بعدها',
  },
  placeholder: (shares) => `عدد الأسهم في صفحة الغلاف، وهو ${shares}، رقم شكلي`,
  nothingToCompare: (form, end, shares) =>
    `لا يذكر ${isolated(form)} للفترة حتى ${end} عددًا للأسهم يُقارن به العدد ${shares} في صفحة الغلاف`,
  otherScale: (shares, other, day) =>
    `عدد الأسهم في صفحة الغلاف، وهو ${shares}، بعيد عن ${other} في ${day}: خطأ مطبعي أو تجزئة`,
  anything: 'ما لم يُفصح عنه قد يغيّر النتيجة.',
  noNewerReport: (end) => `لا يتوفر لدينا تقرير أحدث من ${end}، ولا نحكم على شركة بأرقام بهذا القدم.`,
  noData: 'لا تتوفر لدينا بعد بيانات مالية لهذه الشركة.',
  noHoldings: 'لا يتوفر لدينا بعد تقرير عن حيازات هذا الصندوق.',
};

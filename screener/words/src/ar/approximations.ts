import { clause } from '@common/base/english';
import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { months, SEC } from './terms.ts';

const NO_INTEREST = 'لم يُفصح عن إجمالي دخل الفوائد لفترة الاثني عشر شهرًا.';

export const APPROXIMATIONS: Words['approximations'] = {
  pointInTime: (averages) => {
    const all = averages.map(({ name, months: count }) => `${name} متوسط آخر ${months(count)}`);
    const specified = all.length === 0 ? '' : `تعتمد ${all.join('، و')} للقيمة السوقية. `;
    return `${specified}والنسب هنا محسوبة بالقيمة السوقية في يوم واحد.`;
  },
  interestIsTheProxy: 'دخل الفوائد بديل عن الإيراد المحرّم، لأن الإيرادات لا تُحلَّل بحسب القطاعات.',
  lineRenamed: (rule, why) => `${NO_INTEREST} وهنا ${rule}. ${why}`,
  upperEnd: (rule, why) => `${NO_INTEREST} وحدّه الأعلى هو ${rule}. ${why}`,
  upperEndOfYield: (rule, limit, why) =>
    `${NO_INTEREST} وحدّه الأعلى هو ${rule}. وحد العائد هنا ${limit}. ${why}`,
  financeLeases: (amount, evidence) =>
    `أُفصح عن التزامات إيجار تمويلي قدرها ${isolated(amount)} (${evidence.map(isolated).join('، ')}). ولا تُعدّ دينًا إلا إذا أدرجتها الشركة ضمن ديونها.`,
  capitalisationsDiffer: (given, shares, fromShares, apart) =>
    `تُستخدم القيمة السوقية من مصدر الأسعار، وهي ${given}. أما سعر الإغلاق مضروبًا في عدد الأسهم في صفحة غلاف التقرير (${isolated(shares)}) فهو ${fromShares}، بفارق ${apart}: فئة أسهم لم تُعدّ، أو شهادة إيداع، أو تجزئة، أو تغيّر في عدد الأسهم منذ ذلك الحين.`,
  depositaryRatio: (standsFor, shares) =>
    `الرمز لشهادة إيداع تمثل ${standsFor} من الأسهم المعدودة (${isolated(shares)}): وهذا ما تبيّنه قسمة القيمة السوقية في بيانات الإدراج على سعر الإغلاق، يوم عدّ الأسهم واليوم. وسعر الإغلاق مضروبًا في ذلك العدد ليس قيمة سوقية، والمبالغ للسهم هي لشهادة إيداع واحدة.`,
  countBeforeSplit: (shares, counted, split, day) =>
    `عدد الأسهم (${isolated(shares)}) هو عددها في ${counted}. وتلته تجزئة ${split}، والمبالغ للسهم هي لأسهم ${day}.`,
  fromCoverPage: (symbol) =>
    `القيمة السوقية هي سعر إغلاق ${isolated(symbol)} مضروبًا في عدد الأسهم في صفحة غلاف التقرير، وتُقوَّم فئات الأسهم كلها بذلك السعر.`,
  secNotReached: (why, through) =>
    `تعذّر الوصول إلى ${SEC}: ${isolated(clause(why))}. ${
      through === null
        ? 'وهذه النتيجة بلا أرقام، ولا تشمل أي تقرير لاحق.'
        : `وتستند هذه النتيجة إلى الأرقام المحفوظة المقدَّمة حتى ${through}، ولا تشمل أي تقرير لاحق.`
    }`,
  independentOfPrice: 'ولا تتوقف النتيجة عليه.',
  earlierClose: (day) => `ويُستخدم سعر إغلاق ${day}.`,
  provisionalClose: (day) =>
    `سعر الإغلاق${day === null ? '' : ` في ${day}`} من أحدث قائمة يومية، وستؤكده القائمة التالية أو تصححه.`,
  snapshotInstead: (day) =>
    `الفحص في ${day} وليس اليوم: تعذّر الوصول إلى ${SEC}، فاستُخدمت النسخة المحفوظة، وهذا آخر يوم تشمله.`,
  snapshotOnly: (day) =>
    `الفحص في ${day} وليس اليوم: النسخة المحفوظة هي المصدر الوحيد هنا، وهذا آخر يوم تشمله.`,
  factsEndEarly: (through, day) =>
    `تنتهي الأرقام المحفوظة بما قُدّم في ${through}. والتقارير المقدَّمة بينه وبين ${day} ليست في هذه النتيجة.`,
  holdingsFromFacts: `تُفحص الشركات المملوكة من الأرقام المحفوظة ولا تُجلب أرقامها شركةً شركة: فإذا استُورد ملف ${isolated('companyfacts.zip')} من ${SEC} شمل الفحص السوق كله.`,
  holdingsOfDate: (end, day) =>
    `الحيازات هي المفصح عنها في ${end}، وكل شركة مفحوصة في ${day}. وقد تكون حيازات الصندوق اليوم غيرها.`,
  derivatives:
    'تُحسب العقود بحجم الانكشاف عليها: القيمة الاسمية مع الربح أو الخسارة منذ إبرامها. والصندوق الذي فيه عقد لم يُفصح عن حد انكشافه إما غير متوافق وإما بلا حكم.',
  holdingsEndEarly: (end, day) =>
    `أحدث تقرير متوفر هنا للفترة حتى ${end}. وقد تكون قُدّمت تقارير بعده حتى ${day}.`,
  filingDateUnknown: 'وردت قائمة الحيازات بلا تاريخ تقديم، ولذلك تُعدّ معروفة منذ نهاية فترتها.',
};

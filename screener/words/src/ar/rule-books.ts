import type { Confidence, Numerator } from '@screener/engine/methodologies/methodology';
import type { Words } from '../en/words.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';
import { methodologies, months, theFew } from './terms.ts';

const NUMERATORS: Readonly<Partial<Record<Numerator, string>>> = {
  cash_and_all_securities: 'مع الأوراق المالية لأي أجل',
  cash_and_current_securities: 'مع قصيرة الأجل وحدها',
  receivables_and_cash: 'مضافًا إليها النقد',
};

const CONFIDENCE: Readonly<Record<Confidence, string>> = { high: 'عالية', medium: 'متوسطة', low: 'منخفضة' };

export const RULE_BOOKS: Words['ruleBooks'] = {
  caption: 'حدود كل منهجية، وتحت الخط المنقّط الحد القديم حيث يختلف',
  noLimit: 'بلا حد',
  classic: (text) => `القديمة: ${text}`,
  ofWhat: (numerator, denominator) => {
    const note = NUMERATORS[numerator];
    return note === undefined ? `من ${denominator}` : `من ${denominator}، ${note}`;
  },
  howSure: 'ثقتنا في قراءتنا',
  howSureOf: 'للنص، معيارًا معيارًا',
  sure: ([most, ...others]) => {
    const exceptions = others.map(
      ({ confidence, amounts }) => `، و${CONFIDENCE[confidence]} في ${amounts.join('، و')}`,
    );
    return `${most === undefined ? '' : CONFIDENCE[most.confidence]}${exceptions.join('')}`;
  },
  text: 'النص',
};

export const VERDICT_RULES: Words['verdictRules'] = {
  ranges: {
    filed: { title: 'أُفصح عنه', text: 'نقطة: الرقم في التقرير كما هو.' },
    derived: { title: 'محسوب', text: 'حلقة: مجموع بنود أُفصح عنها، وهو دقيق.' },
    bounded: {
      title: 'محدود',
      text: 'لم يُفصح عنه: أي قيمة من الطرف إلى الطرف. وكله ضمن الحد، ولذلك يجتاز.',
    },
    loose: { title: 'واسع', text: 'الحد داخل المدى، فلا أحد يعرف الجواب.' },
    lowEnd: { title: 'طرف أدنى فقط', text: 'حتى الطرف الأدنى فوق الحد، ولذلك لا يجتاز مهما ارتفع.' },
  },
  rule: 'يجتاز المعيار إذا كان مداه كله ضمن الحد، ولا يجتاز إذا كان كله فوقه، وفيما عدا ذلك فهو غير محسوم. وأرقام هذا الرسم للتوضيح.',
  questions: (count, all) => [
    {
      question: 'هل هناك تقرير يُفحص؟',
      answer: `لم يمضِ عليه أكثر من ${months(count)}. فإن لم يكن فلا حكم.`,
    },
    {
      question: 'ماذا تعمل الشركة؟',
      answer:
        'بحسب رمز القطاع الذي تقدمه إلى الهيئة، وقائمتنا للشركات التي يكون رمزها أعمّ من أن يُحكم به: يجتاز، أو قيد المراجعة، أو محرّم.',
    },
    { question: `كم من المنهجيات ${theFew(all)} لا يجتاز السهم وفقها؟`, answer: 'ابحث عن الخانة.' },
    {
      question: 'هل هناك شيء غير معروف؟',
      answer: 'عندئذ تبقى عدة خانات ممكنة. فإن اتفقت كلها فذلك هو الحكم، وإلا فلا حكم.',
    },
  ],
  dashed: (failed, _inWords, verdict) =>
    phrase`بخط متقطع: نشاط يجتاز، وعدم اجتياز وفق ${methodologies(failed)}، وواحدة أخرى غير محسومة. والخانات مختلفة، فالنتيجة ${verdict}.`,
  caption: 'الحكم بحسب النشاط وعدد المنهجيات التي لا يجتاز السهم وفقها',
  business: 'النشاط',
  businesses: { pass: 'يجتاز', review: 'قيد المراجعة', fail: 'محرّم' },
  failing: (count) =>
    count === 0
      ? 'لا مخالفة'
      : counted('ar', count, {
          one: 'مخالفة',
          two: 'مخالفتان',
          few: `${count} مخالفات`,
          other: `${count} مخالفة`,
        }),
};

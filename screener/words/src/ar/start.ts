import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { phrase } from '../phrase.ts';

export const START: Words['start'] = {
  title: 'الفحص الشرعي من إفصاحات هيئة الأوراق المالية الأمريكية',
  description:
    'فحص شرعي للشركات والصناديق المدرجة في الولايات المتحدة من إفصاحاتها لدى هيئة الأوراق المالية، ولكل رقم مصدره.',
  promise: 'اعرف هل سهم الشركة أو الصندوق الأمريكي متوافق مع الشريعة، ومع كل رقم الإفصاح الذي جاء منه.',
  orTry: 'أو جرّب',
  examples: {
    AAPL: 'آبل',
    NVDA: 'إنفيديا',
    APH: 'أمفينول',
    SNOW: 'سنوفليك',
    SPUS: `صندوق ${isolated('SPUS')}`,
  },
  forExample: 'على سبيل المثال:',
  sources: {
    title: 'لكل رقم مصدر',
    text: (link) =>
      phrase`يذكر كل رقم وسمه وفترته والإفصاح الذي ورد فيه، مع رابط إلى الهيئة. ويمكنك أن تعيد الحساب بيدك. ${link}`,
    link: 'كيف نصل إلى الحكم',
  },
  gaps: {
    title: 'ما لم يُذكر ليس صفرًا',
    text: 'ما لا تفصح عنه الشركة يبقى مفتوحًا، في مدى من الأدنى إلى الأعلى. والنقص لا يحسّن الحكم أبدًا.',
  },
  past: {
    title: 'الماضي كما كان',
    text: (link) =>
      phrase`اسأل عن أي تاريخ مضى تجد ما أُفصح عنه حتى ذلك اليوم، لا ما جاء بعده. ولكل تغيّر في الحكم سببه. ${link}`,
    link: 'واجهة البرمجة',
  },
};

export const ERRORS: Words['errors'] = {
  lookFor: 'ابحث عن شركة أو صندوق',
  particulars: (status, code, request) => phrase`الحالة ${status}، الرمز ${code}، الطلب ${request}`,
  noPage: {
    title: 'لا توجد صفحة بهذا العنوان',
    sentence: 'قد يكون في العنوان خطأ، أو نُقلت الصفحة.',
  },
  tooMany: {
    title: 'عمليات بحث كثيرة',
    sentence: (requests, seconds, freeKey) =>
      phrase`لك بلا مفتاح ${requests} عمليات بحث في الدقيقة. حاول بعد ${seconds} ثانية، أو احصل على ${freeKey} يتيح أكثر.`,
    freeKey: 'مفتاح مجاني',
  },
  ourFault: {
    title: 'حدث خلل لدينا',
    sentence: 'الخلل من جهتنا. حاول مرة أخرى، وإن تكرّر فأرسل إلينا رقم الطلب أدناه.',
  },
  notAnswered: 'لا يمكن الإجابة عن هذا الطلب',
};

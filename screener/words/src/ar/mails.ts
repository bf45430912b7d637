import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { minutes, theFew } from './terms.ts';

/** Verdicts and results of checks. */
const RESULTS: Readonly<Record<string, string>> = {
  compliant: 'متوافق',
  questionable: 'محل نظر',
  non_compliant: 'غير متوافق',
  not_screenable: 'بلا حكم',
  unknown: 'غير محسوم',
  pass: 'يجتاز',
  fail: 'لا يجتاز',
};

const by = (names: string | null) => (names === null ? '' : ` وفق ${names}`);

export const TOLD: Words['told'] = {
  result: (code) => RESULTS[code] ?? isolated(code),
  stale: (subject, verdict, names) =>
    `${isolated(subject)}: كان الحكم «${verdict}»${by(names)}، ولا تقرير حديث`,
  verdict: (subject, before, after, names) =>
    `${isolated(subject)}: الحكم من «${before}» إلى «${after}»${by(names)}`,
  check: (subject, verdict, names) =>
    `${isolated(subject)}: بقي الحكم «${verdict}»${by(names)}، لكن أحد الفحوص تغيّر`,
  share: (subject, verdict, names) =>
    `${isolated(subject)}: بقي الحكم «${verdict}»${by(names)}، لكن الحصص تغيّرت`,
  asOf: (day) => `في ${isolated(day)}.`,
  byAll: (count, _inWords, verdict) => `وفق جميع المنهجيات ${theFew(count)}: ${verdict}.`,
  compliantShare: (to, from) => `المتوافق: ${isolated(to)} من صافي الأصول، وكان ${isolated(from)}.`,
  passingShare: (methodology, to, from) =>
    `ما يجتاز وفق ${methodology}: ${isolated(to)} من صافي الأصول، وكان ${isolated(from)}.`,
  checkNow: ({ ratio, methodology, from, to }) =>
    `${ratio.name} (${methodology.name}): كان ${from}، والآن ${to}.`,
  causes: {
    filing: 'السبب إفصاح.',
    price: 'السبب السعر.',
    rules: 'تغيّرت القواعد أو المعادلات هنا، لا أرقام الشركة.',
    data: 'لم تعد المعلومات المتوفرة كافية.',
    time: 'لم يتغيّر شيء سوى مرور الوقت.',
    holdings: 'السبب إفصاحات أو أسعار أحدث لما يملكه الصندوق.',
  },
  missing: () => 'وما ينقص مذكور في التقرير.',
  figure: (name, from, to) =>
    `${isolated(name)}: كان ${from === null ? 'لا شيء' : isolated(from)}، والآن ${to === null ? 'لا شيء' : isolated(to)}.`,
  filing: (form, accession, address) =>
    `${form === null ? 'الإفصاح' : isolated(form)} ${isolated(accession)}: ${address}`,
};

export const MAILS: Words['mails'] = {
  signIn: {
    subject: 'رابط تسجيل الدخول',
    text: (origin, count, link) =>
      `طلب أحدهم، ولعله أنت، تسجيل الدخول بهذا العنوان إلى ${isolated(origin)}.\n\nلتسجيل الدخول، خلال ${minutes(count)}:\n${link}\n\nفي المرة الأولى ينشئ الرابط حسابًا. وإن لم تطلبه فلا تفعل شيئًا: لا يدخل أحد من دون هذا الرابط.\n`,
  },
  confirm: {
    subject: 'أكّد رغبتك في التنبيهات بالبريد',
    text: (link) =>
      `طلب أحدهم، ولعله أنت، رسالة إلى هذا العنوان كلما تغيّر حكم شركة متابَعة.\n\nللتأكيد، خلال يومين:\n${link}\n\nوإلا فلا تفعل شيئًا: لن تصلك أي رسالة أخرى.\n`,
  },
  stop: (address) => `لإيقاف هذه الرسائل: ${address}`,
};

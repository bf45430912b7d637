import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { phrase } from '../phrase.ts';
import { days, hours } from './terms.ts';

const TIERS: Words['account']['tiers'] = { free: 'المجانية', partner: 'الشركاء' };

export const ACCOUNT: Words['account'] = {
  title: 'حسابك',
  lead: (email, tier, since) => phrase`${email}، الفئة: ${TIERS[tier]}، منذ ${since}`,
  done: {
    password: 'وُضعت كلمة المرور الجديدة، وانتهت كل جلسة أخرى.',
    kept: 'عاد هذا المفتاح هو الحالي.',
    ended: 'أُوقف هذا المفتاح.',
    choice: 'حُفظ. وتتبعه صفحاتك وتنبيهاتك من الآن.',
    language: 'حُفظ. الصفحات والرسائل بالعربية من الآن.',
  },
  tier: 'الفئة',
  tiers: TIERS,
  thanks: 'شكرًا لك',
  upgrade: 'انتقل إلى فئة الشركاء',
  wait: 'انضم إلى قائمة انتظار فئة الشركاء',
  limit: 'الحد',
  noLimit: 'بلا حد',
  aMinute: (requests) => `${requests} في الدقيقة`,
  forPartners: (requests) => `${requests} في الدقيقة للشركاء`,
  together: 'لجميع المفاتيح معًا',
  batch: 'الدفعات',
  batchSizes: '25 و500',
  batchNote: 'رمزًا في الطلب الواحد',
  password: {
    title: 'كلمة المرور',
    note: 'لتسجيل الدخول بلا مفتاح.',
    there: (link) => phrase`للحساب كلمة مرور. ${link}`,
    none: (link) => phrase`لا توجد كلمة مرور بعد: تسجّل الدخول بمفتاح. ${link}`,
    change: 'غيّرها',
    set: 'ضع كلمة مرور',
  },
  data: {
    title: 'بياناتك',
    note: 'كل ما هو محفوظ عن هذا الحساب.',
    download: 'نزّل بياناتك',
    erase: 'احذف الحساب',
    consequences:
      'تتوقف مفاتيحه خلال ثانية، وتُحذف قائمة متابعته وتنبيهاته وسجل استخدامه نهائيًا. أما الاشتراك فيستمر لدى مزوّد الدفع حتى تلغيه هناك.',
    confirm: 'اكتب بريدك الإلكتروني للتأكيد',
    notConfirmed: 'اكتب عنوان هذا الحساب، كي لا يُحذف شيء بالخطأ.',
  },
  signOut: 'سجّل الخروج',
  follows: {
    title: 'ما تتبعه',
    note: 'به تُبنى أحكامك وتنبيهاتك. ويُذكر معها الحكم وفق جميع المنهجيات.',
    edition: 'إصدار القواعد',
    editions: { current: 'السارية: الإصدارات المعمول بها', classic: 'القديمة: النصوص التي قبلها' },
    save: 'احفظ',
    hint: (link) =>
      phrase`تعمل به التقارير والقوائم ومحفظتك والتطهير والمتابعة والمقارنات والتنبيهات. وإذا ذكر عنوان الصفحة منهجيات أو قواعد فهو المقدّم. ولا تتأثر به مفاتيح واجهة البرمجة. ${link}`,
    how: 'كيف يُبنى الحكم على الاختيار',
  },
  language: {
    title: 'اللغة',
    note: 'لغة الصفحات حين تسجّل الدخول، ولغة الرسائل إليك.',
    label: 'لغة الصفحات والرسائل',
    save: 'احفظ',
  },
};

export const KEYS: Words['keys'] = {
  title: 'المفاتيح',
  note: 'لا نحفظ منها إلا أحرفها الأولى وبصمتها الرقمية.',
  none: 'ليس لديك مفتاح عامل.',
  make: 'أنشئ مفتاحًا جديدًا',
  goesOn: (count) => `ويبقى المفتاح الحالي صالحًا بعد ذلك مدة ${hours(count)}.`,
  caption: 'مفاتيح هذا الحساب',
  key: 'المفتاح',
  made: `أُنشئ، بتوقيت ${isolated('UTC')}`,
  state: 'الحالة',
  action: 'الإجراء',
  current: 'الحالي',
  earlier: (left) => phrase`سابق، ينتهي بعد ${left}`,
  hours,
  keep: 'أبقه',
  end: 'أوقفه الآن',
  fresh: {
    title: 'مفتاحك الجديد',
    lead: 'احفظه الآن: لن يُعرض مرة أخرى.',
    note: (count) => `ويبقى المفتاح السابق صالحًا مدة ${hours(count)}، لتضع هذا مكانه.`,
    back: 'العودة إلى الحساب',
  },
};

export const USAGE: Words['usage'] = {
  title: 'الاستخدام',
  note: 'أعداد بحسب اليوم والنتيجة، تُحفظ ثلاثة عشر شهرًا.',
  chart: (count) => `طلبات مفاتيح هذا الحساب في آخر ${days(count)}`,
  answered: 'أُجيب عنها',
  refused: 'رُفضت',
  bars: {
    none: 'لا شيء.',
    inAll: (total, most, day) => `المجموع ${total}، وأكثرها في يوم واحد ${most}، في ${day}.`,
    inks: (solid, grey) => `الداكن: ${solid}. الرمادي: ${grey}.`,
    numbers: 'الأعداد يومًا بيوم',
    day: 'اليوم',
  },
};

import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';
import { characters } from './forms.ts';

export const DEVELOPERS: Words['developers'] = {
  title: 'للمطوّرين',
  description: 'مفتاح مجاني، وأول طلب بأربع طرق، والفئات وحدودها، وإشعارات الويب، والأخطاء.',
  heading: 'افحص من برنامجك',
  lead: 'المفتاح مجاني: لا تحتاج إلا إلى بريد إلكتروني. ومع كل جواب أدلته وما لا يعرفه.',
  elsewhere: { reference: 'المرجع', openApi: `ملف ${isolated('OpenAPI')}`, health: 'حالة الخدمة' },
  key: {
    title: 'مفتاح مجاني',
    note: (privacy) => phrase`نحفظ بصمة المفتاح والعنوان وعدد طلباتك. ${privacy}`,
    privacy: 'الخصوصية',
    get: 'احصل على مفتاح مجاني',
    longUse: (longest) => `اذكره في ${characters(longest)}: تطبيق، بحث، برنامج آلي.`,
    tooMany: (requests, minutes) => {
      const wait = counted('ar', minutes, {
        one: 'دقيقة',
        two: 'دقيقتين',
        few: `${minutes} دقائق`,
        other: `${minutes} دقيقة`,
      });
      return `عدد المفاتيح التي تُطلب من شبكة واحدة لا يتجاوز ${requests} في الساعة. حاول بعد ${wait}.`;
    },
  },
  newKey: {
    title: 'مفتاحك',
    description: 'مفتاح جديد لواجهة البرمجة.',
    heading: 'مفتاحك، ولا يُعرض إلا الآن',
    lead: 'انسخه الآن. فلا تُحفظ هنا إلا بصمته، ولا يستطيع أحد أن يعرضه ثانية.',
    section: 'مفتاح مجاني',
    note: (email, requests, batch) =>
      requests === null
        ? phrase`للعنوان ${email}. بلا حد للطلبات، وحجم الدفعة حتى ${batch}.`
        : phrase`للعنوان ${email}. عدد الطلبات في الدقيقة ${requests}، وحجم الدفعة حتى ${batch}.`,
    label: 'مفتاح واجهة البرمجة',
    copy: 'انسخ',
    copied: 'نُسخ',
    keep: 'احفظه حيث أسرار برنامجك، لا في شفرته. فقدته؟ اطلب غيره.',
    tryIt: 'جرّبه',
    next: (signIn, firstCall) => phrase`${signIn} للمتابعة والتنبيهات، أو تابع القراءة: ${firstCall}`,
    signIn: 'سجّل الدخول بالمفتاح',
    firstCall: 'أول طلب بأربع طرق',
  },
  firstCall: {
    title: 'أول طلب',
    note: 'السؤال نفسه بأربع طرق، ثم الجواب.',
    variable: 'يقرأ كل مثال مفتاحك من هذا المتغيّر:',
    agent: `وكيل، عبر ${isolated('MCP')}`,
    notes: {
      curl: 'ويعمل بلا الترويسة أيضًا، بطلبات أقل في الدقيقة ورمز واحد في كل مرة.',
      typeScript: (file) =>
        phrase`وهو ${isolated('JavaScript')} أيضًا: يشغّله ${isolated('Node 18')} أو أحدث باسم ${file}.`,
      agent: `لإعداد عميل ${isolated('MCP')}. وتجيب أدواته كما تجيب واجهة البرمجة، ويمكن تجربته بلا مفتاح بحذف الترويسات.`,
    },
    answer: 'الجواب مختصرًا',
  },
  tiers: {
    title: 'الفئات وحدودها',
    note: 'الحدود بعدد الطلبات، لا الرموز.',
    caption: 'الفئات وحدودها',
    names: { demo: 'تجريبية', free: 'مجانية', partner: 'شريك' },
    key: 'المفتاح',
    keys: { demo: 'بلا مفتاح', free: 'بالبريد الإلكتروني', partner: 'مدفوع' },
    requests: 'الطلبات في الدقيقة',
    noLimit: 'بلا حد',
    byAddress: (requests) => `${requests} لكل عنوان شبكة`,
    atOnce: 'الرموز في الطلب الواحد',
    batchAndBulk: (batch, bulk) => `دفعة من ${batch}، وطلب مجمّع من ${bulk}`,
    lists: 'المحفظة والتطهير والزكاة',
    pagesOnly: 'في الصفحات فقط',
    overlays: 'القوائم الإضافية',
    namesOnly: 'أسماؤها فقط',
    watchlist: 'المتابعة والتنبيهات',
    support: 'الدعم',
    yes: 'نعم',
    same: (header) =>
      phrase`تسري الحدود نفسها على الوكلاء وعلى البحث في هذه الصفحات، ولقوائم الحيازات في الصفحات ضعفها على حدة. ولكل مفاتيح الحساب الواحد رصيد واحد. ومع الحالة 429 تذكر ${header} متى تعود.`,
  },
  webhooks: {
    title: 'إشعارات الويب',
    note: (link) => phrase`عندما يتغيّر حكم شركة في قائمة متابعتك أو معيار لها. ${link}`,
    setUp: 'أنشئ واحدًا',
    verify: {
      what: 'تحقّق',
      how: `بقواعد ${isolated('Standard Webhooks')}: ${isolated('HMAC-SHA256')} للمعرّف والوقت والمحتوى، بسرّ الإشعار. وارفض ما مضى عليه أكثر من خمس دقائق، أو سبق وقته بأكثر من خمس دقائق.`,
    },
    answer: {
      what: 'أجب',
      how: `بأي حالة من 200 إلى 299. وإلا أُعيد الإرسال على فترات متزايدة مدة يوم. ولا تُتبع التحويلات، وتُنهي الحالة 410 الإرسال فورًا.`,
    },
    repeats: {
      what: 'توقّع التكرار',
      how: (header) => phrase`لكل تغيّر ${header} واحد، مهما تكرر إرساله.`,
    },
  },
  badge: {
    title: 'الشارة',
    note: 'حكم في صورة مع يومه، بلا مفتاح ولا برنامج.',
    byChoice: 'وفق منهجية تختارها:',
    kept: 'تُرسم الشارة من بيانات محفوظة، وتحتفظ بها المتصفحات ساعة.',
  },
  errors: {
    title: 'الأخطاء',
    note: 'لكل جواب رقمه.',
    caption: 'حالات الرفض',
    status: 'الحالة',
    when: 'متى',
    statuses: {
      400: 'الرمز غير صحيح الشكل',
      401: 'المفتاح غير صالح',
      403: 'الفئة لا تشمل العملية',
      404: 'الرمز غير معروف',
      422: 'حقل ناقص أو خاطئ، ويذكره المحتوى',
      429: `بلغت حدّك، وتذكر ${isolated('retry-after')} مدة الانتظار`,
      503: 'الهيئة أو قاعدة البيانات لا تجيب الآن، فحاول لاحقًا',
    },
    refusal: (header, reference) =>
      phrase`لكل رفض رمز ثابت ورسالة تقول ما العمل ورقم الطلب، وهو أيضًا في ${header}. والرموز كلها في ${reference}.`,
    reference: 'مرجع واجهة البرمجة',
  },
};

export const REFERENCE: Words['reference'] = {
  title: 'مرجع واجهة البرمجة',
  description: 'كل مسارات واجهة الفحص، وما تأخذه وما تجيب به.',
  lead: (developers, file) =>
    phrase`كل مسار وما يأخذه وما يجيب به، والمرجع بالإنجليزية. وفي ${developers} أول طلب والمفاتيح والحدود، وتقرأ البرامج ${file}.`,
  developers: 'صفحة المطوّرين',
  needsScript: 'تحتاج هذه الصفحة إلى تشغيل البرامج في المتصفح لعرض المرجع.',
};

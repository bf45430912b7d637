import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { phrase } from '../phrase.ts';
import { characters, minutes } from './terms.ts';

const SEVERAL_WORDS = 'وتذكّر عدة كلمات أسهل من تذكّر الرموز.';
const API = isolated('API');

const REFUSED: Readonly<Record<string, string>> = {
  invalid_email: `اكتب عنوانًا صحيحًا مثل ${isolated('samir@example.org')}.`,
  unusable_password: 'هذه الكلمة أقصر من المطلوب أو أطول من المسموح به.',
  address_in_use: `لهذا العنوان أربعة حسابات لها كلمات مرور. إن كان أحدها لك فسجّل الدخول إليه، وإلا فأضف إلى العنوان شيئًا، مثل ${isolated('you+sanad@example.org')}، فلا يُرسل إليه بريد.`,
  passwords_taken: 'لهذا العنوان أربعة حسابات لها كلمات مرور. ادخل إلى هذا الحساب بمفتاحه.',
  wrong_sign_in: 'البيانات غير صحيحة. تأكد منها ثم حاول مرة أخرى.',
  wrong_password: 'هذا ليس ما يُفتح به الحساب حاليًا. تأكد منه ثم حاول مرة أخرى.',
  too_many_guesses: 'محاولات خاطئة كثيرة. حاول مرة أخرى بعد قليل.',
  too_many_keys: 'بلغت مفاتيح هذا الحساب أقصى عددها. أوقف أولًا مفتاحًا لا تحتاج إليه.',
  no_mail: 'هذا الخادم لا يرسل بريدًا. سجّل الدخول بكلمة مرور أو بمفتاح.',
  not_delivered: 'تعذّر إرسال الرسالة. حاول مرة أخرى بعد بضع دقائق.',
};

export const DOOR: Words['door'] = {
  description: 'الدخول إلى قائمة متابعتك وحسابك.',
  reportNeedsAccount: 'التقارير الكاملة والمقارنات تتطلب حسابًا، وهو مجاني.',
  thenWatch: (ticker) => phrase`وبعد ذلك تتابع ${ticker}.`,
  email: 'البريد الإلكتروني',
  sendLink: 'أرسل إليّ رابطًا',
  linkHint: (count) => `نرسل إليك رابطًا تدخل به. يعمل مرة واحدة، خلال ${minutes(count)}.`,
  plainHttp: `لا يمكن تسجيل الدخول هنا: عنوان الموقع ${isolated('PUBLIC_URL')} يبدأ بـ ${isolated('http')} غير المشفّر، فيستطيع غيرك أن يقرأ المفاتيح وكلمات المرور، ولذلك لا تحفظ المتصفحات أي جلسة. ويستطيع مشغّل الخدمة أن يضعها خلف ${isolated('https')} ويضبط ${isolated('PUBLIC_URL')} على ذلك العنوان.`,
  tooOften: {
    signUps: (times, wait) =>
      `الحد للشبكة الواحدة في الساعة، من الحسابات الجديدة، هو ${times}. حاول بعد ${minutes(wait)}.`,
    links: (times, wait) =>
      `الحد للشبكة الواحدة في الساعة، من الروابط المطلوبة، هو ${times}. حاول بعد ${minutes(wait)}.`,
    lists: (times, seconds) =>
      `الحد للشبكة الواحدة في الدقيقة، من قوائم الحيازات المرسلة، هو ${times}. ارجع، ثم حاول بعد ${seconds} ثانية.`,
  },
  refused: (code) => REFUSED[code] ?? 'هذه القيمة غير مقبولة.',
  screenings: (requests, seconds) =>
    `الحد في الدقيقة ${requests} من عمليات الفحص، والصفحات تُحسب منها كما تُحسب طلبات واجهة البرمجة. حاول بعد ${seconds} ثانية.`,
  signIn: {
    title: 'تسجيل الدخول',
    description: 'سجّل الدخول إلى قائمة متابعتك.',
    password: 'كلمة المرور',
    submit: 'سجّل الدخول',
    submitPassword: 'سجّل الدخول بكلمة المرور',
    noAccount: (link) => phrase`ليس لك حساب؟ ${link}`,
    linkMakesOne: 'ليس لك حساب؟ الرابط ينشئه.',
    orPassword: 'أو بكلمة مرور',
    orKey: `أو بمفتاح ${API}`,
    key: `مفتاح ${API}`,
    keyHint: `يبدأ بـ ${isolated('snd_live_')}.`,
    submitKey: 'سجّل الدخول بالمفتاح',
    help: (getOne, mailsLinks) =>
      phrase`المفاتيح لبرامجك أنت: ${getOne}. نسيت كلمة المرور؟ ${mailsLinks ? 'سجّل الدخول برابط' : 'سجّل الدخول بمفتاح'} ثم ضع كلمة جديدة.`,
    getKey: 'احصل على مفتاح',
    typeSomething: `اكتب مفتاح ${API}، أو عنوان بريد إلكتروني وكلمة مرور.`,
    typePassword: 'اكتب كلمة المرور أيضًا.',
  },
  signUp: {
    title: 'إنشاء حساب',
    lead: 'الحساب مجاني. تتابع به شركات وصناديق، وترى متى يتغيّر الحكم ولماذا.',
    more: (signIn, keys, privacy) => phrase`لك حساب؟ ${signIn}. ولبرامجك أنت ${keys}. ${privacy}`,
    keys: `مفاتيح ${API}`,
    emailHint: 'هو اسمك هنا فقط: هذا الخادم لا يرسل بريدًا.',
    passphrase: 'عبارة المرور',
    passphraseHint: (shortest) =>
      `لا تقل عن ${characters(shortest)}. ${SEVERAL_WORDS} ولا يستطيع أحد استعادتها.`,
    submit: 'أنشئ الحساب',
  },
  enter: (email) => phrase`باسم ${email}، في هذا المتصفح.`,
  sent: {
    title: 'راجع بريدك',
    lead: (email) => phrase`إن كان ${email} يستقبل البريد، فسيصله بعد لحظات رابط لتسجيل الدخول.`,
    note: (count) => `يعمل الرابط مرة واحدة، خلال ${minutes(count)}. وفي المرة الأولى ينشئ حسابك.`,
    noMail: (link) => phrase`لم تصلك رسالة؟ ابحث في البريد غير المرغوب فيه، أو ${link}.`,
    again: 'أعد كتابة العنوان',
  },
  list: {
    comesAlong: 'قائمة حيازاتك تنتقل معك، ولا تُحفظ حتى تحفظها أنت.',
    notInMail:
      'قائمة حيازاتك ليست في الرسالة، بل تنتظرك في الصفحة التالية: أبقها مفتوحة، وعُد إليها بعد أن يسجّل الرابط دخولك.',
    waits:
      'قائمة حيازاتك تنتظرك في هذه الصفحة، وليست محفوظة في أي مكان. أبق الصفحة مفتوحة، وافتح الرابط في هذا المتصفح، ثم تابع من هنا.',
    goOn: 'تابع بقائمتي',
  },
  over: {
    title: 'هذا الرابط لم يعد يعمل',
    lead: (count, link) => phrase`يعمل الرابط مرة واحدة، خلال ${minutes(count)}. ${link}.`,
    another: 'اطلب رابطًا جديدًا',
  },
};

export const PASSWORD: Words['password'] = {
  title: 'كلمة المرور',
  description: 'ضع كلمة مرور لحسابك أو غيّرها.',
  change: 'تغيير كلمة المرور',
  set: 'وضع كلمة مرور',
  lead: (email) => phrase`تسجّل بها الدخول مع بريدك الإلكتروني ${email}.`,
  current: 'كلمة المرور الحالية',
  keyInstead: `مفتاح ${API}، إذ لا توجد كلمة مرور بعد`,
  next: 'كلمة المرور الجديدة',
  hint: (shortest) => `لا تقل عن ${characters(shortest)}. ${SEVERAL_WORDS}`,
  submitChange: 'غيّر كلمة المرور',
  submitSet: 'ضع كلمة المرور',
  note: 'تنتهي كل جلسة أخرى لهذا الحساب. وتبقى مفاتيحك صالحة.',
};

export const WAITLIST: Words['waitlist'] = {
  title: 'قائمة الانتظار',
  description: 'نخبرك حين تُفتح فئة الشركاء على هذا الخادم.',
  notOpen: 'فئة الشركاء غير متاحة هنا بعد',
  leaveAddress: 'اترك عنوانك ليكتب إليك مشغّل هذا الخادم حين تتاح.',
  paidFor: (account) => phrase`تُدفع رسوم فئة الشركاء من ${account}. وتبقى مفاتيحك كما هي.`,
  yourAccount: 'حسابك',
  use: 'فيم تستخدمها؟ (اختياري)',
  join: 'انضم إلى قائمة الانتظار',
  tooLong: (most, length) => `الحد الأقصى ${characters(most)}، والمكتوب ${length}.`,
  note: (privacy, tiers) => phrase`يُحفظ العنوان لهذا الغرض وحده. ${privacy}. وما تتيحه كل فئة في ${tiers}.`,
  tiers: 'الفئات والحدود',
  joined: {
    title: 'أنت على القائمة',
    description: 'عنوانك على قائمة الانتظار.',
    lead: (email) => phrase`سُجّل ${email}. والانضمام مرة أخرى لا يغيّر شيئًا.`,
    untilThen: (key, watchlist) =>
      phrase`وإلى ذلك الحين لك ${key} تفحص به من برنامجك، ويفتح لك ${watchlist}.`,
    freeKey: 'مفتاح مجاني',
    watchlist: 'قائمة متابعة',
  },
};

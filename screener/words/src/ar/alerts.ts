import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';

const HTTPS = isolated('https://');
const WEBHOOK = `نداء ${isolated('Webhook')}`;

const REFUSED: Readonly<Record<string, string>> = {
  unusable_address: `هذا العنوان غير مقبول: اكتب عنوانًا كاملًا متاحًا على الإنترنت يبدأ بـ ${HTTPS}، بلا اسم مستخدم ولا كلمة مرور.`,
  gone: 'أوقف المستقبِل هذه القناة، أو أوقفتها أنت.',
  no_mail: 'هذا الخادم لا يرسل بريدًا.',
  asked_already: 'أُرسل رابط قبل بضع دقائق. راجع بريدك، أو حاول لاحقًا.',
};

export const ALERTS: Words['alerts'] = {
  title: 'التنبيهات',
  description: 'حيث نخبرك حين يتغيّر حكم شركة تتابعها.',
  lead: (follows) =>
    phrase`نخبرك حين يتغيّر حكم شركة تتابعها أو أحد فحوصها، وبأي إفصاح تغيّر. ونخبرك أيضًا حين يتغيّر حكم صندوق تتابعه، أو تتحرك حصته المتوافقة نقطة مئوية أو أكثر. والعبرة بـ${follows}.`,
  whatYouFollow: 'المنهجيات التي تتبعها',
  where: 'أين تصل',
  note: (watchlist) =>
    phrase`تنبيه لكل تغيّر في حكم ما تتابعه أو في أحد فحوصه، وفق المنهجيات التي تتبعها. وتعرضها ${watchlist} في كل حال.`,
  watchlist: 'قائمة المتابعة',
  turnOff: 'أوقفها',
  refused: (code) => REFUSED[code] ?? 'تعذّر التسليم. حاول مرة أخرى لاحقًا.',
  feed: {
    title: 'خلاصة الأخبار',
    there: `لك خلاصة بصيغة ${isolated('Atom')}. عنوانها سر، والعنوان الجديد يوقف القديم.`,
    none: `خلاصة بصيغة ${isolated('Atom')} على عنوان لا يعرفه غيرك.`,
    make: 'أنشئ خلاصة',
    renew: 'أنشئ عنوانًا جديدًا',
    end: 'أوقفها',
    once: 'هذا عنوان خلاصتك، ولا يُعرض إلا الآن:',
    entries: 'سند: ما تغيّر في قائمة متابعتك',
  },
  webhook: {
    title: WEBHOOK,
    label: `العنوان الذي يُستدعى عند كل تنبيه، بتوقيع وفق قواعد ${isolated('Standard Webhooks')}`,
    hint: `عنوان يبدأ بـ ${HTTPS}. وحفظه ينشئ سرًّا يُعرض مرة واحدة.`,
    hintAgain: 'حفظه ينشئ سرًّا جديدًا يُعرض مرة واحدة.',
    save: 'احفظ',
    saveAgain: 'احفظ بسرّ جديد',
    test: 'أرسل تجربة',
    arrived: 'وصلت التجربة.',
    once: 'هذا السر الذي تُوقَّع به التنبيهات، ولا يُعرض إلا الآن:',
  },
  mail: {
    title: 'البريد الإلكتروني',
    offer: (email) => phrase`رسالة إلى ${email} لكل تنبيه.`,
    offerLink: (email) => phrase`رسالة إلى ${email} لكل تنبيه. ونرسل أولًا رابطًا لتفتحه.`,
    on: (email) => phrase`تُرسل التنبيهات إلى ${email}.`,
    asked: (email) => phrase`أُرسل رابط إلى ${email}. افتحه خلال يومين.`,
    none: (watchlist) =>
      phrase`هذا الخادم لا يرسل بريدًا، فلا تصل التنبيهات بالبريد. استخدم الخلاصة أو ${WEBHOOK} أعلاه. وتعرض ${watchlist} كل تغيّر.`,
    turnOn: 'شغّلها',
    send: 'أرسل الرابط',
    sendAgain: 'أرسله مرة أخرى',
    turnedOn: 'ستصلك التنبيهات بالبريد.',
    sent: 'الرابط في طريقه إليك.',
  },
  confirm: {
    title: 'التنبيهات بالبريد',
    lead: 'رسالة لكل تغيّر في حكم ما تتابعه أو في أحد فحوصه.',
    submit: 'أكّد',
    done: 'ستصلك التنبيهات بالبريد',
    doneLead: 'رسالة لكل تغيّر في حكم ما تتابعه أو في أحد فحوصه.',
    over: 'هذا الرابط لم يعد يعمل',
    overLead: (alerts) => phrase`اطلب رابطًا جديدًا من صفحة ${alerts}.`,
    yourAlerts: 'تنبيهاتك',
  },
  deliveries: {
    title: 'ما أُرسل',
    caption: 'أحدث ما أُرسل',
    alert: 'التنبيه',
    by: 'القناة',
    state: 'الحالة',
    channels: { email: 'البريد', webhook: WEBHOOK },
    states: { delivered: 'وصل', waiting: 'في الانتظار', given_up: 'تُرك' },
    attempts: (count) =>
      counted('ar', count, {
        zero: 'بلا محاولة',
        one: 'محاولة واحدة',
        two: 'محاولتان',
        few: `${count} محاولات`,
        other: `${count} محاولة`,
      }),
    problem: (attempts, problem) => phrase`${attempts}. ${problem}`,
    again: 'أرسل مرة أخرى',
    againHeard: (symbol) => `أرسل مرة أخرى: ${isolated(symbol)}`,
  },
};

import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { phrase } from '../phrase.ts';

type Zakat = Words['zakat'];

const CHOICES: Zakat['choices'] = {
  heldFor: { income: 'لريعها', trade: 'للمتاجرة' },
  year: { lunar: `قمرية، ${isolated('2.5%')}`, solar: `شمسية، ${isolated('2.577%')}` },
  goldUnit: { ounce: 'أونصة', gram: 'غرام' },
  securities: { with: 'تُحسب', without: 'لا تُحسب' },
};

const YEARS = { lunar: 'سنة قمرية', solar: 'سنة شمسية' };

const APART = {
  cash: 'نقد بغير الدولار الأمريكي، فأضفه إلى الأموال الأخرى',
  below_zero: 'نقد دون الصفر، ولا يُخصم: فإن كنت تخصم ما عليك فأدخل الأموال الأخرى بعد خصم هذا المبلغ',
  no_amount: `نقد بلا مبلغ نستطيع قراءته، فاكتبه هكذا: ${isolated('cash 1,204.11')}`,
  option: 'عقد خيار، ولا يُحسب',
  short: 'بيع على المكشوف، ولا يُحسب',
  foreign: 'مدرج في بلد آخر، فأضف قيمته إلى الأموال الأخرى',
  unmatched: 'لم نجده بين الأسهم المدرجة، فاكتب رمزه',
};

const KINDS = {
  cash: 'نقد',
  below_zero: 'نقد دون الصفر',
  no_amount: 'نقد بلا مبلغ',
  option: 'عقد خيار',
  short: 'بيع على المكشوف',
  foreign: 'مدرج في بلد آخر',
  unmatched: 'غير موجود بين الأسهم المدرجة',
};

const REACHED = {
  yes: 'بلغه الوعاء',
  no: 'لم يبلغه الوعاء',
  open: 'لا يُعرف هل بلغه الوعاء',
};

const WHY: Zakat['why'] = {
  below: (base, nisab) => `الوعاء الزكوي ${base}، وهو دون النصاب البالغ ${nisab}.`,
  mayReach: (base, nisab) =>
    `المعروف من الوعاء الزكوي ${base}، وهو دون النصاب البالغ ${nisab}. وقد يبلغه مع ما لم يُحسب.`,
  open: (base, nisab) =>
    `المعروف من الوعاء الزكوي ${base}، والنصاب ${nisab}: والإفصاحات لا تحسم هل بلغه أم لا.`,
  noneKnown: 'لا يُعرف شيء مما يُزكّى.',
  rate: (pct, base) => `${isolated(`${pct}%`)} من ${base}.`,
  openAmount: 'لا تحسم الإفصاحات المبلغ، وطرفه الأعلى يغطي كل ما حُسب.',
  without: (names, more) => {
    const shown = names.map(isolated).join(' و');
    return more > 0 ? `ولا يشمل ${shown} و${more} غيرها.` : `ولا يشمل ${shown}.`;
  },
};

const STEPS: Zakat['steps'] = {
  title: 'الحساب',
  note: 'كل خطوة، لسجلاتك.',
  step: 'الخطوة',
  dollars: 'بالدولار الأمريكي',
  trade: 'الأسهم المقتناة للمتاجرة',
  tradeHow: 'القيمة السوقية',
  income: 'الأسهم المقتناة لريعها',
  incomeHow: 'نصيبك من أصول الشركة التي تُزكّى',
  cash: 'النقد في القائمة',
  cashHow: 'كاملًا',
  other: 'أموال أخرى',
  otherHow: 'كما أدخلتها',
  all: 'الوعاء الزكوي',
  allHow: 'المجموع',
  allKnownHow: 'المجموع، من غير ما لم يُحسب',
  reached: REACHED,
  nisab: 'النصاب',
  nisabHow: (grams, price, reached) => `${grams} غرامًا من الذهب × ${price}. ${REACHED[reached]}`,
  zakat: 'الزكاة',
  zakatHow: (pct, reached) =>
    ({
      yes: `${isolated(`${pct}%`)} من الوعاء الزكوي`,
      no: 'لا زكاة فيما دون النصاب',
      open: `${isolated(`${pct}%`)} من الوعاء الزكوي، إن بلغ النصاب`,
    })[reached],
};

const HOW: Zakat['how'] = {
  income: (shares, each) => `لريعه: ${shares} × ${each}.`,
  sheet: ({ hasSecurities, cash, receivables, inventories, total, shares, factor }) => {
    const title = hasSecurities ? 'النقد والأوراق المالية قصيرة الأجل' : 'النقد';
    const over =
      factor === null
        ? shares
        : `${shares} × ${factor.low === factor.high ? factor.high : isolated(`${factor.low}–${factor.high}`)}`;
    return `${title} ${cash}، والذمم المدينة ${receivables}، والمخزون ${inventories}: والمجموع ${total}، على ${over} سهم.`;
  },
  overdue: 'تأخر تقرير أحدث عن موعده، وليس هنا.',
  given: 'للمتاجرة: كما كتبته',
  close: (shares, price, day) => phrase`للمتاجرة: ${shares} × ${price}، سعر الإغلاق في ${day}`,
};

const MARK = `اكتب في آخر سطره ${isolated('trade')} لتُحسب قيمته السوقية.`;

const MISSING: Zakat['missing'] = {
  noValue: `لا يتوفر سعر إغلاق حديث. اكتب قيمته بالدولار: ${isolated('Costco $1,200')}.`,
  notListed: `لم يعد مدرجًا، وربما لم تعد أسهمه قائمة. اكتب ما تملكه بدلًا منه، أو قيمته بالدولار للمتاجرة: ${isolated('ATVI $950 trade')}.`,
  noMeasure: 'اكتب عدد الأسهم في كل سطر من أسطره، أو قيمة بالدولار الأمريكي في كل منها.',
  noShares: 'اكتب عدد أسهمك: فالقيمة لا تكفي لمعرفة نصيبك من الشركة.',
  fund: `صندوق: لا تتضمن إفصاحاته ميزانيات ما يملكه. ${MARK}`,
  noBalance: `لا يتوفر تقرير من آخر 18 شهرًا فيه عدد الأسهم. ${MARK}`,
  otherCurrency: (currency) =>
    `تقريره بعملة ${currency === null ? 'أخرى' : isolated(currency)}، فلا يُضاف إلى الدولارات. ${MARK}`,
  notBounded: (least) => `لا تبيّن ميزانيته الحد الأعلى لما يُزكّى. وهو لا يقل عن ${least}.`,
};

/** Rows of a file, in which marks of direction would be part of the text. */
const RECORD: Zakat['record'] = {
  notCounted: (kind) => `لم يُحسب: ${KINDS[kind]}`,
  sold: 'لم يعد مملوكًا',
  notYet: 'ليس مملوكًا بعد',
  unread: 'لم نفهمه',
  cash: 'النقد',
  reaches: 'هل بلغ الوعاء النصاب',
  due: (pct, year) => `الزكاة بنسبة ${pct}% (${YEARS[year]})`,
  calculated: (day, gold, note) => `حُسب في ${day}، وسعر غرام الذهب ${gold} دولار. ${note}`,
};

export const ZAKAT: Zakat = {
  title: 'زكاة أسهمك',
  lead: 'زكاة أسهمك، من أسعارها أو من ميزانيات شركاتها. لا حاجة إلى التسجيل.',
  get: {
    amount: 'المبلغ وكيف حُسب',
    amountText: 'ما يُزكّى من كل حيازة، والنصاب، ونسبة الزكاة.',
    ways: 'طريقتان للحساب',
    waysText: 'إحداهما للأسهم المقتناة للمتاجرة، والأخرى للأسهم المقتناة لريعها.',
    sources: 'المصادر',
    sourcesText: (rules) => phrase`كل ميزانية مع الإفصاح الذي وردت فيه، و${rules}.`,
    rules: 'كل قاعدة مع نصها',
  },
  example: 'AAPL 40\nMicrosoft 20\nNVDA 45 trade\ncash 1,204.11',
  hint: (most) =>
    `حتى ${most} سطر: الرمز أو الاسم، ثم عدد الأسهم. واكتب في آخر السطر ${isolated('trade')} للمتاجرة أو ${isolated('income')} للريع إن خالف الاختيار أدناه. ويمكنك أن تلصق ملف ${isolated('CSV')} كما يصدره وسيطك.`,
  labels: {
    heldFor: 'تقتنيها',
    year: 'سنة الزكاة',
    goldUnit: 'لكل',
    securities: 'الأوراق المالية قصيرة الأجل',
  },
  choices: CHOICES,
  ways: 'الأسهم المقتناة للمتاجرة تُزكّى بقيمتها السوقية. والأسهم المقتناة لريعها أو لسنوات يُزكّى منها نصيبك من نقد الشركة وذممها المدينة ومخزونها.',
  gold: 'سعر الذهب بالدولار',
  goldHint: 'سعر الذهب عيار 24 في اليوم الذي يحول فيه الحول.',
  wrongGold: 'اكتب سعرًا بالدولار الأمريكي لا يقل عن 0.01، بفاصلة للآلاف ورقمين بعد النقطة: 3,710.50.',
  other: 'أموال أخرى تُزكّى',
  otherHint:
    'الأموال الأخرى: النقد والذهب وعروض التجارة، بالدولار الأمريكي، وتُضم إلى الأسهم لبلوغ النصاب. أما النقد المذكور في قائمتك فمحسوب أصلًا. ويمكن أن تُحسب مع نقد الشركة أوراقها المالية قصيرة الأجل.',
  wrongOther: 'اكتب مبلغًا بالدولار الأمريكي، بفاصلة للآلاف ورقمين بعد النقطة: 1,204.11.',
  when: (year, counted, all) => `عن ${YEARS[year]}. الحيازات المحسوبة: ${counted} من ${all}.`,
  due: 'الزكاة الواجبة',
  nothing: 'لا شيء',
  why: WHY,
  steps: STEPS,
  counts: 'ما يُزكّى',
  countsNote: 'ما يُزكّى من كل حيازة: قيمتها، أو نصيبك من الميزانية.',
  how: HOW,
  leftOut: 'ما لم يُحسب',
  leftOutNote: 'ليس في أي مجموع أعلاه.',
  apart: (asked, line, kind) => phrase`${asked}، السطر ${line}: ${APART[kind]}.`,
  sold: (text, line) => phrase`${text}، السطر ${line}: لم يعد في ملكك.`,
  notYet: (text, line) => phrase`${text}، السطر ${line}: ليس في ملكك بعد.`,
  unread: (text, line) => phrase`${text}، السطر ${line}: لم نفهمه.`,
  missing: MISSING,
  calculated: (day) => phrase`حُسب في ${day}.`,
  change: 'غيّر الحيازات أو سعر الذهب أو السنة',
  record: RECORD,
};

import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

type Translated = Parameters<Words['translation']['byMonth']>[0];

function start({ from, to, date }: Translated): string {
  return `التقرير بعملة ${isolated(from)} والسعر بعملة ${isolated(to)}. ولحساب النسب إلى القيمة السوقية حُوّلت أرصدة ${date} إلى عملة ${isolated(to)}`;
}

export const TRANSLATION: Words['translation'] = {
  rate: (units, currency) => `${isolated(units)} لكل ${isolated(currency)}`,
  byDay: (translated, day) => {
    const older = day === null ? '' : ` (لم يُنشر سعر بين ذلك اليوم و${translated.date})`;
    return `${start(translated)} بسعر الصرف المرجعي الرسمي ليوم ${day ?? translated.date}${older}: ${translated.rate}. المصدر: ${isolated(translated.sources)}.`;
  },
  byMonth: (translated, width) =>
    `${start(translated)} بالمتوسط الرسمي للشهر: ${translated.rate}. ولا يتوفر سعر لذلك اليوم، وقد يبتعد سعر اليوم عن متوسط شهره بما يصل إلى ${width}، ولذلك كل مبلغ نطاق بهذا الاتساع. المصدر: ${isolated(translated.sources)}.`,
};

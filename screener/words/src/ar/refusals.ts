import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

const REFUSED: Readonly<Record<string, string>> = {
  malformed_ticker: `الرمز من حرف واحد إلى 6 أحرف أو أرقام، وقد تليه نقطة أو شرطة ثم فئة السهم: ${isolated('AAPL')}، ${isolated('BRK.B')}.`,
  unknown_rules: 'مجموعة القواعد المطلوبة غير معروفة.',
  unknown_methodology: 'إحدى المنهجيات المطلوبة غير معروفة.',
  facts_unavailable: 'تعذّر الآن الحصول على أرقام الشركة: أعد المحاولة بعد دقيقة.',
  no_holdings: 'لا نجد في النص أي حيازة.',
  too_many_holdings: 'في النص حيازات أكثر من الحد المسموح به.',
  list_of_trades: 'هذه قائمة صفقات، والمطلوب قائمة حيازات.',
  invalid_csv: `تعذّرت قراءة الملف: ليس بصيغة ${isolated('CSV')} صحيحة.`,
};

export const REFUSALS: Words['refusals'] = {
  unknownTicker: (typed) => `${isolated(typed)} ليس من الرموز المعروفة هنا.`,
  invalidDate: 'يجب أن يكون التاريخ تاريخًا صحيحًا بين 1 يناير 1900 واليوم.',
  other: (code, message) => REFUSED[code] ?? `تعذّر تنفيذ الطلب: ${isolated(message)}`,
};

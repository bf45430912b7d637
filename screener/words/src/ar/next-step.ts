import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { SEC } from './terms.ts';

export const NEXT_STEP: Words['nextStep'] = {
  connectToSec: `ما ينقص متوفر لدى ${SEC}، لكن هذا الخادم غير متصل بها: راجع القائم على تشغيله، وإن كنت أنت هو فشغّل إعداده كما في ملف ${isolated('README')}.`,
  provideHoldings: `تقرير الحيازات متوفر لدى ${SEC}، لكن هذا الخادم غير متصل بها: اطلب من القائم على تشغيله أن يصله بها أو يضيف التقرير، وإن كنت أنت هو ففي ملف ${isolated('README')} بيان ذلك.`,
  providePrices: 'اطلب من القائم على تشغيل هذا الخادم أن يضيف أسعار تلك الفترة.',
  tryAgain: 'لم يُجب أحد المصادر: أعد المحاولة بعد بضع دقائق.',
  waitForReport: 'أعد المحاولة بعد صدور التقرير التالي.',
  waitForReportUntil: (day) => `أعد المحاولة بعد صدور التقرير التالي، وهو متوقع نحو ${day}.`,
  askAnotherDate: 'اختر تاريخًا آخر: لا يوجد تقرير يمثّل هذا التاريخ.',
  useTicker: (symbol) => `ابحث عن ${isolated(symbol)}.`,
  usePresentTicker: 'ابحث عن رمزها الحالي.',
  useCommonStock: 'ابحث عن رمز السهم العادي للشركة.',
  readReport: 'اقرأ التقرير نفسه: فقد يذكر بالكلام ما لم يفصح عنه بالأرقام.',
  notListed: 'لا يمكن فعل شيء: الشركة غير المدرجة لا تُفحص.',
  notListedBut: (symbol) => `الشركة غير المدرجة لا تُفحص، ويمكن فحص ${isolated(symbol)}.`,
  nothingToScreen: 'لا يمكن فعل شيء هنا: اسأل أحد علماء الشريعة.',
};

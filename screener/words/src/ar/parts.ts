import type { Words } from '../en/words.ts';
import { phrase } from '../phrase.ts';

export const PARTS: Words['parts'] = {
  watch: 'تابع',
  watchThis: (symbol) => phrase`تابع ${symbol}`,
  onThisPage: 'في هذه الصفحة',
  noVerdict: 'بلا حكم',
  hasNoVerdict: (mark) => phrase`${mark}`,
  was: (mark, day) => phrase`${mark} في ${day}`,
  is: (mark) => phrase`${mark}`,
  isByOldReport: (mark) => phrase`${mark} وفق تقرير قديم`,
  isAsOf: (mark, day) => phrase`${mark} في ${day}`,
  rangeAndLimit: (range, limit) => `${range}، والحد ${limit}`,
};

export const INTERVAL_KEY: Words['intervalKey'] = {
  filed: 'كما أُفصح عنه',
  derived: 'محسوب من أرقام أُفصح عنها',
  bounded: 'لم يُفصح عنه: بين الطرفين',
  limit: 'الحد، وموضعه واحد دائمًا',
  beyond: 'يتجاوز مرة ونصفًا من الحد',
};

export const DATA: Words['data'] = {
  line: (text) => phrase`البيانات: ${text}`,
  bulk: 'إفصاحات مستوردة من ملفات الهيئة المجمّعة.',
  none: 'لا شيء بعد.',
  snapshot: (day) =>
    phrase`نسخة مرفقة، أسعار إغلاقها حتى ${day}. وقد تنتهي الإفصاحات قبل ذلك: لكل جواب تاريخه.`,
  live: (filed, closed) => {
    if (filed === null)
      return closed === null
        ? phrase`إفصاحات الهيئة، تُجلب عند الطلب.`
        : phrase`إفصاحات الهيئة، تُجلب عند الطلب، وأسعار إغلاق ${closed}.`;
    return closed === null
      ? phrase`إفصاحات الهيئة حتى ${filed}، تُجلب عند الطلب.`
      : phrase`إفصاحات الهيئة حتى ${filed}، تُجلب عند الطلب، وأسعار إغلاق ${closed}.`;
  },
};

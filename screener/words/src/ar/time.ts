import type { Words } from '../en/words.ts';
import { counted } from '../language.ts';

export const TIME: Words['time'] = {
  today: 'اليوم',
  daysAgo: (count: number, shown: string) =>
    counted('ar', count, {
      one: 'منذ يوم واحد',
      two: 'منذ يومين',
      few: `منذ ${shown} أيام`,
      many: `منذ ${shown} يومًا`,
      other: `منذ ${shown} يوم`,
    }),
  monthsAgo: (months: number) =>
    counted('ar', months, {
      one: 'منذ شهر واحد',
      two: 'منذ شهرين',
      few: `منذ ${months} أشهر`,
      many: `منذ ${months} شهرًا`,
      other: `منذ ${months} شهر`,
    }),
  yearsAgo: (years: number) =>
    counted('ar', years, {
      one: 'منذ سنة واحدة',
      two: 'منذ سنتين',
      few: `منذ ${years} سنوات`,
      many: `منذ ${years} سنة`,
      other: `منذ ${years} سنة`,
    }),
  asOfToday: (day) => `حتى اليوم، ${day}.`,
  asOfDay: (day) => `في ${day}، وفق ما أُفصح عنه حتى ذلك التاريخ.`,
  basedOn: (day, age) => `استنادًا إلى بيانات حتى ${day} (${age})، ولا يتوفر لدينا أحدث منها.`,
  nextWasDue: 'كان التالي متوقعًا نحو',
  nextIsDue: 'التالي متوقع نحو',
  reportLate: (since) => `تأخر التقرير التالي عن موعده منذ ${since}.`,
  reportNotHere: (since) => `كان من المتوقع صدور تقرير أحدث قبل ${since}، وهو غير متوفر هنا.`,
  verdictOf: (day) => `هذا هو الحكم في ${day}.`,
};

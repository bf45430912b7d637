import { counted } from '../language.ts';

export const DATES = {
  days: (count: number, shown: string) =>
    counted('ar', count, {
      one: 'يوم واحد',
      two: 'يومان',
      few: `${shown} أيام`,
      many: `${shown} يومًا`,
      other: `${shown} يوم`,
    }),
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
};

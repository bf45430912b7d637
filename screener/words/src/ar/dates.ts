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
};

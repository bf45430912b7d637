import { type CalendarDate, isCalendarDate } from '@common/base/calendar';
import type { HeldLine } from '@screener/sources/holdings/read-holdings';
import { daysIn } from '@screener/sources/holdings/typed-day';

/** Whether a line is held on a day. `unclear`: it was sold, but on a day that does not exist or cannot be read. */
export type Standing = 'held' | 'sold' | 'bought_later' | 'unclear';

/**
 * Says whether a line is held today. What is sold on a day is held no longer on it. A day of purchase that may be several
 * days is later only if each of them is; one that cannot be read says nothing.
 */
export function standingOf(
  { bought, sold }: Pick<HeldLine, 'bought' | 'sold'>,
  today: CalendarDate,
): Standing {
  if (sold !== null && !isCalendarDate(sold)) return 'unclear';
  if (sold !== null && sold <= today) return 'sold';
  const days = daysIn(bought ?? '');
  return days.length > 0 && days.every((day) => day > today) ? 'bought_later' : 'held';
}

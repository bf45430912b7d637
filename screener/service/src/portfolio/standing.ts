import { type CalendarDate, isCalendarDate } from '@common/base/calendar';
import type { HeldLine } from '@screener/sources/holdings/read-holdings';

/** Whether a line is held on a day. `unclear`: it was sold, but on a day that does not exist or cannot be read. */
export type Standing = 'held' | 'sold' | 'bought_later' | 'unclear';

/**
 * Says whether a line is held today. What is sold on a day is held no longer on it. A day of purchase that cannot be read
 * says nothing: brokers write it in many ways beside what is held.
 */
export function standingOf(
  { bought, sold }: Pick<HeldLine, 'bought' | 'sold'>,
  today: CalendarDate,
): Standing {
  if (sold !== null && !isCalendarDate(sold)) return 'unclear';
  if (sold !== null && sold <= today) return 'sold';
  return bought !== null && isCalendarDate(bought) && bought > today ? 'bought_later' : 'held';
}

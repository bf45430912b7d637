import type { CalendarDate } from '@common/base/calendar';
import type { Face } from './face.ts';
import { wholeNumber } from './numbers.ts';

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const SHORT_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Writes a date in full: `25 February 2026`. */
export function longDate(date: CalendarDate): string {
  return LONG_DATE.format(new Date(`${date}T00:00:00Z`));
}

/** Writes a date in a sentence, as the face spells dates. */
export function dateOn(date: CalendarDate, { dates }: Face): string {
  return dates === 'ISO' ? date : longDate(date);
}

/** Writes a short date, for tables: `25 Feb 2026`. */
export function shortDate(date: CalendarDate): string {
  return SHORT_DATE.format(new Date(`${date}T00:00:00Z`));
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * Writes a month, given as YYYY-MM: `October 2023`.
 * @example monthInWords('2023-10') // 'October 2023'
 */
export function monthInWords(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`));
}

/** Writes a number of days: `1 day`, `60 days`. */
export function days(count: number): string {
  return `${wholeNumber(count)} ${count === 1 ? 'day' : 'days'}`;
}

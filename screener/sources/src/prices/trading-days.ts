import { addDays, type CalendarDate } from '@common/base/calendar';

/**
 * Days on which the New York Stock Exchange and Nasdaq did not trade outside the rules below. Source: the exchanges'
 * notices of closure (days of national mourning). A later closure must be added here.
 */
const UNSCHEDULED_CLOSURES: ReadonlySet<CalendarDate> = new Set(['2018-12-05', '2025-01-09']);

/** Juneteenth has been a holiday of the exchanges since this year. */
const FIRST_JUNETEENTH = 2022;
const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6] as const;
/** Regular trading ends at this hour in New York; on a half day it ends earlier. */
const CLOSING_HOUR = 16;

/**
 * Whether US stocks trade on a date: a weekday that is none of the holidays of NYSE Rule 7.2, which Nasdaq shares. A
 * holiday on a Sunday is kept on the Monday after it, one on a Saturday on the Friday before it, except New Year's Day,
 * whose Friday lies in another year.
 */
export function isTradingDay(date: CalendarDate): boolean {
  const day = weekday(date);
  return (
    day !== SUNDAY &&
    day !== SATURDAY &&
    !UNSCHEDULED_CLOSURES.has(date) &&
    !holidaysOf(yearOf(date)).has(date)
  );
}

export function nextTradingDay(date: CalendarDate): CalendarDate {
  let next = addDays(date, 1);
  while (!isTradingDay(next)) next = addDays(next, 1);
  return next;
}

export function previousTradingDay(date: CalendarDate): CalendarDate {
  let previous = addDays(date, -1);
  while (!isTradingDay(previous)) previous = addDays(previous, -1);
  return previous;
}

/** The newest trading day whose regular session had ended at an instant (milliseconds since the epoch). */
export function lastFinishedSession(epochMs: number): CalendarDate {
  const { date, hour } = newYorkTime(epochMs);
  return hour >= CLOSING_HOUR && isTradingDay(date) ? date : previousTradingDay(date);
}

/** The hour in New York in which regular trading begins. */
const OPENING_HOUR = 9;
/** An hour after the close: the closing auction is over by then, and quotes that are shown late have arrived. */
const SETTLED_HOUR = CLOSING_HOUR + 1;

/**
 * Whether prices of an instant (milliseconds since the epoch) may be from the middle of a session: on a trading day
 * from the hour of the opening bell until an hour after the close. A half day is treated like a whole one.
 */
export function mayBeMidSession(epochMs: number): boolean {
  const { date, hour } = newYorkTime(epochMs);
  return hour >= OPENING_HOUR && hour < SETTLED_HOUR && isTradingDay(date);
}

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
});

/** The date and the hour in New York of an instant in milliseconds since the epoch. */
export function newYorkTime(epochMs: number): { readonly date: CalendarDate; readonly hour: number } {
  const parts = Object.fromEntries(NEW_YORK.formatToParts(epochMs).map(({ type, value }) => [type, value]));
  return { date: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
}

const holidays = new Map<number, ReadonlySet<CalendarDate>>();

function holidaysOf(year: number): ReadonlySet<CalendarDate> {
  const known = holidays.get(year);
  if (known !== undefined) return known;
  const newYear = onDate(year, 1, 1);
  const days = new Set([
    // On a Saturday it is not kept.
    weekday(newYear) === SUNDAY ? addDays(newYear, 1) : newYear,
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    addDays(easterSunday(year), -2),
    lastMonday(year, 5),
    ...(year >= FIRST_JUNETEENTH ? [kept(onDate(year, 6, 19))] : []),
    kept(onDate(year, 7, 4)),
    nth(year, 9, MONDAY, 1),
    nth(year, 11, THURSDAY, 4),
    kept(onDate(year, 12, 25)),
  ]);
  holidays.set(year, days);
  return days;
}

function kept(date: CalendarDate): CalendarDate {
  const day = weekday(date);
  return day === SUNDAY ? addDays(date, 1) : day === SATURDAY ? addDays(date, -1) : date;
}

function nth(year: number, month: number, day: number, count: number): CalendarDate {
  const first = onDate(year, month, 1);
  return addDays(first, ((day - weekday(first) + 7) % 7) + 7 * (count - 1));
}

function lastMonday(year: number, month: number): CalendarDate {
  const fifth = nth(year, month, MONDAY, 5);
  return Number(fifth.slice(5, 7)) === month ? fifth : addDays(fifth, -7);
}

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number): CalendarDate {
  const golden = year % 19;
  const [century, ofCentury] = [Math.floor(year / 100), year % 100];
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30;
  const offset = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * moon + 22 * offset) / 451);
  const days = moon + offset - 7 * shift + 114;
  return onDate(year, Math.floor(days / 31), (days % 31) + 1);
}

function onDate(year: number, month: number, day: number): CalendarDate {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}

function weekday(date: CalendarDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

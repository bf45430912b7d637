import type { CalendarDate } from '@common/base/calendar';
import { DATES as AR } from './ar/dates.ts';
import { DATES as EN } from './en/dates.ts';
import { type Face, PAGE } from './face.ts';
import { leftToRight } from './isolate.ts';
import type { Language } from './language.ts';
import { wholeNumber } from './numbers.ts';

const DATES: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

type Formats = Readonly<Record<'long' | 'short' | 'month' | 'day' | 'time', Intl.DateTimeFormat>>;

function formatsOf(locale: string, short: 'long' | 'medium'): Formats {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return {
    long: format({ dateStyle: 'long' }),
    short: format({ dateStyle: short }),
    month: format({ month: 'long', year: 'numeric' }),
    day: format({ day: 'numeric', month: short === 'long' ? 'long' : 'short' }),
    time: format({ dateStyle: short, timeStyle: 'short', hourCycle: 'h23' }),
  };
}

/** Arabic has no short names of months, and its short dates are numbers that can be read two ways. */
const FORMATS: Readonly<Record<Language, Formats>> = {
  en: formatsOf('en-GB', 'medium'),
  ar: formatsOf('ar-u-ca-gregory-nu-latn', 'long'),
};

function formatted(date: CalendarDate, length: keyof Formats, { language }: Face): string {
  return FORMATS[language][length].format(new Date(`${date}T00:00:00Z`));
}

/** Writes a date in full: `25 February 2026`. */
export function longDate(date: CalendarDate, face: Face = PAGE): string {
  return formatted(date, 'long', face);
}

/** Writes a date in a sentence, as the face spells dates. */
export function dateOn(date: CalendarDate, face: Face): string {
  return face.dates === 'ISO' ? leftToRight(date, face) : longDate(date, face);
}

/** Writes a short date, for tables: `25 Feb 2026`. */
export function shortDate(date: CalendarDate, face: Face = PAGE): string {
  return formatted(date, 'short', face);
}

/** Writes a day without its year: `25 Feb`. */
export function dayOfYear(date: CalendarDate, face: Face = PAGE): string {
  return formatted(date, 'day', face);
}

/** Writes an instant, in milliseconds since the epoch, at UTC: `25 Feb 2026, 14:05`. */
export function shortTime(instant: number, { language }: Face = PAGE): string {
  return FORMATS[language].time.format(instant);
}

/**
 * Writes a month, given as YYYY-MM: `October 2023`.
 * @example monthInWords('2023-10') // 'October 2023'
 */
export function monthInWords(month: string, face: Face = PAGE): string {
  return formatted(`${month}-01`, 'month', face);
}

/** Writes a number of days: `1 day`, `60 days`. */
export function days(count: number, face: Face = PAGE): string {
  return DATES[face.language].days(count, wholeNumber(count));
}

import { type CalendarDate, isCalendarDate } from '@common/base/calendar';

/** Whether a list writes the month or the day first; null if no cell says. */
export type DayOrder = 'month' | 'day' | null;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** A time of day may follow. */
const YEAR_FIRST = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))(?=[ T;,]|$)/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?=[ T;,]|$)/;
const NAMED =
  /^(?:(\d{1,2})[- ]([A-Za-z]{3,9})|([A-Za-z]{3,9})[- ](\d{1,2}))\.?[-, ]{1,2}(\d{4})(?=[ T;,]|$)/;
/** What stands where there is no day, beside dashes and `N/A`. */
const NONE = /^(?:na|none|null|nil|never|k\. ?a\.)$/i;

/**
 * Returns each day that a cell may mean, as people and brokers write days: two where month and day may be exchanged, none
 * for anything else.
 * @example daysIn('12/31/2027') // ['2027-12-31']
 * @example daysIn('3/4/2024') // ['2024-03-04', '2024-04-03']
 * @example daysIn('31.12.2027') // ['2027-12-31']
 * @example daysIn('Dec 31, 2027') // ['2027-12-31']
 */
export function daysIn(cell: string): readonly CalendarDate[] {
  const [, year, , month, day, twoOfMonth, twoOfDay] = YEAR_FIRST.exec(cell) ?? [];
  if (year !== undefined) return existing([year, month ?? twoOfMonth, day ?? twoOfDay]);
  const [, before, nameAfter, nameBefore, after, ofName = ''] = NAMED.exec(cell) ?? [];
  if (ofName !== '') {
    const name = (nameAfter ?? nameBefore ?? '').slice(0, 3).toLowerCase();
    return existing([ofName, String(MONTHS.indexOf(name) + 1), before ?? after ?? '']);
  }
  const [, first = '', sign, second = '', last = ''] = YEAR_LAST.exec(cell) ?? [];
  const full = last.length === 2 ? `20${last}` : last;
  const dayFirst = existing([full, second, first]);
  // With full stops, the day is first.
  return sign === '.' ? dayFirst : [...new Set([...existing([full, first, second]), ...dayFirst])];
}

/** Returns the one day that a cell means; null where it may mean two, or none. */
export function typedDay(cell: string, order: DayOrder): CalendarDate | null {
  const [first, second] = daysIn(cell);
  if (second === undefined) return first ?? null;
  return order === null ? null : ((order === 'month' ? first : second) ?? null);
}

/** Returns what the days of a list that can be read in one way only say of the others; null if they differ. */
export function dayOrderOf(cells: Iterable<string>): DayOrder {
  const seen = new Set<DayOrder>();
  for (const cell of cells) {
    const [, first = '', sign, second = ''] = YEAR_LAST.exec(cell) ?? [];
    if (sign === '.' || first === second || daysIn(cell).length !== 1) continue;
    seen.add(Number(first) > 12 ? 'day' : 'month');
  }
  const [only = null, other] = seen;
  return other === undefined ? only : null;
}

/** Whether a cell says that there is no day. */
export function isNoDay(cell: string): boolean {
  return NONE.test(cell);
}

function existing([year = '', month = '', day = '']: readonly (
  | string
  | undefined
)[]): readonly CalendarDate[] {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? [date] : [];
}

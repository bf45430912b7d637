import { type CalendarDate, daysBetween, isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import { normaliseCik } from './cik.ts';
import { isPeriodicForm } from './companyfacts/periodic-forms.ts';

/** The rows begin below these lines. */
const COLUMNS = 'CIK|Company Name|Form Type|Date Filed|File Name';
const RULE = /^-{20,}$/;
const FIELDS = 5;
/**
 * A periodic report is in the index of the day on which it is filed, or a few days later. Letters between the
 * SEC and a filer are released months after their date, so other forms say nothing about the index's day.
 */
const LATE_DAYS = 7;

/** Where the SEC keeps the index of the filings of one day, below `/Archives/edgar/daily-index`. */
export function dailyIndexPath(day: CalendarDate): string {
  const quarter = Math.ceil(Number(day.slice(5, 7)) / 3);
  return `${day.slice(0, 4)}/QTR${quarter}/master.${day.replaceAll('-', '')}.idx`;
}

/**
 * The filers of periodic reports (10-K, 10-Q, 20-F, 40-F, 6-K and amendments) in a `master.YYYYMMDD.idx` of
 * the SEC. A file that ends inside a row, has another form, no row, or reports filed on quite another day, is
 * refused whole: an overlooked filer would remain out of date.
 */
export function parseDailyIndex(
  bytes: Uint8Array,
  day: CalendarDate,
): Result<ReadonlySet<string>, 'not_a_daily_index'> {
  const refuse = (what: string) => fail('not_a_daily_index', `The SEC’s index of ${day} ${what}.`, { day });
  // Names of companies may be in Latin-1; none is read.
  const text = new TextDecoder('latin1').decode(bytes);
  if (!text.endsWith('\n')) return refuse('ends inside a row');
  const lines = text.split(/\r?\n/);
  const header = lines.indexOf(COLUMNS);
  if (header === -1 || !RULE.test(lines[header + 1] ?? '')) return refuse('has other columns than expected');
  const ciks = new Set<string>();
  const rows = lines.slice(header + 2).filter((line) => line !== '');
  if (rows.length === 0) return refuse('has no row');
  for (const line of rows) {
    const fields = line.split('|');
    const [number = '', , form = '', filed = ''] = fields;
    const cik = normaliseCik(number);
    const date = filed.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    if (fields.length !== FIELDS || cik === null || !isCalendarDate(date))
      return refuse('has a row of another form');
    if (!isPeriodicForm(form)) continue;
    if (Math.abs(daysBetween(date, day)) > LATE_DAYS) return refuse(`has a report filed on ${date}`);
    ciks.add(cik);
  }
  return ok(ciks);
}

import { daysBetween } from '@common/base/calendar';
import { type CsvCell, csvOf } from '@common/base/csv';
import type { UnscreenedRow, WatchedRow } from '@screener/service/watchlist/watched-row';
import { words } from '../parts/language.ts';

const COLUMNS: readonly (readonly [title: string, cell: (row: WatchedRow) => CsvCell])[] = [
  ['name', ({ name }) => name],
  ['type', ({ type }) => type],
  // What counts now is first: the verdict of an earlier day stands after it, with its day.
  ['compliance_today', ({ compliance, stale }) => (stale === null ? compliance : 'not_screenable')],
  ['as_of', ({ as_of: asOf }) => asOf],
  ['today', ({ today }) => today],
  ['stale_since', ({ stale }) => stale?.since ?? null],
  ['stale_why', ({ stale }) => stale?.why ?? null],
  ['compliance', ({ compliance }) => compliance],
  ['compliance_by_all', (row) => row.compliance_by_all],
  ['since', ({ since }) => since?.date ?? null],
  ['since_or_earlier', ({ since }) => since?.orEarlier ?? null],
  ['score', ({ compliance, score }) => (compliance === 'not_screenable' ? null : score)],
  ['purification_pct', ({ purification }) => purification.pct_of_dividends_and_gains],
  [
    'purification_low_pct',
    ({ purification }) => (purification.high_pct === null ? null : purification.low_pct),
  ],
  ['purification_high_pct', ({ purification }) => purification.high_pct],
  ['data_age_days', ({ period_end: end, today }) => (end === null ? null : daysBetween(end, today))],
  ['next_report_expected', ({ next_report_expected: next }) => next],
];

/** Writes the watchlist as a table for spreadsheets. The last column says why a ticker was not screened. */
export function watchlistCsv(rows: readonly (WatchedRow | UnscreenedRow)[]): string {
  return csvOf([
    ['symbol', ...COLUMNS.map(([title]) => title), 'error'],
    ...rows.map((row) =>
      'problem' in row
        ? [row.symbol, row.name, ...COLUMNS.slice(1).map(() => null), words().watchlist.problem(row.problem)]
        : [row.symbol, ...COLUMNS.map(([, cell]) => cell(row)), null],
    ),
  ]);
}

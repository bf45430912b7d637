import { type CsvCell, csvOf } from '@common/base/csv';
import type { WordedAnswer } from '@screener/service/use-cases/screen-ticker';
import { closestCheck } from './closest-call.ts';
import type { TickerResult } from './screening-table.ts';

const COLUMNS: readonly (readonly [title: string, cell: (answer: WordedAnswer) => CsvCell])[] = [
  ['name', ({ name }) => name],
  ['type', ({ type }) => type],
  ['exchange', ({ exchange }) => exchange],
  ['compliance', ({ compliance }) => compliance],
  ['score', ({ compliance, score }) => (compliance === 'not_screenable' ? null : score)],
  ['closest_ratio', (answer) => closestCheck(answer)?.ratio ?? null],
  ['closest_value_fraction', (answer) => closestCheck(answer)?.value ?? null],
  ['closest_limit_fraction', (answer) => closestCheck(answer)?.threshold ?? null],
  ['purification_pct', ({ purification }) => purification.pct_of_dividends_and_gains],
  [
    'purification_low_pct',
    ({ purification }) => (purification.high_pct === null ? null : purification.low_pct),
  ],
  ['purification_high_pct', ({ purification }) => purification.high_pct],
  ['purification_basis', ({ purification }) => purification.basis],
  ['amount_per_share', ({ purification }) => purification.amount_per_share],
  ['amount_per_share_low', ({ purification }) => purification.amount_per_share_low],
  ['amount_per_share_high', ({ purification }) => purification.amount_per_share_high],
  ['amount_per_share_of', ({ purification }) => purification.share_basis?.date ?? null],
  ['as_of', ({ as_of: asOf }) => asOf],
  ['today', ({ today }) => today],
  ['stale_since', ({ stale }) => stale?.since ?? null],
  ['data_age_days', ({ data_age_days: age }) => age],
  ['report_form', (answer) => reportOf(answer)?.form ?? null],
  ['report_period_end', (answer) => reportOf(answer)?.period_end ?? null],
  ['report_filed', (answer) => reportOf(answer)?.filed ?? null],
  ['report_accession', (answer) => reportOf(answer)?.accession ?? null],
  ['summary', ({ summary }) => summary],
];

/** Writes a heading and one line for each ticker (RFC 4180). An error has its own column. */
export function screeningsCsv(results: readonly TickerResult[]): string {
  const titles = ['symbol', ...COLUMNS.map(([title]) => title), 'error'];
  const lines = results.map((result) =>
    'error' in result
      ? [result.symbol, ...COLUMNS.map(() => null), `${result.error.code}: ${result.error.message}`]
      : [result.symbol, ...COLUMNS.map(([, cell]) => cell(result)), null],
  );
  return csvOf([titles, ...lines]);
}

function reportOf({ anchor, etf_look_through: fund }: WordedAnswer) {
  return anchor ?? fund?.report ?? null;
}

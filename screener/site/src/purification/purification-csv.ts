import { csvOf } from '@common/base/csv';
import type { Purification } from '@screener/service/purification/purification';
import { methodsInWords } from '@screener/words/purification';
import { face, words } from '../parts/language.ts';

const COLUMNS = [
  ...['symbol', 'name', 'state', 'currency', 'line', 'shares', 'bought', 'sold', 'year_start', 'year_end'],
  ...['days', 'days_held', 'income_low', 'income_usual', 'income_high', 'kind', 'bill_yield_pct', 'revenue'],
  ...['shares_outstanding', 'dividends', 'dividends_from'],
  ...['by_share_low', 'by_share_usual', 'by_share_high', 'by_days_low', 'by_days_usual', 'by_days_high'],
  ...['by_dividends_low', 'by_dividends_usual', 'by_dividends_high', 'form', 'accession', 'source_url'],
];

type Gives = Pick<Purification['sums'], 'by_share' | 'by_days' | 'by_dividends'>;
type GivesOrNone = { readonly [Method in keyof Gives]: Pick<Gives[Method], 'low' | 'usual' | 'high'> | null };

/** Writes a purification as a table for one’s records: a row for each fiscal year of each lot, and the sums. */
export function purificationCsv({ holdings, sums, as_of: asOf }: Purification): string {
  const { purification } = words();
  const rows = holdings.flatMap((one) => {
    const base = [one.symbol, one.name, one.state, one.currency];
    const years = one.lots.flatMap((lot) =>
      lot.years.map((year) => [
        ...base,
        ...[lot.line, lot.shares, lot.bought, lot.sold, year.start, year.end, year.days, year.days_held],
        ...[year.income_low, year.income_usual, year.income_high, year.kind, year.bill_yield_pct],
        ...[year.revenue, year.shares_outstanding],
        ...[year.dividends?.usual ?? null, year.dividends?.from ?? null],
        ...givesOf(year),
        ...[year.report.form, year.report.accession, year.report.source_url],
      ]),
    );
    return years.length > 0 ? years : [[...base, ...blank(17), ...givesOf(one)]];
  });
  return csvOf([
    COLUMNS,
    ...rows,
    [purification.inAll, null, null, 'USD', ...blank(17), ...givesOf(sums)],
    [purification.record(asOf, methodsInWords(face()))],
  ]);
}

function givesOf(gives: GivesOrNone): (number | null)[] {
  return [gives.by_share, gives.by_days, gives.by_dividends].flatMap((give) => [
    ...[give?.low ?? null, give?.usual ?? null, give?.high ?? null],
  ]);
}

function blank(count: number): null[] {
  return Array.from({ length: count }, () => null);
}

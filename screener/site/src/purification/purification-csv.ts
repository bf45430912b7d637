import { type CsvRow, csvTable } from '@common/base/csv';
import type { Purification } from '@screener/service/purification/purification';
import { methodsInWords } from '@screener/words/purification';
import { face, words } from '../parts/language.ts';

const COLUMNS = [
  ...(['symbol', 'name', 'state', 'currency', 'line', 'shares', 'bought', 'sold', 'year_start'] as const),
  ...(['year_end', 'days', 'days_held', 'income_low', 'income_usual', 'income_high', 'kind'] as const),
  ...(['bill_yield_pct', 'revenue', 'shares_outstanding', 'dividends', 'dividends_from'] as const),
  ...(['by_share_low', 'by_share_usual', 'by_share_high'] as const),
  ...(['by_days_low', 'by_days_usual', 'by_days_high'] as const),
  ...(['by_dividends_low', 'by_dividends_usual', 'by_dividends_high'] as const),
  ...(['form', 'accession', 'source_url', 'note'] as const),
] as const;
type Row = CsvRow<(typeof COLUMNS)[number]>;
type Holding = Purification['holdings'][number];

type Gives = Pick<Purification['sums'], 'by_share' | 'by_days' | 'by_dividends'>;
type GivesOrNone = { readonly [Method in keyof Gives]: Pick<Gives[Method], 'low' | 'usual' | 'high'> | null };

/** Writes a purification as a table for one’s records: a row for each fiscal year of each lot, and the sums. */
export function purificationCsv({ holdings, sums, as_of: asOf }: Purification): string {
  const { purification } = words();
  return csvTable(COLUMNS, [
    ...holdings.flatMap(rowsOf),
    { symbol: purification.inAll, currency: 'USD', ...givesOf(sums) },
    { note: purification.record(asOf, methodsInWords(face())) },
  ]);
}

function rowsOf(holding: Holding): readonly Row[] {
  const { symbol, name, state, currency } = holding;
  const base = { symbol, name, state, currency };
  const years = holding.lots.flatMap(({ line, shares, bought, sold, years: ofLot }) =>
    ofLot.map((year) => ({ ...base, line, shares, bought, sold, ...yearOf(year) })),
  );
  return years.length > 0 ? years : [{ ...base, ...givesOf(holding) }];
}

function yearOf(year: Holding['lots'][number]['years'][number]): Row {
  const { start, end, days, days_held, income_low, income_usual, income_high, kind, report } = year;
  const { bill_yield_pct, revenue, shares_outstanding, dividends } = year;
  return {
    ...{ year_start: start, year_end: end, days, days_held, income_low, income_usual, income_high, kind },
    ...{ bill_yield_pct, revenue, shares_outstanding, dividends: dividends?.usual ?? null },
    ...{ dividends_from: dividends?.from ?? null, ...givesOf(year) },
    ...{ form: report.form, accession: report.accession, source_url: report.source_url },
  };
}

function givesOf({ by_share: share, by_days: days, by_dividends: dividends }: GivesOrNone): Row {
  return {
    ...{ by_share_low: share?.low ?? null, by_share_usual: share?.usual ?? null },
    ...{ by_share_high: share?.high ?? null, by_days_low: days?.low ?? null },
    ...{ by_days_usual: days?.usual ?? null, by_days_high: days?.high ?? null },
    ...{ by_dividends_low: dividends?.low ?? null, by_dividends_usual: dividends?.usual ?? null },
    by_dividends_high: dividends?.high ?? null,
  };
}

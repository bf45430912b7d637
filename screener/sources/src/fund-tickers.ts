import type { FundClassRow } from './company-tickers.ts';

/**
 * The tickers in `company_tickers_mf` that name one fund. A ticker of classes in two series is left out: the list does
 * not say which is meant. Of several classes of one series the first is kept, because all of them have the same
 * holdings.
 */
export function fundsByTicker(rows: readonly FundClassRow[]): ReadonlyMap<string, FundClassRow> {
  const funds = new Map<string, FundClassRow>();
  const ambiguous = new Set<string>();
  for (const row of rows) {
    const known = funds.get(row.symbol);
    if (known === undefined) funds.set(row.symbol, row);
    else if (known.seriesId !== row.seriesId) ambiguous.add(row.symbol);
  }
  for (const symbol of ambiguous) funds.delete(symbol);
  return funds;
}

import type { FundClassRow } from './company-tickers.ts';

/**
 * Of `company_tickers_mf` the tickers that name one fund. A ticker that stands for classes of two series is left
 * out: which of them is meant nobody can say from the list. Of several classes of one series the first is kept,
 * since all of them have the same holdings.
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

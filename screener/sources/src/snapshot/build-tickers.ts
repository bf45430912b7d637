import { basename } from 'node:path';
import { ok, type Result } from '@common/base/result';
import { parseCompanyTickers, type TickerRow } from '../company-tickers.ts';
import { readMaybeGzipped } from '../maybe-gzipped.ts';
import type { Filers } from './build-filers.ts';
import { type BuildRefusal, refused } from './refusal.ts';
import type { SnapshotFiler, SnapshotSource, SnapshotTicker } from './snapshot.ts';
import { sourceOf } from './source-file.ts';

/** The data of an exchange's listing about a symbol. */
export interface ListedSymbol {
  readonly symbol: string;
  readonly exchange: string | null;
  readonly sector: string | null;
}

/**
 * The tickers of the lists, newest first: a filer keeps the tickers of the first list that has it. The directory of
 * filers comes after the first list, which is as new and has all share classes.
 */
export async function readTickers(
  paths: readonly string[],
  filers: Filers,
  sources: SnapshotSource[],
): Promise<Result<readonly TickerRow[], BuildRefusal>> {
  const lists: (readonly TickerRow[])[] = [];
  for (const path of paths) {
    const bytes = await readMaybeGzipped(path);
    const parsed = parseCompanyTickers(bytes);
    if (!parsed.ok) return refused(`${basename(path)}: ${parsed.error.message}`);
    lists.push(parsed.value);
    sources.push(sourceOf('tickers', basename(path), bytes));
  }
  const [newest = [], ...older] = lists;
  return ok(mergeLists([newest, [...filers.directory.values()], ...older], filers));
}

function mergeLists(lists: readonly (readonly TickerRow[])[], filers: Filers): readonly TickerRow[] {
  const bySymbol = new Map<string, TickerRow>();
  const ciks = new Set<string>();
  for (const list of lists) {
    const known = new Set(ciks);
    for (const row of list) {
      const { symbol, cik } = row;
      const listed = bySymbol.get(symbol);
      if (listed?.cik === cik && listed.exchange === null)
        bySymbol.set(symbol, { ...listed, exchange: row.exchange });
      // An older list may name a ticker that another filer has since taken, or a filer that has changed its ticker.
      if (listed !== undefined || known.has(cik)) continue;
      const exchange = row.exchange ?? exchangeInSubmissions(row, filers);
      bySymbol.set(symbol, { symbol, cik, name: row.name, exchange });
      ciks.add(cik);
    }
  }
  return [...bySymbol.values()];
}

function exchangeInSubmissions({ symbol, cik }: TickerRow, { submissions }: Filers): string | null {
  const filer = submissions.get(cik);
  const at = filer?.tickers.indexOf(symbol) ?? -1;
  return filer?.exchanges[at] ?? null;
}

/** Filers with facts that no list names: they are reached by their CIK. */
export function unlisted(
  companies: readonly SnapshotFiler[],
  listed: readonly TickerRow[],
): readonly TickerRow[] {
  const ciks = new Set(listed.map((ticker) => ticker.cik));
  return companies
    .filter((company) => !ciks.has(company.cik))
    .map(({ cik, name }) => ({ symbol: `CIK${cik}`, cik, name, exchange: null }));
}

/** Tickers with their sector; the exchange's own listing, the newest source, says where they are listed. */
export function withListing(
  tickers: readonly TickerRow[],
  listed: readonly ListedSymbol[],
): readonly SnapshotTicker[] {
  const bySymbol = new Map(listed.map((row) => [row.symbol, row]));
  return tickers
    .map((ticker) => {
      const row = bySymbol.get(ticker.symbol);
      return { ...ticker, exchange: row?.exchange ?? ticker.exchange, sector: row?.sector ?? null };
    })
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

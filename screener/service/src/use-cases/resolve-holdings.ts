import { kindOf } from '@screener/engine/funds/asset-buckets';
import type { FundReport } from '@screener/engine/funds/fund-report';
import {
  type ListingIndex,
  type ListingRef,
  type Resolution,
  resolveHolding,
} from '@screener/engine/funds/resolve-holding';
import { type SecurityIds, securityIdsOf } from '@screener/engine/funds/security-ids';
import { normaliseName } from '@screener/engine/names/normalise-name';
import type { FundStore } from '../store/store.ts';
import type { NameIndex } from './fund-memo.ts';

/**
 * Finds the listing behind each equity of a report, in the order of its holdings; null for a holding that is
 * not an equity. Reads identifiers and listings once for all holdings; the caller keeps the index of names.
 */
export async function resolveHoldings(
  funds: FundStore,
  report: FundReport,
  readNames: () => Promise<NameIndex>,
): Promise<readonly (Resolution | null)[]> {
  const ids = report.holdings.map((holding) =>
    kindOf(holding) === 'equity' ? securityIdsOf(holding) : null,
  );
  const index = await indexFor(
    funds,
    ids.filter((one) => one !== null),
    await readNames(),
  );
  return report.holdings.map((holding, place) => {
    const known = ids[place];
    return known == null ? null : resolveHolding(holding, index, known);
  });
}

async function indexFor(
  funds: FundStore,
  ids: readonly SecurityIds[],
  byName: NameIndex,
): Promise<ListingIndex> {
  const wanted = new Set(ids.flatMap(({ isin, isinCusip, cusip }) => [isin, isinCusip, cusip]));
  const numbers = await funds.securityNumbers([...wanted].filter((value) => value !== null));
  const symbols = new Set([...ids.flatMap(({ tickers }) => tickers), ...numbers.map(({ symbol }) => symbol)]);
  const listings = await funds.listingsOf([...symbols]);
  const bySymbol = new Map<string, ListingRef>(
    listings.map(({ symbol, cik, name }) => [symbol, { symbol, cik, name }]),
  );
  const nameOf = new Map<string, string>();
  for (const { name } of bySymbol.values()) nameOf.set(name, normaliseName(name));
  const byNumber = Map.groupBy(numbers, ({ number }) => number);
  return {
    ofTicker: (symbol) => bySymbol.get(symbol) ?? null,
    ofIdentifier: (value) => (byNumber.get(value) ?? []).flatMap(({ symbol }) => bySymbol.get(symbol) ?? []),
    ofName: (name) => byName.get(name) ?? [],
    nameOf: ({ name }) => nameOf.get(name) ?? normaliseName(name),
  };
}

import { kindOf } from '@screener/engine/funds/asset-buckets';
import type { FundReport } from '@screener/engine/funds/fund-report';
import { type ListingIndex, type ListingRef, resolveHolding } from '@screener/engine/funds/resolve-holding';
import { cusipInIsin, securityIdsOf, usableCusip, usableIsin } from '@screener/engine/funds/security-ids';
import { normaliseName } from '@screener/engine/names/normalise-name';
import type { SecurityNumber } from '@screener/sources/snapshot/symbols';

/** The first characters of a CUSIP name its issuer; the rest names one of its securities. */
const ISSUER_CHARACTERS = 6;

/**
 * Returns the numbers of the shares that funds hold, with the ticker of each, ordered by number. The CUSIP inside a US
 * or Canadian ISIN stands for both. A number that leads to two companies leads to none.
 */
export function securityNumbers(
  reports: readonly FundReport[],
  listings: readonly ListingRef[],
): readonly SecurityNumber[] {
  const index = indexOf(listings);
  const found = new Map<string, ListingRef | null>();
  for (const holding of reports.flatMap(({ holdings }) => holdings)) {
    if (kindOf(holding) !== 'equity') continue;
    const ids = securityIdsOf(holding);
    const resolution = resolveHolding(holding, index, ids);
    const number = ids.isinCusip ?? ids.isin ?? ids.cusip;
    if (number === null || resolution.method === null) continue;
    const known = found.get(number);
    const isOther = known !== undefined && known?.cik !== resolution.listing.cik;
    found.set(number, isOther ? null : (known ?? resolution.listing));
  }
  return [...found]
    .flatMap(([number, listing]) => (listing === null ? [] : [{ number, symbol: listing.symbol }]))
    .sort((a, b) => (a.number < b.number ? -1 : 1));
}

function indexOf(listings: readonly ListingRef[]): ListingIndex {
  const bySymbol = new Map(listings.map((listing) => [listing.symbol, listing]));
  const byName = Map.groupBy(listings, ({ name }) => normaliseName(name));
  return {
    ofTicker: (symbol) => bySymbol.get(symbol) ?? null,
    ofIdentifier: () => [],
    ofName: (name) => byName.get(name) ?? [],
    nameOf: ({ name }) => normaliseName(name),
  };
}

/** Finds tickers by the number of a security. */
export interface NumberIndex {
  /** Returns the ticker of an ISIN or CUSIP, or of its issuer; null if neither is known, or it is not a number. */
  symbolOf(text: string): string | null;
}

export function indexNumbers(numbers: readonly SecurityNumber[]): NumberIndex {
  const byNumber = new Map(numbers.map(({ number, symbol }) => [number, symbol]));
  const byIssuer = new Map<string, string>();
  for (const { number, symbol } of numbers) {
    const issuer = number.slice(0, ISSUER_CHARACTERS);
    // Only the first security of an issuer counts: which of its others is meant is not known.
    if (usableCusip(number) !== null && !byIssuer.has(issuer)) byIssuer.set(issuer, symbol);
  }
  return {
    symbolOf(text) {
      const isin = usableIsin(text);
      const cusip = isin === null ? usableCusip(text) : cusipInIsin(isin);
      const known = byNumber.get(cusip ?? '') ?? byNumber.get(isin ?? '');
      return known ?? byIssuer.get(cusip?.slice(0, ISSUER_CHARACTERS) ?? '') ?? null;
    },
  };
}

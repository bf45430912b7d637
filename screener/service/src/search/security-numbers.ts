import { isCommonStock } from '@screener/engine/concepts/market-cap';
import { kindOf } from '@screener/engine/funds/asset-buckets';
import type { FundHolding, FundReport } from '@screener/engine/funds/fund-report';
import { type ListingIndex, type ListingRef, resolveHolding } from '@screener/engine/funds/resolve-holding';
import { cusipInIsin, securityIdsOf, usableCusip, usableIsin } from '@screener/engine/funds/security-ids';
import { normaliseName } from '@screener/engine/names/normalise-name';
import type { SecurityNumber } from '@screener/sources/snapshot/symbols';

/** The first characters of a CUSIP name its issuer; the rest names one of its securities. */
const ISSUER_CHARACTERS = 6;

/**
 * Returns the numbers of the shares that funds hold, with the ticker of each, ordered by number. The CUSIP inside a US
 * or Canadian ISIN stands for both. A number that leads to two companies leads to none. A filed ticker counts before a
 * name: a company with several classes of shares has one name, and then the title of the security says which, or nothing.
 */
export function securityNumbers(
  reports: readonly FundReport[],
  listings: readonly ListingRef[],
): readonly SecurityNumber[] {
  const index = indexOf(listings);
  const found = new Map<string, ListingRef | null>();
  const add = (number: string, listing: ListingRef) => {
    const known = found.get(number);
    const isOther = known !== undefined && known?.cik !== listing.cik;
    found.set(number, isOther ? null : (known ?? listing));
  };
  const classes = Map.groupBy(
    listings.filter(({ symbol }) => isCommonStock(symbol)),
    ({ cik }) => cik,
  );
  const byName: (readonly [number: string, listing: ListingRef])[] = [];
  for (const holding of reports.flatMap(({ holdings }) => holdings)) {
    if (kindOf(holding) !== 'equity') continue;
    const ids = securityIdsOf(holding);
    const resolution = resolveHolding(holding, index, ids);
    const number = ids.isinCusip ?? ids.isin ?? ids.cusip;
    if (number === null || resolution.method === null) continue;
    const { listing } = resolution;
    if (resolution.method === 'ticker') add(number, listing);
    else byName.push([number, ofClass(holding, listing, classes.get(listing.cik) ?? [])]);
  }
  for (const [number, listing] of byName) add(number, listing);
  return [...found]
    .flatMap(([number, listing]) => (listing === null ? [] : [{ number, symbol: listing.symbol }]))
    .sort((a, b) => (a.number < b.number ? -1 : 1));
}

/** The class of shares at the end of a title: `BERKSHIRE HATH-B`, `NEWS CORP-CL A`, `FOX CORP - B`. */
const CLASS = /[\s-](?:cl(?:ass)?\.?\s*)?([A-C])$/i;

/**
 * Returns the listing of the class that a holding's title names: the ticker that ends with its letter (BRK-B, FOXA), else
 * the only one that ends with no class (LEN beside LEN-B, FOX beside FOXA). `listing` where the title names none.
 */
function ofClass({ title }: FundHolding, listing: ListingRef, classes: readonly ListingRef[]): ListingRef {
  const letter = CLASS.exec(title ?? '')?.[1]?.toUpperCase();
  if (letter === undefined || classes.length < 2) return listing;
  const roots = new Set(classes.map(({ symbol }) => symbol));
  const classOf = ({ symbol }: ListingRef) => {
    const [, root = '', end = ''] = /^(.+?)-?([A-C])$/.exec(symbol) ?? [];
    return symbol.includes('-') || roots.has(root) ? end : '';
  };
  const plain = classes.filter((one) => classOf(one) === '');
  return (
    classes.find((one) => classOf(one) === letter) ?? (plain.length === 1 ? plain[0] : undefined) ?? listing
  );
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

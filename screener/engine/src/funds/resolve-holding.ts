import type { FundHolding } from './fund-report.ts';
import { type SecurityIds, securityIdsOf } from './security-ids.ts';

/** A ticker of the SEC's list and the filer behind it. */
export interface ListingRef {
  readonly symbol: string;
  readonly cik: string;
  readonly name: string;
}

/** The lookups, for all holdings of a fund at once. */
export interface ListingIndex {
  ofTicker(symbol: string): ListingRef | null;
  /** Listings that other reports name together with this ISIN or CUSIP. */
  ofIdentifier(value: string): readonly ListingRef[];
  /** Listings of that normalised name. */
  ofName(name: string): readonly ListingRef[];
  /** The normalised name of a listing. */
  nameOf(listing: ListingRef): string;
}

/** The methods in order. The first that finds a listing counts. */
export const RESOLUTION_METHODS = ['ticker', 'isin', 'cusip', 'name'] as const;
type ResolutionMethod = (typeof RESOLUTION_METHODS)[number];

export type Resolution =
  | {
      readonly method: ResolutionMethod;
      /** The ticker, ISIN, CUSIP or normalised name that led there. */
      readonly matched: string;
      readonly listing: ListingRef;
    }
  | { readonly method: null; readonly reason: string };

/**
 * The listing that a holding is a share of: by ticker; by the ISIN, or the CUSIP inside it; by CUSIP; by the exact
 * normalised name. An identifier of two companies resolves to neither.
 */
export function resolveHolding(
  holding: FundHolding,
  index: ListingIndex,
  ids = securityIdsOf(holding),
): Resolution {
  const byTicker = resolveTicker(holding, ids, index);
  if (byTicker !== null) return byTicker;
  const rungs: readonly (readonly [ResolutionMethod, readonly (string | null)[]])[] = [
    ['isin', [ids.isin, ids.isinCusip]],
    ['cusip', [ids.cusip]],
  ];
  for (const [method, values] of rungs) {
    for (const value of values) {
      const listing = value === null ? null : onlyOne(index.ofIdentifier(value));
      if (value !== null && listing !== null) return { method, matched: value, listing };
    }
  }
  for (const name of ids.names) {
    const listing = onlyOne(index.ofName(name));
    if (listing !== null) return { method: 'name', matched: name, listing };
  }
  return { method: null, reason: whyUnresolved(ids, index) };
}

/**
 * A filed ticker may be from another country's exchange. It is trusted for a security that trades in dollars and has a
 * US identifier, or where the company's name agrees.
 */
function resolveTicker(holding: FundHolding, ids: SecurityIds, index: ListingIndex): Resolution | null {
  const isUs = holding.currency === 'USD' && hasUsNumber(ids);
  for (const [place, ticker] of ids.tickers.entries()) {
    const listing = index.ofTicker(ticker);
    if (listing === null) continue;
    const agrees = ids.names.includes(index.nameOf(listing));
    // If we inserted the separator ourselves, the name must agree.
    if (agrees || (isUs && place === 0)) return { method: 'ticker', matched: ticker, listing };
  }
  return null;
}

/**
 * A company of Curaçao or Panama that lists its shares in New York only (SLB, CCL) has a foreign ISIN, but a US CUSIP. A
 * CUSIP that begins with a letter is from another country (CINS); one of a Canadian ISIN is Canada's, which numbers by
 * CUSIP itself. Without any identifier, nothing says US.
 */
function hasUsNumber({ isin, isinCusip, cusip }: SecurityIds): boolean {
  if (isin?.startsWith('US')) return true;
  const isCanadian = isin !== null && isinCusip !== null;
  return !isCanadian && /^\d/.test(cusip ?? '');
}

/** The plainest ticker of one filer's several share classes; null where there are several filers, or none. */
function onlyOne(listings: readonly ListingRef[]): ListingRef | null {
  const [first, ...rest] = listings;
  if (first === undefined || rest.some((other) => other.cik !== first.cik)) return null;
  return rest.reduce((best, other) => (isPlainer(other.symbol, best.symbol) ? other : best), first);
}

function isPlainer(a: string, b: string): boolean {
  return a.length !== b.length ? a.length < b.length : a < b;
}

function whyUnresolved(ids: SecurityIds, index: ListingIndex): string {
  const { tickers, isin, cusip, names } = ids;
  if (tickers.length === 0 && isin === null && cusip === null && names.length === 0) {
    return 'the filing gives no usable identifier and no name';
  }
  const ambiguous = names.some((name) => index.ofName(name).length > 1);
  if (ambiguous) return 'several filers have this name, and no identifier singles one out';
  return 'no identifier and no exact name leads to a company on the SEC’s list of tickers';
}

/** An ISIN or CUSIP that a report gives together with a ticker: lets reports without tickers find the listing. */
interface LearnedId {
  readonly value: string;
  readonly symbol: string;
}

/** What a report adds: the ISIN and CUSIP of each holding that its filed ticker resolves. */
export function learnedIds(
  holdings: readonly FundHolding[],
  resolutions: readonly (Resolution | null)[],
): readonly LearnedId[] {
  const learned = new Map<string, LearnedId>();
  for (const [place, holding] of holdings.entries()) {
    const resolution = resolutions[place];
    if (resolution?.method !== 'ticker') continue;
    const { symbol } = resolution.listing;
    const { isin, isinCusip, cusip } = securityIdsOf(holding);
    for (const value of [isin, isinCusip, cusip]) {
      if (value !== null) learned.set(`${value} ${symbol}`, { value, symbol });
    }
  }
  return [...learned.values()];
}

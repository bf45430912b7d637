import { fail, ok, type Result } from '@common/base/result';
import { BUCKETS, type Bucket } from '@screener/engine/funds/asset-buckets';
import type { EtfLookThrough, HoldingAnswer } from '@screener/engine/funds/fund-screening';
import { words } from '../parts/language.ts';

/** Rows of a fund's holdings on one page. */
export const HOLDINGS_ROWS = 50;

/** The query of the list of holdings, as the address has it. */
export interface AskedHoldings {
  /** One of the buckets; absent for all holdings. */
  readonly verdict?: string | undefined;
  /** The page, counted from 1. */
  readonly page?: string | undefined;
}

export interface HoldingsListing {
  /** Null for all holdings. */
  readonly bucket: Bucket | null;
  /** The page, counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly HoldingAnswer[];
  /** The place of the first row, from 1. */
  readonly first: number;
  /** The number of holdings in the bucket. */
  readonly total: number;
}

/** Returns a page of a fund's holdings, largest first, of all of them or of one bucket. */
export function listHoldings(
  { holdings }: Pick<EtfLookThrough, 'holdings'>,
  { verdict, page }: AskedHoldings,
): Result<HoldingsListing, 'invalid_holdings'> {
  const { verdictOneOf, pageFrom } = words().report.holdings;
  const bucket = BUCKETS.find((known) => known === verdict) ?? null;
  if (verdict !== undefined && bucket === null) {
    return fail('invalid_holdings', verdictOneOf(BUCKETS.join(', ')));
  }
  const found = bucket === null ? holdings : holdings.filter((holding) => holding.bucket === bucket);
  const pages = Math.max(1, Math.ceil(found.length / HOLDINGS_ROWS));
  const wanted = page === undefined ? 1 : /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 0;
  if (wanted < 1 || wanted > pages) {
    return fail('invalid_holdings', pageFrom(pages));
  }
  const start = (wanted - 1) * HOLDINGS_ROWS;
  const rows = found.slice(start, start + HOLDINGS_ROWS);
  return ok({ bucket, page: wanted, pages, rows, first: start + 1, total: found.length });
}

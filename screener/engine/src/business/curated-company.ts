/**
 * Companies whose SIC code is too coarse, or differs from the business in their own annual report. A `pass`
 * settles only a case that a code leaves to review.
 *
 * INVARIANT: an entry belongs to the filer, by CIK, so that it covers each of its share classes and no later
 * company under the same ticker.
 */
export interface CuratedCompany {
  /** The id of a line of `ACTIVITY_LINES`. */
  readonly line: string;
  readonly status: 'fail' | 'review' | 'pass';
  /** One of its tickers in the SEC's spelling: a name for people. */
  readonly ticker: string;
  readonly cik: string;
  /** What the company does, in words that fit it. */
  readonly note: string;
  /** The annual report (10-K) that describes the business; null if it is a 20-F, or if none was available. */
  readonly accession: string | null;
}

type Row = readonly [ticker: string, cik: string, accession: string | null, note: string];

/** Companies of one line of business, all with the same status. */
export function companies(
  line: string,
  status: CuratedCompany['status'],
  rows: readonly Row[],
): readonly CuratedCompany[] {
  return rows.map(([ticker, cik, accession, note]) => ({ line, status, ticker, cik, accession, note }));
}

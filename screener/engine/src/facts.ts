import type { CalendarDate } from '@common/base/calendar';

/**
 * One filed XBRL fact. The form and filing date are those of its report, found by `accession`.
 * `unit` is the SEC's own key: `USD`, `shares`, `USD/shares`, `TWD`. An instant has `start: null`.
 */
export interface Fact {
  /** Qualified tag, such as `us-gaap:Assets`, `ifrs-full:Revenue`, `dei:EntityCommonStockSharesOutstanding`. */
  readonly tag: string;
  readonly unit: string;
  readonly start: CalendarDate | null;
  readonly end: CalendarDate;
  readonly value: number;
  readonly accession: string;
}

/**
 * One periodic report (10-K, 10-Q, 20-F, 40-F, 6-K, transition reports and amendments), described from the report as a
 * whole when the file is read, so that no single fact, present or missing, can change the description.
 */
export interface Report {
  readonly accession: string;
  /** The form as the SEC names it: `10-K`, `10-Q/A`, ... */
  readonly form: string;
  readonly filed: CalendarDate;
  /** The latest date at which at least a quarter as many facts end as at the report's most common date. */
  readonly periodEnd: CalendarDate;
  /** ISO currency of most of the report's amounts, whatever their date; null when there is none. */
  readonly currency: string | null;
  /** How many facts the report gives at `periodEnd`: distinguishes a full report from a partial amendment. */
  readonly factCount: number;
}

/**
 * The content of the SEC's `companyfacts` file of one filer, reduced to periodic reports and screened tags.
 */
export interface CompanyFacts {
  /** Ten digits, zero-padded. */
  readonly cik: string;
  readonly name: string;
  /** Ordered by `filed`, then `accession`. */
  readonly reports: readonly Report[];
  /** Ordered by tag, unit, end, start, accession. */
  readonly facts: readonly Fact[];
}

/** One close of one ticker, unadjusted, in the currency it trades in. */
export interface MarketQuote {
  readonly symbol: string;
  readonly date: CalendarDate;
  readonly close: number;
  readonly currency: string;
  /** The whole company's market capitalisation as the source gives it; null when it gives none. */
  readonly marketCap: number | null;
  /** The source of the figure: a name that a reader can look up. */
  readonly source: string;
}

/** The company behind the ticker, from the SEC's own lists. */
export interface CompanyProfile {
  readonly cik: string;
  readonly symbol: string;
  readonly name: string;
  /** Four digits, or null where neither source gives one. */
  readonly sic: string | null;
  readonly sicDescription: string | null;
  /** The source of `sic`: `submissions` or `financial-statement-data-sets 2010q2`. */
  readonly sicSource: string | null;
  readonly exchange: string | null;
  /** The sector as the source of the listing names it; absent or null if it names none. */
  readonly sector?: string | null;
}

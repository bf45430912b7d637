import type { CalendarDate } from '@common/base/calendar';
import type { CompanyProfile, MarketQuote } from '@screener/engine/facts';
import type { ScreeningChanges } from '@screener/engine/history/changes';
import type { DatedScreening } from '@screener/engine/history/dated-screening';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';

/** Where facts came from. */
export type DataSource = 'snapshot' | 'sec_bulk' | 'sec_live';

/** A ticker and the filer behind it. Several tickers may share a filer (GOOG, GOOGL). */
export interface Listing extends CompanyProfile {
  /** The newest filing date among the facts at hand; null where there are none. */
  readonly factsThrough: CalendarDate | null;
}

/** A filer as an import gives it. `facts` is the encoded form of `@screener/edgar/companyfacts/encode`. */
export interface CompanyRecord {
  readonly cik: string;
  readonly name: string;
  readonly facts: Uint8Array;
  /** SHA-256 of `facts`, lowercase hex. */
  readonly factsHash: string;
  readonly factsThrough: CalendarDate | null;
}

export interface CompanyDetails {
  readonly cik: string;
  readonly name: string;
  readonly sic: string | null;
  readonly sicDescription: string | null;
  readonly sicSource: string | null;
}

export interface TickerRecord {
  readonly symbol: string;
  readonly cik: string;
  readonly name: string;
  readonly exchange: string | null;
}

/** One dated screening that differs from the one before it. */
export interface StoredScreening {
  readonly symbol: string;
  readonly rules: RuleSetId;
  readonly asOf: CalendarDate;
  /** SHA-256 of the screening's fingerprint, lowercase hex: tells two screenings of one day apart. */
  readonly fingerprint: string;
  /** When it was kept, in milliseconds since the epoch; 0 for `backfill`. */
  readonly recordedAt: number;
  readonly screening: DatedScreening;
  /** Null for the first of its ticker and rule set. */
  readonly changes: ScreeningChanges | null;
  /** `backfill` was computed later from what was filed by then; `live` on the day. */
  readonly origin: 'backfill' | 'live';
}

/** A ticker of a fund: a class of shares of one series. */
export interface FundClassRecord {
  readonly symbol: string;
  /** The series id, or `CIK##########` of a registrant without series. */
  readonly fund: string;
  readonly classId: string;
  readonly cik: string;
}

/** A fund's report as an import gives it. */
export interface FundReportRecord {
  readonly fund: string;
  readonly periodEnd: CalendarDate;
  /** SHA-256 of the content before compression, lowercase hex. */
  readonly contentHash: string;
  /** These three are null where the document came without its filing. */
  readonly filed: CalendarDate | null;
  readonly accession: string | null;
  readonly sourceUrl: string | null;
  /** What the document itself says: the encoded form of `@screener/edgar/nport/encode`. */
  readonly content: Uint8Array;
}

/** An ISIN or CUSIP that a report gives beside a ticker. */
interface SecurityNumber {
  readonly number: string;
  readonly symbol: string;
}

/** What the store keeps of funds, and the reads by many keys that a look-through needs. */
export interface FundStore {
  findFund(symbol: string): Promise<FundClassRecord | null>;
  saveFundClasses(classes: readonly FundClassRecord[]): Promise<void>;
  /** Of the reports with period end, and filing date where it is known, at or before `asOf`: the newest. */
  newestFundReport(fund: string, asOf: CalendarDate): Promise<FundReportRecord | null>;
  /** A report that is there already keeps its filing, and gets it where it had none. True: something changed. */
  saveFundReport(report: FundReportRecord): Promise<boolean>;
  saveSecurityNumbers(numbers: readonly SecurityNumber[]): Promise<void>;
  securityNumbers(numbers: readonly string[]): Promise<readonly SecurityNumber[]>;
  listingsOf(symbols: readonly string[]): Promise<readonly Listing[]>;
  /** Every listing under the names of the SEC's lists and of its filer's facts. */
  listingNames(): Promise<readonly ListingName[]>;
  factsOf(ciks: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  quotesOf(symbols: readonly string[]): Promise<ReadonlyMap<string, readonly MarketQuote[]>>;
}

export interface ListingName {
  readonly symbol: string;
  readonly cik: string;
  readonly names: readonly string[];
}

/** What became of one entry of an import. */
export interface ImportEntry {
  readonly name: string;
  readonly outcome: 'imported' | 'unchanged' | 'superseded' | 'refused';
  readonly message: string | null;
  /** Present when the outcome may be an import: whether it is, the store decides. */
  readonly company: CompanyRecord | null;
}

export interface ImportCounts {
  readonly imported: number;
  readonly unchanged: number;
  readonly superseded: number;
  readonly refused: number;
}

/**
 * Where the screener keeps what it knows. All dates are `YYYY-MM-DD`; symbols are in the SEC's spelling (BRK-B).
 * Every write is one transaction: after a crash it is there whole or not at all.
 */
export interface ScreenerStore {
  readonly funds: FundStore;

  /** Rises with every write that can change an answer; a write that leaves all rows as they were does not raise it. */
  generation(): Promise<number>;

  findListing(symbol: string): Promise<Listing | null>;
  /** Listings whose filer has facts, ordered by symbol, after `after`. */
  listingsWithFacts(after: string | null, limit: number): Promise<readonly Listing[]>;
  countListings(): Promise<{ readonly listings: number; readonly companies: number }>;
  facts(cik: string): Promise<Uint8Array | null>;
  quotes(symbol: string): Promise<readonly MarketQuote[]>;

  saveCompanies(companies: readonly CompanyRecord[]): Promise<void>;
  saveDetails(details: readonly CompanyDetails[]): Promise<void>;
  saveTickers(tickers: readonly TickerRecord[]): Promise<void>;
  /** Replaces the ticker's quotes. */
  saveQuotes(quotes: ReadonlyMap<string, readonly MarketQuote[]>): Promise<void>;

  /** Names of the entries that an import of `source` has dealt with. */
  importedEntries(source: string): Promise<ReadonlySet<string>>;
  /** Companies and the record of their entries, together. Facts older than those at hand are `superseded`. */
  saveImportBatch(source: string, entries: readonly ImportEntry[]): Promise<ImportCounts>;
  importCounts(source: string): Promise<ImportCounts>;

  /** The last screening kept at or before `asOf`. */
  latestScreening(symbol: string, rules: RuleSetId, asOf: CalendarDate): Promise<StoredScreening | null>;
  /** Newest first. */
  screenings(symbol: string, rules: RuleSetId, limit: number): Promise<readonly StoredScreening[]>;
  /** Keeps screenings; one that is there already (symbol, rules, date, fingerprint) stays. Returns how many are new. */
  saveScreenings(screenings: readonly StoredScreening[]): Promise<number>;
  /** Replaces the backfilled history of a ticker and rule set. */
  replaceBackfill(symbol: string, rules: RuleSetId, screenings: readonly StoredScreening[]): Promise<void>;

  /** When the SEC was last asked for the filer's facts, in milliseconds since the epoch; null if never. */
  factsCheckedAt(cik: string): Promise<number | null>;
  saveFactsCheckedAt(cik: string, at: number): Promise<void>;

  setting(name: string): Promise<string | null>;
  saveSetting(name: string, value: string): Promise<void>;
}

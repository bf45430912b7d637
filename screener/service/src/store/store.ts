import type { CalendarDate } from '@common/base/calendar';
import type { CompanyProfile, MarketQuote } from '@screener/engine/facts';
import type { ScreeningChanges } from '@screener/engine/history/changes';
import type { DatedScreening } from '@screener/engine/history/dated-screening';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { RateSeries } from '@screener/engine/rates/rate-series';
import { choice } from '@screener/engine/schema-parts';
import type { EncodedRates } from '@screener/sources/snapshot/snapshot';
import type { Static } from 'typebox';
import type { SearchStore } from './search.store.ts';

export const DataSource = choice(
  ['snapshot', 'sec_bulk', 'sec_live'],
  'Where the facts came from: the embedded snapshot, the SEC’s bulk file, or the SEC on request',
);
export type DataSource = Static<typeof DataSource>;

/** A ticker and the filer behind it. Several tickers may share a filer (GOOG, GOOGL). */
export interface Listing extends CompanyProfile {
  /** The sector in the words of the exchange's listing; null if none is known. */
  readonly sector: string | null;
  /** The newest filing date among the stored facts; null if there are none. */
  readonly factsThrough: CalendarDate | null;
  /** The day through which the facts are known to be complete; null if only their filing dates are known. */
  readonly completeThrough: CalendarDate | null;
}

/** A filer as imported. `facts` is the encoded form of `@screener/sources/companyfacts/encode`. */
export interface CompanyRecord {
  readonly cik: string;
  readonly name: string;
  readonly facts: Uint8Array;
  /** SHA-256 of `facts`, lowercase hex. */
  readonly factsHash: string;
  readonly factsThrough: CalendarDate | null;
  /** The day through which the facts are known to be complete, if that is known. */
  readonly completeThrough?: CalendarDate | null;
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
  /**
   * Null if the list does not give it. A stored exchange then stays, as long as the ticker is this filer's.
   */
  readonly exchange: string | null;
  /** Null or absent if the list does not give it, as for `exchange`. */
  readonly sector?: string | null;
}

export const Origin = choice(
  ['backfill', 'live'],
  'backfill: computed later, from what was filed by then; live: when it was asked for',
);

/** The place of a screening in its ticker's history. */
export type ScreeningPlace = Pick<StoredScreening, 'asOf' | 'recordedAt' | 'fingerprint'>;

/** One dated screening that differs from the one before it. */
export interface StoredScreening {
  readonly symbol: string;
  readonly rules: RuleSetId;
  readonly asOf: CalendarDate;
  /** SHA-256 of the screening's fingerprint, lowercase hex; distinguishes two screenings of one day. */
  readonly fingerprint: string;
  /** When the screening was stored, in milliseconds since the epoch; 0 for `backfill`. */
  readonly recordedAt: number;
  readonly screening: DatedScreening;
  /** Null for the first screening of its ticker and rule set. */
  readonly changes: ScreeningChanges | null;
  readonly origin: Static<typeof Origin>;
}

/** The backfilled history of a ticker under a rule set. */
export interface BackfilledHistory {
  readonly symbol: string;
  readonly rules: RuleSetId;
  readonly screenings: readonly StoredScreening[];
}

/** A ticker of a fund: a class of shares of one series. */
export interface FundClassRecord {
  readonly symbol: string;
  /** The series id, or `CIK##########` of a registrant without series. */
  readonly fund: string;
  readonly classId: string;
  readonly cik: string;
}

/** A fund's report as imported. */
export interface FundReportRecord {
  readonly fund: string;
  readonly periodEnd: CalendarDate;
  /** SHA-256 of the content before compression, lowercase hex. */
  readonly contentHash: string;
  /** The next three are null if the document came without its filing. */
  readonly filed: CalendarDate | null;
  readonly accession: string | null;
  readonly sourceUrl: string | null;
  /** The document's own content, in the encoded form of `@screener/sources/nport/encode`. */
  readonly content: Uint8Array;
}

/** An ISIN or CUSIP that a report gives beside a ticker. */
interface SecurityNumber {
  readonly number: string;
  readonly symbol: string;
}

/** The store's fund data, and the reads by many keys that a look-through needs. */
export interface FundStore {
  findFund(symbol: string): Promise<FundClassRecord | null>;
  /** Returns the classes of the funds that have a stored report. */
  classesWithReports(): Promise<readonly FundClassRecord[]>;
  saveFundClasses(classes: readonly FundClassRecord[]): Promise<void>;
  /** Returns the newest report whose period end and, if known, filing date are at or before `asOf`. */
  newestFundReport(fund: string, asOf: CalendarDate): Promise<FundReportRecord | null>;
  /**
   * Stores a report. One that is stored keeps its filing, or gets one if it had none. Returns whether
   * anything changed.
   */
  saveFundReport(report: FundReportRecord): Promise<boolean>;
  saveSecurityNumbers(numbers: readonly SecurityNumber[]): Promise<void>;
  securityNumbers(numbers: readonly string[]): Promise<readonly SecurityNumber[]>;
  listingsOf(symbols: readonly string[]): Promise<readonly Listing[]>;
  /** Returns every listing, with its names in the SEC's lists and in its filer's facts. */
  listingNames(): Promise<readonly ListingName[]>;
  factsOf(ciks: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Does what `closes` does, for many tickers. */
  quotesOf(symbols: readonly string[]): Promise<ReadonlyMap<string, readonly MarketQuote[]>>;
}

export interface ListingName {
  readonly symbol: string;
  readonly cik: string;
  readonly names: readonly string[];
}

/** A source of facts or prices that could not be reached, and until when it is left alone. */
interface UnreachedSource {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly message: string;
}

/** The outcome of one entry of an import. */
export interface ImportEntry {
  readonly name: string;
  readonly outcome: 'imported' | 'unchanged' | 'superseded' | 'refused';
  readonly message: string | null;
  /** Present if the outcome may be `imported`; the store decides. */
  readonly company: CompanyRecord | null;
}

export interface ImportCounts {
  readonly imported: number;
  readonly unchanged: number;
  readonly superseded: number;
  readonly refused: number;
}

/**
 * The screener's store. All dates are `YYYY-MM-DD`; symbols are in the SEC's spelling (BRK-B). Every write is
 * one transaction: after a crash it is complete or absent.
 */
export interface ScreenerStore extends SearchStore {
  readonly funds: FundStore;

  /**
   * Returns a number that rises with every write that can change an answer; a write that leaves all rows
   * unchanged does not raise it.
   */
  generation(): Promise<number>;

  findListing(symbol: string): Promise<Listing | null>;
  /** Listings whose filer has facts, ordered by symbol, starting after `after`. */
  listingsWithFacts(after: string | null, limit: number): Promise<readonly Listing[]>;
  countListings(): Promise<{ readonly listings: number; readonly companies: number }>;
  facts(cik: string): Promise<Uint8Array | null>;
  /** Returns the ticker's own series: from the snapshot, a file or a provider. */
  quotes(symbol: string): Promise<readonly MarketQuote[]>;
  /**
   * Returns all closes that a screening may use: the series, and the daily listing's closes of other dates.
   */
  closes(symbol: string): Promise<readonly MarketQuote[]>;

  /** Returns the stored exchange rates of these currencies, by each source that has them. */
  rates(currencies: readonly string[]): Promise<readonly RateSeries[]>;
  /** Stores series of rates. A stored one that reaches further stays. */
  saveRates(series: readonly EncodedRates[]): Promise<void>;

  saveCompanies(companies: readonly CompanyRecord[]): Promise<void>;
  saveDetails(details: readonly CompanyDetails[]): Promise<void>;
  saveTickers(tickers: readonly TickerRecord[]): Promise<void>;
  /** Replaces the ticker's quotes. */
  saveQuotes(quotes: ReadonlyMap<string, readonly MarketQuote[]>): Promise<void>;

  /** Returns the names of the entries that an import of `source` has processed. */
  importedEntries(source: string): Promise<ReadonlySet<string>>;
  /**
   * Stores companies together with the record of their entries. Facts older than the stored ones are
   * `superseded`.
   */
  saveImportBatch(source: string, entries: readonly ImportEntry[]): Promise<ImportCounts>;
  importCounts(source: string): Promise<ImportCounts>;

  /** Returns the last stored screening at or before `asOf`. */
  latestScreening(symbol: string, rules: RuleSetId, asOf: CalendarDate): Promise<StoredScreening | null>;
  /** Lists stored screenings, newest first; with `after`, only those that follow it in this order. */
  screenings(
    symbol: string,
    rules: RuleSetId,
    limit: number,
    after?: ScreeningPlace,
  ): Promise<readonly StoredScreening[]>;
  /**
   * Stores screenings and returns how many are new. An existing one (symbol, rules, date, fingerprint) stays.
   */
  saveScreenings(screenings: readonly StoredScreening[]): Promise<number>;
  /** Replaces the backfilled histories of tickers, each under a rule set, in one transaction. */
  replaceBackfills(histories: readonly BackfilledHistory[]): Promise<void>;

  /**
   * Returns when the SEC was last asked for the filer's facts, in milliseconds since the epoch; null if
   * never.
   */
  factsCheckedAt(cik: string): Promise<number | null>;
  saveFactsCheckedAt(cik: string, at: number): Promise<void>;

  /**
   * Returns a source that could not be reached recently, and until when it is left alone; null if it may be
   * asked at `now`.
   */
  unreached(source: string, now: number): Promise<UnreachedSource | null>;
  saveUnreached(source: string, unreached: UnreachedSource): Promise<void>;

  /** How far long work has come that was begun with these inputs and did not end; null without such work. */
  unfinished(name: string, inputs: string): Promise<string | null>;
  saveUnfinished(name: string, inputs: string, state: string): Promise<void>;
  forgetUnfinished(name: string): Promise<void>;

  setting(name: string): Promise<string | null>;
  saveSetting(name: string, value: string): Promise<void>;
}

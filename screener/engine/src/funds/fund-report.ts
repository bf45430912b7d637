import type { CalendarDate } from '@common/base/calendar';
import { fundReportsUrl } from '../source-url.ts';

/** An amount of a contract, as filed: a lossless decimal string, and ISO 4217. */
export interface ContractAmount {
  readonly amount: string;
  readonly currency: string | null;
}

/** What a contract (item C.11 of the form) says of its size, as filed. */
export interface FundContract {
  /** Of a future or swap. */
  readonly notional: ContractAmount | null;
  /** Of a currency forward. */
  readonly bought: ContractAmount | null;
  readonly sold: ContractAmount | null;
  /** Of an option or warrant: the exercise price of one share, and the shares of one contract. */
  readonly strike: ContractAmount | null;
  readonly sharesPerContract: string | null;
  /** Unrealised appreciation, in US dollars; negative for a depreciation. */
  readonly unrealised: string | null;
}

/**
 * One holding of Form N-PORT, Part C, as filed: texts are the filer's own (`N/A` stays), numbers are lossless decimal
 * strings. Null is an element that the filer left out.
 */
export interface FundHolding {
  readonly name: string | null;
  readonly title: string | null;
  readonly lei: string | null;
  readonly cusip: string | null;
  readonly isin: string | null;
  readonly ticker: string | null;
  /** Further identifiers with the filer's word for their kind, such as `Internal`. */
  readonly otherIds: readonly { readonly kind: string; readonly value: string }[];
  readonly balance: string | null;
  /** `NS` shares, `PA` principal, `NC` contracts, `OU` other. */
  readonly units: string | null;
  readonly currency: string | null;
  /** Between `currency` and the US dollar; null for a holding in US dollars. */
  readonly exchangeRate: string | null;
  /** US dollars; negative for what the fund owes. */
  readonly valueUsd: string;
  /** Percent of net assets as the filer computed it. */
  readonly pct: string | null;
  /** `Long`, `Short` or `N/A`. */
  readonly payoffProfile: string | null;
  /** `EC` common equity, `DBT` debt, ...: see asset-buckets.ts. */
  readonly assetCategory: string | null;
  readonly issuerCategory: string | null;
  readonly country: string | null;
  /** `FUT`, `FWD`, `OPT`, `SWP`, ... of a derivative; null of anything else. */
  readonly derivativeKind: string | null;
  /** Null for anything but a contract, and for a report that was stored without. */
  readonly contract: FundContract | null;
  readonly restricted: boolean | null;
  readonly fairValueLevel: string | null;
}

/** One monthly portfolio of one fund (series), as filed on Form N-PORT-P. */
export interface FundReport {
  /** Null if the document came without its filing, because it does not name its own accession. */
  readonly accession: string | null;
  readonly filed: CalendarDate | null;
  readonly sourceUrl: string | null;
  /** `NPORT-P` or `NPORT-P/A`. */
  readonly form: string;
  /** `S` and nine digits; null for a registrant without series, which the CIK then names. */
  readonly seriesId: string | null;
  readonly seriesName: string | null;
  readonly registrant: string;
  /** Ten digits, zero-padded. */
  readonly cik: string;
  /** The date of the holdings (`repPdDate`), which is not the end of the fiscal year. */
  readonly periodEnd: CalendarDate;
  readonly fiscalYearEnd: CalendarDate | null;
  readonly isFinal: boolean;
  /** US dollars, decimal strings. */
  readonly totalAssets: string | null;
  readonly totalLiabilities: string | null;
  readonly netAssets: string;
  readonly holdings: readonly FundHolding[];
}

/**
 * The key for a fund's reports: its series, or the registrant if that is the fund.
 * @example fundKey({ seriesId: null, cik: '0000884394' }) // 'CIK0000884394'
 */
export function fundKey({ seriesId, cik }: Pick<FundReport, 'seriesId' | 'cik'>): string {
  return seriesId ?? `CIK${cik}`;
}

/** The address of the report: its filing or, if that is not known, the SEC's list that contains it. */
export function reportUrl({ sourceUrl, seriesId, cik }: FundReport): string {
  return sourceUrl ?? fundReportsUrl(seriesId ?? cik);
}

import type { CalendarDate } from '@common/base/calendar';
import type { Screened } from '../screened.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Anomaly } from './anomalies.ts';
import type { Bucket } from './asset-buckets.ts';
import type { ResolutionMethod } from './resolve-holding.ts';

/** A screening of a fund: the members of a company's, and the look-through. */
export type ScreenedFund = Screened & { readonly etf_look_through: EtfLookThrough };

/** US dollars; `*_pct` are percent of net assets, unless they say otherwise. */
export interface EtfLookThrough {
  /** Null where no report of the fund is available. */
  readonly report: FundReportAnswer | null;
  readonly net_assets: number | null;
  readonly total_assets: number | null;
  readonly total_liabilities: number | null;
  /** Weight of the holdings that have a verdict; at most 100. */
  readonly coverage_pct: number;
  /** Totals over all holdings: value over net assets, and the filer's own percentages. */
  /** US dollars of total assets that are not among the holdings. */
  readonly unlisted_assets: number | null;
  readonly sum_of_weights_pct: number | null;
  readonly sum_of_filed_pct: number | null;
  readonly weights: Readonly<Record<Bucket, BucketAnswer>>;
  /** The equities, by what led to the company. */
  readonly resolved_by: Readonly<
    Record<ResolutionMethod | 'unresolved', { readonly holdings: number; readonly pct: number }>
  >;
  /** The limits that make the verdict, in percent. */
  readonly limits: Readonly<Record<string, number>>;
  readonly methodologies: readonly MethodologyWeights[];
  readonly purification: PurificationWeights;
  /** Largest weight first. */
  readonly holdings: readonly HoldingAnswer[];
  readonly unresolved: readonly UnresolvedAnswer[];
  readonly anomalies: readonly Anomaly[];
}

export interface FundReportAnswer {
  readonly form: string;
  readonly series_id: string | null;
  readonly series_name: string | null;
  readonly registrant: string;
  readonly cik: string;
  readonly period_end: CalendarDate;
  readonly fiscal_year_end: CalendarDate | null;
  /** Null, like the accession, where the document came without its filing. */
  readonly filed: CalendarDate | null;
  readonly accession: string | null;
  /** The filing or, where that is not known, the SEC’s list of the fund’s reports. */
  readonly source_url: string;
  readonly is_final: boolean;
}

export interface BucketAnswer {
  readonly holdings: number;
  readonly value: number;
  readonly pct: number;
}

interface MethodologyWeights {
  readonly id: string;
  readonly passing_pct: number;
  readonly failing_pct: number;
  readonly open_pct: number;
}

/** Percent of the fund's dividends and gains. */
interface PurificationWeights {
  readonly low_pct: number;
  readonly high_pct: number;
  /** Net assets in holdings whose own rate is bounded; the next two are the totals for these. */
  readonly covered_weight_pct: number;
  readonly covered_low_pct: number;
  readonly covered_high_pct: number;
}

/** One holding: what is filed about it, and what was found. */
export interface HoldingAnswer {
  /** Place in the filing, from 1. */
  readonly line: number;
  readonly name: string | null;
  readonly title: string | null;
  readonly ticker: string | null;
  readonly isin: string | null;
  readonly cusip: string | null;
  readonly asset_category: string | null;
  readonly value: number;
  readonly pct: number | null;
  readonly pct_filed: number | null;
  readonly bucket: Bucket;
  readonly resolved_by: ResolutionMethod | null;
  readonly matched: string | null;
  readonly symbol: string | null;
  readonly company: string | null;
  readonly cik: string | null;
  readonly compliance: Verdict | null;
  readonly score: number | null;
  /** Ids of the methodologies that the company passes and fails; a prohibited business fails each. */
  readonly passes: readonly string[];
  readonly fails: readonly string[];
  /** The company's own purification rate, in percent; the upper end is null where nothing bounds it. */
  readonly purification_low_pct: number | null;
  readonly purification_high_pct: number | null;
  readonly missing: readonly string[];
}

export interface UnresolvedAnswer {
  readonly line: number;
  readonly name: string | null;
  readonly title: string | null;
  readonly ticker: string | null;
  readonly isin: string | null;
  readonly cusip: string | null;
  readonly value: number;
  readonly pct: number | null;
  readonly reason: string;
}

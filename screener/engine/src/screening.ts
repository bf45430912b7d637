import type { CalendarDate } from '@common/base/calendar';
import type { Basis } from './amounts/amount.ts';
import type { Expression } from './amounts/expression.ts';
import type { BusinessActivity } from './business/classify.ts';
import type { CheckStatus } from './methodologies/check.ts';
import type { Confidence, RuleSetId } from './methodologies/methodology.ts';
import type { RatioInfo } from './ratio-info.ts';
import type { ScoreComponent } from './verdict/score.ts';
import type { DecidedVerdict, Verdict } from './verdict/verdict.ts';

/**
 * The screening result, with the field names of the interface document (2.2) and some more. Money is in the report's
 * currency, ratios are fractions, `*_pct` are percent, dates are `YYYY-MM-DD`. Quotients have six significant digits.
 */
export interface Screening {
  readonly symbol: string;
  readonly name: string;
  readonly cik: string;
  readonly type: 'company' | 'fund';
  /** The exchange of the listing; null where it is not known. */
  readonly exchange: string | null;
  /** The listing's sector as its source names it; null where it is not known, and for funds. */
  readonly sector: string | null;
  readonly as_of: CalendarDate;
  readonly rules: RuleSetId;
  readonly engine_version: string;
  readonly compliance: Verdict;
  /** The verdicts that the known facts still allow, best first; exactly one if there is a verdict. */
  readonly possible: readonly DecidedVerdict[];
  /** Ids of the methodologies that are decided: passed, or failed. */
  readonly decided_methodologies: readonly string[];
  readonly score: number;
  /** The verdict and why, in one sentence. */
  readonly summary: string;
  readonly components: Readonly<Record<string, ScoreComponent>>;
  /** Each ratio by name: the upper end of its interval; null where nothing bounds it. */
  readonly ratios: Readonly<Record<string, number | null>>;
  /** What each member of `ratios` is. */
  readonly ratio_info: Readonly<Record<string, RatioInfo>>;
  readonly business_activity: BusinessActivity;
  readonly methodologies: readonly MethodologyAnswer[];
  readonly purification: PurificationAnswer;
  /** What each amount is and how it was computed, over evidence ids. */
  readonly amounts: Readonly<Record<string, AmountAnswer>>;
  readonly evidence: readonly EvidenceEntry[];
  readonly market_data: MarketAnswer;
  /** The report whose period end all balances are taken at; null where there is none to screen. */
  readonly anchor: ReportAnswer | null;
  /** Whole days from the period end of the report screened to `as_of`; null where there is none. */
  readonly data_age_days: number | null;
  /** An estimate of when the next report is filed, by the rhythm of the last ones; null where they show none. */
  readonly next_report_expected: CalendarDate | null;
  /** What would have to be filed or known for a verdict; empty unless something is missing. */
  readonly missing: readonly MissingEntry[];
  readonly approximations: readonly ApproximationEntry[];
}

/** The verdict of an earlier date. */
export interface LastVerdict {
  readonly as_of: CalendarDate;
  readonly compliance: DecidedVerdict;
  readonly score: number;
  /** The report that was screened then. */
  readonly anchor: ReportAnswer | null;
}

export interface MethodologyAnswer {
  readonly id: string;
  readonly name: string;
  readonly edition: string;
  readonly passed: boolean;
  readonly status: CheckStatus;
  /** Its result on the ratios, in one sentence. */
  readonly summary: string;
  readonly checks: readonly CheckAnswer[];
}

export interface CheckAnswer {
  readonly ratio: string;
  /** The end of the interval that decides: high for a pass, low for a fail; null where nothing bounds it. */
  readonly value: number | null;
  readonly threshold: number;
  /** Threshold less value, in the ratio's own unit: room for a pass, negative for a fail; null for unknown. */
  readonly distance: number | null;
  readonly comparison: '<' | '<=';
  readonly passed: boolean;
  readonly status: CheckStatus;
  readonly low: number;
  readonly high: number | null;
  readonly basis: Basis;
  /** Names of entries of `amounts`. */
  readonly numerator: string;
  readonly denominator: string;
  readonly source: string;
  readonly confidence: Confidence;
}

export interface AmountAnswer {
  readonly low: number;
  readonly high: number | null;
  readonly unit: string | null;
  readonly basis: Basis;
  readonly low_from: Expression;
  readonly high_from: Expression | null;
  readonly rules: readonly string[];
}

export interface EvidenceEntry {
  readonly id: string;
  readonly concept: string;
  readonly xbrl_tag: string;
  readonly value: number;
  readonly unit: string;
  readonly form: string;
  readonly period_start: CalendarDate | null;
  readonly period_end: CalendarDate;
  /** Null, like the accession, only for a fund's report that came without its filing. */
  readonly filed: CalendarDate | null;
  readonly accession: string | null;
  readonly source_url: string;
  /** The differing values of the same figure in other filings. */
  readonly superseded: readonly {
    readonly value: number;
    readonly form: string;
    readonly accession: string;
  }[];
}

export interface MarketAnswer {
  /** The id by which expressions name the figure; null where no price is used. */
  readonly id: string | null;
  readonly figure: 'market_cap' | 'close' | null;
  readonly value: number | null;
  readonly close: number | null;
  readonly currency: string | null;
  readonly date: CalendarDate | null;
  readonly source: string | null;
  /** Why there is no market capitalisation; null if there is one. */
  readonly reason: string | null;
  /** For information only: the ratio on the trailing average that the methodology's text specifies. */
  readonly trailing_averages: readonly TrailingAverage[];
}

export interface TrailingAverage {
  readonly methodology: string;
  readonly months: number;
  readonly months_present: number;
  readonly average_market_cap: number | null;
  readonly status: CheckStatus;
}

export interface ReportAnswer {
  readonly form: string;
  readonly period_end: CalendarDate;
  readonly filed: CalendarDate;
  readonly accession: string;
  readonly source_url: string;
}

export interface PurificationAnswer {
  /**
   * Percent of dividends and gains to give away: from the filed figure where there is one, else the upper end; null
   * where nothing bounds it. `basis`, `low_pct` and `high_pct` say how closely it is known.
   */
  readonly pct_of_dividends_and_gains: number | null;
  /** The interest income behind it, over evidence ids. */
  readonly income: number | null;
  readonly income_from: Expression | null;
  readonly low_pct: number;
  readonly high_pct: number | null;
  readonly basis: Basis;
  /** `income` per share; null without a share count. */
  readonly amount_per_share: number | null;
  readonly shares: number | null;
  readonly shares_evidence: string | null;
  readonly currency: string | null;
  readonly note: string;
}

export interface MissingEntry {
  readonly code: string;
  readonly message: string;
}

export interface ApproximationEntry {
  readonly id: string;
  readonly message: string;
}

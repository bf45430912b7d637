import type { CalendarDate } from '@common/base/calendar';
import type { BusinessActivity } from './business/classify.ts';
import type { CheckStatus, MethodologyResult } from './methodologies/check.ts';
import type { Denominator, Numerator } from './methodologies/methodology.ts';
import type { FormerListing } from './names/former-listing.ts';
import type { TranslationAnswer } from './rates/translation-answer.ts';
import type { MarketAnswer, MethodologyAnswer, Screening } from './screening.ts';
import type { ReportsNotHere } from './stale.ts';
import type { Verdict } from './verdict/verdict.ts';

/** The members of an answer that are sentences. */
type Worded = 'summary' | 'methodologies' | 'market_data' | 'missing' | 'approximations';

/** What stands for these before words are made of it: codes and values. */
interface Unworded {
  readonly summary: Summary;
  readonly methodologies: readonly ScreenedMethodology[];
  readonly market_data: Omit<MarketAnswer, 'reason'> & { readonly reason: Gap | null };
  readonly missing: readonly Missing[];
  readonly approximations: readonly Approximation[];
}

export type ScreenedMethodology = Omit<MethodologyAnswer, 'summary'> & {
  readonly summary: MethodologySummary;
};

/** A screening as it is decided. `worded` of `screener/words` makes the documented answer of it. */
export type DecidedScreening = Omit<Screening, Worded> & Unworded;

/** The verdict and why. */
export type Summary =
  | ({ readonly about: 'company' } & DecidedCompany)
  | ({ readonly about: 'fund' } & WeighedFund)
  | { readonly about: 'nothing_decided'; readonly missing: readonly Missing[] };

export interface DecidedCompany {
  readonly compliance: Verdict;
  readonly business: BusinessActivity;
  readonly methodologies: readonly MethodologyResult[];
  readonly missing: readonly Missing[];
}

/** Weights are fractions of net assets. */
export interface WeighedFund {
  readonly compliance: Verdict;
  readonly questionable: number;
  readonly nonCompliant: number;
  /** What has no verdict. */
  readonly open: number;
}

/** What one methodology says. */
export type MethodologySummary =
  | {
      readonly about: 'company';
      readonly result: MethodologyResult;
      readonly business: BusinessActivity['status'];
    }
  | {
      readonly about: 'fund';
      readonly name: string;
      readonly status: CheckStatus;
      /** Bounds of the weight of the holdings that fail it. */
      readonly low: number;
      readonly high: number | null;
    };

/** What would have to be filed or known for a verdict. */
export interface Missing {
  readonly code: string;
  readonly gap: Gap;
}

/** What was read, or why it could not be. */
export type ReadResult<Value, Why extends Gap> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Why };

/** Why there is no report to screen. */
export type AnchorRefusal =
  | { readonly code: 'no_periodic_report'; readonly as_of: CalendarDate }
  | {
      readonly code: 'report_scale';
      readonly form: string;
      readonly accession: string;
      /** The report beside which its amounts are a hundredth or less. */
      readonly beside: { readonly form: string; readonly accession: string };
    }
  | {
      readonly code: 'stale_report';
      readonly as_of: CalendarDate;
      readonly form: string;
      readonly period_end: CalendarDate;
      readonly months: number;
    }
  | ReportsNotHere;

/** Why there is no market capitalisation. */
export type MarketCapRefusal =
  | { readonly code: 'not_common_stock'; readonly symbol: string }
  | { readonly code: 'no_price'; readonly days: number; readonly as_of: CalendarDate }
  | {
      readonly code: 'no_exchange_rate';
      readonly price: string;
      readonly report: string | null;
      /** The day of the balances. */
      readonly date: CalendarDate;
    }
  | { readonly code: 'depositary_ratio_unknown' | 'no_share_count' | 'share_basis_unclear' }
  | ({ readonly code: 'share_count_refused'; readonly shares: number } & ShareCountDoubt);

export type ShareCountDoubt =
  | { readonly doubt: 'placeholder' }
  | { readonly doubt: 'nothing_to_compare'; readonly form: string; readonly period_end: CalendarDate }
  | { readonly doubt: 'other_scale'; readonly other: number; readonly other_end: CalendarDate };

/** What leaves debt open. */
export type DebtGap =
  | { readonly code: 'debt_untagged' }
  | { readonly code: 'debt_may_overlap'; readonly least: string; readonly most: number }
  | { readonly code: 'no_debt_tagged' }
  | { readonly code: 'debt_partly_tagged'; readonly least: string };

/** A part of a fund that has no verdict. */
export type OpenWeight =
  | 'not_screenable_holdings'
  | 'unresolved_holdings'
  | 'cash'
  | 'debt'
  | 'derivatives'
  | 'other_holdings'
  | 'unlisted_assets';

/** Something that is not known, with the values that say what it is. */
export type Gap =
  | AnchorRefusal
  | MarketCapRefusal
  | DebtGap
  | { readonly code: 'business_activity' }
  | { readonly code: 'amount_untagged'; readonly amount: Exclude<Numerator, 'debt'> }
  | {
      readonly code: 'nothing_to_divide_by';
      readonly amount: Denominator;
      readonly form: string;
      readonly accession: string;
    }
  /** `live`: the SEC was asked for them. */
  | { readonly code: 'facts_not_at_hand'; readonly live: boolean }
  | { readonly code: 'price_not_reached' | 'rates_not_reached'; readonly why: string }
  | { readonly code: 'no_longer_listed'; readonly former: FormerListing }
  | { readonly code: 'no_price_of_its_own' }
  | { readonly code: 'no_net_assets' }
  | {
      readonly code: 'open_weight';
      readonly part: OpenWeight;
      /** Of net assets. */
      readonly pct: number;
      readonly holdings: number;
    }
  | { readonly code: 'holds_no_securities'; readonly metal: string }
  | { readonly code: 'holdings_not_at_hand'; readonly as_of: CalendarDate; readonly live: boolean }
  | {
      readonly code: 'holdings_too_old';
      readonly as_of: CalendarDate;
      readonly period_end: CalendarDate;
      readonly months: number;
    };

/** What an answer rests on beside the filings. */
export type Approximation =
  | {
      readonly id: 'point_in_time_market_cap';
      /** What methodologies specify instead. */
      readonly averages: readonly { readonly name: string; readonly months: number }[];
    }
  | { readonly id: 'interest_income_is_the_proxy' }
  | { readonly id: 'interest_line_renamed' | 'interest_net_of_investment_expense' }
  | { readonly id: 'interest_yield'; readonly limit_pct: number }
  | {
      readonly id: 'finance_leases';
      readonly value: number;
      readonly currency: string | null;
      readonly evidence: readonly string[];
    }
  | {
      readonly id: 'market_cap_differs_from_cover_page_shares';
      readonly given: number;
      readonly from_shares: number;
      readonly shares: string;
    }
  | {
      readonly id: 'depositary_ratio';
      /** The evidence id of the share count. */
      readonly shares: string;
      /** Depositary shares for one share of the count. */
      readonly factor: number;
    }
  | {
      readonly id: 'share_count_before_split';
      /** The evidence id of the share count. */
      readonly shares: string;
      readonly counted: CalendarDate;
      /** The day on whose shares amounts per share are. */
      readonly date: CalendarDate;
      /** Shares of that day for one share of the count. */
      readonly factor: number;
    }
  | { readonly id: 'market_cap_from_cover_page_shares'; readonly symbol: string }
  | {
      readonly id: 'translated_at_reference_rate';
      readonly translation: TranslationAnswer;
    }
  | { readonly id: 'sec_not_reached'; readonly why: string; readonly filed_through: CalendarDate | null }
  /** `close_of`: the day of the close that is used instead; null where the answer does not depend on one. */
  | { readonly id: 'price_not_reached'; readonly why: string; readonly close_of: CalendarDate | null }
  | { readonly id: 'price_provisional'; readonly close_of: CalendarDate | null }
  | { readonly id: 'snapshot_date'; readonly as_of: CalendarDate; readonly live: boolean }
  | { readonly id: 'facts_end_early'; readonly filed_through: CalendarDate; readonly as_of: CalendarDate }
  | { readonly id: 'holdings_from_facts_at_hand' }
  | { readonly id: 'holdings_of_a_date'; readonly period_end: CalendarDate; readonly as_of: CalendarDate }
  | { readonly id: 'derivatives_by_exposure' }
  | { readonly id: 'holdings_end_early'; readonly period_end: CalendarDate; readonly as_of: CalendarDate }
  | { readonly id: 'filing_date_unknown' };

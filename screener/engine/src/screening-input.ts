import type { CalendarDate } from '@common/base/calendar';
import type { CompanyFacts, CompanyProfile, MarketQuote } from './facts.ts';
import type { RuleSet } from './methodologies/methodology.ts';
import type { RateSeries } from './rates/rate-series.ts';

/** The inputs for screening one company at one date. */
export interface ScreeningInput {
  readonly profile: CompanyProfile;
  readonly facts: CompanyFacts;
  /** Closes of the ticker, ordered by date; those after `asOf` are ignored. */
  readonly quotes: readonly MarketQuote[];
  /** Exchange rates between the currencies of the reports and of the quotes; empty where none are known. */
  readonly rates: readonly RateSeries[];
  readonly asOf: CalendarDate;
  /** The day on which the answer is given: ages count to it. */
  readonly today: CalendarDate;
  /** The day through which the filer's filings are known to be in `facts`; null if there are none. */
  readonly factsThrough: CalendarDate | null;
  readonly rules: RuleSet;
  readonly options: ScreeningOptions;
}

export interface ScreeningOptions {
  /** The assumption `interest_yield` of ADR 0011. */
  readonly yieldBound: boolean;
}

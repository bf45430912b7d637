import type { BusinessStatus } from '../business/classify.ts';
import { type CheckStatus, combine } from '../methodologies/check.ts';
import type { DecidedScreening } from '../screened.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** The part of a company's screening that a fund needs. */
export interface HoldingScreening {
  readonly symbol: string;
  readonly name: string;
  readonly cik: string;
  readonly compliance: Verdict;
  readonly score: number;
  /** What each methodology says on business and ratios together. */
  readonly methodologies: Readonly<Record<string, CheckStatus>>;
  readonly business: BusinessStatus;
  /** What each methodology says on the ratios alone: with the business, this decides the verdict of any choice. */
  readonly ratios: Readonly<Record<string, CheckStatus>>;
  /** The rate that the company's answer recommends; null where there is none. */
  readonly purificationPct: number | null;
  readonly purificationLowPct: number;
  /** Null where nothing bounds it. */
  readonly purificationHighPct: number | null;
  /** The codes of what is missing for a verdict. */
  readonly missing: readonly string[];
}

type Screening = Omit<
  DecidedScreening,
  'summary' | 'methodologies' | 'market_data' | 'missing' | 'approximations'
> & {
  readonly methodologies: readonly {
    readonly id: string;
    readonly status: CheckStatus;
    readonly checks: readonly { readonly status: CheckStatus }[];
  }[];
  readonly missing: readonly { readonly code: string }[];
};

/** Takes from a company's screening what a fund needs. */
export function summarise(screening: Screening): HoldingScreening {
  const { symbol, name, cik, compliance, score, purification } = screening;
  return {
    symbol,
    name,
    cik,
    compliance,
    score,
    methodologies: Object.fromEntries(screening.methodologies.map(({ id, status }) => [id, status])),
    business: screening.business_activity.status,
    ratios: Object.fromEntries(
      screening.methodologies.map(({ id, checks }) => [id, combine(checks.map(({ status }) => status))]),
    ),
    purificationPct: purification.pct_of_dividends_and_gains,
    purificationLowPct: purification.low_pct,
    purificationHighPct: purification.high_pct,
    missing: screening.missing.map((entry) => entry.code),
  };
}

import { multiply } from '@common/base/exact';
import type { Findings } from './findings.ts';
import { rounded } from './methodologies/digits.ts';
import type { PurificationAnswer } from './screening.ts';
import { amountsPerShare } from './shares/amounts-per-share.ts';

const NOTE =
  'Interest income over total revenue for the twelve months to the report’s period end: the filed figure where there is one, with dividends where the filer gives one figure for both, else the upper end. AAOIFI 3/4/6 has the holder at the period end give away the amount per share, whether or not a dividend was paid; the dividend method applies the percentage to dividends. Practice on capital gains is split.';

export const NO_PURIFICATION: PurificationAnswer = {
  pct_of_dividends_and_gains: null,
  covered_rate_pct: null,
  coverage_pct: null,
  income: null,
  income_from: null,
  low_pct: 0,
  high_pct: null,
  basis: 'unknown',
  amount_per_share: null,
  amount_per_share_low: null,
  amount_per_share_high: null,
  share_basis: null,
  shares: null,
  shares_evidence: null,
  currency: null,
  note: NOTE,
};

/**
 * Purification is an interval like everything else, and contains the number that the answer recommends (see
 * income.ts).
 */
export function purificationOf(
  findings: Pick<Findings, 'amounts' | 'anchor' | 'shares' | 'shareBasis' | 'interestToPurify'>,
): PurificationAnswer {
  const { interest_income: interest, revenue } = findings.amounts;
  const counted = {
    shares: findings.shares?.fact.value ?? null,
    shares_evidence: findings.shares?.id ?? null,
    share_basis: findings.shareBasis,
  };
  if (revenue.high === null || revenue.low.value <= 0) return { ...NO_PURIFICATION, ...counted };
  const percent = (value: number) => rounded(multiply(100, value / revenue.low.value));
  const high = interest.high?.value ?? null;
  const income = findings.interestToPurify?.value ?? null;
  return {
    ...NO_PURIFICATION,
    pct_of_dividends_and_gains: income === null ? null : percent(income),
    income,
    income_from: findings.interestToPurify?.from ?? null,
    low_pct: percent(interest.low.value),
    high_pct: high === null ? null : percent(high),
    basis: interest.basis,
    ...amountsPerShare({ low: interest.low.value, given: income, high }, counted.shares, findings.shareBasis),
    ...counted,
    currency: findings.anchor.report.currency,
  };
}

import { multiply } from '@common/base/exact';
import { evidenceIds } from './amounts/expression.ts';
import { yieldLimit } from './concepts/bill-rates.ts';
import type { Findings } from './findings.ts';
import type { RuleSet } from './methodologies/methodology.ts';
import type { Approximation } from './screened.ts';
import type { ScreeningInput } from './screening-input.ts';
import { translationOf } from './translation-of.ts';

/**
 * The approximations in every answer under these rules.
 * @example standingApproximations({ methodologies: [{ shortName: 'AAOIFI', averageMonths: null }] })
 *   // [{ id: 'point_in_time_market_cap', averages: [] }, { id: 'interest_income_is_the_proxy' }]
 */
export function standingApproximations({ methodologies }: RuleSet): readonly Approximation[] {
  const averages = methodologies.flatMap(({ shortName, averageMonths }) =>
    averageMonths === null ? [] : [{ name: shortName, months: averageMonths }],
  );
  return [{ id: 'point_in_time_market_cap', averages }, { id: 'interest_income_is_the_proxy' }];
}

/** The approximations in this answer: those common to all answers, and those behind this company's figures. */
export function approximationsOf(input: ScreeningInput, findings: Findings | null): readonly Approximation[] {
  const entries = [...standingApproximations(input.rules)];
  if (findings === null) return entries;
  entries.push(...assumptionsAboutInterest(findings));
  const { financeLeases: leases, capitalisationGap: gap, marketCap, anchor } = findings;
  const translation = translationOf(findings);
  if (translation !== null) entries.push({ id: 'translated_at_reference_rate', translation });
  if (leases !== null && leases.value > 0) {
    const { currency } = anchor.report;
    entries.push({ id: 'finance_leases', value: leases.value, currency, evidence: evidenceIds(leases.from) });
  }
  if (gap !== null) {
    const { given, fromShares, shares } = gap;
    entries.push({ id: 'market_cap_differs_from_cover_page_shares', given, from_shares: fromShares, shares });
  }
  entries.push(...splitSinceCount(findings));
  entries.push(...depositaryRatio(findings));
  if (marketCap.ok && marketCap.value.figure === 'close') {
    entries.push({ id: 'market_cap_from_cover_page_shares', symbol: input.profile.symbol });
  }
  return entries;
}

/** A share count of before a split, beside a close of after it. */
function splitSinceCount({ shares, shareBasis }: Findings): readonly Approximation[] {
  if (shares === null || shareBasis === null || shareBasis.status !== 'split') return [];
  const { counted, date, factor_low: factor } = shareBasis;
  return [{ id: 'share_count_before_split', shares: shares.id, counted, date, factor }];
}

/** The ticker is that of a depositary share, so its close multiplied by the count is not a capitalisation. */
function depositaryRatio({ shares, shareBasis }: Findings): readonly Approximation[] {
  if (shares === null || shareBasis?.status !== 'depositary') return [];
  return [{ id: 'depositary_ratio', shares: shares.id, factor: shareBasis.factor_low }];
}

/** The assumptions behind interest income, of those that it rests on. */
function assumptionsAboutInterest({ amounts, anchor }: Findings): readonly Approximation[] {
  const { periodEnd, currency } = anchor.report;
  const all: readonly Approximation[] = [
    { id: 'interest_line_renamed' },
    { id: 'interest_net_of_investment_expense' },
    { id: 'interest_yield', limit_pct: multiply(100, yieldLimit(periodEnd, currency)) },
  ];
  return all.filter(({ id }) => amounts.interest_income.rules.includes(id));
}

import { multiply } from '@common/base/exact';
import { decimalsBeside } from '../amounts/digits.ts';
import type { CheckStatus } from '../methodologies/check.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { FUND_RULES } from './fund-rules.ts';

/** What the sentence about a fund says the reasons of. Weights are fractions of net assets. */
interface WeighedFund {
  readonly compliance: Verdict;
  readonly questionable: number;
  readonly nonCompliant: number;
  /** What has no verdict. */
  readonly open: number;
}

/** The verdict of a fund and why, in one sentence. */
export function fundSummary(fund: WeighedFund): string {
  const { compliance, questionable, nonCompliant, open } = fund;
  const { nonCompliantFails, nonCompliantPasses, doubtfulPasses } = FUND_RULES;
  const bad = weight(nonCompliant, [nonCompliantFails, nonCompliantPasses]);
  const rest = open === 0 ? '' : ', and what has no verdict could not change that';
  switch (compliance) {
    case 'compliant':
      return `Compliant: of net assets, ${bad} is in non-compliant holdings (limit ${limit(nonCompliantPasses)}) and ${weight(nonCompliant + questionable, [doubtfulPasses])} in these and questionable ones (limit ${limit(doubtfulPasses)})${rest}.`;
    case 'questionable':
      return `Questionable: of net assets, ${bad} is in non-compliant holdings and ${weight(questionable, [])} in questionable ones; up to ${limit(nonCompliantPasses)} and together ${limit(doubtfulPasses)} would be compliant, above ${limit(nonCompliantFails)} in non-compliant ones non-compliant${rest}.`;
    case 'non_compliant':
      return `Non-compliant: of net assets, ${bad} is in non-compliant holdings, over the limit of ${limit(nonCompliantFails)}${rest}.`;
    case 'not_screenable':
      return `Not screenable: ${weight(open, [])} of net assets has no verdict, which could still change the answer.`;
  }
}

/** Why the weights of all assets come to more than 100 % of net assets; null where they do not. In US dollars. */
export function weightsOverWhole(netAssets: number | null, totalLiabilities: number | null): string | null {
  if (netAssets === null || netAssets <= 0 || totalLiabilities === null) return null;
  const owed = totalLiabilities / netAssets;
  // Less would not show in two decimals.
  if (owed < 0.00005) return null;
  return `Weights are of net assets: those of all assets come to ${weight(1 + owed, [])}, because the fund owes ${weight(owed, [])}.`;
}

/** One methodology by weight. `low` and `high` bound the weight of the holdings that fail it. */
export function fundMethodologySummary(
  name: string,
  status: CheckStatus,
  low: number,
  high: number | null,
): string {
  const most = FUND_RULES.methodologyFails;
  if (high === null)
    return `${name}: cannot be decided; the weight of the holdings that fail it is not known.`;
  const [from, to] = [weight(low, [most]), weight(Math.min(1, high), [most])];
  switch (status) {
    case 'pass':
      return `${name}: passes; ${from === to ? to : `at most ${to}`} of net assets is in holdings that fail it, against a limit of ${limit(most)}.`;
    case 'fail':
      return `${name}: fails; ${from === to ? to : `at least ${from}`} of net assets is in holdings that fail it, over the limit of ${limit(most)}.`;
    case 'unknown':
      return `${name}: cannot be decided; between ${from} and ${to} of net assets is in holdings that fail it, on either side of the limit of ${limit(most)}.`;
  }
}

/** With two decimals, because many holdings weigh less than 0.1 %, and more where a limit is near. */
function weight(fraction: number, limits: readonly number[]): string {
  const decimals = limits.map((threshold) => decimalsBeside({ threshold, comparison: '<=' }, fraction));
  return `${(100 * fraction).toFixed(Math.max(2, ...decimals))} %`;
}

function limit(fraction: number): string {
  return `${multiply(100, fraction)} %`;
}

import { multiply } from '@common/base/exact';
import { FUND_RULES } from '@screener/engine/funds/fund-rules';
import { decimalsBeside } from '@screener/engine/methodologies/digits';
import type { MethodologySummary, WeighedFund } from '@screener/engine/screened';
import { type Face, TEXT } from './face.ts';
import type { Verb } from './time.ts';

/** Explains the verdict of a fund, as a clause. */
export function fundReason(fund: WeighedFund, face: Face, verb: Verb): string {
  const { compliance, questionable, nonCompliant, open } = fund;
  const { nonCompliantFails, nonCompliantPasses, doubtfulPasses } = FUND_RULES;
  const bad = weight(nonCompliant, [nonCompliantFails, nonCompliantPasses], face);
  const rest = open === 0 ? '' : ', and what has no verdict could not change that';
  switch (compliance) {
    case 'compliant':
      return `of net assets, ${bad} ${verb} in non-compliant holdings (limit ${limit(nonCompliantPasses, face)}) and ${weight(nonCompliant + questionable, [doubtfulPasses], face)} in these and questionable ones (limit ${limit(doubtfulPasses, face)})${rest}`;
    case 'questionable':
      return `of net assets, ${bad} ${verb} in non-compliant holdings and ${weight(questionable, [], face)} in questionable ones; up to ${limit(nonCompliantPasses, face)} and together ${limit(doubtfulPasses, face)} would be compliant, above ${limit(nonCompliantFails, face)} in non-compliant ones non-compliant${rest}`;
    case 'non_compliant':
      return `of net assets, ${bad} ${verb} in non-compliant holdings, over the limit of ${limit(nonCompliantFails, face)}${rest}`;
    case 'not_screenable':
      return `${weight(open, [], face)} of net assets has no verdict, which could still change the answer`;
  }
}

/** Explains why the weights of all assets exceed 100 % of net assets (in US dollars); null if not. */
export function weightsOverWhole(
  netAssets: number | null,
  totalLiabilities: number | null,
  face: Face = TEXT,
): string | null {
  if (netAssets === null || netAssets <= 0 || totalLiabilities === null) return null;
  const owed = totalLiabilities / netAssets;
  // A smaller share would not show in two decimals.
  if (owed < 0.00005) return null;
  return `Weights are of net assets: those of all assets come to ${weight(1 + owed, [], face)}, because the fund owes ${weight(owed, [], face)}.`;
}

/** Explains the result of one methodology by the weight of the holdings that fail it. */
export function fundMethodologyInWords(
  { name, status, low, high }: Extract<MethodologySummary, { readonly about: 'fund' }>,
  face: Face,
): string {
  const most = FUND_RULES.methodologyFails;
  if (high === null)
    return `${name}: cannot be decided; the weight of the holdings that fail it is not known.`;
  const [from, to] = [weight(low, [most], face), weight(Math.min(1, high), [most], face)];
  switch (status) {
    case 'pass':
      return `${name}: passes; ${from === to ? to : `at most ${to}`} of net assets is in holdings that fail it, against a limit of ${limit(most, face)}.`;
    case 'fail':
      return `${name}: fails; ${from === to ? to : `at least ${from}`} of net assets is in holdings that fail it, over the limit of ${limit(most, face)}.`;
    case 'unknown':
      return `${name}: cannot be decided; between ${from} and ${to} of net assets is in holdings that fail it, on either side of the limit of ${limit(most, face)}.`;
  }
}

/** Writes two decimals, because many holdings weigh less than 0.1 %, and more near a limit. */
function weight(fraction: number, limits: readonly number[], { percent }: Face): string {
  const decimals = limits.map((threshold) => decimalsBeside({ threshold, comparison: '<=' }, fraction));
  return `${(100 * fraction).toFixed(Math.max(2, ...decimals))}${percent}`;
}

function limit(fraction: number, { percent }: Face): string {
  return `${multiply(100, fraction)}${percent}`;
}

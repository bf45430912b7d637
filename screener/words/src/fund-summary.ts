import { multiply } from '@common/base/exact';
import { FUND_RULES } from '@screener/engine/funds/fund-rules';
import { decimalsBeside } from '@screener/engine/methodologies/digits';
import type { MethodologySummary, WeighedFund } from '@screener/engine/screened';
import { type Face, TEXT } from './face.ts';
import { shortNameInSentence } from './names.ts';
import type { Verb } from './time.ts';
import { leftToRight, wordsOf } from './words.ts';

/** Explains the verdict of a fund, as a clause. */
export function fundReason(fund: WeighedFund, face: Face, verb: Verb): string {
  const { compliance, questionable, nonCompliant, open } = fund;
  const { nonCompliantFails, nonCompliantPasses, doubtfulPasses } = FUND_RULES;
  const { fundReasons: words } = wordsOf(face);
  const weights = {
    verb,
    nonCompliant: weight(nonCompliant, [nonCompliantFails, nonCompliantPasses], face),
    isPartOpen: open !== 0,
  };
  const limits = {
    nonCompliant: limit(nonCompliantPasses, face),
    together: limit(doubtfulPasses, face),
  };
  const most = limit(nonCompliantFails, face);
  switch (compliance) {
    case 'compliant':
      return words.compliant(weights, weight(nonCompliant + questionable, [doubtfulPasses], face), limits);
    case 'questionable':
      return words.questionable(weights, weight(questionable, [], face), limits, most);
    case 'non_compliant':
      return words.nonCompliant(weights, most);
    case 'not_screenable':
      return words.undecided(weight(open, [], face));
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
  return wordsOf(face).fundReasons.overWhole(weight(1 + owed, [], face), weight(owed, [], face));
}

/** Explains the result of one methodology by the weight of the holdings that fail it. */
export function fundMethodologyInWords(
  { name: shortName, status, low, high }: Extract<MethodologySummary, { readonly about: 'fund' }>,
  face: Face,
): string {
  const { fundReasons: words } = wordsOf(face);
  const most = FUND_RULES.methodologyFails;
  const name = shortNameInSentence(shortName, face);
  if (high === null) return words.notKnown(name);
  const [from, to] = [weight(low, [most], face), weight(Math.min(1, high), [most], face)];
  switch (status) {
    case 'pass':
      return words.passes(name, to, from === to, limit(most, face));
    case 'fail':
      return words.fails(name, from, from === to, limit(most, face));
    case 'unknown':
      return words.open(name, from, to, limit(most, face));
  }
}

/** Writes two decimals, because many holdings weigh less than 0.1 %, and more near a limit. */
function weight(fraction: number, limits: readonly number[], face: Face): string {
  const decimals = limits.map((threshold) => decimalsBeside({ threshold, comparison: '<=' }, fraction));
  return leftToRight(`${(100 * fraction).toFixed(Math.max(2, ...decimals))}${face.percent}`, face);
}

function limit(fraction: number, face: Face): string {
  return leftToRight(`${multiply(100, fraction)}${face.percent}`, face);
}

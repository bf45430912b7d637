import { multiply } from '@common/base/exact';
import type { Bucket } from '@screener/engine/funds/asset-buckets';
import { FUND_RULES } from '@screener/engine/funds/fund-rules';
import { decimalsBeside } from '@screener/engine/methodologies/digits';
import type { MethodologySummary, WeighedFund } from '@screener/engine/screened';
import { FUND_REASONS as AR_FUND_REASONS } from './ar/fund-reasons.ts';
import { WEIGHTS as AR_WEIGHTS } from './ar/weights.ts';
import { FUND_REASONS as EN_FUND_REASONS } from './en/fund-reasons.ts';
import { WEIGHTS as EN_WEIGHTS } from './en/weights.ts';
import { type Face, TEXT } from './face.ts';
import { leftToRight } from './isolate.ts';
import type { Language } from './language.ts';
import { shortNameInSentence } from './names.ts';
import type { Verb } from './time.ts';

const FUND_REASONS: Readonly<Record<Language, typeof EN_FUND_REASONS>> = {
  en: EN_FUND_REASONS,
  ar: AR_FUND_REASONS,
};
const WEIGHTS: Readonly<Record<Language, typeof EN_WEIGHTS>> = { en: EN_WEIGHTS, ar: AR_WEIGHTS };

/** Explains the verdict of a fund, as a clause. */
export function fundReason(fund: WeighedFund, face: Face, verb: Verb): string {
  const { compliance, questionable, nonCompliant, open } = fund;
  const { nonCompliantFails, nonCompliantPasses, doubtfulPasses } = FUND_RULES;
  const words = FUND_REASONS[face.language];
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
  return FUND_REASONS[face.language].overWhole(weight(1 + owed, [], face), weight(owed, [], face));
}

/** Explains the result of one methodology by the weight of the holdings that fail it. */
export function fundMethodologyInWords(
  { name: shortName, status, low, high }: Extract<MethodologySummary, { readonly about: 'fund' }>,
  face: Face,
): string {
  const words = FUND_REASONS[face.language];
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

/** Says what a part of a fund's weight holds. */
export function bucketInWords(bucket: Bucket, face: Face): string {
  return WEIGHTS[face.language][bucket];
}

/** Writes two decimals, because many holdings weigh less than 0.1 %, and more near a limit. */
function weight(fraction: number, limits: readonly number[], face: Face): string {
  const decimals = limits.map((threshold) => decimalsBeside({ threshold, comparison: '<=' }, fraction));
  return leftToRight(`${(100 * fraction).toFixed(Math.max(2, ...decimals))}${face.percent}`, face);
}

function limit(fraction: number, face: Face): string {
  return leftToRight(`${multiply(100, fraction)}${face.percent}`, face);
}

import { add, compareQuotient } from '@common/base/exact';
import type { CheckStatus } from '../methodologies/check.ts';
import { DECIDED_VERDICTS, type DecidedVerdict } from '../verdict/verdict.ts';
import { FUND_RULES } from './fund-rules.ts';

/** US dollars by the verdict on them; `open` is everything without a verdict, as an absolute amount. */
interface FundSums {
  readonly netAssets: number;
  readonly questionable: number;
  readonly nonCompliant: number;
  readonly open: number;
}

/**
 * The verdicts that some way of filling in the open weight would give, best first. The best case is that all of it
 * complies, the worst that none does; every other case lies between the two.
 */
export function possibleFundVerdicts(sums: FundSums): readonly DecidedVerdict[] {
  if (sums.netAssets <= 0) return DECIDED_VERDICTS;
  const best = verdictOfKnown(sums);
  const worst = verdictOfKnown({ ...sums, nonCompliant: add(sums.nonCompliant, sums.open) });
  return DECIDED_VERDICTS.slice(DECIDED_VERDICTS.indexOf(best), DECIDED_VERDICTS.indexOf(worst) + 1);
}

function verdictOfKnown({ netAssets, questionable, nonCompliant }: FundSums): DecidedVerdict {
  const exceeds = (value: number, limit: number) => compareQuotient(value, netAssets, limit) > 0;
  if (exceeds(nonCompliant, FUND_RULES.nonCompliantFails)) return 'non_compliant';
  const isClean =
    !exceeds(nonCompliant, FUND_RULES.nonCompliantPasses) &&
    !exceeds(add(nonCompliant, questionable), FUND_RULES.doubtfulPasses);
  return isClean ? 'compliant' : 'questionable';
}

/** One methodology by weight: US dollars in holdings that fail it, and in those whose result is unknown. */
export function methodologyStatus(netAssets: number, failing: number, open: number): CheckStatus {
  if (netAssets <= 0) return 'unknown';
  const limit = FUND_RULES.methodologyFails;
  if (compareQuotient(failing, netAssets, limit) > 0) return 'fail';
  return compareQuotient(add(failing, open), netAssets, limit) > 0 ? 'unknown' : 'pass';
}

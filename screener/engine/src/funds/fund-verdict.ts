import { add, compareQuotient } from '@common/base/exact';
import type { CheckStatus } from '../methodologies/check.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { FUND_RULES } from './fund-rules.ts';

/** US dollars by what is known about them; `open` is all that has no verdict, as an absolute amount. */
interface FundSums {
  readonly netAssets: number;
  readonly questionable: number;
  readonly nonCompliant: number;
  readonly open: number;
}

/**
 * The verdict on a fund: given only when no way of filling in the open weight would change it. The best case is that
 * all of it complies, the worst that none does; every other case lies between the two.
 */
export function fundVerdict(sums: FundSums): Verdict {
  if (sums.netAssets <= 0) return 'not_screenable';
  const best = verdictOfKnown(sums);
  const worst = verdictOfKnown({ ...sums, nonCompliant: add(sums.nonCompliant, sums.open) });
  return best === worst ? best : 'not_screenable';
}

function verdictOfKnown({ netAssets, questionable, nonCompliant }: FundSums): Verdict {
  const exceeds = (value: number, limit: number) => compareQuotient(value, netAssets, limit) > 0;
  if (exceeds(nonCompliant, FUND_RULES.nonCompliantFails)) return 'non_compliant';
  const isClean =
    !exceeds(nonCompliant, FUND_RULES.nonCompliantPasses) &&
    !exceeds(add(nonCompliant, questionable), FUND_RULES.doubtfulPasses);
  return isClean ? 'compliant' : 'questionable';
}

/** One methodology by weight: US dollars in holdings that fail it, and in those where that is not known. */
export function methodologyStatus(netAssets: number, failing: number, open: number): CheckStatus {
  if (netAssets <= 0) return 'unknown';
  const limit = FUND_RULES.methodologyFails;
  if (compareQuotient(failing, netAssets, limit) > 0) return 'fail';
  return compareQuotient(add(failing, open), netAssets, limit) > 0 ? 'unknown' : 'pass';
}

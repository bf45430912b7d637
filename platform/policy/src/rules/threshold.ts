import { compareAmounts, isCanonicalAmount } from '../amount.ts';
import { amountParam } from './amounts.ts';
import { deny, hold, pass, type RuleContext, type RuleVerdict, unbounded } from './rule.ts';

interface ThresholdRule {
  readonly kind: 'threshold';
  readonly param: string;
  readonly rule: 'threshold';
}

/** Above the mandate's threshold, a person must approve. */
export function checkThreshold(rule: ThresholdRule, context: RuleContext): RuleVerdict {
  const threshold = context.mandate[rule.rule];
  if (!isCanonicalAmount(threshold)) return unbounded(`the mandate's rules.${rule.rule}`);
  const amount = amountParam(context, rule.param);
  if (!amount.ok) return deny(amount.error.message);
  if (compareAmounts(amount.value, threshold) <= 0) return pass;
  return hold(`${rule.param} ${amount.value} is over rules.${rule.rule} ${threshold} and needs an approval`);
}

import { compareAmounts, isLimit } from '../amount.ts';
import { amountParam } from './amounts.ts';
import { deny, hold, pass, type RuleContext, type RuleVerdict, ruleValue, unbounded } from './rule.ts';

interface ThresholdRule {
  readonly kind: 'threshold';
  readonly name: string;
  readonly field: string;
}

/** Above the mandate's threshold, a person must approve. */
export function checkThreshold(rule: ThresholdRule, context: RuleContext): RuleVerdict {
  const threshold = ruleValue(context.mandate, rule.name);
  if (!isLimit(threshold)) return unbounded(`the mandate's rules.${rule.name}`);
  const amount = amountParam(context, rule.field);
  if (!amount.ok) return deny(amount.error.message);
  if (compareAmounts(amount.value, threshold) <= 0) return pass;
  return hold(`${rule.field} ${amount.value} is over rules.${rule.name} ${threshold} and needs an approval`);
}

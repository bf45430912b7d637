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
  if (!isLimit(threshold)) return unbounded(rule.name, 'the mandate’s limit');
  const found = amountParam(context, rule);
  if ('because' in found) return deny(found.because);
  const { amount, currency } = found;
  if (compareAmounts(amount, threshold) <= 0) return pass;
  const { name, field } = rule;
  return hold({ why: 'over_threshold', rule: name, field, value: amount, limit: threshold, currency });
}

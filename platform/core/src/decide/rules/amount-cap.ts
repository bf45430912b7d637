import { compareAmounts, isLimit } from '../amount.ts';
import { amountParam } from './amounts.ts';
import { deny, pass, type RuleContext, type RuleVerdict, ruleValue, unbounded } from './rule.ts';

interface AmountCapRule {
  readonly kind: 'amount_cap';
  readonly name: string;
  readonly field: string;
}

export function checkAmountCap(rule: AmountCapRule, context: RuleContext): RuleVerdict {
  const max = ruleValue(context.mandate, rule.name);
  if (!isLimit(max)) return unbounded(rule.name, 'the mandate’s limit');
  const found = amountParam(context, rule);
  if ('because' in found) return deny(found.because);
  const { amount, currency } = found;
  if (compareAmounts(amount, max) <= 0) return pass;
  const { name, field } = rule;
  return deny({ why: 'over_limit', rule: name, field, value: amount, limit: max, currency });
}

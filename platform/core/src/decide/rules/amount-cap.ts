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
  if (!isLimit(max)) return unbounded(`the mandate's rules.${rule.name}`);
  const amount = amountParam(context, rule.field);
  if (!amount.ok) return deny(amount.error.message);
  if (compareAmounts(amount.value, max) <= 0) return pass;
  return deny(`${rule.field} ${amount.value} is over rules.${rule.name} ${max}`);
}

import { compareAmounts, isCanonicalAmount } from '../amount.ts';
import { amountParam } from './amounts.ts';
import { deny, pass, type RuleContext, type RuleVerdict, unbounded } from './rule.ts';

interface AmountCapRule {
  readonly kind: 'amount_cap';
  readonly param: string;
  readonly rule: 'amount_max';
}

export function checkAmountCap(rule: AmountCapRule, context: RuleContext): RuleVerdict {
  const max = context.mandate[rule.rule];
  if (!isCanonicalAmount(max)) return unbounded(`the mandate's rules.${rule.rule}`);
  const amount = amountParam(context, rule.param);
  if (!amount.ok) return deny(amount.error.message);
  if (compareAmounts(amount.value, max) <= 0) return pass;
  return deny(`${rule.param} ${amount.value} is over rules.${rule.rule} ${max}`);
}

import { addAmounts, compareAmounts, isCanonicalAmount, isLimit } from '../amount.ts';
import { amountParam } from './amounts.ts';
import { deny, type RuleContext, type RuleVerdict, ruleValue, unbounded } from './rule.ts';

interface DailySumRule {
  readonly kind: 'daily_sum';
  readonly name: string;
  readonly field: string;
}

/** The day's sum (UTC) under one mandate, this amount included, must stay within the mandate's. */
export function checkDailySum(rule: DailySumRule, context: RuleContext): RuleVerdict {
  const max = ruleValue(context.mandate, rule.name);
  if (!isLimit(max)) return unbounded(`the mandate's rules.${rule.name}`);
  const amount = amountParam(context, rule.field);
  if (!amount.ok) return deny(amount.error.message);
  const spent = Object.hasOwn(context.counters, rule.name) ? context.counters[rule.name] : undefined;
  if (!isCanonicalAmount(spent)) return unbounded(`today's sum for ${rule.name}`);
  if (compareAmounts(addAmounts(spent, amount.value), max) > 0) {
    return deny(`${amount.value} plus today's ${spent} is over rules.${rule.name} ${max}`);
  }
  return { outcome: 'pass', uses: [{ counter: rule.name, amount: amount.value }] };
}

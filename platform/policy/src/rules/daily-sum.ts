import { addAmounts, compareAmounts, isCanonicalAmount } from '../amount.ts';
import { amountParam } from './amounts.ts';
import { deny, type RuleContext, type RuleVerdict, unbounded } from './rule.ts';

interface DailySumRule {
  readonly kind: 'daily_sum';
  readonly param: string;
  readonly rule: 'daily_max';
}

/** The day's sum (UTC) under one mandate, this amount included, must stay within the mandate's. */
export function checkDailySum(rule: DailySumRule, context: RuleContext): RuleVerdict {
  const max = context.mandate[rule.rule];
  if (!isCanonicalAmount(max)) return unbounded(`the mandate's rules.${rule.rule}`);
  const amount = amountParam(context, rule.param);
  if (!amount.ok) return deny(amount.error.message);
  const spent = Object.hasOwn(context.counters, rule.rule) ? context.counters[rule.rule] : undefined;
  if (!isCanonicalAmount(spent)) return unbounded(`today's sum for ${rule.rule}`);
  if (compareAmounts(addAmounts(spent, amount.value), max) > 0) {
    return deny(`${amount.value} plus today's ${spent} is over rules.${rule.rule} ${max}`);
  }
  return { outcome: 'pass', uses: { counter: rule.rule, amount: amount.value } };
}

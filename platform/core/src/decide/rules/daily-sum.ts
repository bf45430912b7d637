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
  if (!isLimit(max)) return unbounded(rule.name, 'the mandate’s limit');
  const found = amountParam(context, rule);
  if ('because' in found) return deny(found.because);
  const { amount: value, currency } = found;
  const spent = Object.hasOwn(context.counters, rule.name) ? context.counters[rule.name] : undefined;
  if (!isCanonicalAmount(spent)) return unbounded(rule.name, 'today’s sum');
  const sum = addAmounts(spent, value);
  if (compareAmounts(sum, max) > 0) {
    const { name, field } = rule;
    return deny({
      why: 'over_daily_limit',
      rule: name,
      field,
      value,
      used: spent,
      sum,
      limit: max,
      currency,
    });
  }
  return { outcome: 'pass', uses: [{ counter: rule.name, amount: value }] };
}

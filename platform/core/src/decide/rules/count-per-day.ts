import { addAmounts, compareAmounts, isCanonicalAmount } from '../amount.ts';
import { deny, type RuleContext, type RuleVerdict, ruleValue, unbounded } from './rule.ts';

interface CountPerDayRule {
  readonly kind: 'count_per_day';
  readonly name: string;
}

/** One more must stay within the profile's number a day (UTC), under one mandate. */
export function checkCountPerDay(rule: CountPerDayRule, context: RuleContext): RuleVerdict {
  const max = ruleValue(context.profile, rule.name);
  if (typeof max !== 'number') return unbounded(rule.name, 'the profile’s number');
  const done = Object.hasOwn(context.counters, rule.name) ? context.counters[rule.name] : undefined;
  if (!isCanonicalAmount(done)) return unbounded(rule.name, 'today’s count');
  if (compareAmounts(addAmounts(done, '1'), String(max)) > 0) {
    return deny({ why: 'count_spent', rule: rule.name, used: done, limit: String(max) });
  }
  return { outcome: 'pass', uses: [{ counter: rule.name, amount: '1' }] };
}

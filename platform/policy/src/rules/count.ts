import { addAmounts, compareAmounts, isCanonicalAmount } from '../amount.ts';
import { deny, type RuleContext, type RuleVerdict, unbounded } from './rule.ts';

interface CountRule {
  readonly kind: 'count';
  readonly rule: 'releases_per_day';
}

/** One more must stay within the profile's number a day (UTC), under one mandate. */
export function checkCount(rule: CountRule, context: RuleContext): RuleVerdict {
  const max = context.profile[rule.rule];
  if (max === undefined) return unbounded(`the profile's ${rule.rule}`);
  const done = Object.hasOwn(context.counters, rule.rule) ? context.counters[rule.rule] : undefined;
  if (!isCanonicalAmount(done)) return unbounded(`today's count for ${rule.rule}`);
  if (compareAmounts(addAmounts(done, '1'), String(max)) > 0) {
    return deny(`${done} today; the profile's ${rule.rule} is ${max}`);
  }
  return { outcome: 'pass', uses: { counter: rule.rule, amount: '1' } };
}

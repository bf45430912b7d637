import { CURRENCY } from '../../objects/plugin-schemas.ts';
import { addAmounts, compareAmounts, isCanonicalAmount, isLimit } from '../amount.ts';
import { boundsIn } from '../bounds-in.ts';
import { amountParam } from './amounts.ts';
import { deny, pass, type RuleContext, type RuleVerdict, ruleValue, textParam, unbounded } from './rule.ts';

interface CumulativeThresholdRule {
  readonly kind: 'cumulative_threshold';
  readonly name: string;
  readonly field: string;
  readonly per: readonly string[];
}

/**
 * A person must approve if the action, together with the day's (UTC) actions for the same payee under the
 * mandate, exceeds the threshold. Held actions count too, so that many small payments cannot each wait for
 * their own approval.
 */
export function checkCumulativeThreshold(rule: CumulativeThresholdRule, context: RuleContext): RuleVerdict {
  const thresholds = thresholdsOf(rule, context);
  if (thresholds.length === 0) return pass;
  const amount = amountParam(context, rule.field);
  if (!amount.ok) return deny(amount.error.message);
  const counter = cumulativeCounter(rule, context.params);
  if (counter === undefined) return unbounded(rule.per.join(' or '));
  const spent = Object.hasOwn(context.counters, counter) ? context.counters[counter] : undefined;
  if (!isCanonicalAmount(spent)) return unbounded(`today's sum for ${rule.name}`);
  const sum = addAmounts(spent, amount.value);
  const uses = { counter, amount: amount.value };
  const passed = thresholds.find((threshold) => !isWithin(sum, threshold));
  if (passed === undefined) return { outcome: 'pass', uses };
  const to = rule.per.map((name) => `${name} ${textParam(context, name)}`).join(', ');
  const detail = `${amount.value} plus today's ${spent} for ${to} is over rules.${rule.name} ${String(passed)} and needs an approval`;
  return { outcome: 'hold', detail, uses };
}

/**
 * The thresholds of mandate and profile, in the currency of the limits. A value that is no amount permits
 * nothing.
 */
function thresholdsOf({ name }: CumulativeThresholdRule, { mandate, profile }: RuleContext): unknown[] {
  const bounds = boundsIn(profile, ruleValue(mandate, CURRENCY)) ?? {};
  return [ruleValue(mandate, name), ruleValue(bounds, name)].filter((value) => value !== undefined);
}

function isWithin(sum: string, threshold: unknown): boolean {
  return isLimit(threshold) && compareAmounts(sum, threshold) <= 0;
}

/**
 * The counter of this action's payee; undefined if the action does not name one. The kinds of param that
 * `per` may name contain no slash, so two payees never share a counter.
 */
export function cumulativeCounter(
  { name, per }: Pick<CumulativeThresholdRule, 'name' | 'per'>,
  params: RuleContext['params'],
): string | undefined {
  const values = per.map((field) => (Object.hasOwn(params, field) ? params[field] : undefined));
  return values.includes(undefined) ? undefined : [name, ...values].join('/');
}

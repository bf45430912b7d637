import { CURRENCY } from '../../objects/plugin-schemas.ts';
import { addAmounts, compareAmounts, isCanonicalAmount, isLimit } from '../amount.ts';
import { boundsIn } from '../bounds-in.ts';
import { amountParam } from './amounts.ts';
import { deny, pass, type RuleContext, type RuleVerdict, ruleValue, shownParam, unbounded } from './rule.ts';

interface CumulativeThresholdRule {
  readonly kind: 'cumulative_threshold';
  readonly name: string;
  readonly field: string;
  readonly per: readonly string[];
  readonly or_per?: readonly string[];
}

type Keys = Pick<CumulativeThresholdRule, 'name' | 'per' | 'or_per'>;

/**
 * A person must approve if the action, together with the day's (UTC) actions for the same payee under the
 * mandate, exceeds the threshold. `per` and `or_per` each have a sum, and neither may pass the threshold: a
 * payee with two names and one account does not have it twice. Held actions count too, so that many small payments cannot
 * each wait for their own approval.
 */
export function checkCumulativeThreshold(rule: CumulativeThresholdRule, context: RuleContext): RuleVerdict {
  const thresholds = thresholdsOf(rule, context);
  if (thresholds.length === 0) return pass;
  const found = amountParam(context, rule);
  if ('because' in found) return deny(found.because);
  const { amount: value, currency } = found;
  const counters = cumulativeCounters(rule, context.params);
  if (counters === undefined) return unbounded(rule.name, [...rule.per, ...(rule.or_per ?? [])].join(' or '));
  const uses = counters.map(({ counter }) => ({ counter, amount: value }));
  for (const { counter, fields } of counters) {
    const spent = Object.hasOwn(context.counters, counter) ? context.counters[counter] : undefined;
    if (!isCanonicalAmount(spent)) return unbounded(rule.name, 'today’s sum');
    const sum = addAmounts(spent, value);
    const passed = thresholds.find((threshold) => !isWithin(sum, threshold));
    if (passed === undefined) continue;
    const because = {
      why: 'over_payee_threshold',
      rule: rule.name,
      field: rule.field,
      value,
      used: spent,
      sum,
      limit: String(passed),
      currency,
      per: fields.join(', '),
      of: fields.map((name) => shownParam(context, name)).join(', '),
    } as const;
    return { outcome: 'hold', because, uses };
  }
  return { outcome: 'pass', uses };
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

/** A sum by which the rule knows the action's payee, and the fields that it is for. */
interface Counter {
  readonly counter: string;
  readonly fields: readonly string[];
}

/**
 * The counters of this action's payee; undefined if the action does not name one. The kinds of param that the
 * rule may name are never empty and contain no slash, so two payees never share a counter, nor do a name and an
 * account that are spelled alike.
 */
export function cumulativeCounters(
  { name, per, or_per: orPer }: Keys,
  params: RuleContext['params'],
): readonly Counter[] | undefined {
  const counterOf = (head: readonly string[], fields: readonly string[]): Counter | undefined => {
    const values = fields.map((field) => (Object.hasOwn(params, field) ? params[field] : undefined));
    return values.includes(undefined) ? undefined : { counter: [...head, ...values].join('/'), fields };
  };
  const counters = [counterOf([name], per), ...(orPer === undefined ? [] : [counterOf([name, ''], orPer)])];
  const known = counters.filter((counter) => counter !== undefined);
  return known.length === counters.length ? known : undefined;
}

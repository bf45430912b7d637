import { BOUNDS_IN, CURRENCY } from '../objects/plugin-schemas.ts';
import type { RuleSet } from '../objects/rules.ts';
import { ruleValue } from './rules/rule.ts';

/**
 * The profile's bounds for a mandate whose limits are in this currency; null if it has none.
 * @example boundsIn({ currency: 'USD', per_tx: '100' }, 'EUR') // null
 * @example boundsIn({ currency: 'USD', per_tx: '100' }, undefined) // { currency: 'USD', per_tx: '100' }
 */
export function boundsIn(rules: RuleSet, currency: unknown): RuleSet | null {
  if (currency === undefined || currency === ruleValue(rules, CURRENCY)) return rules;
  const further = ruleValue(rules, BOUNDS_IN);
  const entry: unknown = Array.isArray(further)
    ? further.find((bounds: RuleSet) => ruleValue(bounds, CURRENCY) === currency)
    : undefined;
  // The entry replaces all of the profile's own amounts, since it repeats each in its currency.
  return typeof entry === 'object' && entry !== null ? { ...rules, ...entry } : null;
}

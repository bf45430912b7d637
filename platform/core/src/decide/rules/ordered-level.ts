import { deny, pass, type RuleContext, type RuleVerdict, ruleValue, textParam, unbounded } from './rule.ts';

interface OrderedLevelRule {
  readonly kind: 'ordered_level';
  readonly name: string;
  readonly field: string;
  /** Lowest first. */
  readonly order: readonly string[];
}

/** The field's level may be the mandate's or a lower one; an unknown level is above all. */
export function checkOrderedLevel(rule: OrderedLevelRule, context: RuleContext): RuleVerdict {
  const max = ruleValue(context.mandate, rule.name);
  if (typeof max !== 'string' || !rule.order.includes(max)) {
    return unbounded(`a known level in rules.${rule.name}`);
  }
  const level = textParam(context, rule.field);
  const isInside = level !== undefined && rule.order.includes(level);
  if (isInside && rule.order.indexOf(level) <= rule.order.indexOf(max)) return pass;
  return deny(`${rule.field} ${level ?? 'not given'} is above rules.${rule.name} ${max}`);
}

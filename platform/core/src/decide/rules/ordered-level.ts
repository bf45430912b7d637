import {
  deny,
  pass,
  type RuleContext,
  type RuleVerdict,
  ruleValue,
  shownParam,
  textParam,
  unbounded,
} from './rule.ts';

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
    return unbounded(rule.name, 'a known level in the mandate');
  }
  const level = textParam(context, rule.field);
  const isInside = level !== undefined && rule.order.includes(level);
  if (isInside && rule.order.indexOf(level) <= rule.order.indexOf(max)) return pass;
  const value = shownParam(context, rule.field);
  const because = { rule: rule.name, field: rule.field, value };
  return isInside
    ? deny({ why: 'above_level', ...because, limit: max })
    : deny({ why: 'level_unknown', ...because });
}

import { deny, pass, type RuleContext, type RuleVerdict, textParam, unbounded } from './rule.ts';

interface OrderedLevelRule {
  readonly kind: 'ordered_level';
  readonly param: string;
  readonly rule: 'max_sensitivity';
  /** Lowest first. */
  readonly order: readonly string[];
}

/** The param's level may be the mandate's or a lower one; an unknown level is above all. */
export function checkOrderedLevel(rule: OrderedLevelRule, context: RuleContext): RuleVerdict {
  const max = context.mandate[rule.rule];
  if (max === undefined || !rule.order.includes(max)) return unbounded(`a known level in rules.${rule.rule}`);
  const level = textParam(context, rule.param);
  const isInside = level !== undefined && rule.order.includes(level);
  if (isInside && rule.order.indexOf(level) <= rule.order.indexOf(max)) return pass;
  return deny(`${rule.param} ${level ?? 'not given'} is above rules.${rule.rule} ${max}`);
}

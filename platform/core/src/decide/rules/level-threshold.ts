import {
  deny,
  hold,
  pass,
  type RuleContext,
  type RuleVerdict,
  ruleValue,
  shownParam,
  textParam,
  unbounded,
} from './rule.ts';

interface LevelThresholdRule {
  readonly kind: 'level_threshold';
  readonly name: string;
  readonly field: string;
  /** Lowest first. */
  readonly order: readonly string[];
}

/** From the profile's level upwards, a person must approve. */
export function checkLevelThreshold(rule: LevelThresholdRule, context: RuleContext): RuleVerdict {
  const from = ruleValue(context.profile, rule.name);
  if (typeof from !== 'string' || !rule.order.includes(from)) {
    return unbounded(rule.name, 'a known level in the profile');
  }
  const level = textParam(context, rule.field);
  if (level === undefined || !rule.order.includes(level)) {
    const value = shownParam(context, rule.field);
    return deny({ why: 'level_unknown', rule: rule.name, field: rule.field, value });
  }
  if (rule.order.indexOf(level) < rule.order.indexOf(from)) return pass;
  const { name, field } = rule;
  return hold({ why: 'level_needs_approval', rule: name, field, value: level, limit: from });
}

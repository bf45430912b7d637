import {
  deny,
  hold,
  pass,
  type RuleContext,
  type RuleVerdict,
  ruleValue,
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
    return unbounded(`a known level in the profile's ${rule.name}`);
  }
  const level = textParam(context, rule.field);
  if (level === undefined || !rule.order.includes(level)) {
    return deny(`${rule.field} ${level ?? 'not given'} is not a level that the plugin knows`);
  }
  if (rule.order.indexOf(level) < rule.order.indexOf(from)) return pass;
  return hold(`${rule.field} ${level} needs an approval: the profile's ${rule.name} is ${from}`);
}

import { deny, hold, pass, type RuleContext, type RuleVerdict, textParam, unbounded } from './rule.ts';

interface LevelThresholdRule {
  readonly kind: 'level_threshold';
  readonly param: string;
  readonly rule: 'approval_sensitivity';
  /** Lowest first. */
  readonly order: readonly string[];
}

/** From the profile's level upwards, a person must approve. */
export function checkLevelThreshold(rule: LevelThresholdRule, context: RuleContext): RuleVerdict {
  const from = context.profile[rule.rule];
  if (from === undefined || !rule.order.includes(from)) {
    return unbounded(`a known level in the profile's ${rule.rule}`);
  }
  const level = textParam(context, rule.param);
  if (level === undefined || !rule.order.includes(level)) {
    return deny(`${rule.param} ${level ?? 'not given'} is not a level that the plugin knows`);
  }
  if (rule.order.indexOf(level) < rule.order.indexOf(from)) return pass;
  return hold(`${rule.param} ${level} needs an approval: the profile's ${rule.rule} is ${from}`);
}

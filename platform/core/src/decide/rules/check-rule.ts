import type { ActionParams } from '../../objects/grant.ts';
import type { PolicyRule } from '../../objects/plugin.ts';
import { checkAllowList } from './allow-list.ts';
import { checkAmountCap } from './amount-cap.ts';
import { checkAttested } from './attested.ts';
import { checkCountPerDay } from './count-per-day.ts';
import { checkCumulativeThreshold, cumulativeCounters } from './cumulative-threshold.ts';
import { checkDailySum } from './daily-sum.ts';
import { checkFieldRequired } from './field-required.ts';
import { checkLevelThreshold } from './level-threshold.ts';
import { checkOrderedLevel } from './ordered-level.ts';
import type { RuleContext, RuleVerdict } from './rule.ts';
import { deny } from './rule.ts';
import { checkSet } from './set.ts';
import { checkThreshold } from './threshold.ts';

/** Checks one rule of the closed vocabulary. It refuses a rule from a newer vocabulary. */
export function checkRule(rule: PolicyRule, context: RuleContext): RuleVerdict {
  switch (rule.kind) {
    case 'allow_list':
      return checkAllowList(rule, context);
    case 'set':
      return checkSet(rule, context);
    case 'ordered_level':
      return checkOrderedLevel(rule, context);
    case 'count_per_day':
      return checkCountPerDay(rule, context);
    case 'amount_cap':
      return checkAmountCap(rule, context);
    case 'daily_sum':
      return checkDailySum(rule, context);
    case 'threshold':
      return checkThreshold(rule, context);
    case 'cumulative_threshold':
      return checkCumulativeThreshold(rule, context);
    case 'field_required':
      return checkFieldRequired(rule, context);
    case 'attested':
      return checkAttested(rule, context);
    case 'level_threshold':
      return checkLevelThreshold(rule, context);
    default:
      rule satisfies never;
      return deny({ why: 'rule_unknown' });
  }
}

/**
 * Counters that the rules of a facade read for an action with these params: the caller looks them up before the
 * decision, `0` if nothing is stored.
 * @example countersOf([{ kind: 'daily_sum', name: 'per_day' }, { kind: 'set', name: 'payees' }], {})
 *   // ['per_day']
 */
export function countersOf(rules: readonly PolicyRule[], params: ActionParams): readonly string[] {
  return rules.flatMap((rule) => {
    switch (rule.kind) {
      case 'daily_sum':
      case 'count_per_day':
        return [rule.name];
      case 'cumulative_threshold':
        return cumulativeCounters(rule, params)?.map(({ counter }) => counter) ?? [];
      case 'allow_list':
      case 'set':
      case 'ordered_level':
      case 'amount_cap':
      case 'threshold':
      case 'field_required':
      case 'attested':
      case 'level_threshold':
        return [];
      default:
        rule satisfies never;
        return [];
    }
  });
}

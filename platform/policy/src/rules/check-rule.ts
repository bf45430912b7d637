import type { PolicyRule } from '@platform/protocol/plugin';
import { checkAllowList } from './allow-list.ts';
import { checkAmountCap } from './amount-cap.ts';
import { checkCount } from './count.ts';
import { checkDailySum } from './daily-sum.ts';
import { checkLevelThreshold } from './level-threshold.ts';
import { checkOrderedLevel } from './ordered-level.ts';
import { checkPurposeSet } from './purpose-set.ts';
import type { RuleContext, RuleVerdict } from './rule.ts';
import { deny } from './rule.ts';
import { checkThreshold } from './threshold.ts';

/** One rule of the closed vocabulary. A rule from a newer vocabulary than ours is a refusal. */
export function checkRule(rule: PolicyRule, context: RuleContext): RuleVerdict {
  switch (rule.kind) {
    case 'allow_list':
      return checkAllowList(rule, context);
    case 'purpose_set':
      return checkPurposeSet(rule, context);
    case 'ordered_level':
      return checkOrderedLevel(rule, context);
    case 'count':
      return checkCount(rule, context);
    case 'amount_cap':
      return checkAmountCap(rule, context);
    case 'daily_sum':
      return checkDailySum(rule, context);
    case 'threshold':
      return checkThreshold(rule, context);
    case 'level_threshold':
      return checkLevelThreshold(rule, context);
    default:
      rule satisfies never;
      return deny('the plugin has a rule of an unknown kind');
  }
}

/** Counters that the rules of a facade read: the caller looks them up before the decision, `0` if nothing is stored. */
export function countersOf(rules: readonly PolicyRule[]): readonly string[] {
  return rules.flatMap((rule) => (rule.kind === 'daily_sum' || rule.kind === 'count' ? [rule.rule] : []));
}

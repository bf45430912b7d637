import { dateOfInstant } from '@common/base/calendar';
import { requiredMs } from '@common/base/instant';
import type { Action } from '../objects/grant.ts';
import type { Mandate } from '../objects/mandate.ts';
import type { FacadeSpec } from '../objects/plugin.ts';
import type { Profile } from '../objects/profile.ts';

/** A limit for a day, and what one action takes of it. */
interface DayLimit {
  readonly rule: string;
  /** The param that is summed; null where actions are counted. */
  readonly field: string | null;
  readonly day: string;
  readonly max: string;
  readonly amount: string;
}

interface Limits {
  readonly mandate: Pick<Mandate, 'rules'>;
  readonly profile: Pick<Profile, 'rules'>;
}

/** The limits for a day that the action counts against, as the decision reads them. */
export function dayLimits(
  { rules }: Pick<FacadeSpec, 'rules'>,
  action: Pick<Action, 'params' | 'proposed_at'>,
  { mandate, profile }: Limits,
): readonly DayLimit[] {
  const day = dateOfInstant(requiredMs(action.proposed_at));
  return rules.flatMap((rule): DayLimit[] => {
    if (rule.kind === 'daily_sum') {
      const [amount, max] = [valueIn(action.params, rule.field), valueIn(mandate.rules, rule.name)];
      if (amount === null || max === null) return [];
      return [{ rule: rule.name, field: rule.field, day, max, amount }];
    }
    const max = rule.kind === 'count_per_day' ? valueIn(profile.rules, rule.name) : null;
    return max === null ? [] : [{ rule: rule.name, field: null, day, max, amount: '1' }];
  });
}

function valueIn(values: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

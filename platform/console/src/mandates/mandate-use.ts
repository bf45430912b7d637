import { addAmounts, compareAmounts, isCanonicalAmount, subtractAmounts } from '@platform/core/decide/amount';
import { isLive } from '@platform/core/decide/grant-states';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { declaredRules } from '@platform/core/objects/plugin-schemas';

/** What is used of one limit, what is reserved for requests that wait, and what is left. */
export interface LimitUse {
  readonly spent: string;
  readonly waiting: string;
  readonly left: string;
  readonly limit: string;
}

export interface MandateUse {
  readonly uses: LimitUse;
  /** The use of the first rule that limits a day’s sum; null if the mandate has none. */
  readonly today: LimitUse | null;
  /** The sum that this rule counts, since the mandate began; null if the mandate has no such rule. */
  readonly inAll: string | null;
}

/** What a mandate’s grants have used, as the authority shows them. It is for display; no decision uses it. */
export function mandateUse(
  mandate: Mandate,
  manifest: PluginManifest,
  grants: readonly GrantRecord[],
  now: string,
): MandateUse {
  const counted = grants.filter(
    ({ action, status }) => action.facade === manifest.covered_facade && isLive(status),
  );
  const waiting = counted.filter(({ status }) => status === 'pending').length;
  const uses = useOf(String(mandate.limits.use_count_max), String(counted.length - waiting), String(waiting));
  const daily = [...declaredRules(manifest).values()]
    .map(({ rule }) => rule)
    .find(({ kind }) => kind === 'daily_sum');
  const limit = daily === undefined ? undefined : mandate.rules[daily.name];
  if (daily?.kind !== 'daily_sum' || !isCanonicalAmount(limit)) return { uses, today: null, inAll: null };
  const today = counted.filter(({ action }) => action.proposed_at.slice(0, 10) === now.slice(0, 10));
  const sum = (of: readonly GrantRecord[]) =>
    of.reduce((total, { action }) => {
      const amount = action.params[daily.field];
      return isCanonicalAmount(amount) ? addAmounts(total, amount) : total;
    }, '0');
  const isWaiting = ({ status }: GrantRecord) => status === 'pending';
  return {
    uses,
    today: useOf(limit, sum(today.filter((grant) => !isWaiting(grant))), sum(today.filter(isWaiting))),
    inAll: sum(counted.filter((grant) => !isWaiting(grant))),
  };
}

function useOf(limit: string, spent: string, waiting: string): LimitUse {
  const used = addAmounts(spent, waiting);
  return {
    spent,
    waiting,
    limit,
    left: compareAmounts(used, limit) >= 0 ? '0' : subtractAmounts(limit, used),
  };
}

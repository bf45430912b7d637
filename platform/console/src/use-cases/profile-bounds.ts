import { instantMs } from '@common/base/instant';
import type { Mandate } from '@platform/protocol/mandate';
import type { Profile } from '@platform/protocol/profile';

const MS_PER_DAY = 86_400_000;

/**
 * What the authority will refuse in a mandate, by the local profile: help before signing, in sentences. Checking all
 * the bounds is the authority's job.
 */
export function boundsExceeded({ scope, limits, rules, ...mandate }: Mandate, profile: Profile): string[] {
  const inForce = `${profile.name}@${profile.version}`;
  const outside = scope.filter((facade) => !profile.scope.includes(facade));
  const [from, to] = [instantMs(mandate.valid_from), instantMs(mandate.valid_to)];
  const amounts = ['amount_max', 'daily_max', 'threshold'] as const;
  return [
    ...(mandate.policy_version === inForce
      ? []
      : [`policy_version is ${mandate.policy_version}, but ${inForce} is in force`]),
    ...(outside.length === 0 ? [] : [`the profile does not allow ${outside.join(', ')}`]),
    ...(from === null || to === null ? ['valid_from or valid_to is not a valid instant'] : []),
    ...(from !== null && to !== null && to - from > profile.limits.validity_max_days * MS_PER_DAY
      ? [`it may be valid for at most ${profile.limits.validity_max_days} days`]
      : []),
    ...(['use_count_max', 'runtime_max_s'] as const)
      .filter((name) => limits[name] > profile.limits[name])
      .map((name) => `limits.${name} may be at most ${profile.limits[name]}`),
    ...amounts
      .filter((name) => isMore(rules[name], profile.rules[name]))
      .map((name) => `rules.${name} may be at most ${profile.rules[name]}`),
  ];
}

/** Whether one canonical amount is over another. Beyond the precision of a number it may miss it. */
function isMore(amount: string | undefined, most: string | undefined): boolean {
  return amount !== undefined && most !== undefined && Number(amount) > Number(most);
}

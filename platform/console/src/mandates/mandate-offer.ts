import { formatInstant, requiredMs } from '@common/base/instant';
import { boundsIn } from '@platform/core/decide/bounds-in';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { PluginManifest, PolicyRule } from '@platform/core/objects/plugin';
import {
  BOUNDS_IN,
  CURRENCY,
  declaredRules,
  isInMandate,
  isOptional,
} from '@platform/core/objects/plugin-schemas';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { RuleSet } from '@platform/core/objects/rules';
import { isTenantOf } from '@platform/core/objects/tenants';

/** What a new mandate can be made of: the profile in force, and the people who could be in it. */
export interface Offer {
  readonly signed: SignedProfile;
  readonly manifest: PluginManifest;
  readonly keys: KeySet;
  readonly mandates: readonly MandateRecord[];
  /** RFC 3339. */
  readonly now: string;
}

const MS_PER_DAY = 86_400_000;

/**
 * The rules that a mandate under this profile may have, in the manifest’s order. A rule without a bound is
 * left out, except an optional one, which a mandate may always have unless nobody’s statements count for it.
 */
export function offeredRules({
  manifest,
  signed,
}: Pick<Offer, 'manifest' | 'signed'>): readonly PolicyRule[] {
  const { rules, attested = {} } = signed.profile;
  return [...declaredRules(manifest).values()]
    .map(({ rule }) => rule)
    .filter((rule) => isInMandate(rule) && (isOptional(rule) || Object.hasOwn(rules, rule.name)))
    .filter((rule) => rule.kind !== 'attested' || Object.hasOwn(attested, rule.name));
}

/** The currencies in which the profile has bounds, its own first; empty if its limits have no currency. */
export function offeredCurrencies(rules: RuleSet): readonly string[] {
  const further = rules[BOUNDS_IN];
  const entries: readonly RuleSet[] = Array.isArray(further) ? further : [];
  return [rules, ...entries]
    .map((bounds) => bounds[CURRENCY])
    .filter((currency) => typeof currency === 'string');
}

/** The profile’s bound for a rule, in each currency that has one: `10000 USD`, `9000 EUR`. */
export function boundsOf(rules: RuleSet, name: string): readonly (readonly [amount: string, unit: string])[] {
  const currencies = offeredCurrencies(rules);
  const all = currencies.length === 0 ? [undefined] : currencies;
  return all.flatMap((currency) => {
    const bound = boundsIn(rules, currency)?.[name];
    return typeof bound === 'string' ? [[bound, currency ?? ''] as const] : [];
  });
}

/** The people who have a usable key of this role now, each once. */
export function people(
  { keys, now }: Pick<Offer, 'keys' | 'now'>,
  role: 'principal' | 'approver',
): readonly string[] {
  const holders = Object.values(keys)
    .filter((entry) => entry.role === role && isUsable(entry, now))
    .flatMap(({ person }) => (person === null ? [] : [person]));
  return [...new Set(holders)].sort();
}

/** The keys that may sign for this person and tenant now. */
export function signersFor(keys: KeySet, person: string, tenant: string, now: string): readonly KeyEntry[] {
  return Object.values(keys).filter(
    (entry) =>
      entry.role === 'principal' &&
      entry.person === person &&
      isTenantOf(entry, tenant) &&
      isUsable(entry, now),
  );
}

function isUsable({ not_after: end, compromised_at: lost }: KeyEntry, now: string): boolean {
  return lost === null && (end === null || requiredMs(now) < requiredMs(end));
}

/** The agents or tenants that existing mandates name, as suggestions for the form. */
export function known({ mandates }: Offer, member: 'agent' | 'tenant'): readonly string[] {
  return [...new Set(mandates.map(({ contract }) => contract[member]))].sort();
}

/** The last day whose end is within the longest validity that the profile allows. */
export function lastDay({ signed, now }: Pick<Offer, 'signed' | 'now'>): string {
  const days = signed.profile.limits.validity_max_days;
  return formatInstant(requiredMs(now) + (days - 1) * MS_PER_DAY).slice(0, 10);
}

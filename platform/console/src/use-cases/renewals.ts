import { formatInstant, requiredMs } from '@common/base/instant';
import { canonicalText } from '@common/evidence/canonical';
import { compareAmounts, isLimit } from '@platform/core/decide/amount';
import { boundsIn } from '@platform/core/decide/bounds-in';
import { mandateRefusals, type PolicyRefusal } from '@platform/core/decide/mandate-bounds';
import type { Mandate, MandateRecord } from '@platform/core/objects/mandate';
import type { PluginManifest, PolicyRule } from '@platform/core/objects/plugin';
import { CURRENCY, declaredRules } from '@platform/core/objects/plugin-schemas';
import type { Profile } from '@platform/core/objects/profile';
import { compareVersions } from '@platform/core/signed/profile';
import { asSigned } from '@platform/words/as-signed';

/** What mandates are signed anew under: the profile in force, and its earlier versions. */
interface RenewalBasis {
  readonly profile: Profile;
  readonly earlier: readonly Profile[];
  readonly manifest: PluginManifest;
  /** RFC 3339. */
  readonly now: string;
}

export interface Renewal {
  /** The mandate that ended. */
  readonly record: MandateRecord;
  readonly mandate: Mandate;
  /** Why the authority would refuse it; empty if it would not. */
  readonly refusals: readonly Pick<PolicyRefusal, 'code' | 'message' | 'subject'>[];
  /** Whether it ended with the version in force, and not with one before it. */
  readonly isNewlyEnded: boolean;
}

const MS_PER_DAY = 86_400_000;

/** Whether a mandate ended because a version of its profile was published, and neither by time nor by a person. */
export function endedByVersion(
  { contract, status, revocation }: Pick<MandateRecord, 'contract' | 'status' | 'revocation'>,
  nowMs: number,
): boolean {
  return status === 'expired' && revocation === null && requiredMs(contract.valid_to) > nowMs;
}

/**
 * The mandates that ended with a version of this profile and that nobody has signed anew, newest first. A mandate
 * counts as signed anew if one in force says the same, apart from its id and its time.
 */
export function renewalsOf(
  records: readonly MandateRecord[],
  basis: RenewalBasis,
  newId: () => string,
): readonly Renewal[] {
  const { profile, earlier, now } = basis;
  const [last] = earlier.map(({ version }) => version).toSorted((a, b) => compareVersions(b, a));
  const sayingTheSame = new Map<string, number>();
  for (const { contract, status } of records) {
    const key = withoutTime(contract);
    if (status === 'active') sayingTheSame.set(key, (sayingTheSame.get(key) ?? 0) + 1);
  }
  const found: Renewal[] = [];
  const versionOf = new Map<string, string>();
  for (const record of [...records].sort(newestFirst)) {
    const { contract } = record;
    if (contract.profile !== profile.name || !endedByVersion(record, requiredMs(now))) continue;
    const mandate = renewedMandate(contract, basis, newId());
    const key = withoutTime(mandate);
    // An older mandate that says the same was renewed by this one.
    const version = versionOf.get(key) ?? contract.policy_version;
    versionOf.set(key, version);
    if (contract.policy_version !== version) continue;
    const inForce = sayingTheSame.get(key) ?? 0;
    sayingTheSame.set(key, inForce - 1);
    if (inForce > 0) continue;
    const isNewlyEnded = contract.policy_version === `${profile.name}@${last}`;
    found.push({ record, mandate, refusals: refusalsOf(contract, mandate, basis), isNewlyEnded });
  }
  return found;
}

function newestFirst(one: MandateRecord, other: MandateRecord): number {
  return requiredMs(other.registered_at) - requiredMs(one.registered_at);
}

function withoutTime({ contract_id: _, valid_from: __, valid_to: ___, ...rest }: Mandate): string {
  return canonicalText(rest);
}

/**
 * The same mandate under the profile in force, valid from now for as long as before. INVARIANT: apart from its
 * time it allows nothing that the ended one did not: what exceeds a bound of the profile is lowered to it, and
 * nothing else changes.
 */
export function renewedMandate(before: Mandate, basis: RenewalBasis, id: string): Mandate {
  const { profile, manifest, now } = basis;
  const { limits, scope } = profile;
  const lastsMs = requiredMs(before.valid_to) - requiredMs(before.valid_from);
  const inScope = before.scope.filter((facade) => scope.includes(facade));
  return asSigned({
    ...before,
    contract_id: id,
    policy_version: `${profile.name}@${profile.version}`,
    scope: inScope.length === 0 ? before.scope : inScope,
    limits: {
      runtime_max_s: Math.min(before.limits.runtime_max_s, limits.runtime_max_s),
      use_count_max: Math.min(before.limits.use_count_max, limits.use_count_max),
    },
    valid_from: now,
    valid_to: formatInstant(requiredMs(now) + Math.min(lastsMs, limits.validity_max_days * MS_PER_DAY)),
    rules: fittedRules(inOldCurrency(before, basis), profile, manifest),
  });
}

/**
 * Its rules with the currency that they had: a mandate without one uses its profile’s, which the new version may
 * have changed.
 */
function inOldCurrency({ rules, policy_version }: Mandate, { profile, earlier }: RenewalBasis) {
  const old = earlier.find(({ name, version }) => `${name}@${version}` === policy_version);
  const currency = old?.rules[CURRENCY];
  if (rules[CURRENCY] !== undefined || typeof currency !== 'string') return rules;
  return currency === profile.rules[CURRENCY] ? rules : { ...rules, [CURRENCY]: currency };
}

function fittedRules(rules: Mandate['rules'], profile: Profile, manifest: PluginManifest): Mandate['rules'] {
  const currency = rules[CURRENCY];
  const bounds = boundsIn(profile.rules, typeof currency === 'string' ? currency : undefined) ?? {};
  const fitted = { ...rules };
  for (const { rule } of declaredRules(manifest).values()) {
    const given = Object.hasOwn(rules, rule.name) ? rules[rule.name] : undefined;
    const bound: unknown = Object.hasOwn(bounds, rule.name) ? bounds[rule.name] : undefined;
    if (given !== undefined && bound !== undefined) fitted[rule.name] = fittedValue(rule, given, bound);
  }
  return fitted;
}

type RuleValue = Mandate['rules'][string];

function fittedValue(rule: PolicyRule, given: RuleValue, bound: unknown): RuleValue {
  switch (rule.kind) {
    case 'amount_cap':
    case 'daily_sum':
    case 'threshold':
    case 'cumulative_threshold':
      return isLimit(given) && isLimit(bound) && compareAmounts(given, bound) > 0 ? bound : given;
    case 'ordered_level': {
      const isOver =
        typeof bound === 'string' && rule.order.indexOf(bound) < rule.order.indexOf(String(given));
      return isOver ? bound : given;
    }
    case 'set': {
      const kept =
        Array.isArray(given) && Array.isArray(bound) ? given.filter((one) => bound.includes(one)) : [];
      return kept.length === 0 ? given : kept;
    }
    case 'attested':
      return Array.isArray(given) && Array.isArray(bound)
        ? [...new Set([...given, ...bound.map(String)])]
        : given;
    case 'field_required':
    case 'allow_list':
    case 'count_per_day':
    case 'level_threshold':
      return given;
  }
}

function refusalsOf(before: Mandate, mandate: Mandate, basis: RenewalBasis): Renewal['refusals'] {
  const { profile, earlier, manifest, now } = basis;
  const isKnown = earlier.some(({ name, version }) => `${name}@${version}` === before.policy_version);
  if (before.rules[CURRENCY] === undefined && profile.rules[CURRENCY] !== undefined && !isKnown) {
    const message = `It names no currency, and ${before.policy_version}, which had it, is not kept here.`;
    return [{ code: 'currency_over_profile', message }];
  }
  return mandateRefusals(profile, manifest, mandate, requiredMs(now)).map(({ error }) => error);
}

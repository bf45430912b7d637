import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { Mandate } from '@platform/protocol/mandate';
import type { PluginManifest } from '@platform/protocol/plugin';
import type { Profile } from '@platform/protocol/profile';
import { compareAmounts, isCanonicalAmount } from './amount.ts';
import { isSameHolder } from './approval.ts';

/** Why a mandate is not registered: a closed set, in the order of the checks. */
export const MANDATE_REFUSALS = [
  'policy_version_mismatch',
  'rule_missing',
  'validity_invalid',
  'validity_over_profile',
  'scope_over_profile',
  'runtime_max_s_over_profile',
  'use_count_max_over_profile',
  'amount_max_over_profile',
  'daily_max_over_profile',
  'threshold_over_profile',
  'max_sensitivity_over_profile',
  'purposes_over_profile',
  'agent_is_approver',
] as const;
export type MandateRefusal = (typeof MANDATE_REFUSALS)[number];

type Bounds = Pick<Profile, 'name' | 'version' | 'scope' | 'limits' | 'rules'>;
type Refusal = Result<never, MandateRefusal>;
/** Undefined: nothing to refuse. */
type Check = (
  mandate: Mandate,
  profile: Bounds,
  manifest: PluginManifest,
  nowMs: number,
) => Refusal | undefined;

const MS_PER_DAY = 86_400_000;

/**
 * Whether a mandate stays within the profile in force. INVARIANT: a rule that the profile does not bound may not be in a
 * mandate, and one that the plugin needs may not be absent.
 */
export function checkMandate(
  profile: Bounds,
  manifest: PluginManifest,
  mandate: Mandate,
  nowMs: number,
): Result<void, MandateRefusal> {
  for (const check of CHECKS) {
    const refusal = check(mandate, profile, manifest, nowMs);
    if (refusal !== undefined) return refusal;
  }
  return ok(undefined);
}

const citesProfile: Check = (mandate, profile, manifest) => {
  const inForce = `${profile.name}@${profile.version}`;
  const isCited = mandate.profile === profile.name && mandate.policy_version === inForce;
  if (isCited && manifest.profile === profile.name) return undefined;
  return fail(
    'policy_version_mismatch',
    `The mandate cites ${mandate.policy_version}, but ${inForce} is in force: sign a mandate that cites it.`,
  );
};

const hasItsRules: Check = (mandate, _profile, manifest) => {
  const given = new Map<string, unknown>(Object.entries(mandate.rules));
  const missing = manifest.mandate_rules.filter((name) => given.get(name) === undefined);
  if (missing.length === 0) return undefined;
  return fail('rule_missing', `The mandate lacks ${missing.map((name) => `rules.${name}`).join(', ')}.`);
};

const isValidForATime: Check = (mandate, profile, _manifest, nowMs) => {
  const [from, to] = [instantMs(mandate.valid_from), instantMs(mandate.valid_to)];
  if (from === null || to === null || from >= to) {
    return fail('validity_invalid', 'valid_from must be an instant before valid_to.');
  }
  // Written so that what is not a number is refused.
  if (!(nowMs <= to)) return fail('validity_invalid', `The mandate was valid only to ${mandate.valid_to}.`);
  const days = profile.limits.validity_max_days;
  if (to - from <= days * MS_PER_DAY) return undefined;
  return fail('validity_over_profile', `The mandate may be valid for at most ${days} days.`);
};

const staysInScope: Check = (mandate, profile) => {
  const outside = mandate.scope.filter((facade) => !profile.scope.includes(facade));
  if (outside.length === 0) return undefined;
  return fail('scope_over_profile', `The profile does not allow ${outside.join(', ')}.`);
};

function limitStays(name: 'runtime_max_s' | 'use_count_max'): Check {
  return (mandate, profile) => {
    const max = profile.limits[name];
    // Written so that what is not a number is refused.
    if (mandate.limits[name] <= max) return undefined;
    return fail(`${name}_over_profile`, `limits.${name} may be at most ${max}.`);
  };
}

function amountStays(name: 'amount_max' | 'daily_max' | 'threshold'): Check {
  return (mandate, profile) => {
    const [given, max] = [mandate.rules[name], profile.rules[name]];
    if (given === undefined) return undefined;
    if (isCanonicalAmount(max) && isCanonicalAmount(given) && compareAmounts(given, max) <= 0)
      return undefined;
    return fail(`${name}_over_profile`, overRule(name, max));
  };
}

const sensitivityStays: Check = (mandate, profile, manifest) => {
  const [given, max] = [mandate.rules.max_sensitivity, profile.rules.max_sensitivity];
  if (given === undefined) return undefined;
  const orders = manifest.facades.flatMap(({ rules }) =>
    rules.flatMap((rule) => (rule.kind === 'ordered_level' ? [rule.order] : [])),
  );
  const isWithin = (order: readonly string[]) =>
    max !== undefined && order.includes(given) && order.indexOf(given) <= order.indexOf(max);
  if (orders.length > 0 && orders.every(isWithin)) return undefined;
  return fail('max_sensitivity_over_profile', overRule('max_sensitivity', max));
};

const purposesStay: Check = (mandate, profile) => {
  const { purposes } = mandate.rules;
  if (purposes === undefined) return undefined;
  const outside = purposes.filter((purpose) => profile.rules.purposes?.includes(purpose) !== true);
  if (outside.length === 0 && profile.rules.purposes !== undefined) return undefined;
  return fail(
    'purposes_over_profile',
    `The profile does not have the purposes ${outside.join(', ') || 'at all'}.`,
  );
};

const agentDoesNotApprove: Check = (mandate) => {
  const approvers = (mandate.approval.routes ?? []).flatMap((route) => route.approvers);
  if (!approvers.some((approver) => isSameHolder(approver, mandate.agent))) return undefined;
  return fail('agent_is_approver', `${mandate.agent} is the agent: another person must approve.`);
};

const CHECKS: readonly Check[] = [
  citesProfile,
  hasItsRules,
  isValidForATime,
  staysInScope,
  limitStays('runtime_max_s'),
  limitStays('use_count_max'),
  amountStays('amount_max'),
  amountStays('daily_max'),
  amountStays('threshold'),
  sensitivityStays,
  purposesStay,
  agentDoesNotApprove,
];

function overRule(name: string, max: string | undefined): string {
  return max === undefined
    ? `The profile sets no bound for rules.${name}, so a mandate may not have it.`
    : `rules.${name} may be at most ${max}.`;
}

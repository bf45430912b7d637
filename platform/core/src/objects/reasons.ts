import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

/** Closed set of reasons of a policy decision: interface document, part 7. The order is that of the checks. */
export const REASONS = [
  'contract_revoked',
  'contract_expired',
  'facade_not_in_scope',
  'use_count_exceeded',
  'duplicate_action',
  'beneficiary_not_approved',
  'recipient_not_approved',
  'purpose_not_allowed',
  'release_limit_exceeded',
  'amount_over_limit',
  'daily_limit_exceeded',
  'approval_required',
  'ok',
] as const;

/** A reason of a plugin's own: `x_<plugin>_<name>`. */
type OwnReason = `x_${string}`;
const OwnReason = Type.Unsafe<OwnReason>(
  Type.String({
    pattern: '^x_[a-z][a-z0-9]{0,31}_[a-z][a-z0-9_]{0,47}$',
    description: 'A plugin’s own reason: x_<plugin>_<name>',
  }),
);

/** Why a proposal was allowed, held or denied. */
export const PolicyReason = Type.Union([Type.Enum([...REASONS]), OwnReason]);
export type Reason = Static<typeof PolicyReason>;

export function isReason(value: unknown): value is Reason {
  return Value.Check(PolicyReason, value);
}

/** Why an approver, the principal, the enforcement point, the counterparty or time ended a grant that the policy had allowed or held. */
export const ENFORCEMENT_REASONS = [
  'approver_rejected',
  'cancelled_by_principal',
  'settled_by_principal',
  'grant_expired',
  'grant_invalid',
  'counterparty_refused',
  'counterparty_unknown',
  'url_not_allowed',
  'fetch_failed',
] as const;

/** A reason of the closed sets, which every deployment knows. */
export type KnownReason = (typeof REASONS)[number] | (typeof ENFORCEMENT_REASONS)[number];

/** Why a grant ended as it did: the policy's reason, or the enforcement's. */
export const EndingReason = Type.Union([Type.Enum([...REASONS, ...ENFORCEMENT_REASONS]), OwnReason]);

/**
 * `unknown` is our own: the counterparty did not answer, and none of the document's six words would be true.
 */
export const TOOL_STATUSES = [
  'executed',
  'fetched',
  'pending',
  'denied',
  'refused',
  'duplicate',
  'unknown',
] as const;

import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { GrantStatus } from '@platform/protocol/grant';
import type { Mandate } from '@platform/protocol/mandate';

/** `deny`: an approver says no. `revoke`: the mandate was revoked, or expired, before the grant was spent. */
export const GRANT_EVENTS = ['approve', 'redeem', 'expire', 'deny', 'revoke'] as const;
export type GrantEvent = (typeof GRANT_EVENTS)[number];

/**
 * Every move that there is; what is not here does not happen. INVARIANT: `redeemed`, `denied` and `expired` are ends,
 * and a grant is redeemed from `active` alone.
 */
export const TRANSITIONS: Readonly<Record<GrantStatus, Partial<Readonly<Record<GrantEvent, GrantStatus>>>>> =
  {
    pending: { approve: 'active', expire: 'expired', deny: 'denied', revoke: 'denied' },
    active: { redeem: 'redeemed', expire: 'expired', revoke: 'denied' },
    redeemed: {},
    denied: {},
    expired: {},
  };

const REFUSALS = {
  pending: 'grant_pending',
  active: 'grant_already_active',
  redeemed: 'grant_already_redeemed',
  denied: 'grant_denied',
  expired: 'grant_expired',
} as const satisfies Readonly<Record<GrantStatus, string>>;
export type GrantRefusal = (typeof REFUSALS)[GrantStatus];

const ADVICE: Readonly<Record<GrantStatus, string>> = {
  pending: 'it waits for an approval',
  active: 'it needs no approval any more; present it',
  redeemed: 'a grant is spent once',
  denied: 'propose another action',
  expired: 'propose the action again',
};

/** The status after an event; the refusal says what the grant is. */
export function nextStatus(status: GrantStatus, event: GrantEvent): Result<GrantStatus, GrantRefusal> {
  const next = TRANSITIONS[status][event];
  if (next !== undefined) return ok(next);
  return fail(REFUSALS[status], `The grant is ${status}: ${ADVICE[status]}.`);
}

/** The status that a proposal enters. */
export function firstStatus(outcome: 'allow' | 'hold' | 'deny'): GrantStatus {
  switch (outcome) {
    case 'allow':
      return 'active';
    case 'hold':
      return 'pending';
    case 'deny':
      return 'denied';
  }
}

type Term = Pick<Mandate, 'limits' | 'approval' | 'valid_to'>;

/** End of an active grant, from when it became active: `limits.runtime_max_s`, and never past the mandate's own end. */
export function activeUntil(mandate: Term, nowMs: number): string {
  return endAfter(mandate.limits.runtime_max_s, mandate, nowMs);
}

/** End of a pending grant: the longest `wait_s` of the routes, and never past the mandate's own end. */
export function pendingUntil(mandate: Term, nowMs: number): string {
  const waits = (mandate.approval.routes ?? []).map(({ wait_s }) => wait_s);
  return endAfter(Math.max(0, ...waits), mandate, nowMs);
}

/** Silence is a refusal: a pending or active grant is over from its `expires_at` on. */
export function isOver(grant: { readonly expires_at: string | null }, nowMs: number): boolean {
  return grant.expires_at === null || !(nowMs < requiredMs(grant.expires_at));
}

function endAfter(seconds: number, { valid_to }: Term, nowMs: number): string {
  return formatInstant(Math.min(nowMs + seconds * 1_000, requiredMs(valid_to)));
}

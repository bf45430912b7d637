import { formatInstant, requiredMs } from '@common/base/instant';
import { GRANT_STATUSES, type GrantStatus } from '../objects/grant.ts';
import type { Mandate } from '../objects/mandate.ts';

interface Transition {
  readonly from: readonly GrantStatus[];
  readonly to: GrantStatus;
}

/**
 * Every possible move. The authority's store moves grants only by this table. INVARIANT: `redeemed`, `denied`
 * and `expired` are final, and a grant is redeemed only from `active`.
 */
export const TRANSITIONS = {
  approve: { from: ['pending'], to: 'active' },
  /** An approver rejected it before enough people had approved. */
  reject: { from: ['pending'], to: 'denied' },
  redeem: { from: ['active'], to: 'redeemed' },
  expire: { from: ['pending', 'active'], to: 'expired' },
  /** The mandate was revoked, or ended, before the grant was spent. */
  revoke: { from: ['pending', 'active'], to: 'denied' },
  /** The mandate's principal cancelled it before it was spent. */
  cancel: { from: ['pending', 'active'], to: 'denied' },
} as const satisfies Readonly<Record<string, Transition>>;
export type GrantEvent = keyof typeof TRANSITIONS;

/**
 * Whether this event can move a grant with this status.
 * @example mayMove('pending', 'redeem') // false
 */
export function mayMove(status: GrantStatus, event: GrantEvent): boolean {
  const { from }: Transition = TRANSITIONS[event];
  return from.includes(status);
}

/** The statuses that are not final: some event leads out of them. */
export const OPEN_STATUSES: readonly GrantStatus[] = GRANT_STATUSES.filter((status) =>
  Object.values<Transition>(TRANSITIONS).some(({ from }) => from.includes(status)),
);

/**
 * Whether some event can still move a grant with this status.
 * @example isOpen('redeemed') // false
 */
export function isOpen(status: GrantStatus): boolean {
  return OPEN_STATUSES.includes(status);
}

/**
 * Whether the grant is open or spent. Such a grant counts against its mandate's limits and prevents a
 * duplicate.
 * @example isLive('redeemed') // true
 * @example isLive('expired') // false
 */
export function isLive(status: GrantStatus): boolean {
  return isOpen(status) || status === TRANSITIONS.redeem.to;
}

/**
 * The status that a proposal enters.
 * @example firstStatus('hold') // 'pending'
 */
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

/**
 * The end of an active grant: `limits.runtime_max_s` after it became active, and never after the mandate's
 * own end.
 * @example activeUntil({ limits: { runtime_max_s: 3_600 }, valid_to: '1970-01-01T00:30:00Z' }, 0)
 *   // '1970-01-01T00:30:00.000Z'
 */
export function activeUntil(mandate: Term, nowMs: number): string {
  return endAfter(mandate.limits.runtime_max_s, mandate, nowMs);
}

/** End of a pending grant: the longest `wait_s` of the routes, and never past the mandate's own end. */
export function pendingUntil(mandate: Term, nowMs: number): string {
  const waits = (mandate.approval.routes ?? []).map(({ wait_s }) => wait_s);
  return endAfter(Math.max(0, ...waits), mandate, nowMs);
}

/**
 * Silence is a refusal: a pending or active grant ends at its `expires_at`.
 * @example isOver({ expires_at: '1970-01-01T00:00:01Z' }, 1_000) // true
 */
export function isOver(grant: { readonly expires_at: string | null }, nowMs: number): boolean {
  return grant.expires_at === null || !(nowMs < requiredMs(grant.expires_at));
}

function endAfter(seconds: number, { valid_to }: Term, nowMs: number): string {
  return formatInstant(Math.min(nowMs + seconds * 1_000, requiredMs(valid_to)));
}

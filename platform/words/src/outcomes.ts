import type { GrantStatus } from '@platform/core/objects/grant';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ToolResult } from '@platform/core/objects/tool-call';

/**
 * The one word on every page for each thing that can become of a request. It is the interface document’s
 * where that has one; only a request that waits or may go on has words of ours. What became of a redeemed grant, its
 * status does not say: see `grantState`.
 */
export const STATUS_WORDS = {
  pending: 'waiting',
  active: 'allowed, not executed yet',
  denied: 'denied',
  expired: 'expired',
} as const satisfies Record<Exclude<GrantStatus, 'redeemed'>, string>;

export const OUTCOME_WORDS = {
  executed: 'executed',
  denied: 'denied',
  refused: 'refused',
  expired: 'expired',
} as const satisfies Record<Receipt['what']['outcome'], string>;

/**
 * What became of an action, in a word; or, if only its principal’s word says so, that they count it as that.
 *
 * @example outcomeWords({ outcome: 'executed', reason: 'ok' }) // 'executed'
 * @example outcomeWords({ outcome: 'executed', reason: 'settled_by_principal' }) // 'counted as done'
 */
export function outcomeWords({ outcome, reason }: Pick<Receipt['what'], 'outcome' | 'reason'>): string {
  if (reason !== 'settled_by_principal') return OUTCOME_WORDS[outcome];
  return outcome === 'executed' ? 'counted as done' : 'counted as not done';
}

export const CALL_WORDS = {
  executed: OUTCOME_WORDS.executed,
  denied: OUTCOME_WORDS.denied,
  refused: OUTCOME_WORDS.refused,
  fetched: 'read',
  pending: STATUS_WORDS.pending,
  duplicate: 'duplicate',
  unknown: 'unknown',
} as const satisfies Record<ToolResult['status'], string>;

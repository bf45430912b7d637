import type { SignedAck } from '@platform/core/objects/counterparty';
import type { SignedEnforcement } from '@platform/core/objects/event';
import type { ExecuteRequest } from '@platform/core/objects/grant';
import type { CounterpartyAck, ToolResult } from '@platform/core/objects/tool-call';
import type { Intent } from '../store/store.ts';

const MAX_DETAIL_LENGTH = 1_000;

export function refused(grantId: string, reason: ToolResult['reason'], detail: string): ToolResult {
  return {
    status: 'refused',
    reason,
    detail: detail.slice(0, MAX_DETAIL_LENGTH).toWellFormed(),
    grant_id: grantId,
  };
}

/** A grant is good once. Presenting it again gets this result, and nothing else happens. */
export function duplicate(grantId: string, receiptId: string | null): ToolResult {
  return {
    status: 'duplicate',
    reason: 'duplicate_action',
    detail: 'This grant was presented before; a grant is executed once. Its receipt says how it ended.',
    grant_id: grantId,
    receipt_id: receiptId,
  };
}

/**
 * The result if nobody knows yet whether it happened. INVARIANT: never used if that is certain, either way.
 */
export function unknown(grantId: string, why: string): ToolResult {
  return {
    status: 'unknown',
    reason: 'counterparty_unknown',
    detail:
      `${why} It is asked again; if no answer comes for long, a person decides. Do not propose the action again. GET /receipts?grant_id=${grantId} at the authority will show the outcome.`.slice(
        0,
        MAX_DETAIL_LENGTH,
      ),
    grant_id: grantId,
  };
}

/** The result once only a person can decide whether it happened. */
export function inDoubt(grantId: string, why: string): ToolResult {
  return {
    status: 'unknown',
    reason: 'counterparty_unknown',
    detail:
      `${why} The mandate’s principal must decide now; do not propose the action again. GET /receipts?grant_id=${grantId} at the authority will show the outcome.`.slice(
        0,
        MAX_DETAIL_LENGTH,
      ),
    grant_id: grantId,
  };
}

/** The result if it is certain that nothing was sent yet. */
export function notSent(grantId: string, why: string): ToolResult {
  return {
    status: 'unknown',
    reason: 'counterparty_unknown',
    detail:
      `${why} Nothing was sent. It is tried again until the grant ends; do not propose the action again. GET /receipts?grant_id=${grantId} at the authority will show the outcome.`.slice(
        0,
        MAX_DETAIL_LENGTH,
      ),
    grant_id: grantId,
  };
}

/** The result of a grant that has ended. `data` is what a read or a fetch returned. */
export function ended(
  { grantId, operation }: Pick<Intent, 'grantId' | 'operation'>,
  { decision, disclosure, counterparty_ack: ack }: SignedEnforcement,
  receiptId: string | null,
  data: unknown,
): ToolResult {
  const executed = operation === 'fetch' ? 'fetched' : 'executed';
  return {
    status: decision.outcome === 'executed' ? executed : 'refused',
    reason: decision.reason,
    detail: disclosure[2],
    grant_id: grantId,
    receipt_id: receiptId,
    ...(ack === null ? {} : { counterparty_ack: counterpartyAck(ack) }),
    ...(data === undefined ? {} : { data }),
  };
}

function counterpartyAck({ ack, ack_hash, signature }: SignedAck): CounterpartyAck {
  return { ...ack, counterparty_ack_hash: ack_hash, signature };
}

/** Returns `<plugin>.v1` of `<plugin>.v1@1.0.0`. */
export function profileOf({ grant }: ExecuteRequest): string {
  return grant.policy_version.slice(0, grant.policy_version.indexOf('@'));
}

import { fail, ok, type Result } from '@common/base/result';
import type { BrokerToken, SignedAck } from '@platform/core/objects/counterparty';
import type { Outcome } from '../store/store.ts';
import type { Binding } from './acknowledge.ts';

export type OnceRefusal =
  | 'idempotency_key_mismatch'
  | 'grant_mismatch'
  | 'idempotency_key_reused'
  | 'refused';

/** The key in the header is the one in the body, and the body is for the broker token's grant. */
export function checkBinding(
  body: Binding,
  headerKey: string | undefined,
  token: BrokerToken,
): Result<void, OnceRefusal> {
  if (headerKey !== body.idempotency_key)
    return fail('idempotency_key_mismatch', 'The header Idempotency-Key must repeat idempotency_key.');
  if (token.grant_id !== body.grant_id)
    return fail('grant_mismatch', 'The broker token is for a different grant from the body’s.');
  return ok(undefined);
}

export function resultOf(outcome: Outcome): Result<SignedAck, OnceRefusal> {
  if (outcome.kind === 'acknowledged') return ok(outcome.ack);
  if (outcome.kind === 'key_reused')
    return fail('idempotency_key_reused', 'This idempotency key was used before with a different body.');
  return fail('refused', outcome.refusal.message, { code: outcome.refusal.code });
}

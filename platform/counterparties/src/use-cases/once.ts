import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@platform/core/crypto/hash';
import { nodeCrypto } from '@platform/core/crypto/node';
import type { BrokerToken, SignedAck } from '@platform/core/objects/counterparty';
import type { Order, Outcome } from '../store/store.ts';
import type { Binding } from './acknowledge.ts';

export type OnceRefusal =
  | 'idempotency_key_mismatch'
  | 'grant_mismatch'
  | 'idempotency_key_reused'
  | 'refused';

interface OrderDeps {
  readonly clock: () => number;
  /** Returns `prefix` and 24 hex digits. */
  readonly newId: (prefix: string) => string;
}

/** Makes the order, if the header's key is the body's, and the body is for the broker token's grant. */
export function orderOf<Request extends Binding>(
  { clock, newId }: OrderDeps,
  prefix: string,
  body: Request,
  { headerKey, token }: { readonly headerKey: string | undefined; readonly token: BrokerToken },
): Result<Order<Request>, OnceRefusal> {
  if (headerKey !== body.idempotency_key)
    return fail('idempotency_key_mismatch', 'The header Idempotency-Key must repeat idempotency_key.');
  if (token.grant_id !== body.grant_id)
    return fail('grant_mismatch', 'The broker token is for a different grant from the body’s.');
  return ok({ id: newId(prefix), at: clock(), bodyHash: hashOf(nodeCrypto, body), body });
}

export function resultOf(outcome: Outcome): Result<SignedAck, OnceRefusal> {
  if (outcome.kind === 'acknowledged') return ok(outcome.ack);
  if (outcome.kind === 'key_reused')
    return fail('idempotency_key_reused', 'This idempotency key was used before with a different body.');
  return fail('refused', outcome.refusal.message, { code: outcome.refusal.code });
}

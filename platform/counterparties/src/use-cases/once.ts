import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { BrokerToken, SignedAck } from '@platform/core/objects/counterparty';
import type { Binding } from '@platform/frame/acknowledge';
import { tokenUsed } from '@platform/frame/check-broker-token';
import type { TokenStore } from '@platform/frame/used-tokens';
import type { AnswerStore, Order, Outcome } from '../store/store.ts';

export type OnceRefusal =
  | 'idempotency_key_mismatch'
  | 'grant_mismatch'
  | 'idempotency_key_reused'
  | 'broker_token_expired'
  | 'broker_token_used'
  | 'refused';

interface OrderDeps {
  readonly store: TokenStore;
  readonly clock: () => number;
  /** Returns `prefix` and 24 hex digits. */
  readonly newId: (prefix: string) => string;
}

/**
 * Makes the order, if the header's key is the body's, and the body is for the broker token's grant. Otherwise the
 * refusal uses the token up, which is good for one call.
 */
export async function orderOf<Request extends Binding>(
  { clock, newId, store }: OrderDeps,
  prefix: string,
  body: Request,
  { headerKey, token }: { readonly headerKey: string | undefined; readonly token: BrokerToken },
): Promise<Result<Order<Request>, OnceRefusal>> {
  const fault = faultOf(body, headerKey, token);
  if (fault !== null) return (await store.claimToken(token.jti, token.exp)) ? fault : tokenUsed();
  const isCurrent = () => clock() < token.exp * 1_000;
  return ok({ id: newId(prefix), at: clock(), bodyHash: hashOf(nodeCrypto, body), body, token, isCurrent });
}

function faultOf(
  body: Binding,
  headerKey: string | undefined,
  token: BrokerToken,
): Result<never, OnceRefusal> | null {
  if (headerKey !== body.idempotency_key)
    return fail('idempotency_key_mismatch', 'The header Idempotency-Key must repeat idempotency_key.');
  if (token.grant_id !== body.grant_id)
    return fail('grant_mismatch', 'The broker token is for a different grant from the body’s.');
  return null;
}

export function resultOf(outcome: Outcome): Result<SignedAck, OnceRefusal> {
  if (outcome.kind === 'acknowledged') return ok(outcome.ack);
  if (outcome.kind === 'token_used') return tokenUsed();
  if (outcome.kind === 'key_reused')
    return fail('idempotency_key_reused', 'This idempotency key was used before with a different body.');
  if (outcome.kind === 'too_late')
    return fail('broker_token_expired', 'The broker token expired before its turn; make a new one.');
  return fail('refused', outcome.refusal.message, { code: outcome.refusal.code });
}

interface LookedUp {
  /** Null: nothing was done under the key by `as_of`. */
  readonly answer: SignedAck | null;
  readonly as_of: string;
}

/**
 * What was done under an idempotency key: the acknowledgment, as the first request got it. After an answer of null,
 * requests whose broker token had expired at `as_of` no longer take effect.
 */
export async function lookUp(
  { store, clock }: { readonly store: AnswerStore; readonly clock: () => number },
  key: string,
): Promise<LookedUp> {
  const { answer, asOf } = await store.standing(key, clock);
  return { answer, as_of: formatInstant(asOf) };
}

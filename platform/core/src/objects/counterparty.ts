import { type Static, Type } from 'typebox';
import { closed, GrantId, Hash, IdempotencyKey, Instant, Name } from './primitives.ts';
import { Signature } from './signature.ts';

/**
 * The mark of an adapter, which signs for what a provider answered: the provider's name, and the hash of the answer's bytes. It is
 * under the adapter's own signature, so that nobody can show the acknowledgment as the provider's later.
 */
export const ADAPTER_OF = 'adapter_of';
export const PROVIDER_ANSWER = 'provider_answer_sha256';

/** Other fields are the counterparty's own: `transfer_id`, amounts, a record's digest. Flat strings. */
export const Ack = Type.Object(
  {
    type: Type.Literal('sanad/ack/1'),
    counterparty: Name,
    operation: Name,
    grant_id: GrantId,
    action_hash: Hash,
    idempotency_key: IdempotencyKey,
    acknowledged_at: Instant,
  },
  {
    additionalProperties: Type.Union([Type.String({ maxLength: 2_048 }), Type.Null()]),
    description: 'What the counterparty did, bound to the action and the idempotency key',
  },
);
export type Ack = Static<typeof Ack>;

export const SignedAck = closed({ ack: Ack, ack_hash: Hash, signature: Signature });
export type SignedAck = Static<typeof SignedAck>;

/** In the header `X-Broker-Token`: `v1.<base64url of this>.<hex HMAC-SHA-256 of "v1." and that part>`. */
export const BrokerToken = closed({
  jti: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  /** Absent where no grant is acted on: for a list of movements. */
  grant_id: Type.Optional(GrantId),
  method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH']),
  path: Type.String({ maxLength: 1_000 }),
  /** The SHA-256 of the body's bytes; of no bytes if there is no body. */
  body_sha256: Hash,
  /** The time in seconds since the epoch. */
  iat: Type.Integer(),
  exp: Type.Integer(),
});
export type BrokerToken = Static<typeof BrokerToken>;

export const BROKER_TOKEN_HEADER = 'x-broker-token';
export const BROKER_TOKEN_LIFETIME_S = 10;

import type { Result } from '@common/base/result';
import { hashOf } from '@platform/core/crypto/hash';
import { nodeCrypto } from '@platform/core/crypto/node';
import type { BrokerToken, SignedAck } from '@platform/core/objects/counterparty';
import { closed, GrantId, Hash, IdempotencyKey, Name, Text } from '@platform/core/objects/primitives';
import type { Signer } from '@platform/core/signed/signed';
import { type Static, Type } from 'typebox';
import type { Answer, RecipientStore, ReleasedRecord } from '../store/store.ts';
import { acknowledge } from './acknowledge.ts';
import { checkBinding, type OnceRefusal, resultOf } from './once.ts';

/** Body of `POST /releases`. */
export const ReleaseRequest = closed({
  record_id: Name,
  recipient_id: Name,
  purpose: Name,
  sensitivity: Name,
  reference: Type.Optional(Text),
  grant_id: GrantId,
  action_hash: Hash,
  idempotency_key: IdempotencyKey,
});
export type ReleaseRequest = Static<typeof ReleaseRequest>;

export interface ReleaseDeps {
  readonly store: RecipientStore;
  readonly signer: Signer;
  readonly clock: () => number;
  readonly newId: (prefix: string) => string;
}

const SENSITIVITY_MISMATCH: Answer = {
  kind: 'refused',
  refusal: {
    code: 'sensitivity_mismatch',
    message: 'The record’s sensitivity differs from the one in the request.',
  },
};

/** Receives a record once per idempotency key; `digest` says which content was received. */
export async function releaseRecord(
  deps: ReleaseDeps,
  body: ReleaseRequest,
  idempotencyKey: string | undefined,
  token: BrokerToken,
): Promise<Result<SignedAck, OnceRefusal>> {
  const bound = checkBinding(body, idempotencyKey, token);
  if (!bound.ok) return bound;
  const at = deps.clock();
  const releaseId = deps.newId('rel_');
  const { record_id: recordId, recipient_id: recipientId, purpose, sensitivity } = body;
  const outcome = await deps.store.release(
    {
      idempotencyKey: body.idempotency_key,
      bodyHash: hashOf(nodeCrypto, body),
      at,
      releaseId,
      grantId: body.grant_id,
      recipientId,
      purpose,
      record: { recordId, sensitivity, title: `Record ${recordId}` },
    },
    (record) => {
      // What the agent said about the record decided whether a person was asked.
      if (record.sensitivity !== sensitivity) return SENSITIVITY_MISMATCH;
      const ack = acknowledge(deps.signer, 'release', body, at, {
        release_id: releaseId,
        record_id: recordId,
        recipient_id: recipientId,
        purpose,
        sensitivity,
        ...(body.reference === undefined ? {} : { reference: body.reference }),
        digest: digestOf(record),
      });
      return { kind: 'acknowledged', ack };
    },
  );
  return resultOf(outcome);
}

/** SHA-256 over the record's canonical JSON. */
export function digestOf({ recordId, sensitivity, title }: ReleasedRecord): string {
  return hashOf(nodeCrypto, { record_id: recordId, sensitivity, title });
}

import type { Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { BrokerToken, SignedAck } from '@platform/core/objects/counterparty';
import type { Signer } from '@platform/core/signed/signed';
import { acknowledge } from '@platform/frame/acknowledge';
import type { ReleaseRequest } from '../requests/effects.ts';
import type { Answer, RecipientStore, ReleasedRecord } from '../store/store.ts';
import { type OnceRefusal, orderOf, resultOf } from './once.ts';

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

/** Receives a record once per idempotency key. `digest` identifies the content that was received. */
export async function releaseRecord(
  deps: ReleaseDeps,
  body: ReleaseRequest,
  headerKey: string | undefined,
  token: BrokerToken,
): Promise<Result<SignedAck, OnceRefusal>> {
  const order = await orderOf(deps, 'rel_', body, { headerKey, token });
  if (!order.ok) return order;
  const { id: release_id, at } = order.value;
  const { record_id, recipient_id, purpose, sensitivity } = body;
  const outcome = await deps.store.release(
    order.value,
    { record_id, sensitivity, title: `Record ${record_id}` },
    (record) => {
      // The sensitivity that the agent stated decided whether a person was asked.
      if (record.sensitivity !== sensitivity) return SENSITIVITY_MISMATCH;
      const ack = acknowledge(deps.signer, 'release', body, at, {
        release_id,
        record_id,
        recipient_id,
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

/** Returns the SHA-256 of the record's canonical JSON. */
export function digestOf({ record_id, sensitivity, title }: ReleasedRecord): string {
  return hashOf(nodeCrypto, { record_id, sensitivity, title });
}

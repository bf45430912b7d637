import { formatInstant } from '@common/base/instant';
import { nodeCrypto } from '@common/evidence/node';
import type { Ack, SignedAck } from '@platform/core/objects/counterparty';
import type { Settled, SignedSettled } from '@platform/core/objects/settled';
import { type Signer, signObject } from '@platform/core/signed/signed';

/** The fields that bind an acknowledgment to one action. */
export interface Binding {
  readonly grant_id: string;
  readonly action_hash: string;
  readonly idempotency_key: string;
}

/**
 * Signs an acknowledgment. `own` has the counterparty's own fields: flat strings, including `transfer_id`.
 */
export function acknowledge(
  signer: Signer,
  operation: string,
  { grant_id, action_hash, idempotency_key }: Binding,
  atMs: number,
  own: Readonly<Record<string, string>>,
): SignedAck {
  const ack: Ack = {
    ...own,
    type: 'sanad/ack/1',
    counterparty: signer.kid,
    operation,
    grant_id,
    action_hash,
    idempotency_key,
    acknowledged_at: formatInstant(atMs),
  };
  const { hash, signature } = signObject(nodeCrypto, signer, ack);
  return { ack, ack_hash: hash, signature };
}

/** Signs what became later of what was acknowledged. */
export function settle(
  signer: Signer,
  { ack: { grant_id, action_hash }, ack_hash }: SignedAck,
  said: Omit<Settled, 'type' | 'grant_id' | 'action_hash' | 'ack_hash'>,
): SignedSettled {
  const settled: Settled = { type: 'sanad/settled/1', ...said, grant_id, action_hash, ack_hash };
  const { hash, signature } = signObject(nodeCrypto, signer, settled);
  return { settled, settled_hash: hash, signature };
}

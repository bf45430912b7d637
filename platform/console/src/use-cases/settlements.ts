import type { Crypto } from '@common/evidence/crypto';
import type { CancelledGrant, GrantRecord } from '@platform/core/objects/grant';
import type {
  Cancellation,
  Settlement,
  SignedCancellation,
  SignedSettlement,
} from '@platform/core/objects/settlement';
import { type Signer, signObject } from '@platform/core/signed/signed';

/** What a principal signs to stop one grant. */
export function cancellationOf(facts: Omit<Cancellation, 'type'>): Cancellation {
  return { type: 'sanad/cancellation/1', ...facts, reason: facts.reason.trim() };
}

/** What a principal signs about a grant of which nobody knows whether its action was done. */
export function settlementOf(facts: Omit<Settlement, 'type'>): Settlement {
  return { type: 'sanad/settlement/1', ...facts, reason: facts.reason.trim() };
}

export function signCancellation(
  crypto: Crypto,
  signer: Signer,
  cancellation: Cancellation,
): SignedCancellation {
  const { hash, signature } = signObject(crypto, signer, cancellation);
  return { cancellation, cancellation_hash: hash, signature };
}

export function signSettlement(crypto: Crypto, signer: Signer, settlement: Settlement): SignedSettlement {
  const { hash, signature } = signObject(crypto, signer, settlement);
  return { settlement, settlement_hash: hash, signature };
}

/**
 * Whether the authority shows this cancellation, or an earlier one of the same action by the same signer: a
 * repeated cancellation changes nothing.
 */
export function isCancelled(record: CancelledGrant, sent: SignedCancellation): boolean {
  const taken = record.cancellation ?? record.ending?.cancellation;
  return (
    taken !== undefined &&
    record.grant.grant_id === sent.cancellation.grant_id &&
    taken.cancellation.grant_id === sent.cancellation.grant_id &&
    taken.cancellation.action_hash === sent.cancellation.action_hash &&
    taken.signature.kid === sent.signature.kid
  );
}

/** Whether the authority shows this very settlement of its grant. */
export function isSettled({ grant, settlement: taken }: GrantRecord, sent: SignedSettlement): boolean {
  return (
    grant.grant_id === sent.settlement.grant_id &&
    taken?.settlement.action_hash === sent.settlement.action_hash &&
    taken.settlement_hash === sent.settlement_hash &&
    taken.signature.sig === sent.signature.sig
  );
}

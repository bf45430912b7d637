import type { Crypto } from '@common/evidence/crypto';
import type { GrantRecord, Rejection, SignedRejection } from '@platform/core/objects/grant';
import { type Signer, signObject } from '@platform/core/signed/signed';

/** A rejection names no action, so people can sign it whatever the authority says of the action. */
export function rejectionOf(facts: Omit<Rejection, 'type'>): Rejection {
  return { type: 'sanad/rejection/1', ...facts, reason: facts.reason.trim() };
}

export function signRejection(crypto: Crypto, signer: Signer, rejection: Rejection): SignedRejection {
  const { hash, signature } = signObject(crypto, signer, rejection);
  return { rejection, rejection_hash: hash, signature };
}

/** Whether the authority shows that this very rejection ended its grant. */
export function isTaken({ grant, status, ending }: GrantRecord, sent: SignedRejection): boolean {
  const taken = ending?.rejection;
  return (
    grant.grant_id === sent.rejection.grant_id &&
    status === 'denied' &&
    taken?.rejection_hash === sent.rejection_hash &&
    taken.signature.sig === sent.signature.sig
  );
}

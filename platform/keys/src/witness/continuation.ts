import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { verifyConsistency } from '@platform/core/log/merkle/tree';
import type { EventRecord } from '@platform/core/objects/event';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { LogContinuation, SignedTreeHead } from '@platform/core/objects/log';
import { SignedRevocation } from '@platform/core/objects/mandate';
import { keyOf, verifySigned, versionThatSigned } from '@platform/core/signed/signed';
import { Value } from 'typebox/value';

const WAY_OUT =
  'Nothing is executed until the authority shows that log again, whole: its operator gets it back with sanad authority restore.';

/**
 * Whether the log that the authority shows now begins with the one that was seen. `log_unproven`: its head
 * lacks the authority's signature.
 */
export function checkHead(
  crypto: Crypto,
  { head, proof }: Pick<LogContinuation, 'head' | 'proof'>,
  seen: SignedTreeHead | null,
  keys: KeySet,
): Result<void, 'log_rolled_back' | 'log_unproven'> {
  if (head !== null && !isHeadOfAuthority(crypto, head, keys)) {
    return fail('log_unproven', 'The head that the authority shows is not signed with its key.');
  }
  if (seen === null) return ok(undefined);
  const { tree_head: known } = seen;
  const had = `The log had ${known.tree_size} entries at ${known.timestamp}, as the authority signed`;
  const size = head?.tree_head.tree_size ?? 0;
  if (head === null || size < known.tree_size) {
    return fail('log_rolled_back', `${had}, and now it shows ${size}. ${WAY_OUT}`);
  }
  const { tree_head: now } = head;
  if (now.log_id !== known.log_id) {
    const message = `${had}, and was ${known.log_id}; now it shows another log, ${now.log_id}. ${WAY_OUT}`;
    return fail('log_rolled_back', message);
  }
  const isSame = size === known.tree_size && now.root_hash === known.root_hash;
  const isProven =
    proof !== null &&
    verifyConsistency(crypto, {
      from: known.tree_size,
      to: size,
      proof: proof.proof,
      fromRoot: known.root_hash,
      toRoot: now.root_hash,
    });
  if (isSame || isProven) return ok(undefined);
  return fail('log_rolled_back', `${had}; the one that it shows now does not begin with them. ${WAY_OUT}`);
}

/**
 * Ignore the date of the signature, because only growth counts. If a head under a stolen key were judged by
 * its date, everything would stop until the next one.
 */
export function isHeadOfAuthority(
  crypto: Crypto,
  { tree_head: head, tree_head_hash: hash, signature }: SignedTreeHead,
  keys: KeySet,
): boolean {
  const key = keyOf(keys, signature.kid);
  if (key === undefined || key.role !== 'authority' || head.deployment !== key.deployment) return false;
  return hashOf(crypto, head) === hash && versionThatSigned(crypto, { key, hash, signature }).ok;
}

/**
 * The mandate that an event revokes; null if the event proves nothing. The principal's signature is enough: a stolen
 * authority key does not make a revocation void.
 */
export function mandateRevokedBy(crypto: Crypto, record: EventRecord, keys: KeySet): string | null {
  const { event, event_hash: hash, signature, body } = record;
  if (event.kind !== 'mandate_revoked' || !Value.Check(SignedRevocation, body)) return null;
  const { revocation } = body;
  const proofs = [
    { object: event, hash, signature },
    { object: revocation, hash: body.revocation_hash, signature: body.signature },
  ];
  const isProven =
    hashOf(crypto, body) === event.body_hash &&
    proofs.some((proof) => verifySigned(crypto, { ...proof, keys, at: event.at }).ok);
  return isProven ? revocation.contract_id : null;
}

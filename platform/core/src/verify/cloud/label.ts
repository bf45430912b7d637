import { formatInstant, instantMs } from '@common/base/instant';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import type { OpenReceipt } from '../../objects/receipt.ts';
import { keyOf, versionThatSigned } from '../../signed/signed.ts';
import type { CloudKeys } from './cloud-keys.ts';
import { readIdentityToken, venueAudience } from './identity-token.ts';

/**
 * What the cloud declares about the machine on which this was decided. Null for a receipt that claims no such
 * thing. A label, never a check: a token names a machine, and nothing in it measures the software.
 */
export function labelCloud(crypto: Crypto, receipt: OpenReceipt, keys: CloudKeys | null): string | null {
  const { level, cloud_identity: token, decided_at: decidedAt } = receipt.how.decision;
  if (token === undefined)
    return level === 'L1-declared'
      ? 'not declared: the receipt says so, but carries no token of the cloud'
      : null;
  if (keys === null) return 'not looked at: give the cloud’s keys of that day (--cloud-keys)';
  const { pep: signature } = receipt.signatures;
  const key = keyOf(receipt.bundle.keys, signature.kid);
  if (key === undefined) return 'does not hold: the key that decided is not in the receipt';
  const hash = hashOf(crypto, receipt.document.how.decision);
  const decider = versionThatSigned(crypto, { key, hash, signature });
  if (!decider.ok) return 'does not hold: the decision is not signed by the key that it names';
  const atMs = instantMs(decidedAt);
  if (atMs === null) return 'does not hold: nobody knows when the decision was made';
  const { deployment, where } = receipt;
  const audience = venueAudience({ deployment, venue: where.venue, fingerprint: decider.value.fingerprint });
  const read = readIdentityToken(crypto, token, { keys, audience, atMs });
  if (!read.ok) return `does not hold: ${read.error.message}`;
  const { instance, instanceId, zone, project, confidential, issuedMs, kid } = read.value;
  const kind = confidential ? 'a confidential VM' : 'a VM, not said to be confidential';
  return `declared by Google’s key ${kid}: ${kind}, ${instance} (${instanceId}) in ${zone}, project ${project}, held a token for ${signature.kid}’s key, issued at ${formatInstant(issuedMs)}. The cloud’s word: nothing measured the software.`;
}

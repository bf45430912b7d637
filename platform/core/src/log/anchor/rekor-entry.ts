import { fail, ok, type Result } from '@common/base/result';
import { concatBytes, fromHex, toHex, utf8 } from '@common/evidence/bytes';
import { canonicalText } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import type { RekorEntry } from '../../objects/anchor.ts';
import { leafHash, verifyInclusion } from '../merkle/tree.ts';
import { fromBase64, toBase64 } from '../note/base64.ts';
import { openCheckpoint, parseDecimal } from '../note/checkpoint.ts';
import type { PublicLog } from './trusted-root.ts';

/** The signed content for a public log, in its own format: base64. */
export interface AnchorSignature {
  /** The SHA-256 of the signed text. */
  readonly digest: string;
  /** The signature in DER. */
  readonly signature: string;
  /** The SubjectPublicKeyInfo of a P-256 key. */
  readonly publicKey: string;
}

const KEY_DETAILS = 'PKIX_ECDSA_P256_SHA_256';

/** The body of `POST /api/v2/log/entries` (hashedrekord 0.0.2). */
export function rekorRequest({ digest, signature, publicKey }: AnchorSignature): string {
  const verifier = { publicKey: { rawBytes: publicKey }, keyDetails: KEY_DETAILS };
  return JSON.stringify({ hashedRekordRequestV002: { digest, signature: { content: signature, verifier } } });
}

/** The entry that the log makes from it, byte for byte. INVARIANT: nothing else is accepted as our entry. */
export function rekorBody({ digest, signature, publicKey }: AnchorSignature): Uint8Array {
  const verifier = { keyDetails: KEY_DETAILS, publicKey: { rawBytes: publicKey } };
  const spec = {
    hashedRekordV002: {
      data: { algorithm: 'SHA2_256', digest },
      signature: { content: signature, verifier },
    },
  };
  return utf8(canonicalText({ apiVersion: '0.0.2', kind: 'hashedrekord', spec }));
}

/** The place of an entry, and the head of the public log under which it was proven. */
interface PlacedEntry {
  readonly index: number;
  readonly size: number;
  readonly body: Uint8Array;
}

type EntryRefusal = 'entry_of_another_log' | 'entry_not_proven' | 'checkpoint_refused';

/**
 * Checks that an entry is in the log, with a checkpoint that the log signed under its own name. It ignores
 * `rootHash` and `treeSize` beside the proof, since the signed checkpoint has both. Nothing of this proves a
 * time.
 */
export function openRekorEntry(
  crypto: Crypto,
  entry: RekorEntry,
  log: PublicLog,
): Result<PlacedEntry, EntryRefusal> {
  const { inclusionProof: proof, kindVersion } = entry;
  const id = fromBase64(entry.logId.keyId);
  if (id === null || toHex(id) !== logIdOf(crypto, log))
    return fail(
      'entry_of_another_log',
      `the entry is not of the log ${log.key.name} under the key that is trusted`,
    );
  if (kindVersion.kind !== 'hashedrekord' || kindVersion.version !== '0.0.2')
    return fail('entry_not_proven', 'the entry is no hashedrekord 0.0.2');
  const opened = openCheckpoint(crypto, proof.checkpoint.envelope, log.key);
  if (!opened.ok) return fail('checkpoint_refused', opened.error.message);
  const index = parseDecimal(entry.logIndex);
  const body = fromBase64(entry.canonicalizedBody);
  const hashes = proof.hashes.map((hash) => toHex(fromBase64(hash) ?? Uint8Array.of()));
  const { size, root } = opened.value;
  if (index === null || body === null || proof.logIndex !== entry.logIndex)
    return fail('entry_not_proven', 'the entry and its proof are not of one place');
  if (!verifyInclusion(crypto, { index, size, leaf: leafHash(crypto, body), proof: hashes, root }))
    return fail(
      'entry_not_proven',
      `the entry is not proven to be number ${index} of ${size} in ${log.key.name}`,
    );
  return ok({ index, size, body });
}

/** The entry as the log would have answered it, with a proof put together from its tiles. */
export function makeRekorEntry(
  crypto: Crypto,
  log: PublicLog,
  made: {
    readonly signature: AnchorSignature;
    readonly index: number;
    /** Lowercase hex. */
    readonly hashes: readonly string[];
    readonly checkpoint: string;
  },
): RekorEntry {
  const base64 = (hex: string) => toBase64(fromHex(hex) ?? Uint8Array.of());
  const logIndex = String(made.index);
  return {
    logIndex,
    logId: { keyId: base64(logIdOf(crypto, log)) },
    kindVersion: { kind: 'hashedrekord', version: '0.0.2' },
    inclusionProof: { logIndex, hashes: made.hashes.map(base64), checkpoint: { envelope: made.checkpoint } },
    canonicalizedBody: toBase64(rekorBody(made.signature)),
  };
}

/** The hex of 32 bytes that begin with a note's key id. */
function logIdOf(crypto: Crypto, { key }: PublicLog): string {
  return crypto.sha256(concatBytes(utf8(`${key.name}\n`), Uint8Array.of(key.type), key.publicKey));
}

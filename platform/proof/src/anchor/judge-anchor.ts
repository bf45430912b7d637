import { fail, ok, type Result } from '@common/base/result';
import { Anchor } from '@platform/protocol/anchor';
import { Check } from 'typebox/value';
import { equalBytes, fromHex, utf8 } from '../bytes.ts';
import { parseStrict } from '../canonical.ts';
import type { Crypto } from '../crypto.ts';
import { rawSignature } from '../device/der-signature.ts';
import { verifyInclusion } from '../merkle/tree.ts';
import { fromBase64, toBase64 } from '../note/base64.ts';
import { openCheckpoint } from '../note/checkpoint.ts';
import { parseNoteKey } from '../note/note-key.ts';
import { type AnchorSignature, openRekorEntry, rekorBody } from './rekor-entry.ts';
import { isSameLog, type PublicLog, readPublicLog } from './trusted-root.ts';

/**
 * `public`: a head that covers the receipt is in a public log that the reader trusts. `claimed`: all of it agrees, but the
 * anchor alone says whose log that is. `no`: anything else.
 */
export interface AnchorVerdict {
  readonly anchored: 'public' | 'claimed' | 'no';
  /** Why, a sentence each. Contains text of the files: escape it for where it is shown. */
  readonly reasons: readonly string[];
}

interface AnchorClaim {
  /** Recomputed from the receipt: never taken from the anchor. */
  readonly leaf: string;
  readonly index: number;
  readonly anchor: Anchor;
  /** Null: the reader named none. */
  readonly trusted: readonly PublicLog[] | null;
}

export function readAnchor(text: string): Result<Anchor, 'anchor_malformed'> {
  const parsed = parseStrict(text);
  if (!parsed.ok) return fail('anchor_malformed', `not an anchor: ${parsed.error.message}`);
  return Check(Anchor, parsed.value)
    ? ok(parsed.value)
    : fail('anchor_malformed', 'not an anchor: expected {"type": "sanad/anchor/1", ...} with every field');
}

/** INVARIANT: each step is proven from the one before it, from the receipt's leaf to the public log's signed checkpoint. */
export function judgeAnchor(crypto: Crypto, { leaf, index, anchor, trusted }: AnchorClaim): AnchorVerdict {
  const own = openOwn(crypto, anchor);
  if (!own.ok) return no(own.error.message);
  const { origin, size, root, note } = own.value;
  const { leaf_index: place, hashes: proof } = anchor.inclusion;
  if (place !== index)
    return no(`The anchor is of leaf ${place}, but the receipt says that it is leaf ${index}.`);
  if (!verifyInclusion(crypto, { index, size, leaf, proof, root }))
    return no(`The receipt is not proven to be leaf ${index} of the ${size} in ${origin}.`);
  const signature = signatureOf(crypto, anchor, note.text);
  if (signature === null) return no('The key for the public log did not sign the text of that checkpoint.');
  const log = readPublicLog(crypto, anchor.trusted_log);
  if (log === null) return no('The anchor names no public log with an Ed25519 key whose id is its own.');
  const known = trusted?.find((candidate) => isSameLog(candidate, log));
  if (trusted !== null && known === undefined)
    return no(`The public log ${log.key.name} with that key is not in your trusted root.`);
  const entry = openRekorEntry(crypto, anchor.entry, log);
  if (!entry.ok) return no(`In the public log, ${entry.error.message}`);
  if (!equalBytes(entry.value.body, rekorBody(signature)))
    return no('The entry in the public log is not of this checkpoint, signature and key.');
  const found = `Entry ${entry.value.index} of ${log.key.name} is the head of ${origin} with ${size} leaves, of which the receipt is leaf ${index}.`;
  if (known === undefined)
    return {
      anchored: 'claimed',
      reasons: [found, 'Only the anchor says that this is a public log: give the trusted root of sigstore.'],
    };
  return {
    anchored: 'public',
    reasons: [found, 'A public log, by your trusted root. It says nothing of when.'],
  };
}

function openOwn(crypto: Crypto, { note, log_key: vkey }: Anchor) {
  const key = parseNoteKey(crypto, vkey);
  return key.ok ? openCheckpoint(crypto, note, key.value) : key;
}

/** Null unless the anchor's key signed the text. */
function signatureOf(
  crypto: Crypto,
  { anchor_key, signature }: Anchor,
  text: string,
): AnchorSignature | null {
  const publicKey = p256KeyOf(fromBase64(anchor_key));
  const der = fromBase64(signature);
  const raw = der === null ? null : rawSignature(der);
  const message = utf8(text);
  if (publicKey === null || raw === null || !crypto.verifyP256(publicKey, message, raw)) return null;
  const digest = toBase64(fromHex(crypto.sha256(message)) ?? Uint8Array.of());
  return { digest, signature, publicKey: anchor_key };
}

/** RFC 5480: P-256 up to the key's own bytes. */
const P256_SPKI = fromHex('3059301306072a8648ce3d020106082a8648ce3d030107034200') ?? Uint8Array.of();

function p256KeyOf(spki: Uint8Array | null): Uint8Array | null {
  if (spki === null || !equalBytes(spki.subarray(0, P256_SPKI.length), P256_SPKI)) return null;
  return spki.subarray(P256_SPKI.length);
}

function no(reason: string): AnchorVerdict {
  return { anchored: 'no', reasons: [reason] };
}

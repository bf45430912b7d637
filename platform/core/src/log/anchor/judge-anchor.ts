import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { equalBytes, fromHex, utf8 } from '@common/evidence/bytes';
import { parseStrict } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { Check } from 'typebox/value';
import { rawSignature } from '../../crypto/device/der-signature.ts';
import { Anchor } from '../../objects/anchor.ts';
import { verifyInclusion } from '../merkle/tree.ts';
import { fromBase64, toBase64 } from '../note/base64.ts';
import { openCheckpoint, openCheckpointByAny } from '../note/checkpoint.ts';
import { type NoteKey, parseNoteKey } from '../note/note-key.ts';
import { type AnchorSignature, openRekorEntry, rekorBody } from './rekor-entry.ts';
import { isSameLog, isValidWithin, type PublicLog, readPublicLog, type Validity } from './trusted-root.ts';

/**
 * `public`: a head that covers the receipt is in a public log that the reader trusts, and belongs to a log
 * that the reader names. `claimed`: everything agrees, but only the anchor says whose log the head belongs
 * to, or whose the public log is; anyone can make such a log around a receipt. `no`: anything else.
 */
export interface AnchorVerdict {
  readonly anchored: 'public' | 'claimed' | 'no';
  /** The reasons, one sentence each. They contain text of the files: escape them for their output. */
  readonly reasons: readonly string[];
}

export interface AnchorClaim {
  /** The leaf, recomputed from the receipt and never taken from the anchor. */
  readonly leaf: string;
  readonly index: number;
  readonly anchor: Anchor;
  /** Null if the reader named none. */
  readonly trusted: readonly PublicLog[] | null;
  /** The logs whose heads the reader trusts; null if the reader named none. */
  readonly logs: readonly { readonly key: NoteKey }[] | null;
  /** The key that posts that log's heads, as `readAnchorKey` returns it; null if the reader named none. */
  readonly anchorKey: string | null;
  /** When the receipt was logged, by its own head. The entry is not older. Null if unknown. */
  readonly loggedAt: number | null;
  /** The present by the reader's clock. The entry is not younger. Null if there is no clock. */
  readonly now: number | null;
}

export function readAnchor(text: string): Result<Anchor, 'anchor_malformed'> {
  const parsed = parseStrict(text);
  if (!parsed.ok) return fail('anchor_malformed', `not an anchor: ${parsed.error.message}`);
  return Check(Anchor, parsed.value)
    ? ok(parsed.value)
    : fail('anchor_malformed', 'not an anchor: expected {"type": "sanad/anchor/1", ...} with every field');
}

/**
 * Reads a public key of P-256, as PEM or as the base64 in it. Returns the base64.
 * @example readAnchorKey('MCowBQYDK2VwAyEA').error.code // 'anchor_key_malformed'
 */
export function readAnchorKey(text: string): Result<string, 'anchor_key_malformed'> {
  const base64 = text.replaceAll(/-----(?:BEGIN|END) PUBLIC KEY-----|\s/g, '');
  if (p256KeyOf(fromBase64(base64)) !== null) return ok(base64);
  return fail(
    'anchor_key_malformed',
    'not a public key of P-256: expected PEM ("BEGIN PUBLIC KEY") or its base64 (SubjectPublicKeyInfo)',
  );
}

/**
 * INVARIANT: each step is proven from the one before it, from the receipt's leaf to the public log's signed checkpoint; and
 * `public` needs both ends from the reader: the key of the log, and that of the public log.
 */
export function judgeAnchor(crypto: Crypto, claim: AnchorClaim): AnchorVerdict {
  const { leaf, index, anchor, trusted } = claim;
  const other = notAsPinned(crypto, claim);
  if (other !== null) return no(other);
  const own = openOwn(crypto, claim);
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
  const named = trusted?.filter((candidate) => isSameLog(candidate, log));
  if (named?.length === 0)
    return no(`The public log ${log.key.name} with that key is not in your trusted root.`);
  const known = named?.find(({ valid }) => isValidWithin(valid, claim.loggedAt, claim.now));
  if (named !== undefined && known === undefined) return no(notValid(log, named, claim));
  const entry = openRekorEntry(crypto, anchor.entry, log);
  if (!entry.ok) return no(`In the public log, ${entry.error.message}`);
  if (!equalBytes(entry.value.body, rekorBody(signature)))
    return no('The entry in the public log is not of this checkpoint, signature and key.');
  const found = `Entry ${entry.value.index} of ${log.key.name} is the head of ${origin} with ${size} leaves, of which the receipt is leaf ${index}.`;
  const unpinned = unpinnedOf(crypto, claim);
  if (known === undefined || claim.logs === null)
    return { anchored: 'claimed', reasons: [found, ...unpinned] };
  const by = 'A public log by your trusted root, and a log that your policy names. It says nothing of when.';
  return { anchored: 'public', reasons: [found, by, ...endedOf(known, claim), ...unpinned] };
}

/**
 * The entry was made between the receipt’s head and now, but the key was not valid at any instant of that
 * time.
 */
function notValid(log: PublicLog, named: readonly PublicLog[], { loggedAt }: AnchorClaim): string {
  const isOver = named.some(({ valid }) => valid.end !== null && loggedAt !== null && valid.end < loggedAt);
  return `By your trusted root, the key of the public log ${log.key.name} ${isOver ? 'was valid no longer when this receipt was logged' : 'is not valid yet'} (${named.map(({ valid }) => wordsOf(valid)).join('; ')}).`;
}

/** A replaced log is acceptable, but nothing shows that the entry is not younger than its key. */
function endedOf({ valid }: PublicLog, { now }: AnchorClaim): string[] {
  if (valid.end === null || (now !== null && now <= valid.end)) return [];
  return [
    `That key was valid until ${formatInstant(valid.end)}. An entry has no time, so that only the receipt’s own date says that it was made before.`,
  ];
}

function wordsOf({ start, end }: Validity): string {
  const [from, until] = [start, end].map((bound) => (bound === null ? null : formatInstant(bound)));
  return [from === null ? '' : `from ${from}`, until === null ? '' : `until ${until}`].join(' ').trim();
}

/** Says where the anchor differs from what the reader named; null if nowhere. */
function notAsPinned(crypto: Crypto, claim: AnchorClaim): string | null {
  const { anchor, logs, anchorKey } = claim;
  const key = ownKeyOf(crypto, claim);
  if (logs !== null && key.ok) {
    const { name, publicKey } = key.value;
    const named = logs.some((log) => log.key.name === name && equalBytes(log.key.publicKey, publicKey));
    const ours = logs.map((log) => log.key.name).join(', ') || 'no log';
    if (!named)
      return `The anchor is of the log ${name} under the key ${logPrint(crypto, anchor)}, which your policy does not name: it has ${ours}.`;
  }
  if (anchorKey === null || anchorKey === anchor.anchor_key) return null;
  return `The key that signed for the public log is ${keyPrint(crypto, anchor.anchor_key)}, not the one that you gave, ${keyPrint(crypto, anchorKey)}.`;
}

/** Says what only the anchor claims, and how the reader can check it. */
function unpinnedOf(crypto: Crypto, { anchor, trusted, logs, anchorKey }: AnchorClaim): string[] {
  const poster = keyPrint(crypto, anchor.anchor_key);
  const reasons: string[] = [];
  if (trusted === null)
    reasons.push(
      'Only the anchor says that this is a public log: give the trusted root of sigstore (--trusted-root).',
    );
  if (logs === null)
    reasons.push(
      `Only the anchor says whose log this is, under the key ${logPrint(crypto, anchor)}: give the log's key, from its operator and not from the anchor, as the line "log <vkey>" of a policy (--policy).`,
    );
  if (anchorKey === null)
    reasons.push(
      `Only the anchor says that ${poster} is the key that posts the heads of that log: give that key (--anchor-key), to know under which one all its heads are to be found.`,
    );
  return reasons;
}

/** The SHA-256 of the log's public key. */
function logPrint(crypto: Crypto, { log_key: vkey }: Anchor): string {
  const key = parseNoteKey(crypto, vkey);
  return key.ok ? `sha256:${crypto.sha256(key.value.publicKey)}` : 'that is none';
}

/** The SHA-256 of its DER. */
function keyPrint(crypto: Crypto, base64: string): string {
  return `sha256:${crypto.sha256(fromBase64(base64) ?? Uint8Array.of())}`;
}

function openOwn(crypto: Crypto, claim: AnchorClaim) {
  const key = ownKeyOf(crypto, claim);
  return key.ok ? openCheckpoint(crypto, claim.anchor.note, key.value) : key;
}

/**
 * The key that the anchor names; or, while the log changes its key and signs with two, the one that the
 * reader names.
 */
function ownKeyOf(crypto: Crypto, { anchor, logs }: AnchorClaim) {
  const said = parseNoteKey(crypto, anchor.log_key);
  if (!said.ok || logs === null) return said;
  const { name, publicKey } = said.value;
  const known = logs.filter(({ key }) => key.name === name).map(({ key }) => key);
  if (known.some((key) => equalBytes(key.publicKey, publicKey))) return said;
  const opened = openCheckpointByAny(crypto, anchor.note, known);
  const [signedBy] = opened.ok ? opened.value.signedBy : [];
  return signedBy === undefined ? said : ok(signedBy);
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

import { concatBytes, fromHex, utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { type OpenedCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { KEY_TYPES, type NoteKey } from './note-key.ts';
import { type NoteSignature, parseNote } from './signed-note.ts';

const TIME_BYTES = 8;

/**
 * What a witness with an Ed25519 key signs (C2SP tlog-cosignature): that at `timeS`, seconds since the epoch, this was
 * the largest consistent checkpoint that it had seen. `text`: of the checkpoint's note.
 * @example String.fromCharCode(...cosignatureMessage('log.example\n', 1))
 *   // 'cosignature/v1\ntime 1\nlog.example\n'
 */
export function cosignatureMessage(text: string, timeS: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${timeS}\n${text}`);
}

/** What a witness with an ML-DSA-44 key signs: without extension lines, with its own name. */
export function subtreeMessage(
  name: string,
  { origin, size, root }: Pick<OpenedCheckpoint, 'origin' | 'size' | 'root'>,
  timeS: number,
): Uint8Array {
  const [of, by] = [utf8(origin), utf8(name)];
  const hash = fromHex(root);
  if (hash?.length !== 32 || of.length > 255 || by.length > 255) throw new TypeError('no such statement');
  return concatBytes(
    utf8('subtree/v1\n\0'),
    ...[Uint8Array.of(by.length), by, bigEndian(timeS)],
    ...[Uint8Array.of(of.length), of, bigEndian(0), bigEndian(size)],
    hash,
  );
}

/**
 * The line below the checkpoint: time, then what the key signed.
 * @example cosignatureLine({ name: 'witness.example', id: '0a0b0c0d' }, 1, Uint8Array.of(255)).signature
 *   // Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1, 255)
 */
export function cosignatureLine(key: NoteKey, timeS: number, signature: Uint8Array): NoteSignature {
  return { name: key.name, keyId: key.id, signature: concatBytes(bigEndian(timeS), signature) };
}

export type CosignatureState =
  | { readonly state: 'absent' }
  /** A line under this name and id does not verify, or cannot be checked here. */
  | { readonly state: 'invalid' }
  /** The newest of several. */
  | { readonly state: 'valid'; readonly timeS: number };

/** Whether a witness signed this checkpoint. Every line under its name and id must hold. */
export function readCosignature(
  crypto: Crypto,
  checkpoint: OpenedCheckpoint,
  key: NoteKey,
): CosignatureState {
  const own = checkpoint.note.signatures.filter(({ name, keyId }) => name === key.name && keyId === key.id);
  let newest = -1;
  for (const { signature } of own) {
    const timeS = verifyLine(crypto, checkpoint, key, signature);
    if (timeS === null) return { state: 'invalid' };
    newest = Math.max(newest, timeS);
  }
  return newest < 0 ? { state: 'absent' } : { state: 'valid', timeS: newest };
}

/**
 * Like `readCosignature`, for a checkpoint whose log signature was checked before it was stored.
 * @example readKeptCosignature(crypto, 'no note', { name: 'witness.example', id: '0a0b0c0d' })
 *   // { state: 'invalid' }
 */
export function readKeptCosignature(crypto: Crypto, text: string, key: NoteKey): CosignatureState {
  const note = parseNote(text);
  const checkpoint = note.ok ? parseCheckpoint(note.value.text) : note;
  if (!note.ok || !checkpoint.ok) return { state: 'invalid' };
  return readCosignature(crypto, { ...checkpoint.value, note: note.value }, key);
}

function verifyLine(
  crypto: Crypto,
  checkpoint: OpenedCheckpoint,
  key: NoteKey,
  line: Uint8Array,
): number | null {
  const timeS = readBigEndian(line.subarray(0, TIME_BYTES));
  if (timeS === null) return null;
  const signature = line.subarray(TIME_BYTES);
  const isValid =
    key.type === KEY_TYPES.cosignerMlDsa44
      ? (crypto.verifyMlDsa44?.(key.publicKey, subtreeMessage(key.name, checkpoint, timeS), signature) ??
        false)
      : key.type === KEY_TYPES.cosigner &&
        crypto.verifyEd25519(key.publicKey, cosignatureMessage(checkpoint.note.text, timeS), signature);
  return isValid ? timeS : null;
}

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(TIME_BYTES);
  let rest = value;
  for (let index = TIME_BYTES - 1; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/** Null for too few bytes, and for a number that JavaScript cannot represent exactly. */
function readBigEndian(bytes: Uint8Array): number | null {
  if (bytes.length !== TIME_BYTES) return null;
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return Number.isSafeInteger(value) ? value : null;
}

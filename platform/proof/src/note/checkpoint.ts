import { fail, ok, type Result } from '@common/base/result';
import { fromHex, toHex, utf8 } from '../bytes.ts';
import type { Crypto } from '../crypto.ts';
import { emptyRoot } from '../merkle/tree.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type { NoteKey } from './note-key.ts';
import { parseNote, type SignedNote } from './signed-note.ts';

/** What a log says of itself in a checkpoint (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Which log: by this name, not by its key. */
  readonly origin: string;
  readonly size: number;
  /** Lowercase hex. */
  readonly root: string;
}

/** A checkpoint that the log signed. */
export interface OpenedCheckpoint extends Checkpoint {
  readonly note: SignedNote;
}

/** The text to sign. Logs of ours have no extension lines: nobody could audit them. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  const bytes = fromHex(root);
  if (origin === '' || origin.includes('\n') || !Number.isSafeInteger(size) || size < 0)
    throw new TypeError('no checkpoint has this origin and size');
  if (bytes?.length !== 32) throw new TypeError('a root has 32 bytes');
  return `${origin}\n${size}\n${toBase64(bytes)}\n`;
}

/** `text`: of a note. Extension lines are read over, and are part of what is signed. */
export function parseCheckpoint(text: string): Result<Checkpoint, 'checkpoint_malformed'> {
  const [origin = '', size = '', root = '', ...more] = text.split('\n');
  if (more.pop() !== '' || origin === '' || more.includes('')) {
    return malformed('its text is not origin, size and root, one line each');
  }
  const leaves = parseDecimal(size);
  if (leaves === null) return malformed('its size is not a decimal number below 2^53 without leading zeros');
  const bytes = fromBase64(root);
  if (bytes?.length !== 32) return malformed('its root is not 32 bytes in base64');
  return ok({ origin, size: leaves, root: toHex(bytes) });
}

/**
 * Reads a checkpoint that the log of `key` must have signed: its origin is the name of that key, and a line under that
 * name and id verifies. Lines of others are ignored; a further line under the same key that fails refuses the note.
 */
export function openCheckpoint(
  crypto: Crypto,
  note: string,
  key: NoteKey,
): Result<
  OpenedCheckpoint,
  'note_malformed' | 'checkpoint_malformed' | 'origin_mismatch' | 'log_signature_invalid'
> {
  const parsed = parseNote(note);
  if (!parsed.ok) return parsed;
  const checkpoint = parseCheckpoint(parsed.value.text);
  if (!checkpoint.ok) return checkpoint;
  const { origin, size, root } = checkpoint.value;
  if (origin !== key.name) {
    return fail('origin_mismatch', 'The checkpoint is of another log than the one whose key this is.', {
      origin,
      expected: key.name,
    });
  }
  const own = parsed.value.signatures.filter(({ name, keyId }) => name === key.name && keyId === key.id);
  const message = utf8(parsed.value.text);
  if (
    own.length === 0 ||
    !own.every(({ signature }) => crypto.verifyEd25519(key.publicKey, message, signature))
  ) {
    return fail('log_signature_invalid', 'The checkpoint has no valid signature of the log.', {
      origin,
      key: key.id,
    });
  }
  if (size === 0 && root !== emptyRoot(crypto)) return malformed('an empty log has another root');
  return ok({ ...checkpoint.value, note: parsed.value });
}

/** A number that is not negative, in its one decimal spelling. */
export function parseDecimal(text: string): number | null {
  const value = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : -1;
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function malformed(why: string) {
  return fail('checkpoint_malformed', `This is no checkpoint: ${why}.`);
}

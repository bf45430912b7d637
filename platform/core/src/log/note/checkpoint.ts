import { fail, ok, type Result } from '@common/base/result';
import { fromHex, toHex, utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import type { StandingHead } from '../../objects/standing.ts';
import { emptyRoot } from '../merkle/tree.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type { NoteKey } from './note-key.ts';
import { type NoteSignature, parseNote, type SignedNote } from './signed-note.ts';

/** What a log states about itself in a checkpoint (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** The origin names the log; its key does not. */
  readonly origin: string;
  readonly size: number;
  /** Lowercase hex. */
  readonly root: string;
  /** What had ended, in an extension line (ADR 0031). Other logs, and ours in earlier versions, have none. */
  readonly standing?: StandingHead | undefined;
}

const STANDING_LINE = 'sanad-standing/1';

/** A head of a log, as far as the rule about its standing reads it. */
export type HeadStanding = Pick<Checkpoint, 'size' | 'standing'>;

/**
 * A log that has once said what had ended says so in each later checkpoint. Without this rule, nobody could tell a
 * checkpoint from before there was a standing from one that leaves it out.
 * @example checkStandingKept({ size: 3, standing: { size: 0 } }, { size: 4 }).error.code // 'standing_left_out'
 * @example checkStandingKept({ size: 3 }, { size: 4 }) // ok(undefined)
 */
export function checkStandingKept(
  earlier: HeadStanding,
  later: HeadStanding,
): Result<void, 'standing_left_out'> {
  if (earlier.standing === undefined || later.standing !== undefined || later.size < earlier.size)
    return ok(undefined);
  return fail(
    'standing_left_out',
    `The checkpoint of ${later.size} entries leaves out what has ended: the head of ${earlier.size} had the line ${STANDING_LINE}.`,
  );
}

/** A checkpoint that the log signed. */
export interface OpenedCheckpoint extends Checkpoint {
  readonly note: SignedNote;
}

/**
 * The text to sign. The one extension line of our logs is the standing, whose root a monitor computes anew.
 * @example formatCheckpoint({ origin: 'log.example', size: 0, root: crypto.sha256('') })
 *   // 'log.example\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n'
 */
export function formatCheckpoint({ origin, size, root, standing }: Checkpoint): string {
  if (origin === '' || origin.includes('\n') || !Number.isSafeInteger(size) || size < 0)
    throw new TypeError('no checkpoint has this origin and size');
  const text = `${origin}\n${size}\n${formatRoot(root)}\n`;
  if (standing === undefined) return text;
  return `${text}${STANDING_LINE} ${standing.size} ${formatRoot(standing.root_hash)}\n`;
}

function formatRoot(root: string): string {
  const bytes = fromHex(root);
  if (bytes?.length !== 32) throw new TypeError('a root has 32 bytes');
  return toBase64(bytes);
}

/**
 * Reads the text of a note. It ignores extension lines other than the standing, which are still signed.
 * @example parseCheckpoint('log.example\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\nextension\n')
 *   // ok({ origin: 'log.example', size: 0, root: crypto.sha256('') })
 */
export function parseCheckpoint(text: string): Result<Checkpoint, 'checkpoint_malformed'> {
  const [origin = '', size = '', root = '', ...more] = text.split('\n');
  if (more.pop() !== '' || origin === '' || more.includes('')) {
    return malformed('its text is not origin, size and root, one line each');
  }
  const leaves = parseDecimal(size);
  if (leaves === null) return malformed('its size is not a decimal number below 2^53 without leading zeros');
  const bytes = fromBase64(root);
  if (bytes?.length !== 32) return malformed('its root is not 32 bytes in base64');
  const lines = more.filter((line) => line.split(' ')[0] === STANDING_LINE);
  const standing = lines.map(parseStanding)[0];
  if (lines.length > 1 || standing === null) return malformed('its line of the standing is not one');
  return ok({ origin, size: leaves, root: toHex(bytes), ...(standing === undefined ? {} : { standing }) });
}

function parseStanding(line: string): StandingHead | null {
  const [, size = '', root = '', ...more] = line.split(' ');
  const [endings, bytes] = [parseDecimal(size), fromBase64(root)];
  if (endings === null || bytes?.length !== 32 || more.length > 0) return null;
  return { size: endings, root_hash: toHex(bytes) };
}

type NotOpened = 'note_malformed' | 'checkpoint_malformed' | 'origin_mismatch' | 'log_signature_invalid';

/**
 * Reads a checkpoint that the log of `key` must have signed: its origin is the name of that key, and a line under that
 * name and id verifies. Lines of others are ignored; a further line under the same key that fails refuses the note.
 */
export function openCheckpoint(
  crypto: Crypto,
  note: string,
  key: NoteKey,
): Result<OpenedCheckpoint, NotOpened> {
  return openCheckpointByAny(crypto, note, [key]);
}

/**
 * Like `openCheckpoint`, for a log that has several known keys: while it changes its key it signs with two.
 * One of them must have signed, and no line under any of them may fail.
 */
export function openCheckpointByAny(
  crypto: Crypto,
  note: string,
  known: readonly NoteKey[],
): Result<OpenedCheckpoint & { readonly signedBy: readonly NoteKey[] }, NotOpened> {
  const parsed = parseNote(note);
  if (!parsed.ok) return parsed;
  const checkpoint = parseCheckpoint(parsed.value.text);
  if (!checkpoint.ok) return checkpoint;
  const { origin, size, root } = checkpoint.value;
  const keys = known.filter(({ name }) => name === origin);
  if (keys.length === 0) {
    return fail('origin_mismatch', 'The checkpoint is of another log than the one whose key this is.', {
      origin,
      expected: known[0]?.name,
    });
  }
  const lines = parsed.value.signatures.filter(({ name }) => name === origin);
  const signedBy = keys.filter((key) => lines.some(({ keyId }) => keyId === key.id));
  if (signedBy.length === 0) return notByKnown(origin, lines, keys);
  const message = utf8(parsed.value.text);
  const holds = signedBy.every(({ id, publicKey }) =>
    lines.every(
      ({ keyId, signature }) => keyId !== id || crypto.verifyEd25519(publicKey, message, signature),
    ),
  );
  if (!holds) {
    return fail('log_signature_invalid', 'The checkpoint has a line that a key of the log did not sign.', {
      origin,
      key: signedBy.map(({ id }) => id).join(', '),
    });
  }
  if (size === 0 && root !== emptyRoot(crypto)) return malformed('an empty log has another root');
  return ok({ ...checkpoint.value, note: parsed.value, signedBy });
}

/**
 * A reader who has only the old key must learn that there may be a new one, and must not accept it from the
 * log itself.
 */
function notByKnown(origin: string, lines: readonly NoteSignature[], keys: readonly NoteKey[]) {
  const idsOf = (ids: readonly string[]): string => [...new Set(ids)].join(', ');
  const by = idsOf(lines.map(({ keyId }) => keyId));
  const known = idsOf(keys.map(({ id }) => id));
  const instead =
    by === ''
      ? ''
      : `, but with ${by}: if the log has changed its key, get the new one from its operator, and not from the log`;
  return fail(
    'log_signature_invalid',
    `The checkpoint is not signed by a key that is known for ${origin} (${known})${instead}.`,
    { origin, key: known },
  );
}

/**
 * A number that is not negative, in its one decimal spelling.
 * @example parseDecimal('07') // null
 * @example parseDecimal('9007199254740992') // null
 */
export function parseDecimal(text: string): number | null {
  const value = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : -1;
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function malformed(why: string) {
  return fail('checkpoint_malformed', `This is no checkpoint: ${why}.`);
}

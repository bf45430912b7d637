import { fail, ok, type Result } from '@common/base/result';
import { concatBytes, fromHex, toHex } from '@common/evidence/bytes';
import { fromBase64, toBase64 } from './base64.ts';

/**
 * One line below a note: the signer, and the bytes after the key's id, whose format depends on the kind of
 * key.
 */
export interface NoteSignature {
  readonly name: string;
  /** Four bytes, as 8 hex digits. */
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** A text and its signers (C2SP signed-note). Nothing in it counts before a signature is verified. */
export interface SignedNote {
  /** The signed text, with its last newline and without the empty line. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** Room for a policy's 32 witnesses with post-quantum signatures of 3.3 kB each, and for others' lines. */
const MAX_CHARACTERS = 262_144;
const MAX_SIGNATURES = 64;
const KEY_ID_BYTES = 4;

/**
 * `note` was decoded strictly as UTF-8, so that the text represents its bytes.
 * @example parseNote('hello\n\n— log.example CgsMDf8=\n').value.signatures
 *   // [{ name: 'log.example', keyId: '0a0b0c0d', signature: Uint8Array.of(255) }]
 */
export function parseNote(note: string): Result<SignedNote, 'note_malformed'> {
  if (note.length > MAX_CHARACTERS) return malformed(`it is longer than ${MAX_CHARACTERS} characters`);
  if (!note.isWellFormed()) return malformed('it is not valid Unicode');
  if (hasControls(note)) return malformed('it has control characters other than newlines');
  // The text may have empty lines of its own.
  const end = note.lastIndexOf('\n\n');
  if (end < 1) return malformed('it has no empty line between text and signatures');
  const lines = note.slice(end + 2).split('\n');
  if (lines.pop() !== '') return malformed('its last line has no end');
  if (lines.length === 0) return malformed('it has no signature');
  if (lines.length > MAX_SIGNATURES) return malformed(`it has more than ${MAX_SIGNATURES} signatures`);
  const signatures: NoteSignature[] = [];
  for (const [index, line] of lines.entries()) {
    const signature = parseSignatureLine(line);
    if (signature === null) return malformed(`its signature line ${index + 1} is not "— <name> <base64>"`);
    signatures.push(signature);
  }
  return ok({ text: note.slice(0, end + 1), signatures });
}

/**
 * The note as its bytes are sent and stored: text, empty line, signature lines.
 * @example formatNote({ text: 'hello\n', signatures: [] }) // 'hello\n\n'
 */
export function formatNote({ text, signatures }: SignedNote): string {
  if (!text.endsWith('\n')) throw new TypeError('the text of a note ends in a newline');
  return `${text}\n${signatures.map(formatSignatureLine).join('')}`;
}

/**
 * The line with its newline.
 * @example formatSignatureLine({ name: 'log.example', keyId: '0a0b0c0d', signature: Uint8Array.of(255) })
 *   // '— log.example CgsMDf8=\n'
 */
export function formatSignatureLine({ name, keyId, signature }: NoteSignature): string {
  const id = fromHex(keyId);
  if (!isKeyName(name) || id?.length !== KEY_ID_BYTES) throw new TypeError('not a name and id of a key');
  return `— ${name} ${toBase64(concatBytes(id, signature))}\n`;
}

/** A line without its newline. Null for any other form; an unknown name or key is none. */
function parseSignatureLine(line: string): NoteSignature | null {
  const [dash, name = '', base64 = '', ...more] = line.split(' ');
  const bytes = fromBase64(base64);
  if (dash !== '—' || !isKeyName(name) || more.length > 0) return null;
  if (bytes === null || bytes.length <= KEY_ID_BYTES) return null;
  return { name, keyId: toHex(bytes.subarray(0, KEY_ID_BYTES)), signature: bytes.subarray(KEY_ID_BYTES) };
}

/** Of a log, a witness or any other key: not empty, no spaces of any script, no plus, nothing below U+0020. */
export function isKeyName(name: string): boolean {
  return name !== '' && name.isWellFormed() && !/[\p{White_Space}+]/u.test(name) && !hasControls(name, '');
}

function hasControls(text: string, except = '\n'): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) < 0x20 && text[index] !== except) return true;
  }
  return false;
}

function malformed(why: string) {
  return fail('note_malformed', `This is no signed note: ${why}.`);
}

import { fail, ok, type Result } from '@common/base/result';
import { concatBytes, utf8 } from '@common/evidence/bytes';
import { type Crypto, isStrictEd25519Key } from '@common/evidence/crypto';
import { fromBase64, toBase64 } from './base64.ts';
import { isKeyName } from './signed-note.ts';

/** The first byte of a key: what its signatures mean (C2SP signed-note, "Signature types"). */
export const KEY_TYPES = { log: 0x01, cosigner: 0x04, cosignerMlDsa44: 0x06 } as const;
type KeyType = (typeof KEY_TYPES)[keyof typeof KEY_TYPES];

/**
 * A public key by the name under which it signs: `log` is Ed25519 over the text of a note, `cosigner` Ed25519 with a
 * time (`cosignature/v1`), `cosignerMlDsa44` its post-quantum successor.
 */
export interface NoteKey {
  readonly name: string;
  /** 8 hex digits, derived from the rest. */
  readonly id: string;
  readonly type: KeyType;
  readonly publicKey: Uint8Array;
}

const ML_DSA_44_KEY_BYTES = 1_312;

/**
 * Throws for a name or key that no note can have; read those of others with `parseNoteKey`.
 * @example noteKey(crypto, { name: 'log.example', type: 1, publicKey: new Uint8Array(32).fill(2) }).id
 *   // '45581e74'
 */
export function noteKey(crypto: Crypto, key: Omit<NoteKey, 'id'>): NoteKey {
  if (!isKeyName(key.name) || !isPublicKey(key.type, key.publicKey)) throw new TypeError('no key of a note');
  return { ...key, id: keyId(crypto, key) };
}

/**
 * A verifier key (vkey), `<name>+<id>+<base64>`: the form in which logs and witnesses publish their keys.
 * @example formatNoteKey({ name: 'log.example', id: '0a0b0c0d', type: 1, publicKey: Uint8Array.of(255) })
 *   // 'log.example+0a0b0c0d+Af8='
 */
export function formatNoteKey({ name, id, type, publicKey }: NoteKey): string {
  return `${name}+${id}+${toBase64(concatBytes(Uint8Array.of(type), publicKey))}`;
}

/**
 * Reads a verifier key, as `formatNoteKey` writes it. Its id must be that of its name and key.
 * @example parseNoteKey(crypto, 'log.example')
 *   // fail('note_key_malformed', 'This is no verifier key: it is not "<name>+<8 hex digits>+<base64>".')
 */
export function parseNoteKey(crypto: Crypto, vkey: string): Result<NoteKey, 'note_key_malformed'> {
  // Base64 has plus signs too, so only the first two separate.
  const [, name = '', id = '', base64 = ''] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(vkey) ?? [];
  const bytes = fromBase64(base64);
  if (!isKeyName(name) || bytes === null || bytes.length < 2) {
    return malformed('it is not "<name>+<8 hex digits>+<base64>"');
  }
  const type = Object.values(KEY_TYPES).find((known) => known === bytes[0]);
  if (type === undefined) {
    return malformed(`keys of type ${bytes[0]} are not supported, only 1 (log), 4 and 6 (witness)`);
  }
  const publicKey = bytes.subarray(1);
  if (!isPublicKey(type, publicKey)) return malformed('its public key is none');
  const key = { name, type, publicKey };
  if (keyId(crypto, key) !== id) return malformed('its id is not that of its name and key');
  return ok({ ...key, id });
}

function keyId(crypto: Crypto, { name, type, publicKey }: Omit<NoteKey, 'id'>): string {
  return crypto.sha256(concatBytes(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, 8);
}

function isPublicKey(type: KeyType, publicKey: Uint8Array): boolean {
  return type === KEY_TYPES.cosignerMlDsa44
    ? publicKey.length === ML_DSA_44_KEY_BYTES
    : isStrictEd25519Key(publicKey);
}

function malformed(why: string) {
  return fail('note_key_malformed', `This is no verifier key: ${why}.`);
}

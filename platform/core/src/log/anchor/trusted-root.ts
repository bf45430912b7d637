import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { concatBytes, equalBytes, fromHex, toHex, utf8 } from '@common/evidence/bytes';
import { parseStrict } from '@common/evidence/canonical';
import { type Crypto, isStrictEd25519Key } from '@common/evidence/crypto';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { TrustedLog } from '../../objects/anchor.ts';
import { fromBase64 } from '../note/base64.ts';
import { KEY_TYPES, type NoteKey, noteKey } from '../note/note-key.ts';

/** A public log that someone trusts: its name is its origin. */
export interface PublicLog {
  readonly baseUrl: string;
  readonly key: NoteKey;
  /** The key as given. */
  readonly trusted: TrustedLog;
  /** When the key signs for the log, according to the source of the trusted root. */
  readonly valid: Validity;
}

/** Two inclusive instants in milliseconds since the epoch; null for no bound. */
export interface Validity {
  readonly start: number | null;
  readonly end: number | null;
}

/** The `validFor` of a key. */
const ValidFor = Type.Object({
  validFor: Type.Optional(
    Type.Object({ start: Type.Optional(Type.String()), end: Type.Optional(Type.String()) }),
  ),
});
const TrustedRoot = Type.Object({ tlogs: Type.Array(Type.Unknown(), { maxItems: 1_000 }) });
/** SubjectPublicKeyInfo of Ed25519 up to the key's own bytes: RFC 8410. */
const ED25519_SPKI = '302a300506032b6570032100';

/**
 * The logs of version 2 in a trusted root (`trusted_root.json` of sigstore). It omits those of version 1,
 * which sign differently.
 * @example readTrustedRoot(crypto, '{"tlogs": []}')
 *   // fail('trusted_root_invalid', 'the trusted root has no log of version 2 (one with an Ed25519 key)')
 */
export function readTrustedRoot(
  crypto: Crypto,
  text: string,
): Result<readonly PublicLog[], 'trusted_root_invalid'> {
  const parsed = parseStrict(text);
  if (!parsed.ok) return fail('trusted_root_invalid', `not a trusted root: ${parsed.error.message}`);
  if (!Check(TrustedRoot, parsed.value))
    return fail(
      'trusted_root_invalid',
      'not a trusted root: expected {"tlogs": [...]}, as sigstore publishes it',
    );
  const logs = parsed.value.tlogs.flatMap((tlog) => {
    const log = Check(TrustedLog, tlog) ? readPublicLog(crypto, tlog) : null;
    return log === null ? [] : [log];
  });
  if (logs.length === 0)
    return fail('trusted_root_invalid', 'the trusted root has no log of version 2 (one with an Ed25519 key)');
  return ok(logs);
}

/** Null for a log whose id does not match its key under a name from its address. */
export function readPublicLog(crypto: Crypto, tlog: TrustedLog): PublicLog | null {
  const spki = fromBase64(tlog.publicKey.rawBytes);
  const id = fromBase64(tlog.logId.keyId);
  const url = /^https?:\/\/([^/?#]+)([^?#]*)$/.exec(tlog.baseUrl);
  if (spki === null || id === null || url === null || tlog.publicKey.keyDetails !== 'PKIX_ED25519')
    return null;
  const prefix = fromHex(ED25519_SPKI) ?? spki;
  const publicKey = spki.subarray(prefix.length);
  if (!equalBytes(spki.subarray(0, prefix.length), prefix) || !isStrictEd25519Key(publicKey)) return null;
  const [, host = '', path = ''] = url;
  const place = `${host}${path.replace(/\/+$/, '')}`;
  // The log chooses its origin. Its id shows which of these it is.
  const name = [place, host, host.replace(/:\d+$/, '')].find(
    (origin) => logId(crypto, origin, publicKey) === toHex(id),
  );
  const valid = validityOf(tlog.publicKey);
  if (name === undefined || valid === null) return null;
  return {
    baseUrl: tlog.baseUrl,
    key: noteKey(crypto, { name, type: KEY_TYPES.log, publicKey }),
    trusted: keep(tlog),
    valid,
  };
}

/**
 * Whether the key signs for the log at some instant of this period; null for an unknown end.
 * @example isValidWithin({ start: 5, end: 10 }, 11, null) // false
 * @example isValidWithin({ start: 5, end: 10 }, null, null) // true
 */
export function isValidWithin({ start, end }: Validity, from: number | null, until: number | null): boolean {
  return (
    (end === null || from === null || from <= end) && (start === null || until === null || start <= until)
  );
}

/** The same log under the same key. */
export function isSameLog(one: PublicLog, other: PublicLog): boolean {
  return one.key.name === other.key.name && equalBytes(one.key.publicKey, other.key.publicKey);
}

/**
 * INVARIANT: null, which omits the log, if a bound exists but cannot be read, so that a key is never valid
 * longer than stated.
 */
function validityOf(publicKey: unknown): Validity | null {
  if (!Check(ValidFor, publicKey)) return null;
  const { start, end } = publicKey.validFor ?? {};
  const [from, until] = [boundOf(start), boundOf(end)];
  return from === undefined || until === undefined ? null : { start: from, end: until };
}

function boundOf(instant: string | undefined): number | null | undefined {
  return instant === undefined ? null : (instantMs(instant) ?? undefined);
}

function logId(crypto: Crypto, origin: string, publicKey: Uint8Array): string {
  return crypto.sha256(concatBytes(utf8(`${origin}\n`), Uint8Array.of(KEY_TYPES.log), publicKey));
}

/** Only the used members. */
function keep({ baseUrl, publicKey, logId }: TrustedLog): TrustedLog {
  const { rawBytes, keyDetails } = publicKey;
  return { baseUrl, publicKey: { rawBytes, keyDetails }, logId: { keyId: logId.keyId } };
}

import { createHmac } from 'node:crypto';
import { isPersonsRole, type KeyEntry, type KeySet } from '@platform/core/objects/key-entry';

/** Most people have fewer passkeys. */
const AT_LEAST = 4;
/** How many bytes the credential ids of common devices have. */
const LENGTHS = [16, 20, 32, 32, 48, 64] as const;

interface Asking {
  readonly keys: KeySet;
  readonly secret: string;
  readonly name: string;
  readonly rpId: string;
}

/**
 * The credential ids of a person’s passkeys, among others that nobody has. INVARIANT: the answer to a name that nobody has
 * looks like any other, and is the same each time, so that strangers do not learn who is enrolled.
 */
export function passkeysToAsk({ keys, secret, name, rpId }: Asking): readonly string[] {
  const folded = foldedName(name);
  const own = personsKeys(keys).filter(
    ({ person, webauthn, compromised_at: lost }) =>
      lost === null && webauthn?.rp_id === rpId && foldedName(person ?? '') === folded,
  );
  const ids = own.flatMap(({ webauthn }) => webauthn?.credential_id ?? []);
  const count = Math.max(1, Math.ceil(ids.length / AT_LEAST)) * AT_LEAST;
  const others = Array.from({ length: count - ids.length }, (_, index) =>
    idOfNobody(secret, `${rpId} ${folded} ${index}`),
  );
  return [...ids, ...others].sort();
}

/** The domains for which the passkeys that may sign here were made; nearly always one. */
export function domainsOf(keys: KeySet, origin: string): readonly string[] {
  const used = personsKeys(keys).flatMap(({ webauthn }) =>
    webauthn?.origins.includes(origin) === true ? [webauthn.rp_id] : [],
  );
  const found = [...new Set(used)].sort();
  return found.length === 0 ? [new URL(origin).hostname] : found;
}

export function personsKeys(keys: KeySet): readonly KeyEntry[] {
  return Object.values(keys).filter(({ role }) => isPersonsRole(role));
}

function foldedName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

function idOfNobody(secret: string, of: string): string {
  const bytes = createHmac('sha512', secret).update(`sign-in passkey ${of}`).digest();
  const size = createHmac('sha256', secret).update(`sign-in size ${of}`).digest().readUInt16BE(0);
  return bytes.subarray(0, LENGTHS[size % LENGTHS.length]).toString('base64url');
}

import { KeyEntry, type KeySet } from '@platform/protocol/key-entry';
import { Value } from 'typebox/value';
import { fromHex } from './bytes.ts';
import type { Crypto } from './crypto.ts';
import { hashOf } from './hash.ts';
import { verifySigned } from './signed.ts';

export interface KeyRegistry {
  /** Entries that can be trusted, by kid. */
  readonly keys: KeySet;
  /** Why the others cannot, by the name under which they were found. */
  readonly refused: Readonly<Record<string, string>>;
}

/**
 * A deployment's keys, from its folder of public entries. Services' keys stand for themselves: anyone who can write to
 * that folder runs the deployment. A person's key needs an enrolment that a principal signed; a principal's own is
 * signed by that same key, and is the root. INVARIANT: one key, one name, one role.
 */
export function readKeyRegistry(crypto: Crypto, raw: Readonly<Record<string, unknown>>): KeyRegistry {
  const refused: Record<string, string> = {};
  const candidates: Record<string, KeyEntry> = {};
  const holders = new Map<string, string>();
  for (const name of Object.keys(raw).sort()) {
    const entry = raw[name];
    const fault = Value.Check(KeyEntry, entry) ? faultOf(crypto, name, entry, holders) : 'is not a key entry';
    if (fault !== null) refused[name] = fault;
    else if (Value.Check(KeyEntry, entry)) candidates[name] = entry;
  }
  const roots = Object.fromEntries(
    Object.entries(candidates).filter(([kid, { enrolment }]) => enrolment?.signature.kid === kid),
  );
  const keys: Record<string, KeyEntry> = {};
  for (const [kid, entry] of Object.entries(candidates)) {
    const fault = isPerson(entry) ? enrolmentFault(crypto, entry, roots) : null;
    if (fault === null) keys[kid] = entry;
    else refused[kid] = fault;
  }
  return { keys, refused };
}

/**
 * Reads the registry again only when `read` returns another object, and returns the same keys until then. Calls
 * `onRefused` once for each entry that cannot be trusted.
 */
export function createKeyReader(
  crypto: Crypto,
  read: () => Promise<Readonly<Record<string, unknown>>>,
  onRefused: (kid: string, why: string) => void,
): () => Promise<KeySet> {
  let known: { readonly raw: unknown; readonly keys: KeySet } | null = null;
  return async () => {
    const raw = await read();
    if (known?.raw === raw) return known.keys;
    const { keys, refused } = readKeyRegistry(crypto, raw);
    for (const [kid, why] of Object.entries(refused)) onRefused(kid, why);
    known = { raw, keys };
    return keys;
  };
}

function isPerson({ role }: KeyEntry): boolean {
  return role === 'principal' || role === 'approver';
}

function faultOf(crypto: Crypto, name: string, entry: KeyEntry, holders: Map<string, string>): string | null {
  if (entry.kid !== name) return `names itself ${entry.kid}`;
  const publicKey = fromHex(entry.public_key);
  if (publicKey === null || entry.fingerprint !== `sha256:${crypto.sha256(publicKey)}`) {
    return 'has a fingerprint that does not match its public key';
  }
  const holder = holders.get(entry.public_key);
  if (holder !== undefined) return `has the same key as ${holder}: a key may hold only one role`;
  holders.set(entry.public_key, name);
  if (isPerson(entry) !== (entry.person !== null))
    return 'names a person but is not a person’s key, or the reverse';
  return null;
}

function enrolmentFault(crypto: Crypto, entry: KeyEntry, roots: KeySet): string | null {
  const { compromised_at: _, enrolment, ...facts } = entry;
  if (enrolment === null) return 'is a person’s key that no principal enrolled';
  const object = { type: 'sanad/enrolment/1' as const, ...facts };
  const { enrolment_hash: hash, signature } = enrolment;
  if (hashOf(crypto, object) !== hash) return 'was changed after it was enrolled';
  const valid = verifySigned(crypto, { object, hash, signature, keys: roots, at: entry.not_before });
  return valid.ok ? null : `has an enrolment that is not valid: ${valid.error.message}`;
}

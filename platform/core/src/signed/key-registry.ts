import { fail, type Result } from '@common/base/result';
import { fromHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { Value } from 'typebox/value';
import { isPersonsRole, KeyEntry, type KeySet, type KeyVersion, namesTenants } from '../objects/key-entry.ts';
import { deviceFault, hardwareFault } from './key-facts.ts';
import { enrolmentOf, entryOf, historyFault, versionsOf } from './key-history.ts';
import { reachFault } from './key-reach.ts';
import { earliestEnrolling, keyOf, verifySigned, versionThatSigned } from './signed.ts';

export interface KeyRegistry {
  /** The trusted entries, by kid. */
  readonly keys: KeySet;
  /** Why the others are not trusted, by the name under which they were found. */
  readonly refused: Readonly<Record<string, string>>;
}

/**
 * A deployment's keys, from its folder of public entries. It refuses an entry made for another deployment.
 * Services' keys need no other signature, since anyone who can write to that folder runs the deployment. A
 * person's key, an attester's, and a counterparty's that is said to be independent, needs an enrolment that a
 * principal signed; a principal's own is signed by that same key, and is the root. A retired key is judged like any
 * other, by itself. No enrolment by a compromised root counts, whatever its date. A root that is bounded to
 * tenants enrols principals of those tenants, and nobody else. INVARIANT: one key, one name, one role.
 * @example readKeyRegistry(crypto, 'dp_a', { pep: {} })
 *   // { keys: {}, refused: { pep: 'is not a key entry' } }
 */
export function readKeyRegistry(
  crypto: Crypto,
  deployment: string,
  raw: Readonly<Record<string, unknown>>,
): KeyRegistry {
  const refused: Record<string, string> = {};
  const candidates: Record<string, KeyEntry> = {};
  const holders = new Map<string, string>();
  for (const name of Object.keys(raw).sort()) {
    const entry = raw[name];
    const fault = Value.Check(KeyEntry, entry)
      ? faultOf(crypto, deployment, name, entry, holders)
      : 'is not a key entry';
    if (fault !== null) refused[name] = fault;
    else if (Value.Check(KeyEntry, entry)) candidates[name] = entry;
  }
  // INVARIANT: a root whose own entry is not trusted enrols nobody.
  const roots: Record<string, KeyEntry> = {};
  for (const [kid, entry] of Object.entries(candidates)) {
    const trusted = entryOf(
      versionsOf(entry).filter((version) => isRoot(version) && rootFault(crypto, version) === null),
    );
    if (trusted !== undefined) roots[kid] = trusted;
  }
  const keys: Record<string, KeyEntry> = {};
  for (const [kid, entry] of Object.entries(candidates)) {
    const [current, ...retired] = versionsOf(entry);
    const fault = current === undefined ? null : personFault(crypto, current, candidates, roots);
    if (fault !== null) refused[kid] = fault;
    if (current === undefined || fault !== null) continue;
    const kept: KeyVersion[] = [current];
    for (const old of retired) {
      const oldFault = personFault(crypto, old, candidates, roots);
      if (oldFault === null) kept.push(old);
      else refused[`${kid} until ${old.not_after}`] = oldFault;
    }
    keys[kid] = retired.length === 0 ? entry : (entryOf(kept) ?? entry);
  }
  return { keys, refused };
}

/**
 * Says why an entry must not be put among the others, in place of its kid’s own if there is one; null if it may be.
 * INVARIANT: no key that is trusted now loses its place to it. `trusted`: what is trusted of the others.
 * @example entryFault(crypto, 'dp_a', {}, { kid: 'pep' }) // 'is not a key entry'
 */
export function entryFault(
  crypto: Crypto,
  deployment: string,
  others: Readonly<Record<string, unknown>>,
  entry: KeyEntry,
  trusted: KeySet = readKeyRegistry(crypto, deployment, others).keys,
): string | null {
  const { keys, refused } = readKeyRegistry(crypto, deployment, { ...others, [entry.kid]: entry });
  const own = refused[entry.kid] ?? hardwareFault(entry);
  if (own !== null) return own;
  const lost = Object.values(trusted).find((known) => {
    const now = keyOf(keys, known.kid);
    const kept = new Set((now === undefined ? [] : versionsOf(now)).map(({ fingerprint }) => fingerprint));
    return !versionsOf(known).every(({ fingerprint }) => kept.has(fingerprint));
  });
  if (lost === undefined) return null;
  return `would disable ${lost.kid}, which then ${refused[lost.kid] ?? 'loses a key that it had'}`;
}

/**
 * Reads the registry again only when `read` returns another object, and returns the same keys until then. Calls
 * `onRefused` once for each entry that cannot be trusted.
 */
export function createKeyReader(
  crypto: Crypto,
  deployment: string,
  read: () => Promise<Readonly<Record<string, unknown>>>,
  onRefused: (kid: string, why: string) => void,
): () => Promise<KeySet> {
  let known: { readonly raw: unknown; readonly keys: KeySet } | null = null;
  return async () => {
    const raw = await read();
    if (known?.raw === raw) return known.keys;
    const { keys, refused } = readKeyRegistry(crypto, deployment, raw);
    for (const [kid, why] of Object.entries(refused)) onRefused(kid, why);
    known = { raw, keys };
    return keys;
  };
}

/**
 * Whether the key enrolled itself: only such a key enrols others.
 * @example isRoot({ kid: 'principal_anna', enrolment: { signature: { kid: 'principal_ben' } } }) // false
 */
export function isRoot({ kid, enrolment }: KeyVersion): boolean {
  return enrolment?.signature.kid === kid;
}

function faultOf(
  crypto: Crypto,
  deployment: string,
  name: string,
  entry: KeyEntry,
  holders: Map<string, string>,
): string | null {
  if (entry.deployment !== deployment)
    return `belongs to the deployment ${entry.deployment}, not to ${deployment}: enrol the key here`;
  if (entry.kid !== name) return `names itself ${entry.kid}`;
  const history = historyFault(entry);
  if (history !== null) return history;
  const versions = versionsOf(entry);
  for (const version of versions) {
    const fault = versionFault(crypto, version, holders);
    if (fault !== null) return fault;
  }
  for (const { public_key: key } of versions) holders.set(key, name);
  return null;
}

function versionFault(
  crypto: Crypto,
  version: KeyVersion,
  holders: ReadonlyMap<string, string>,
): string | null {
  const publicKey = fromHex(version.public_key);
  if (publicKey === null || version.fingerprint !== `sha256:${crypto.sha256(publicKey)}`) {
    return 'has a fingerprint that does not match its public key';
  }
  const holder = holders.get(version.public_key);
  if (holder !== undefined) return `has the same key as ${holder}: a key may hold only one role`;
  if (isPersonsRole(version.role) !== (version.person !== null))
    return 'names a person but is not a person’s key, or the reverse';
  if (namesTenants(version.role) && version.tenants === null)
    return `has the role ${version.role} and names no tenants`;
  if (!isPersonsRole(version.role) && version.tenants !== null)
    return 'is a service’s key that names tenants';
  return deviceFault(version);
}

function personFault(crypto: Crypto, version: KeyVersion, candidates: KeySet, roots: KeySet): string | null {
  if (version.enrolment === null) {
    if (isPersonsRole(version.role)) return 'is a person’s key that no principal enrolled';
    if (version.role === 'attester') return 'is an attester’s key that no principal enrolled';
    // Anyone who can write to the folder may have made it. Only a person's signature makes it somebody
    // else's.
    return version.independent ? 'says that it was made elsewhere, but no principal enrolled it' : null;
  }
  if (isRoot(version)) return rootFault(crypto, version);
  const by = version.enrolment.signature.kid;
  const other = keyOf(candidates, by);
  if (keyOf(roots, by) === undefined && other !== undefined) {
    return versionsOf(other).some(isRoot)
      ? `was enrolled by ${by}, whose own entry is not trusted`
      : `was enrolled by ${by}, which may not: only a principal’s key that enrolled itself enrols others`;
  }
  const enrolled = checkEnrolment(crypto, version, roots);
  if (!enrolled.ok) return enrolled.error.message;
  const beyond = reachFault(enrolled.value, version);
  if (beyond !== null) return `was enrolled by ${by}, which may not: ${beyond}`;
  // Nothing proves when an enrolment was signed: a thief can backdate it.
  const { compromised_at: lost } = enrolled.value;
  return lost === null
    ? null
    : `was enrolled by ${by}, which was compromised at ${lost}: enrol it again by another root`;
}

/** A root's key signs its own enrolment; another key of the same kid does not count. */
function rootFault(crypto: Crypto, version: KeyVersion): string | null {
  const enrolled = checkEnrolment(crypto, version, { [version.kid]: version });
  return enrolled.ok ? null : enrolled.error.message;
}

/** The root's key that enrolled this one, or why none did. */
function checkEnrolment(
  crypto: Crypto,
  version: KeyVersion,
  keys: KeySet,
): Result<KeyVersion, 'enrolment_invalid'> {
  const refuse = (why: string) => fail('enrolment_invalid', why);
  if (version.enrolment === null) return refuse('is a person’s key that no principal enrolled');
  const object = enrolmentOf(version);
  const { enrolment_hash: hash, signature } = version.enrolment;
  if (hashOf(crypto, object) !== hash) return refuse('was changed after it was enrolled');
  const by = keyOf(keys, signature.kid);
  const made = by === undefined ? null : versionThatSigned(crypto, { key: by, hash, signature });
  const at = earliestEnrolling(version, made?.ok === true ? made.value : undefined);
  const valid = verifySigned(crypto, { object, hash, signature, keys, at });
  return valid.ok ? valid : refuse(`has an enrolment that is not valid: ${valid.error.message}`);
}

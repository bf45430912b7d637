import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import type { DirectoryEntry, DirectoryTerms, SignedEntry } from '../objects/directory.ts';
import type { KeyRole, KeySet, KeyVersion } from '../objects/key-entry.ts';
import type { Profile } from '../objects/profile.ts';
import { ROLES_OF_TYPE } from '../objects/roles.ts';
import { isTenantOf } from '../objects/tenants.ts';
import { keyOf, type SignedRefusal, verifySigned, versionThatSigned } from '../signed/signed.ts';
import { unlessStolen } from '../signed/stolen-keys.ts';

export type SignerRefusal = SignedRefusal | 'signer_not_allowed' | 'signer_twice' | 'directory_not_named';

/** Of the profile that the entry is judged by. */
export type DirectoryRules = Pick<Profile, 'directories'>;

/** How far an entry is on its way into force. */
interface EntrySigners {
  /** The keys that signed it, in their order. */
  readonly keys: readonly KeyVersion[];
  /** How many more people must sign it. */
  readonly missing: number;
}

/** A profile’s terms for a directory; undefined if it names none of that name. */
export function termsOf({ directories = {} }: DirectoryRules, name: string): DirectoryTerms | undefined {
  return Object.hasOwn(directories, name) ? directories[name] : undefined;
}

/** The newest entry of a tenant’s directory from before the profile asked for two people; undefined if it names none. */
export function pinOf(
  { earlier = {} }: Pick<DirectoryTerms, 'earlier'>,
  tenant: string,
): NonNullable<DirectoryTerms['earlier']>[string] | undefined {
  return Object.hasOwn(earlier, tenant) ? earlier[tenant] : undefined;
}

/**
 * Who signed an entry, if each of them may. INVARIANT: no signature counts of a person whom the profile does not name,
 * of a second key of one person, or of a key that is marked as stolen, whatever its date. Whether an entry that lacks
 * nothing because of its number is the one that had it then is judged by `isSignedByEnough`.
 */
export function entrySigners(
  crypto: Crypto,
  signed: SignedEntry,
  rules: DirectoryRules,
  keys: KeySet,
): Result<EntrySigners, SignerRefusal> {
  const { entry, entry_hash: hash, signatures } = signed;
  const terms = termsOf(rules, entry.directory);
  if (terms === undefined) {
    return fail('directory_not_named', `the profile names no directory ${entry.directory}`);
  }
  const signers: KeyVersion[] = [];
  for (const signature of signatures) {
    const claim = { object: entry, hash, signature, keys, at: entry.signed_at };
    const made = unlessStolen(verifySigned(crypto, claim));
    if (!made.ok) return made;
    const fault = signerFault(terms, entry, made.value);
    if (fault !== null) return fail('signer_not_allowed', fault);
    if (signers.some(({ person }) => person === made.value.person)) {
      return fail('signer_twice', `${made.value.person} signed it twice: another person must sign`);
    }
    signers.push(made.value);
  }
  return ok({ keys: signers, missing: Math.max(0, neededFor(terms, entry) - signers.length) });
}

/**
 * How many people must sign an entry. Granting takes as many as the profile says, ending takes one. An entry whose number
 * was given before the profile asked for two takes one, so that a stricter version ends no payee. Its date says nothing.
 */
export function neededFor(
  terms: Pick<DirectoryTerms, 'needed' | 'earlier'>,
  { change, tenant, sequence }: Pick<DirectoryEntry, 'change' | 'tenant' | 'sequence'>,
): number {
  const pin = pinOf(terms, tenant);
  return change === 'ended' || (pin !== undefined && sequence <= pin.sequence) ? 1 : terms.needed;
}

/** Says why a key may not sign an entry under these terms; null if it may. */
export function signerFault(
  { signers }: Pick<DirectoryTerms, 'signers'>,
  { tenant, signed_at: signedAt }: Pick<DirectoryEntry, 'tenant' | 'signed_at'>,
  key: Pick<KeyVersion, 'kid' | 'role' | 'person' | 'tenants'>,
): string | null {
  if (key.tenants !== null && !isTenantOf(key, tenant))
    return `${key.kid} may not sign for the tenant ${tenant}`;
  if (signers === undefined) {
    return key.role === 'principal'
      ? null
      : `${key.kid} is no principal’s key, and the profile names nobody else`;
  }
  const named = signers.find(({ person }) => person === key.person);
  if (named === undefined) return `the profile does not name ${key.person ?? key.kid} for this directory`;
  // An end that is no instant is past.
  const isPast = named.until !== undefined && (instantMs(signedAt) ?? 0) >= (instantMs(named.until) ?? 0);
  return isPast ? `the profile names ${key.person} for this directory only until ${named.until}` : null;
}

/**
 * Whether everyone whose signature the entry has once held such a key here, whatever became of it. That is enough to
 * follow a directory: an entry whose signer was dismissed or robbed keeps its number, and only its use is refused.
 */
export function isAuthentic(
  crypto: Crypto,
  { entry_hash: hash, signatures }: SignedEntry,
  keys: KeySet,
): boolean {
  const roles: readonly KeyRole[] = ROLES_OF_TYPE['sanad/directory-entry/1'];
  if (signatures.length === 0) return false;
  return signatures.every((signature) => {
    const key = keyOf(keys, signature.kid);
    const made = key === undefined ? null : versionThatSigned(crypto, { key, hash, signature });
    return made?.ok === true && roles.includes(made.value.role);
  });
}

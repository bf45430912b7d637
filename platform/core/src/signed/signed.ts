import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { fromHex, utf8 } from '@common/evidence/bytes';
import { type Crypto, signatureBytes } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { type AppRefusal, checkAppAssertion } from '../crypto/device/app-attest.ts';
import { fromBase64url } from '../crypto/device/base64url.ts';
import { checkPasskey, type PasskeyRefusal } from '../crypto/device/webauthn.ts';
import type { KeyEntry, KeyRole, KeySet, KeyVersion } from '../objects/key-entry.ts';
import type { Mandate } from '../objects/mandate.ts';
import { ROLES_OF_TYPE, type SignedType } from '../objects/roles.ts';
import type { Settled, SignedSettled } from '../objects/settled.ts';
import type { Signature, SignatureAlgorithm } from '../objects/signature.ts';
import { keyFormFault } from './key-facts.ts';
import { versionsOf } from './key-history.ts';

export type SignatureRefusal =
  | PasskeyRefusal
  | AppRefusal
  | 'hash_malformed'
  | 'instant_malformed'
  | 'kid_mismatch'
  | 'alg_mismatch'
  | 'role_not_allowed'
  | 'key_malformed'
  | 'key_not_yet_valid'
  | 'key_expired'
  | 'key_compromised'
  | 'signature_malformed';

export type SignedRefusal =
  | SignatureRefusal
  | 'type_unknown'
  | 'hash_mismatch'
  | 'kid_unknown'
  | 'deployment_mismatch';

/** A device's answer for a hash: its signature, and what it signed around the hash. */
export type DeviceProof = Omit<Signature, 'kid' | 'alg'>;

/**
 * A holder of a private key: a file or a device. `sign` returns the signature of the ASCII text, in hex; a
 * device adds what it signed.
 */
export interface Signer {
  readonly kid: string;
  readonly alg: SignatureAlgorithm;
  readonly sign: (ascii: string) => string | DeviceProof;
}

export interface KeyFileSigner extends Signer {
  readonly sign: (ascii: string) => string;
}

interface SignatureClaim {
  /** The hash of the signed object: 64 hex digits, whose ASCII characters were signed. */
  readonly hash: string;
  readonly signature: Signature;
  /** The entry with all keys that the kid has had. One of them must have made the signature. */
  readonly key: KeyEntry;
  readonly type: SignedType;
  /** The instant that the object itself names; the key that made the signature must have been valid then. */
  readonly at: string;
}

/**
 * Which key of the kid made this signature: one that may sign this type of object, and was valid at that
 * instant. Its facts (device, compromise, enrolment) are those of that version, never of its successor.
 */
export function verifySignature(crypto: Crypto, claim: SignatureClaim): Result<KeyVersion, SignatureRefusal> {
  const { hash, signature, type } = claim;
  if (!/^[0-9a-f]{64}$/.test(hash)) return fail('hash_malformed', 'a hash is 64 lowercase hex digits');
  if (signature.kid !== claim.key.kid) {
    return fail('kid_mismatch', `signed by ${signature.kid}, but the key given is ${claim.key.kid}`);
  }
  const made = versionThatSigned(crypto, claim);
  if (!made.ok) return made;
  const key = made.value;
  const roles: readonly KeyRole[] = ROLES_OF_TYPE[type];
  if (!roles.includes(key.role)) {
    return fail(
      'role_not_allowed',
      `${key.kid} has the role ${key.role}; ${type} needs ${roles.join(' or ')}`,
    );
  }
  const validity = checkValidity(key, claim.at);
  return validity.ok ? made : validity;
}

/**
 * Finds the version whose key made the signature, whatever its dates. The refusal says what is wrong with the
 * newest.
 */
export function versionThatSigned(
  crypto: Crypto,
  { key, hash, signature }: Pick<SignatureClaim, 'key' | 'hash' | 'signature'>,
): Result<KeyVersion, SignatureRefusal> {
  let refusal: Result<never, SignatureRefusal> | null = null;
  for (const version of versionsOf(key)) {
    const made = checkBytes(crypto, hash, signature, version);
    if (made.ok) return ok(version);
    refusal ??= made;
  }
  return refusal ?? fail('signature_invalid', `${key.kid} has no key`);
}

interface SignedClaim {
  /**
   * The object with its `type` and its deployment (a counterparty's acknowledgment names none), without a
   * signature.
   */
  readonly object: { readonly type: string; readonly deployment?: string };
  readonly hash: string;
  readonly signature: Signature;
  readonly keys: KeySet;
  readonly at: string;
}

/**
 * Like `verifySignature`, with the hash recomputed from the object and the key looked up by the signature's
 * kid. INVARIANT: object and key belong to the same deployment.
 * @example verifySigned(crypto, { object: { type: 'letter' } })
 *   // fail('type_unknown', 'no one signs objects of type "letter"')
 */
export function verifySigned(crypto: Crypto, claim: SignedClaim): Result<KeyVersion, SignedRefusal> {
  const { object, hash, signature, keys, at } = claim;
  const { type } = object;
  if (!isSignedType(type))
    return fail('type_unknown', `no one signs objects of type ${JSON.stringify(type)}`);
  const actual = hashOf(crypto, object);
  if (actual !== hash) return fail('hash_mismatch', `the ${type} hashes to ${actual}, not to ${hash}`);
  const key = keyOf(keys, signature.kid);
  if (key === undefined) return fail('kid_unknown', `no key named ${signature.kid} is among those given`);
  const { deployment = key.deployment } = object;
  if (deployment !== key.deployment) return ofAnotherDeployment(object, key.deployment);
  return verifySignature(crypto, { hash, signature, key, type, at });
}

/**
 * Refuses an object that was made for another deployment. Keys and ids may be the same in two deployments,
 * and an action that a person allowed in one is not allowed in the other.
 * @example ofAnotherDeployment({ type: 'sanad/grant/1', deployment: 'dp_a' }, 'dp_b').error.code
 *   // 'deployment_mismatch'
 */
export function ofAnotherDeployment(
  object: { readonly type: string; readonly deployment?: string },
  deployment: string,
): Result<never, 'deployment_mismatch'> {
  return fail(
    'deployment_mismatch',
    `the ${object.type} was made for the deployment ${object.deployment}, and this is ${deployment}: make and sign it anew here`,
  );
}

/** The hash of the object and the signer's signature over it. */
export function signObject(
  crypto: Crypto,
  signer: Signer,
  object: { readonly type: SignedType },
): { readonly hash: string; readonly signature: Signature } {
  const hash = hashOf(crypto, object);
  return { hash, signature: signHash(signer, hash) };
}

/**
 * The signer's signature over a hash, with the name of its key.
 * @example signHash({ kid: 'pep', alg: 'ed25519', sign: (ascii) => `over ${ascii}` }, 'ab')
 *   // { kid: 'pep', alg: 'ed25519', sig: 'over ab' }
 */
export function signHash(signer: Signer, hash: string): Signature {
  const made = signer.sign(hash);
  return { kid: signer.kid, alg: signer.alg, ...(typeof made === 'string' ? { sig: made } : made) };
}

/**
 * Never one that an object inherits: `constructor` is not a key.
 * @example keyOf({}, 'constructor') // undefined
 */
export function keyOf(keys: KeySet, kid: string): KeyEntry | undefined {
  return Object.hasOwn(keys, kid) ? keys[kid] : undefined;
}

function isSignedType(type: string): type is SignedType {
  return Object.hasOwn(ROLES_OF_TYPE, type);
}

/**
 * A mandate does not say when it was signed. It may begin before its principal's key does (a mandate for the whole
 * month, signed on the fifth), so the earliest instant at which both existed counts.
 * @example earliestSigning({ valid_from: '2026-03-01T00:00:00Z' }, { not_before: '2026-03-05T00:00:00Z' })
 *   // '2026-03-05T00:00:00Z'
 */
export function earliestSigning({ valid_from }: Pick<Mandate, 'valid_from'>, key: KeyVersion): string {
  return laterOf(valid_from, key.not_before);
}

/**
 * An addendum is dated by when something became of a payment, and signed when that is asked for: with a key that may be
 * newer. So the earliest instant at which both were there counts.
 * @example earliestSettling({ at: '2026-03-01T00:00:00Z' }, { not_before: '2026-03-05T00:00:00Z' })
 *   // '2026-03-05T00:00:00Z'
 */
export function earliestSettling({ at }: Pick<Settled, 'at'>, key: KeyVersion): string {
  return laterOf(at, key.not_before);
}

/** Which key of the kid that it names signed an addendum, if it may. */
export function verifySettled(
  crypto: Crypto,
  { settled: object, settled_hash: hash, signature }: SignedSettled,
  keys: KeySet,
): Result<KeyVersion, SignedRefusal> {
  const key = keyOf(keys, signature.kid);
  const made = key === undefined ? null : versionThatSigned(crypto, { key, hash, signature });
  const at = made?.ok === true ? earliestSettling(object, made.value) : object.at;
  return verifySigned(crypto, { object, hash, signature, keys, at });
}

/**
 * When the enrolment of a key was signed, at the earliest. An issuer has signed statements before anybody here knew its
 * key, which may be older than the principal’s own. INVARIANT: only an attester’s key may be, because what it signs is
 * judged by its own age.
 * @example earliestEnrolling(
 *     { role: 'attester', not_before: '2026-03-01T00:00:00Z' }, { not_before: '2026-03-05T00:00:00Z' },
 *   ) // '2026-03-05T00:00:00Z'
 * @example earliestEnrolling(
 *     { role: 'approver', not_before: '2026-03-01T00:00:00Z' }, { not_before: '2026-03-05T00:00:00Z' },
 *   ) // '2026-03-01T00:00:00Z'
 */
export function earliestEnrolling(key: KeyVersion, by: KeyVersion | undefined): string {
  const isOlder = key.role === 'attester' && by !== undefined;
  return isOlder ? laterOf(key.not_before, by.not_before) : key.not_before;
}

function laterOf(one: string, other: string): string {
  const [oneMs, otherMs] = [instantMs(one), instantMs(other)];
  return oneMs !== null && otherMs !== null && otherMs > oneMs ? other : one;
}

/** `not_before` and `not_after` are within the key's validity, `compromised_at` is not. */
function checkValidity(
  key: KeyVersion,
  at: string,
): Result<void, 'instant_malformed' | 'key_not_yet_valid' | 'key_expired' | 'key_compromised'> {
  const instant = instantMs(at);
  const from = instantMs(key.not_before);
  const to = key.not_after === null ? Number.POSITIVE_INFINITY : instantMs(key.not_after);
  const lost = key.compromised_at === null ? Number.POSITIVE_INFINITY : instantMs(key.compromised_at);
  if (instant === null || from === null || to === null || lost === null) {
    return fail('instant_malformed', `an instant of ${key.kid} or of what it signed is not RFC 3339`);
  }
  if (instant < from)
    return fail('key_not_yet_valid', `${key.kid} is valid from ${key.not_before}, not at ${at}`);
  if (instant > to) return fail('key_expired', `${key.kid} was valid until ${key.not_after}, not at ${at}`);
  if (instant >= lost) return fail('key_compromised', `${key.kid} was compromised at ${key.compromised_at}`);
  return ok(undefined);
}

function checkBytes(
  crypto: Crypto,
  hash: string,
  signature: Signature,
  key: KeyVersion,
): Result<void, SignatureRefusal> {
  if (signature.alg !== key.alg) {
    return fail(
      'alg_mismatch',
      `the signature uses ${signature.alg}, but ${key.kid} is a key for ${key.alg}`,
    );
  }
  const publicKey = fromHex(key.public_key);
  const form = keyFormFault(key);
  if (publicKey === null || form !== null) {
    return fail('key_malformed', `the key ${key.kid} ${form ?? 'is not hex'}`);
  }
  if (key.fingerprint !== `sha256:${crypto.sha256(publicKey)}`) {
    return fail('key_malformed', `the fingerprint of ${key.kid} does not match its public key`);
  }
  const proof = readProof(signature, signatureBytes(publicKey));
  if (!proof.ok) return proof;
  const { sig, authenticatorData, clientDataJson } = proof.value;
  const { kid, webauthn, app_attest: app } = key;
  const common = { kid, publicKey, authenticatorData, signature: sig };
  if (webauthn !== undefined) {
    return checkPasskey(crypto, { ...common, passkey: webauthn, challenge: utf8(hash), clientDataJson });
  }
  if (app !== undefined) {
    return checkAppAssertion(crypto, { ...common, appId: app.app_id, clientData: utf8(hash) });
  }
  const verify = key.alg === 'ed25519' ? crypto.verifyEd25519 : crypto.verifyP256;
  return verify(publicKey, utf8(hash), sig)
    ? ok(undefined)
    : fail('signature_invalid', `${key.kid} did not sign this hash, or its key is not safe`);
}

interface Proof {
  readonly sig: Uint8Array;
  /** The members are empty unless the algorithm has them. */
  readonly authenticatorData: Uint8Array;
  readonly clientDataJson: Uint8Array;
}

/** Each algorithm has its own members and no others, because an unread member must not look signed. */
const MEMBERS_OF: Readonly<Record<SignatureAlgorithm, readonly (keyof Signature)[]>> = {
  ed25519: [],
  es256: [],
  webauthn: ['authenticator_data', 'client_data_json'],
  'app-attest': ['authenticator_data'],
};

function readProof(signature: Signature, length: number): Result<Proof, 'signature_malformed'> {
  const sig = fromHex(signature.sig);
  if (sig?.length !== length)
    return fail('signature_malformed', `a signature by this key is ${2 * length} lowercase hex digits`);
  const members = MEMBERS_OF[signature.alg];
  const read = (name: 'authenticator_data' | 'client_data_json'): Uint8Array | null => {
    const text = signature[name];
    if (members.includes(name) !== (text !== undefined)) return null;
    return text === undefined ? new Uint8Array() : fromBase64url(text);
  };
  const [authenticatorData, clientDataJson] = [read('authenticator_data'), read('client_data_json')];
  if (authenticatorData !== null && clientDataJson !== null)
    return ok({ sig, authenticatorData, clientDataJson });
  return fail(
    'signature_malformed',
    `a signature of ${signature.alg} has ${members.join(' and ') || 'nothing but sig'}${members.length > 0 ? ', in base64url without padding' : ''}, and no other member`,
  );
}

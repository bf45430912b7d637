import { fail, ok, type Result } from '@common/base/result';
import { rsaModulusIn } from '@common/evidence/rs256';
import { webCrypto } from '@common/evidence/web';
import { FLAGS } from '@platform/core/crypto/device/authenticator-data';

interface Attestation {
  getAuthenticatorData(): ArrayBuffer;
  getPublicKey(): ArrayBuffer | null;
  getPublicKeyAlgorithm(): number;
}
interface Credential {
  readonly response: Attestation;
  toJSON(): unknown;
}
interface PublicKeyCredentials {
  parseCreationOptionsFromJSON?(options: unknown): unknown;
}
declare const PublicKeyCredential: PublicKeyCredentials | undefined;
declare const navigator: {
  readonly credentials?: { create(asked: { readonly publicKey: unknown }): Promise<Credential | null> };
};

/** A device’s answer, read in this page before anything of it is sent. */
export interface NewPasskey {
  /** A `RegistrationResponseJSON`. */
  readonly response: unknown;
  readonly isPresent: boolean;
  readonly isVerified: boolean;
  /** Whether the passkey may be copied to other devices. */
  readonly isSynced: boolean;
  readonly isBackedUp: boolean;
  /** The key’s fingerprint, computed here from the device’s answer. */
  readonly fingerprint: string;
}

const FLAGS_AT = 32;
const POINT_BYTES = 65;
const ED25519_BYTES = 32;
/** COSE numbers. */
const ED25519 = -8;
const RS256 = -257;

/** Says why no passkey can be made on this page; null if one can. */
export function cannotMake(): string | null {
  if (typeof PublicKeyCredential === 'undefined' || navigator.credentials === undefined) {
    return 'This browser makes no passkeys here: it does only for pages over HTTPS, or on this machine at localhost.';
  }
  return PublicKeyCredential.parseCreationOptionsFromJSON === undefined
    ? 'This browser is too old to make a passkey here: use a newer one, or the command.'
    : null;
}

/** Has the device make a key. It asks the person for finger, face or PIN. */
export async function makePasskey(options: unknown): Promise<Result<NewPasskey>> {
  try {
    const publicKey = PublicKeyCredential?.parseCreationOptionsFromJSON?.(options);
    const credential = await navigator.credentials?.create({ publicKey });
    return credential ? read(credential) : notMade('');
  } catch (thrown) {
    return notMade(thrown instanceof Error ? thrown.name : '');
  }
}

function read(credential: Credential): Result<NewPasskey> {
  const { response } = credential;
  const flags = new Uint8Array(response.getAuthenticatorData())[FLAGS_AT] ?? 0;
  const spki = response.getPublicKey();
  const key = spki === null ? null : keyIn(new Uint8Array(spki), response.getPublicKeyAlgorithm());
  if (key === null) return fail('key_kind', 'The device made a key of a kind that is not taken here');
  const has = (flag: number) => (flags & flag) !== 0;
  return ok({
    response: credential.toJSON(),
    isPresent: has(FLAGS.userPresent),
    isVerified: has(FLAGS.userVerified),
    isSynced: has(FLAGS.backupEligible),
    isBackedUp: has(FLAGS.backedUp),
    fingerprint: `sha256:${webCrypto.sha256(key)}`,
  });
}

/** The key without the part that states its kind; null for an RSA key that is not taken. */
function keyIn(spki: Uint8Array, alg: number): Uint8Array | null {
  if (alg === RS256) return rsaModulusIn(spki);
  return spki.slice(alg === ED25519 ? -ED25519_BYTES : -POINT_BYTES);
}

/** A browser does not distinguish these causes, because that would show pages who has which passkeys. */
function notMade(name: string): Result<never> {
  const why: Readonly<Record<string, string>> = {
    NotAllowedError:
      'It was cancelled, took too long, or the device could not verify you by PIN, finger or face',
    InvalidStateError: 'This device holds a passkey of this person already: use another device',
    SecurityError: 'This page’s address is not one at which passkeys can be made',
  };
  return fail('passkey_not_made', why[name] ?? `This browser could not make one${name && ` (${name})`}`);
}

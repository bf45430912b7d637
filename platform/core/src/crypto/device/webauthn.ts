import { fail, ok, type Result } from '@common/base/result';
import { concatBytes, equalBytes, strictUtf8 } from '@common/evidence/bytes';
import { parseStrict } from '@common/evidence/canonical';
import { type Crypto, ED25519_KEY_BYTES, P256_KEY_BYTES } from '@common/evidence/crypto';
import type { KeyVersion } from '../../objects/key-entry.ts';
import { FLAGS, readAuthenticatorData } from './authenticator-data.ts';
import { toBase64url } from './base64url.ts';
import { isOneCborMap } from './cbor-map.ts';
import { digest } from './digest.ts';

export type PasskeyRefusal =
  | 'client_data_malformed'
  | 'passkey_type_wrong'
  | 'passkey_challenge_wrong'
  | 'passkey_origin_wrong'
  | 'passkey_cross_origin'
  | 'authenticator_data_malformed'
  | 'passkey_rp_wrong'
  | 'passkey_user_absent'
  | 'passkey_user_unverified'
  | 'passkey_backup_state_impossible'
  | 'passkey_backup_eligibility_changed'
  | 'signature_invalid';

type Passkey = NonNullable<KeyVersion['webauthn']>;

export interface PasskeyAssertion {
  readonly kid: string;
  readonly publicKey: Uint8Array;
  /** The key's facts, as the principal signed them. */
  readonly passkey: Pick<Passkey, 'rp_id' | 'origins' | 'backup_eligible'>;
  readonly challenge: Uint8Array;
  readonly authenticatorData: Uint8Array;
  readonly clientDataJson: Uint8Array;
  /** Ed25519's 64 bytes, r and s of P-256, or as many bytes as the RSA key has. */
  readonly signature: Uint8Array;
}

/**
 * Checks an assertion as far as possible without the network (WebAuthn Level 3, 7.2), on the bytes as they
 * were signed. The authority compares its counter. INVARIANT: a person was present and verified, at an
 * enrolled page itself, not in a frame of another.
 */
export function checkPasskey(crypto: Crypto, assertion: PasskeyAssertion): Result<void, PasskeyRefusal> {
  const client = checkClientData(assertion);
  if (!client.ok) return client;
  const authenticator = checkAuthenticatorData(crypto, assertion);
  if (!authenticator.ok) return authenticator;
  const { publicKey, authenticatorData, clientDataJson, signature } = assertion;
  const message = concatBytes(authenticatorData, digest(crypto, clientDataJson));
  return verifierFor(crypto, publicKey)(publicKey, message, signature)
    ? ok(undefined)
    : fail('signature_invalid', `${assertion.kid} did not sign this, or its key is not safe`);
}

/** A key's length tells its kind. */
function verifierFor(crypto: Crypto, { length }: Uint8Array): Crypto['verifyP256'] {
  if (length === ED25519_KEY_BYTES) return crypto.verifyEd25519;
  return length === P256_KEY_BYTES ? crypto.verifyP256 : crypto.verifyRs256;
}

function checkClientData({
  kid,
  passkey,
  challenge,
  clientDataJson,
}: PasskeyAssertion): Result<void, PasskeyRefusal> {
  const text = strictUtf8(clientDataJson);
  if (text === null) return fail('client_data_malformed', `the client data of ${kid} is not UTF-8`);
  const parsed = parseStrict(text);
  if (!parsed.ok)
    return fail('client_data_malformed', `the client data of ${kid} is refused: ${parsed.error.message}`);
  if (!isObject(parsed.value))
    return fail('client_data_malformed', `the client data of ${kid} is not an object`);
  const { type, challenge: asked, origin, crossOrigin, topOrigin } = parsed.value;
  if (type !== 'webauthn.get') {
    return fail(
      'passkey_type_wrong',
      `the client data of ${kid} is of type ${shown(type)}, not webauthn.get`,
    );
  }
  if (asked !== toBase64url(challenge)) {
    return fail(
      'passkey_challenge_wrong',
      `${kid} was asked to sign something else: its challenge is not this hash`,
    );
  }
  if (typeof origin !== 'string' || !passkey.origins.includes(origin)) {
    const enrolled = passkey.origins.join(', ');
    return fail('passkey_origin_wrong', `${kid} signed at ${shown(origin)}, but is enrolled for ${enrolled}`);
  }
  if (topOrigin !== undefined || (crossOrigin !== undefined && crossOrigin !== false)) {
    return fail('passkey_cross_origin', `${kid} signed in a frame of another page: open ${origin} itself`);
  }
  return ok(undefined);
}

function checkAuthenticatorData(
  crypto: Crypto,
  { kid, passkey, authenticatorData }: PasskeyAssertion,
): Result<void, PasskeyRefusal> {
  const malformed = (why: string) =>
    fail('authenticator_data_malformed', `the authenticator data of ${kid} ${why}`);
  const data = readAuthenticatorData(authenticatorData);
  if (data === null) return malformed('is too short');
  if (!equalBytes(data.rpIdHash, digest(crypto, passkey.rp_id))) {
    return fail('passkey_rp_wrong', `${kid} signed for another relying party than ${passkey.rp_id}`);
  }
  const has = (flag: number) => (data.flags & flag) !== 0;
  if (has(FLAGS.attestedData)) return malformed('has attested data, which only a registration has');
  if (has(FLAGS.extensions) ? !isOneCborMap(data.rest) : data.rest.length > 0) {
    return malformed('has bytes after its end');
  }
  if (!has(FLAGS.userPresent)) return fail('passkey_user_absent', `${kid} signed without anyone touching it`);
  if (!has(FLAGS.userVerified)) {
    return fail(
      'passkey_user_unverified',
      `${kid} signed without verifying its holder (PIN, finger or face): ask for user verification`,
    );
  }
  if (has(FLAGS.backedUp) && !has(FLAGS.backupEligible)) {
    return fail('passkey_backup_state_impossible', `${kid} says that it is backed up and cannot be`);
  }
  if (has(FLAGS.backupEligible) !== passkey.backup_eligible) {
    return fail(
      'passkey_backup_eligibility_changed',
      `${kid} was enrolled as ${passkey.backup_eligible ? 'a synced' : 'a device-bound'} passkey and now says otherwise: enrol it again`,
    );
  }
  return ok(undefined);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 200)) : typeof value;
}

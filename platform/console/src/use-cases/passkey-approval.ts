import { fail, ok, type Result } from '@common/base/result';
import { utf8 } from '@common/evidence/bytes';
import { toBase64url } from '@platform/core/crypto/device/base64url';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import { type AssertionResponse, proofOfAssertion } from '@platform/core/signed/assertion-proof';
import { keyOf, type Signer } from '@platform/core/signed/signed';

type PasskeyRefusal = 'key_unusable' | 'assertion_malformed' | 'credential_mismatch';

/** The options for `navigator.credentials.get`: `PublicKeyCredentialRequestOptionsJSON`. */
interface AssertionOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly allowCredentials: readonly { readonly id: string; readonly type: 'public-key' }[];
  readonly userVerification: 'required';
}

/** The options for one hash and one enrolled passkey. The challenge is the hash’s 64 ASCII characters. */
export function assertionOptions(
  keys: KeySet,
  kid: string,
  hash: string,
): Result<AssertionOptions, PasskeyRefusal> {
  const passkey = passkeyOf(keys, kid);
  if (!passkey.ok) return passkey;
  const { rp_id: rpId, credential_id: id } = passkey.value.webauthn;
  return ok({
    challenge: toBase64url(utf8(hash)),
    rpId,
    allowCredentials: [{ id, type: 'public-key' }],
    userVerification: 'required',
  });
}

/**
 * A signer for the one hash that the browser’s assertion was made for. For any other hash, nobody accepts its
 * signature.
 */
export function assertedSigner(
  keys: KeySet,
  kid: string,
  assertion: unknown,
): Result<Signer, PasskeyRefusal> {
  const passkey = passkeyOf(keys, kid);
  if (!passkey.ok) return passkey;
  if (!isAssertion(assertion)) {
    return fail(
      'assertion_malformed',
      'This is not the JSON that a browser returns (AuthenticationResponseJSON).',
    );
  }
  const { webauthn, public_key: key } = passkey.value;
  const enrolled = { credential_id: webauthn.credential_id, public_key: key };
  const proof = proofOfAssertion(assertion, enrolled);
  if (!proof.ok) return fail(proof.error.code, `${kid}: ${proof.error.message}.`);
  return ok({ kid, alg: 'webauthn', sign: () => proof.value });
}

type PasskeyEntry = KeyEntry & { readonly webauthn: NonNullable<KeyEntry['webauthn']> };

function passkeyOf(keys: KeySet, kid: string): Result<PasskeyEntry, 'key_unusable'> {
  const entry = keyOf(keys, kid);
  if (entry?.webauthn !== undefined) return ok({ ...entry, webauthn: entry.webauthn });
  return fail('key_unusable', `${kid} is not a passkey that is enrolled here: see sanad keys list.`);
}

function isAssertion(value: unknown): value is AssertionResponse {
  if (typeof value !== 'object' || value === null) return false;
  const { id, response } = value as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || typeof response !== 'object' || response === null) return false;
  const { authenticatorData, clientDataJSON, signature } = response as Readonly<Record<string, unknown>>;
  return [authenticatorData, clientDataJSON, signature].every((part) => typeof part === 'string');
}

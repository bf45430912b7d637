import { fail, ok, type Result } from '@common/base/result';
import { fromHex, toHex } from '@common/evidence/bytes';
import { P256_KEY_BYTES, signatureBytes } from '@common/evidence/crypto';
import { fromBase64url } from '../crypto/device/base64url.ts';
import { rawSignature } from '../crypto/device/der-signature.ts';
import type { Signature } from '../objects/signature.ts';
import type { DeviceProof } from './signed.ts';

/** The part of a browser's answer (`AuthenticationResponseJSON`) that a signature needs. */
export interface AssertionResponse {
  readonly id: string;
  readonly response: {
    readonly authenticatorData: string;
    readonly clientDataJSON: string;
    readonly signature: string;
  };
}

type AssertionRefusal = 'credential_mismatch' | 'assertion_malformed';

/**
 * Turns a browser's assertion into the proof that a signature carries. `enrolled` is the key's, in hex, and its
 * passkey's id.
 * @example proofOfAssertion({ id: 'mine', response: {} }, { credential_id: 'hers', public_key: '' }).error.code
 *   // 'credential_mismatch'
 */
export function proofOfAssertion(
  { id, response }: AssertionResponse,
  enrolled: { readonly credential_id: string; readonly public_key: string },
): Result<DeviceProof, AssertionRefusal> {
  if (id !== enrolled.credential_id) {
    return fail('credential_mismatch', 'this assertion was made with another passkey than the enrolled one');
  }
  const { authenticatorData, clientDataJSON, signature } = response;
  const made = fromBase64url(signature);
  const key = fromHex(enrolled.public_key) ?? new Uint8Array();
  // Only a signature of ECDSA comes in DER.
  const sig = made !== null && key.length === P256_KEY_BYTES ? rawSignature(made) : made;
  if (
    sig?.length !== signatureBytes(key) ||
    fromBase64url(authenticatorData) === null ||
    fromBase64url(clientDataJSON) === null
  ) {
    return fail(
      'assertion_malformed',
      'this assertion is not one of WebAuthn: a signature of the key’s kind (of ES256 in DER), all in base64url',
    );
  }
  return ok({ sig: toHex(sig), authenticator_data: authenticatorData, client_data_json: clientDataJSON });
}

/**
 * An App Attest assertion, taken out of its CBOR.
 * @example proofOfAppAssertion({ authenticatorData: '', signature: Uint8Array.of() })
 *   // fail('assertion_malformed', 'the assertion’s signature is not one in DER')
 */
export function proofOfAppAssertion(assertion: {
  readonly authenticatorData: string;
  readonly signature: Uint8Array;
}): Result<Omit<Signature, 'kid' | 'alg'>, AssertionRefusal> {
  const sig = rawSignature(assertion.signature);
  if (sig === null) return fail('assertion_malformed', 'the assertion’s signature is not one in DER');
  return ok({ sig: toHex(sig), authenticator_data: assertion.authenticatorData });
}

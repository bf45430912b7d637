import type { SignatureRefusal } from '../../signed/signed.ts';
import type { ProblemCode } from '../problems.ts';

/** Several refusals of a device's answer have one code: what a reader does about them is the same. */
const CODES = {
  hash_malformed: 'signature_malformed',
  kid_mismatch: 'signature_malformed',
  alg_mismatch: 'signature_malformed',
  signature_malformed: 'signature_malformed',
  signature_invalid: 'signature_invalid',
  instant_malformed: 'instant_malformed',
  role_not_allowed: 'role_not_allowed',
  key_malformed: 'key_malformed',
  key_not_yet_valid: 'key_not_yet_valid',
  key_expired: 'key_expired',
  key_compromised: 'key_compromised',
  client_data_malformed: 'assertion_malformed',
  authenticator_data_malformed: 'assertion_malformed',
  passkey_type_wrong: 'assertion_elsewhere',
  passkey_challenge_wrong: 'assertion_elsewhere',
  passkey_origin_wrong: 'assertion_elsewhere',
  passkey_cross_origin: 'assertion_elsewhere',
  passkey_rp_wrong: 'assertion_elsewhere',
  app_id_wrong: 'assertion_elsewhere',
  passkey_user_absent: 'holder_not_verified',
  passkey_user_unverified: 'holder_not_verified',
  passkey_backup_state_impossible: 'backup_changed',
  passkey_backup_eligibility_changed: 'backup_changed',
} as const satisfies Readonly<Record<SignatureRefusal, ProblemCode>>;

/**
 * The code of a signature that was refused.
 * @example codeOfSignature('passkey_origin_wrong') // 'assertion_elsewhere'
 */
export function codeOfSignature(refusal: SignatureRefusal): ProblemCode {
  return CODES[refusal];
}

import { fail, type Result } from '@common/base/result';
import { toBase64url } from '@platform/core/crypto/device/base64url';
import { proofOfAppAssertion } from '@platform/core/signed/assertion-proof';
import type { DeviceProof } from '@platform/core/signed/signed';
import { decode } from 'cborg';

/** An assertion has about two hundred bytes. */
const MAX_BYTES = 4_096;

/**
 * Turns what an app got from App Attest for a hash (`generateAssertion`) into the proof that a signature
 * carries.
 */
export function readAppAssertion(
  bytes: Uint8Array,
): Result<DeviceProof, 'credential_mismatch' | 'assertion_malformed'> {
  const parts = bytes.length > MAX_BYTES ? null : partsOf(bytes);
  if (parts !== null) return proofOfAppAssertion(parts);
  return fail('assertion_malformed', 'this is not an assertion of App Attest (generateAssertion), in base64');
}

function partsOf(bytes: Uint8Array) {
  try {
    const object: unknown = decode(bytes, { useMaps: true, rejectDuplicateMapKeys: true, strict: true });
    if (!(object instanceof Map) || object.size !== 2) return null;
    const [signature, data] = [object.get('signature'), object.get('authenticatorData')];
    if (!(signature instanceof Uint8Array) || !(data instanceof Uint8Array)) return null;
    return { signature, authenticatorData: toBase64url(data) };
  } catch {
    return null;
  }
}

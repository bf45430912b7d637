import type { Signature } from '../../objects/signature.ts';
import { readAuthenticatorData } from './authenticator-data.ts';
import { fromBase64url } from './base64url.ts';

/**
 * How often the device says that this key has signed; null for a key file, which does not count.
 * @example counterOf({ kid: 'approver_anna', alg: 'ed25519', sig: '00' }) // null
 */
export function counterOf({ authenticator_data: text }: Signature): number | null {
  const bytes = text === undefined ? null : fromBase64url(text);
  return bytes === null ? null : (readAuthenticatorData(bytes)?.counter ?? null);
}

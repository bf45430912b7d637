import { fail, ok, type Result } from '@common/base/result';
import { concatBytes, equalBytes } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { FLAGS, readAuthenticatorData } from './authenticator-data.ts';
import { isOneCborMap } from './cbor-map.ts';
import { digest } from './digest.ts';

export type AppRefusal = 'authenticator_data_malformed' | 'app_id_wrong' | 'signature_invalid';

/** An extension's output of iOS 27 takes about 100 bytes. */
const MAX_EXTENSION_BYTES = 512;

interface AppAssertion {
  readonly kid: string;
  readonly publicKey: Uint8Array;
  /** The team and bundle identifier, as enrolled. */
  readonly appId: string;
  /** The client data that the app hashed: here always the ASCII characters of a hash. */
  readonly clientData: Uint8Array;
  readonly authenticatorData: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * Checks an App Attest assertion as far as possible without the network. Apple's nonce is a hash, and signing
 * hashes it once more. Its flags mean nothing (0x40 is set without attested data), so it proves the device
 * and the app, not a person. The authority compares its counter.
 */
export function checkAppAssertion(crypto: Crypto, assertion: AppAssertion): Result<void, AppRefusal> {
  const { kid, publicKey, appId, clientData, authenticatorData, signature } = assertion;
  const malformed = (why: string) =>
    fail('authenticator_data_malformed', `the authenticator data of ${kid} ${why}`);
  const data = readAuthenticatorData(authenticatorData);
  if (data === null) return malformed('is too short');
  if (!equalBytes(data.rpIdHash, digest(crypto, appId))) {
    return fail('app_id_wrong', `${kid} signed in another app than ${appId}`);
  }
  if ((data.flags & ~(FLAGS.attestedData | FLAGS.extensions)) !== 0) {
    return malformed('has flags that App Attest does not set');
  }
  // iOS 27 appends its extensions and leaves their flag clear.
  const { rest } = data;
  if (rest.length > 0 && (rest.length > MAX_EXTENSION_BYTES || !isOneCborMap(rest))) {
    return malformed('has bytes after its end');
  }
  if ((data.flags & FLAGS.extensions) !== 0 && rest.length === 0) return malformed('lacks its extensions');
  const nonce = digest(crypto, concatBytes(authenticatorData, digest(crypto, clientData)));
  return crypto.verifyP256(publicKey, nonce, signature)
    ? ok(undefined)
    : fail('signature_invalid', `${kid} did not sign this, or its key is not safe`);
}

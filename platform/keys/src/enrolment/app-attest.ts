import { createHash, X509Certificate } from 'node:crypto';
import 'reflect-metadata';
import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import * as x509 from '@peculiar/x509';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { decode } from 'cborg';
import { APPLE_APP_ATTEST_ROOT } from './apple-root.ts';

const NONCE_EXTENSION = '1.2.840.113635.100.8.2';
/** SEQUENCE { [1] { OCTET STRING of 32 bytes } } */
const NONCE_PREFIX = Buffer.from('3024a1220420', 'hex');
const AAGUIDS: Readonly<Record<string, 'production' | 'development'>> = {
  'appattest\0\0\0\0\0\0\0': 'production',
  appattestdevelop: 'development',
};
const ATTESTED_DATA = 0x40;
const MAX_BYTES = 65_536;

interface AppAttestation {
  readonly attestation: Uint8Array;
  /** The attestation as the app got it, in base64. */
  readonly keyId: string;
  /** Your team and bundle identifier, never those in the attestation. */
  readonly appId: string;
  /** The challenge that you gave the app, which it hashed. */
  readonly clientData: Uint8Array;
  /** When the device made it. Its certificate is valid for days. */
  readonly attestedMs: number;
  /** Apple's root; tests use another. */
  readonly root?: string;
}

type AppFacts = Pick<KeyEntry, 'alg' | 'public_key' | 'fingerprint' | 'app_attest'>;
type AttestationRefusal = 'attestation_invalid';

const refuse = (why: string) => fail('attestation_invalid', `This app’s key cannot be enrolled: ${why}.`);

/**
 * Returns what a principal can sign about an app's key that Apple attests (App Attest, "Validating Apps That
 * Connect to Your Server"). It proves that the key is in an Apple device, and that this app made it.
 */
export function readAppAttestation(given: AppAttestation): Result<AppFacts, AttestationRefusal> {
  const { attestation, appId, attestedMs, clientData, root = APPLE_APP_ATTEST_ROOT } = given;
  const parts = readParts(attestation);
  if (parts === null) return refuse('it is not an attestation of App Attest');
  const { chain, authData } = parts;
  const [leaf, intermediate] = chain;
  const anchor = new X509Certificate(root);
  const fault = chainFault([leaf, intermediate, anchor], attestedMs);
  if (fault !== null) return refuse(fault);
  const nonce = new x509.X509Certificate(leaf.raw).getExtension(NONCE_EXTENSION);
  const expected = sha256(authData, sha256(clientData));
  if (nonce === null || !Buffer.from(nonce.value).equals(Buffer.concat([NONCE_PREFIX, expected]))) {
    return refuse('it was made for another challenge');
  }
  const publicKey = pointOf(leaf);
  if (publicKey === null) return refuse('its key is not one of P-256');
  const keyId = sha256(publicKey);
  if (!keyId.equals(Buffer.from(given.keyId, 'base64'))) return refuse('it is of another key');
  const environment = environmentOf(authData, keyId, appId);
  if (!environment.ok) return environment;
  return ok({
    alg: 'app-attest',
    public_key: publicKey.toString('hex'),
    fingerprint: `sha256:${keyId.toString('hex')}`,
    app_attest: {
      app_id: appId,
      environment: environment.value,
      attestation: {
        format: 'apple-appattest',
        hash: sha256(attestation).toString('hex'),
        root: `sha256:${sha256(anchor.raw).toString('hex')}`,
        attested_at: formatInstant(attestedMs),
      },
    },
  });
}

interface Parts {
  readonly chain: readonly [leaf: X509Certificate, intermediate: X509Certificate];
  readonly authData: Uint8Array;
}

function readParts(attestation: Uint8Array): Parts | null {
  if (attestation.length > MAX_BYTES) return null;
  try {
    const object: unknown = decode(attestation, {
      useMaps: true,
      rejectDuplicateMapKeys: true,
      strict: true,
    });
    if (!(object instanceof Map) || object.get('fmt') !== 'apple-appattest') return null;
    const [statement, authData] = [object.get('attStmt'), object.get('authData')];
    const chain: unknown = statement instanceof Map ? statement.get('x5c') : null;
    if (!(authData instanceof Uint8Array) || !Array.isArray(chain) || chain.length !== 2) return null;
    const [leaf, intermediate] = chain;
    return { chain: [new X509Certificate(leaf), new X509Certificate(intermediate)], authData };
  } catch {
    return null;
  }
}

/** INVARIANT: the chain ends in the pinned root. It is judged as of the attestation, never as of now. */
function chainFault(
  [leaf, intermediate, root]: readonly [X509Certificate, X509Certificate, X509Certificate],
  atMs: number,
): string | null {
  if (leaf.ca || !intermediate.ca || !root.ca) return 'its certificates are not a chain';
  for (const [one, issuer] of [
    [leaf, intermediate],
    [intermediate, root],
  ] as const) {
    if (!one.checkIssued(issuer) || !one.verify(issuer.publicKey)) {
      return 'its certificates do not end in Apple’s root';
    }
  }
  const isOut = [leaf, intermediate, root].some(
    ({ validFromDate: from, validToDate: to }) => atMs < from.getTime() || atMs > to.getTime(),
  );
  return isOut ? 'its certificates were not valid when it was made' : null;
}

/**
 * The data has the RP id hash, flags, counter, AAGUID, length of the credential id, credential id, and then
 * the key.
 */
function environmentOf(
  authData: Uint8Array,
  keyId: Buffer,
  appId: string,
): Result<'production' | 'development', AttestationRefusal> {
  const data = Buffer.from(authData);
  if (data.length < 87 || data[32] !== ATTESTED_DATA) return refuse('its authenticator data is malformed');
  if (!data.subarray(0, 32).equals(sha256(Buffer.from(appId))))
    return refuse(`it is not of the app ${appId}`);
  if (data.readUInt32BE(33) !== 0) return refuse('its key was used before');
  if (data.readUInt16BE(53) !== keyId.length || !data.subarray(55, 87).equals(keyId)) {
    return refuse('it is of another key');
  }
  const environment = AAGUIDS[data.subarray(37, 53).toString('latin1')];
  return environment === undefined ? refuse('it is not of App Attest') : ok(environment);
}

function pointOf({ publicKey }: X509Certificate): Buffer | null {
  if (publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return null;
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

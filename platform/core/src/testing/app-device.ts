import { concatBytes, toHex, utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { p256 } from '@noble/curves/nist.js';
import { FLAGS } from '../crypto/device/authenticator-data.ts';
import { toBase64url } from '../crypto/device/base64url.ts';
import { digest } from '../crypto/device/digest.ts';
import type { KeyEntry } from '../objects/key-entry.ts';
import { proofOfAppAssertion } from '../signed/assertion-proof.ts';
import type { DeviceProof, Signer } from '../signed/signed.ts';
import { type Cbor, toCbor } from './cbor.ts';
import { uint32 } from './passkey.ts';

interface AppFault {
  readonly appId?: string;
  readonly flags?: number;
  readonly counter?: number;
  readonly rest?: Uint8Array;
  /** Signs the message once hashed, as is often done by mistake. */
  readonly hashedOnce?: boolean;
}

interface AppDevice {
  readonly publicKey: Uint8Array;
  readonly secret: Uint8Array;
  readonly facts: Pick<KeyEntry, 'alg' | 'public_key' | 'fingerprint' | 'app_attest'>;
  readonly signer: (kid: string, fault?: AppFault) => Signer;
  /** What `generateAssertion` returns for a hash, and what a signature carries of it. */
  readonly assert: (ascii: string) => { readonly assertion: Uint8Array; readonly proof: DeviceProof };
}

const APP_ID = 'A1B2C3D4E5.example.sanad.approve';

/** A phone with an app, as App Attest has it sign. */
export function createAppDevice(crypto: Crypto, name: string, appId = APP_ID): AppDevice {
  const secret = digest(crypto, `sanad test phone ${name}`);
  const publicKey = p256.getPublicKey(secret, false);
  let counter = 0;
  const made = (ascii: string, fault: AppFault) => {
    counter += 1;
    const data = concatBytes(
      digest(crypto, fault.appId ?? appId),
      Uint8Array.of(fault.flags ?? FLAGS.attestedData),
      uint32(fault.counter ?? counter),
      fault.rest ?? new Uint8Array(),
    );
    const signed = concatBytes(data, digest(crypto, utf8(ascii)));
    const message = fault.hashedOnce ? signed : digest(crypto, signed);
    const signature = p256.sign(message, secret, { format: 'der' });
    const proof = proofOfAppAssertion({ authenticatorData: toBase64url(data), signature });
    if (!proof.ok) throw new Error(proof.error.message);
    const parts: [string, Cbor][] = [
      ['signature', signature],
      ['authenticatorData', data],
    ];
    return { assertion: toCbor(new Map(parts)), proof: proof.value };
  };
  return {
    publicKey,
    secret,
    facts: {
      alg: 'app-attest',
      public_key: toHex(publicKey),
      fingerprint: `sha256:${crypto.sha256(publicKey)}`,
      app_attest: {
        app_id: appId,
        environment: 'production',
        attestation: {
          format: 'apple-appattest',
          hash: crypto.sha256(`attestation of ${name}`),
          root: `sha256:${crypto.sha256('a root')}`,
          attested_at: '2026-01-01T00:00:00.000Z',
        },
      },
    },
    signer: (kid, fault = {}) => ({
      kid,
      alg: 'app-attest',
      sign: (ascii) => made(ascii, fault).proof,
    }),
    assert: (ascii) => made(ascii, {}),
  };
}

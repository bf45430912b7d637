import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { describe, test } from 'node:test';
import { toHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { nodeCrypto } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import {
  decodeAttestationObject,
  decodeCredentialPublicKey,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers';
import { checkAppAssertion } from '../../../src/crypto/device/app-attest.ts';
import { fromBase64url } from '../../../src/crypto/device/base64url.ts';
import { rawSignature } from '../../../src/crypto/device/der-signature.ts';
import { checkPasskey, type PasskeyAssertion } from '../../../src/crypto/device/webauthn.ts';
import { bytes, ownVectors } from '../../verify/shared-vectors.ts';

const ADAPTERS: readonly Crypto[] = [nodeCrypto, webCrypto];

function both(assertion: PasskeyAssertion): string {
  const [one, other] = ADAPTERS.map((crypto) => {
    const checked = checkPasskey(crypto, assertion);
    return checked.ok ? 'ok' : checked.error.code;
  });
  assert.equal(one, other);
  return one ?? '';
}

interface Credential {
  readonly publicKey: Uint8Array;
  readonly backupEligible: boolean;
}

/** As the library reads it; null for algorithms that are not taken. */
function credentialOf(attestationObject: Uint8Array): Credential | null {
  const authData = decodeAttestationObject(Uint8Array.from(attestationObject)).get('authData');
  const { credentialPublicKey, flags } = parseAuthenticatorData(authData);
  assert.ok(credentialPublicKey !== undefined);
  const cose = decodeCredentialPublicKey(credentialPublicKey) as unknown as ReadonlyMap<number, unknown>;
  const [alg, n, x, y] = [cose.get(3), cose.get(-1), cose.get(-2), cose.get(-3)];
  if (!(x instanceof Uint8Array)) return null;
  const backupEligible = flags.be;
  if (alg === -257 && n instanceof Uint8Array) return { publicKey: n, backupEligible };
  if (alg === -8 && x.length === 32) return { publicKey: x, backupEligible };
  if (alg !== -7 || !(y instanceof Uint8Array)) return null;
  return { publicKey: Uint8Array.from([4, ...x, ...y]), backupEligible };
}

interface W3c {
  readonly rpId: string;
  readonly origin: string;
  readonly vectors: readonly {
    readonly title: string;
    readonly registration: { readonly attestationObject: string };
    readonly authentication: Readonly<
      Record<'challenge' | 'authenticatorData' | 'clientDataJSON' | 'signature', string>
    >;
  }[];
}

describe('W3C’s WebAuthn vectors', () => {
  const { rpId, origin, vectors } = ownVectors<W3c>('webauthn/w3c.json');
  /** Without verification of the user, in frames, or with keys that are not taken. */
  const REFUSED: Readonly<Record<string, string>> = {
    'ES256 Credential with "crossOrigin": true in clientDataJSON': 'passkey_cross_origin',
    'ES256 Credential with "topOrigin" in clientDataJSON': 'passkey_cross_origin',
  };
  const outcomes: string[] = [];
  for (const { title, registration, authentication } of vectors) {
    test(title, () => {
      const credential = credentialOf(bytes(registration.attestationObject));
      if (credential === null) {
        outcomes.push('not taken');
        assert.match(title, /ES384|ES512|Ed448/);
        return;
      }
      const { publicKey, backupEligible } = credential;
      const data = bytes(authentication.authenticatorData);
      const made = bytes(authentication.signature);
      const signature = publicKey.length === 65 ? rawSignature(made) : made;
      assert.ok(signature !== null);
      const assertion: PasskeyAssertion = {
        kid: 'k',
        publicKey,
        signature,
        authenticatorData: data,
        passkey: { rp_id: rpId, origins: [origin], backup_eligible: backupEligible },
        challenge: bytes(authentication.challenge),
        clientDataJson: bytes(authentication.clientDataJSON),
      };
      const isVerified = ((data[32] ?? 0) & 0x04) !== 0;
      const expected = REFUSED[title] ?? (isVerified ? 'ok' : 'passkey_user_unverified');
      assert.equal(both(assertion), expected);
      outcomes.push(expected);
      const elsewhere = { ...assertion, passkey: { ...assertion.passkey, origins: ['https://example.com'] } };
      assert.equal(both(elsewhere), 'passkey_origin_wrong');
      assert.equal(both({ ...assertion, challenge: bytes('00') }), 'passkey_challenge_wrong');
      // Verified or not: the signature itself is good.
      const message = Buffer.concat([data, bytes(nodeCrypto.sha256(assertion.clientDataJson))]);
      for (const crypto of ADAPTERS) {
        const verify =
          { 32: crypto.verifyEd25519, 65: crypto.verifyP256 }[publicKey.length] ?? crypto.verifyRs256;
        assert.ok(verify(publicKey, message, signature));
      }
    });
  }

  test('some of each were tried', () => {
    assert.equal(outcomes.length, 15);
    assert.deepEqual([...new Set(outcomes)].sort(), [
      'not taken',
      'ok',
      'passkey_cross_origin',
      'passkey_user_unverified',
    ]);
  });
});

interface Chromium {
  readonly records: readonly {
    readonly name: string;
    readonly rp_id: string;
    readonly origin: string;
    readonly registration: {
      readonly response: { readonly response: { readonly attestationObject: string } };
    };
    readonly assertions: readonly {
      readonly label: string;
      readonly hash_hex: string;
      readonly response: {
        readonly response: Readonly<Record<'authenticatorData' | 'clientDataJSON' | 'signature', string>>;
      };
    }[];
  }[];
}

function b64(text: string): Uint8Array {
  const read = fromBase64url(text);
  assert.ok(read !== null);
  return read;
}

describe('Chromium’s authenticator, which signs our challenge', () => {
  const CODES: Readonly<Record<string, string>> = {
    uv: 'ok',
    'no uv': 'passkey_user_unverified',
    'other hash': 'ok',
    'cross-origin frame': 'passkey_cross_origin',
  };
  for (const record of ownVectors<Chromium>('webauthn/chromium.json').records) {
    test(record.name, () => {
      const credential = credentialOf(b64(record.registration.response.response.attestationObject));
      assert.ok(credential !== null);
      const { publicKey, backupEligible } = credential;
      for (const { label, hash_hex: hash, response } of record.assertions) {
        const { authenticatorData, clientDataJSON, signature } = response.response;
        const raw = publicKey.length === 65 ? rawSignature(b64(signature)) : b64(signature);
        assert.ok(raw !== null);
        const assertion = {
          kid: 'k',
          publicKey,
          signature: raw,
          challenge: new TextEncoder().encode(hash),
          passkey: { rp_id: record.rp_id, origins: [record.origin], backup_eligible: backupEligible },
          authenticatorData: b64(authenticatorData),
          clientDataJson: b64(clientDataJSON),
        };
        assert.equal(both(assertion), CODES[label], label);
      }
    });
  }
});

interface AppVectors {
  readonly vectors: readonly {
    readonly file: string;
    readonly app_id: string;
    readonly attestation: string;
    readonly assertions: readonly {
      readonly assertion: string;
      readonly client_data: string;
      readonly counter: number;
    }[];
  }[];
}

test('an assertion of App Attest, as a device made it', () => {
  let tried = 0;
  for (const { app_id: appId, attestation, assertions } of ownVectors<AppVectors>('app-attest/devices.json')
    .vectors) {
    const object = decodeAttestationObject(Uint8Array.from(Buffer.from(attestation, 'base64')));
    const [leaf] = object.get('attStmt').get('x5c') ?? [];
    assert.ok(leaf !== undefined);
    const publicKey = pointOf(leaf);
    for (const { assertion, client_data: clientData } of assertions) {
      // {signature, authenticatorData}, read by hand.
      const cbor = Buffer.from(assertion, 'base64');
      const [at, authAt] = [cbor.indexOf('signature') + 9, cbor.indexOf('authenticatorData') + 17];
      const signature = rawSignature(cbor.subarray(at + 2, at + 2 + (cbor[at + 1] ?? 0)));
      assert.ok(signature !== null);
      const given = {
        kid: 'k',
        publicKey,
        appId,
        signature,
        clientData: Buffer.from(clientData, 'base64'),
        authenticatorData: cbor.subarray(authAt + 2, authAt + 2 + (cbor[authAt + 1] ?? 0)),
      };
      for (const crypto of ADAPTERS) {
        assert.ok(checkAppAssertion(crypto, given).ok);
        for (const change of [{ appId: 'A1B2C3D4E5.other' }, { clientData: Buffer.from('other') }]) {
          assert.ok(!checkAppAssertion(crypto, { ...given, ...change }).ok);
        }
      }
      tried += 1;
    }
  }
  assert.ok(tried > 0);
});

function pointOf(certificate: Uint8Array): Uint8Array {
  const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString('base64')}\n-----END CERTIFICATE-----`;
  const { x = '', y = '' } = createPublicKey(pem).export({ format: 'jwk' });
  return bytes(`04${toHex(b64(x))}${toHex(b64(y))}`);
}

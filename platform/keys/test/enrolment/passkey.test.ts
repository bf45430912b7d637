import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { createPasskey } from '@platform/core/testing/passkey';
import { RSA_MODULUS } from '@platform/core/testing/rsa-key';
import { APPLE_APP_ATTEST_ROOT } from '../../src/enrolment/apple-root.ts';
import { passkeyOptions, readRegistration } from '../../src/enrolment/passkey.ts';

const NOW = Date.parse('2026-06-01T09:00:00Z');
const RP_ID = 'sanad.example';
const ORIGIN = `https://${RP_ID}`;

describe('a passkey made for the options of this page', () => {
  for (const kind of ['p256', 'ed25519', 'rsa'] as const) {
    for (const attestation of ['none', 'self'] as const) {
      test(`${kind}, ${attestation}: its facts, and no root`, async () => {
        const passkey = createPasskey(nodeCrypto, { name: 'badr', kind });
        const options = await passkeyOptions({ rpId: RP_ID }, { kid: 'approver_badr', person: 'badr' });
        assert.deepEqual(
          options.pubKeyCredParams.map(({ alg }) => alg),
          [-7, -8, -257],
        );
        assert.equal(options.authenticatorSelection?.userVerification, 'required');
        const challenge = Buffer.from(options.challenge, 'base64url');
        const given = {
          rpId: RP_ID,
          origins: [ORIGIN],
          challenge: options.challenge,
          roots: [w3cRoot()],
          nowMs: NOW,
          response: passkey.register(challenge, attestation),
        };
        const read = await readRegistration(given);
        assert.ok(read.ok, JSON.stringify(read));
        const { webauthn, ...key } = read.value;
        const { webauthn: expected, ...expectedKey } = passkey.facts;
        assert.deepEqual(key, expectedKey);
        assert.deepEqual(
          { ...webauthn, attestation: null },
          { ...expected, attestation: null, sign_count: 1, aaguid: webauthn?.aaguid },
        );
        assert.equal(webauthn?.attestation.root, null);
        for (const change of [
          { challenge: 'AAAA' },
          { origins: ['https://evil.example'] },
          { rpId: 'evil.example' },
          { response: {} },
          { response: null },
        ]) {
          assert.equal((await readRegistration({ ...given, ...change })).ok, false, JSON.stringify(change));
        }
      });
    }
  }

  for (const [what, shownRsa, why] of [
    ['a short modulus', { modulus: new Uint8Array(128).fill(0xff) }, /has 1024 bits, and 2048 to 4096/],
    ['a long one', { modulus: new Uint8Array(520).fill(0xff) }, /has 4160 bits, and 2048 to 4096/],
    ['leading zeros', { modulus: Uint8Array.of(0, ...RSA_MODULUS) }, /modulus with leading zeros/],
    ['an even modulus', { modulus: new Uint8Array(256).fill(0xfe) }, /an even modulus/],
    ['the exponent 1', { exponent: Uint8Array.of(1) }, /another exponent than 65537/],
    ['the exponent 3', { exponent: Uint8Array.of(3) }, /another exponent than 65537/],
    ['65537 in four bytes', { exponent: Uint8Array.of(0, 1, 0, 1) }, /another exponent than 65537/],
  ] as const) {
    test(`an RSA key with ${what} is refused`, async () => {
      const passkey = createPasskey(nodeCrypto, { name: 'badr', kind: 'rsa', shownRsa });
      const challenge = Buffer.alloc(32, 1);
      const read = await readRegistration({
        rpId: RP_ID,
        origins: [ORIGIN],
        roots: [],
        nowMs: NOW,
        challenge: challenge.toString('base64url'),
        response: passkey.register(challenge),
      });
      assert.match(read.ok ? 'taken' : read.error.message, why);
    });
  }

  test('one that Windows’ own authenticator made', async (t) => {
    const file = join(import.meta.dirname, '../../../../../shared/vectors/keys/simplewebauthn-cases.json');
    if (!existsSync(file)) return t.skip('../shared/vectors/keys absent');
    const { cases } = JSON.parse(readFileSync(file, 'utf8'));
    const { options } = cases.find(
      ({ test: title }: { test: string }) => title === 'should verify None attestation w/RSA public key',
    );
    const { response, expectedChallenge: challenge, expectedRPID: rpId, expectedOrigin } = options;
    const given = { response, challenge, rpId, origins: [expectedOrigin], roots: [], nowMs: NOW };
    const read = await readRegistration(given);
    assert.ok(read.ok, JSON.stringify(read));
    // Windows Hello, in software; its key has 2048 bits.
    assert.equal(read.value.webauthn?.aaguid, '6028b017b1d44c02b4b3afcdafc96bb2');
    assert.equal(read.value.public_key.length, 512);
  });

  test('a synced one is distinguished', async () => {
    const passkey = createPasskey(nodeCrypto, { name: 'badr', synced: true });
    const challenge = Buffer.alloc(32, 1);
    const read = await readRegistration({
      rpId: RP_ID,
      origins: [ORIGIN],
      roots: [],
      nowMs: NOW,
      challenge: challenge.toString('base64url'),
      response: passkey.register(challenge),
    });
    assert.equal(read.ok && read.value.webauthn?.backup_eligible, true);
  });
});

interface W3c {
  readonly rpId: string;
  readonly origin: string;
  readonly attestation_ca_cert: string;
  readonly vectors: readonly {
    readonly title: string;
    readonly registration: Readonly<
      Record<'challenge' | 'credential_id' | 'clientDataJSON' | 'attestationObject', string>
    >;
  }[];
}

const w3c: W3c = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../conformance/vectors/webauthn/w3c.json'), 'utf8'),
);
const b64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');

function w3cRoot(): string {
  const base64 = Buffer.from(w3c.attestation_ca_cert, 'hex').toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}

/** The one of ES256 whose chain ends in W3C's root and whose user was verified. */
const ANCHORED = 'Packed Attestation with ES256 Credential';

describe('W3C’s registrations', () => {
  for (const { title, registration } of w3c.vectors) {
    test(title, async () => {
      const id = b64(registration.credential_id);
      const given = {
        rpId: w3c.rpId,
        origins: [w3c.origin],
        nowMs: NOW,
        challenge: b64(registration.challenge),
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: b64(registration.clientDataJSON),
            attestationObject: b64(registration.attestationObject),
          },
        },
      };
      const rootOf = async (roots: readonly string[]) => {
        const read = await readRegistration({ ...given, roots });
        return read.ok ? (read.value.webauthn?.attestation.root ?? null) : read.error.message;
      };
      const without = await rootOf([]);
      if (/ES384|ES512|Ed448/.test(title)) assert.match(String(without), /cannot be enrolled/);
      else if (/crossOrigin|topOrigin/.test(title)) assert.match(String(without), /in a frame/);
      else if (/Ed25519/.test(title)) assert.match(String(without), /user could not be verified/);
      if (title !== ANCHORED) return;
      const hash = createHash('sha256').update(Buffer.from(w3c.attestation_ca_cert, 'hex')).digest('hex');
      assert.deepEqual(
        [
          without,
          await rootOf([APPLE_APP_ATTEST_ROOT]),
          await rootOf([APPLE_APP_ATTEST_ROOT, w3cRoot()]),
          await rootOf([]),
        ],
        [null, null, `sha256:${hash}`, null],
      );
    });
  }
});

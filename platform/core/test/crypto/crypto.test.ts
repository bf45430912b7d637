import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { loadLibsodium } from '@common/evidence/libsodium';
import { nodeCrypto, nodeCryptoBy } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import fc from 'fast-check';
import { signHash } from '../../src/signed/signed.ts';
import { p1363 } from '../verify/der.ts';
import { bytes, ownVectors, readJson, sharedVectors } from '../verify/shared-vectors.ts';
import { party } from '../verify/story-keys.ts';

interface SignatureCase {
  readonly name: string;
  readonly public_key: string;
  readonly message: string;
  readonly signature: string;
  readonly valid: boolean;
}

interface PointCase {
  readonly number: number;
  readonly flags: readonly string[] | null;
}

interface OwnPointCase extends SignatureCase, PointCase {}

interface CctvCase extends PointCase {
  readonly key: string;
  readonly sig: string;
  readonly msg: string;
}

interface Wycheproof {
  readonly numberOfTests: number;
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string; readonly uncompressed: string };
    readonly tests: readonly {
      readonly tcId: number;
      readonly comment: string;
      readonly msg: string;
      readonly sig: string;
      readonly result: 'valid' | 'invalid';
    }[];
  }[];
}

// Where libsodium is not, OpenSSL stands in for it, as in a service; libsodium.test.ts says whether it loads.
const ADAPTERS: Readonly<Record<string, Crypto>> = {
  openssl: nodeCryptoBy(() => null),
  libsodium: nodeCryptoBy(loadLibsodium),
  webCrypto,
};

for (const [adapter, crypto] of Object.entries(ADAPTERS)) {
  describe(adapter, () => {
    test('SHA-256', () => {
      const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
      assert.equal(crypto.sha256(''), empty);
      assert.equal(crypto.sha256('é\u{1f600}'), crypto.sha256(utf8('é\u{1f600}')));
    });

    for (const [name, verify] of [
      ['ed25519', crypto.verifyEd25519],
      ['p256', crypto.verifyP256],
    ] as const) {
      for (const vector of ownVectors<{ cases: SignatureCase[] }>(`signatures/${name}.json`).cases) {
        test(`${name}: ${vector.name}`, () => {
          const { public_key, message, signature, valid } = vector;
          assert.equal(verify(bytes(public_key), bytes(message), bytes(signature)), valid);
        });
      }
    }

    test('a key of one algorithm that was read is none of the other', () => {
      const [ed] = ownVectors<{ cases: SignatureCase[] }>('signatures/ed25519.json').cases.filter(
        ({ valid }) => valid,
      );
      assert.ok(ed);
      const [key, message, signature] = [bytes(ed.public_key), bytes(ed.message), bytes(ed.signature)];
      assert.equal(crypto.verifyEd25519(key, message, signature), true);
      assert.equal(crypto.verifyP256(key, message, signature), false);
    });

    test('CCTV: no signature with a low-order or non-canonical A or R is valid', () => {
      const { cases } = ownVectors<{ cases: OwnPointCase[] }>('signatures/ed25519-points.json');
      for (const { number, public_key, message, signature, valid, flags } of cases) {
        const answer = crypto.verifyEd25519(bytes(public_key), utf8(message), bytes(signature));
        assert.equal(answer, valid, `${number} ${flags?.join(', ')}`);
      }
      assert.ok(cases.some(({ valid }) => valid) && cases.some(({ valid }) => !valid));
    });

    test('CCTV: all 914 edge cases of Ed25519', (t) => {
      const folder = sharedVectors('cctv-ed25519');
      if (folder === null) return t.skip('../shared/vectors/cctv-ed25519 absent');
      const cases = readJson<CctvCase[]>(join(folder, 'ed25519vectors.json'));
      for (const { number, key, msg, sig, flags } of cases) {
        // A point with a low-order component beside its own cannot be told by looking, and is bound to its message.
        const valid = (flags ?? []).every((flag) => /^low_order_component_[AR]$/.test(flag));
        const answer = crypto.verifyEd25519(bytes(key), utf8(msg), bytes(sig));
        assert.equal(answer, valid, `${number} ${flags?.join(', ')}`);
      }
      assert.equal(cases.length, 914);
    });

    test('Wycheproof: Ed25519', (t) => {
      const count = runWycheproof('ed25519_test.json', (group, message, signature) =>
        crypto.verifyEd25519(bytes(group.pk), message, signature),
      );
      if (count === null) t.skip('../shared/vectors/wycheproof absent');
    });

    test('Wycheproof: P-256, r and s', (t) => {
      const count = runWycheproof('ecdsa_secp256r1_sha256_p1363_test.json', (group, message, signature) =>
        crypto.verifyP256(bytes(group.uncompressed), message, signature),
      );
      if (count === null) t.skip('../shared/vectors/wycheproof absent');
    });

    test('Wycheproof: P-256, DER', (t) => {
      const count = runWycheproof('ecdsa_secp256r1_sha256_test.json', (group, message, signature) => {
        const plain = p1363(signature);
        return plain !== null && crypto.verifyP256(bytes(group.uncompressed), message, plain);
      });
      if (count === null) t.skip('../shared/vectors/wycheproof absent');
    });

    test('RFC 8037: the signed JWS', (t) => {
      const folder = sharedVectors('jose');
      if (folder === null) return t.skip('../shared/vectors/jose absent');
      const { key, compact } = readJson<{ key: { x: string }; compact: string }>(
        join(folder, 'rfc8037-ed25519-jws.json'),
      );
      const [header = '', payload = '', signature = ''] = compact.split('.');
      const verify = (message: string) =>
        crypto.verifyEd25519(fromBase64url(key.x), utf8(message), fromBase64url(signature));
      assert.ok(verify(`${header}.${payload}`));
      assert.ok(!verify(`${header}.${payload}A`));
    });
  });
}

describe('all adapters', () => {
  test('agree on signatures with one bit changed anywhere', () => {
    const signers = [party('bits', 'pep'), party('bits', 'approver', { alg: 'es256' })];
    const message = 'ab'.repeat(32);
    fc.assert(
      fc.property(
        fc.constantFrom(...signers),
        fc.nat(511),
        fc.boolean(),
        fc.nat(255),
        ({ signer, key }, bit, inKey, keyBit) => {
          const signature = flip(bytes(signHash(signer, message).sig), inKey ? null : bit);
          const publicKey = flip(bytes(key.public_key), inKey ? keyBit : null);
          const answers = Object.values(ADAPTERS).map((crypto) =>
            (key.alg === 'ed25519' ? crypto.verifyEd25519 : crypto.verifyP256)(
              publicKey,
              utf8(message),
              signature,
            ),
          );
          assert.deepEqual(answers, [false, false, false]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('read more keys than they keep', () => {
    const { signer, key } = party('kept', 'pep');
    const isGood = () =>
      nodeCrypto.verifyEd25519(bytes(key.public_key), utf8('x'), bytes(signHash(signer, 'x').sig));
    assert.ok(isGood());
    for (let index = 0; index < 1_100; index += 1) {
      const publicKey = new Uint8Array(32).fill(2);
      new DataView(publicKey.buffer).setUint32(0, index);
      nodeCrypto.verifyEd25519(publicKey, utf8('x'), new Uint8Array(64));
    }
    assert.ok(isGood());
  });
});

/** How many vectors ran; null if they are absent. */
function runWycheproof(
  file: string,
  verify: (
    group: { readonly pk: string; readonly uncompressed: string },
    message: Uint8Array,
    signature: Uint8Array,
  ) => boolean,
): number | null {
  const folder = sharedVectors('wycheproof');
  if (folder === null) return null;
  const { numberOfTests, testGroups } = readJson<Wycheproof>(join(folder, file));
  let count = 0;
  for (const { publicKey, tests } of testGroups) {
    for (const { tcId, comment, msg, sig, result } of tests) {
      assert.equal(verify(publicKey, bytes(msg), bytes(sig)), result === 'valid', `${tcId} ${comment}`);
      count += 1;
    }
  }
  assert.equal(count, numberOfTests);
  return count;
}

function flip(value: Uint8Array, bit: number | null): Uint8Array {
  if (bit === null) return value;
  const at = (bit >> 3) % value.length;
  value[at] = (value[at] ?? 0) ^ (1 << (bit & 7));
  return value;
}

function fromBase64url(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}

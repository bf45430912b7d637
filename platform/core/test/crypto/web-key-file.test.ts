import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { fromHex, utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { readKeyFile } from '../../src/crypto/web-key-file.ts';

const HASH = 'a1'.repeat(32);
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const ed25519 = pemOf(generateKeyPairSync('ed25519').privateKey);
const es256 = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
const bytes = (hex: string) => fromHex(hex) as Uint8Array;

/** As Node reads it: the last bytes of the SubjectPublicKeyInfo. */
function publicKeyOf(pem: string, length: number): string {
  return createPublicKey(pem).export({ type: 'spki', format: 'der' }).subarray(-length).toString('hex');
}

describe('a key file in a browser', () => {
  test('ed25519: has the public key that Node sees, and signs what Node verifies', () => {
    const key = unwrap(readKeyFile(utf8(ed25519)));
    assert.equal(key.alg, 'ed25519');
    assert.equal(key.public_key, publicKeyOf(ed25519, 32));
    assert.ok(nodeCrypto.verifyEd25519(bytes(key.public_key), utf8(HASH), bytes(key.sign(HASH))));
  });

  test('es256: the same', () => {
    const key = unwrap(readKeyFile(utf8(es256.replaceAll('\n', '\r\n'))));
    assert.equal(key.alg, 'es256');
    assert.equal(key.public_key, publicKeyOf(es256, 65));
    assert.ok(nodeCrypto.verifyP256(bytes(key.public_key), utf8(HASH), bytes(key.sign(HASH))));
  });

  test('signs hashes alone, and nothing once it was forgotten', () => {
    const key = unwrap(readKeyFile(utf8(ed25519)));
    assert.throws(() => key.sign('pay'), /only a hash/);
    key.forget();
    assert.throws(() => key.sign(HASH), /forgotten/);
  });

  test('the input is overwritten, whether or not it was a key', () => {
    for (const text of [ed25519, es256, 'hello', ed25519.slice(0, 60)]) {
      const given = utf8(text);
      readKeyFile(given);
      assert.ok(given.every((byte) => byte === 0));
    }
  });

  test('no file makes it throw, whichever byte is changed or cut', () => {
    let read = 0;
    for (const text of [ed25519, es256]) {
      for (let at = 0; at < text.length; at += 1) {
        const given = utf8(text);
        given[at] = (given[at] ?? 0) ^ 0x11;
        if (readKeyFile(given).ok) read += 1;
        if (readKeyFile(utf8(text.slice(0, at))).ok && at < text.indexOf('\n-')) read += 1_000;
      }
    }
    // Another private number is a key, too; a shorter one is none.
    assert.ok(read > 0 && read < 1_000, String(read));
  });

  test('a key of another kind is refused in words', () => {
    const other = [
      [pemOf(generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey), /no Ed25519 or P-256/],
      [pemOf(generateKeyPairSync('x25519').privateKey), /no Ed25519 or P-256/],
      ['-----BEGIN PUBLIC KEY-----\nAA==\n-----END PUBLIC KEY-----\n', /public key/],
      ['', /not a private key/],
    ] as const;
    for (const [text, said] of other) {
      const read = readKeyFile(utf8(text));
      assert.match(read.ok ? '' : read.error.message, said);
    }
  });
});

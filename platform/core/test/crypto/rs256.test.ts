import assert from 'node:assert/strict';
import { constants, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { concatBytes, utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { nodeCrypto } from '@common/evidence/node';
import { rsaKeyFault, rsaModulusIn, rsaSpki } from '@common/evidence/rs256';
import { webCrypto } from '@common/evidence/web';
import { privately, RSA_MODULUS, signRs256 } from '../../src/testing/rsa-key.ts';
import { bytes } from '../verify/shared-vectors.ts';

const ADAPTERS: Readonly<Record<string, Crypto>> = { nodeCrypto, webCrypto };
const MESSAGE = utf8('what is signed');
const DIGEST = nodeCrypto.sha256(MESSAGE);
const SHA256 = '3031300d060960864801650304020105000420';
const PAIRS = [2_050, 3_072].map((modulusLength) => generateKeyPairSync('rsa', { modulusLength }));
const CUBED = generateKeyPairSync('rsa', { modulusLength: 2_048, publicExponent: 3 });
/** Of the key that the tests share. */
const LENGTH = RSA_MODULUS.length;

/** A block of the key's length: 00 01, so much of ff, 00, and the rest. */
function block(rest: string, { head = '0001', filler = 'ff', end = '00' } = {}): Uint8Array {
  const short = bytes(`${head}${end}${rest}`).length;
  return bytes(`${head}${filler.repeat(LENGTH - short)}${end}${rest}`);
}

const GOOD = block(`${SHA256}${DIGEST}`);

/** The holder of the key makes these; a verifier that parses a block, instead of building it, takes some of them. */
const BLOCKS: Readonly<Record<string, Uint8Array>> = {
  'another digest': block(`${SHA256}${nodeCrypto.sha256(utf8('another'))}`),
  'no DigestInfo': block(DIGEST),
  'a DigestInfo without NULL': block(`302f300b06096086480165030402010420${DIGEST}`),
  'a DigestInfo of SHA-512': block(`3051300d060960864801650304020305000440${DIGEST}${DIGEST}`),
  'a DigestInfo of SHA-1': block(`3021300906052b0e03021a05000414${DIGEST.slice(0, 40)}`),
  'a longer length': block(`308131300d060960864801650304020105000420${DIGEST}`),
  'bytes after the digest': block(`${SHA256}${DIGEST}00`),
  'bytes after the digest, and eight of ff': concatBytes(
    bytes(`0001${'ff'.repeat(8)}00${SHA256}${DIGEST}`),
    new Uint8Array(LENGTH - 62).fill(1),
  ),
  'no padding': concatBytes(bytes(`000100${SHA256}${DIGEST}`), new Uint8Array(LENGTH - 54)),
  'padding of zeros': block(`${SHA256}${DIGEST}`, { head: '0000', filler: '00' }),
  'padding for encryption': block(`${SHA256}${DIGEST}`, { head: '0002' }),
  'one byte of the padding changed': block(`${SHA256}${DIGEST}`, { head: '0001fe' }),
  'no zero before the DigestInfo': block(`${SHA256}${DIGEST}`, { end: 'ff' }),
};

describe('RS256', () => {
  for (const [adapter, { verifyRs256 }] of Object.entries(ADAPTERS)) {
    const isGood = (signature: Uint8Array, modulus = RSA_MODULUS) => verifyRs256(modulus, MESSAGE, signature);

    test(`${adapter}: what Node signs, also with keys whose bits are no whole bytes`, () => {
      for (const { privateKey, publicKey } of PAIRS) {
        const { n = '' } = publicKey.export({ format: 'jwk' });
        const modulus = Uint8Array.from(Buffer.from(n, 'base64url'));
        const signature = sign('sha256', MESSAGE, privateKey);
        assert.ok(verifyRs256(modulus, MESSAGE, signature));
        assert.ok(!verifyRs256(modulus, utf8('another'), signature));
        const spki = publicKey.export({ type: 'spki', format: 'der' });
        assert.deepEqual(Buffer.from(rsaSpki(modulus)), spki);
        assert.deepEqual(rsaModulusIn(Uint8Array.from(spki)), modulus);
        const pss = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING };
        assert.ok(!verifyRs256(modulus, MESSAGE, sign('sha256', MESSAGE, pss)), 'PSS');
      }
    });

    test(`${adapter}: no signature with a changed byte, of another length or above the modulus`, () => {
      const good = signRs256(nodeCrypto, MESSAGE);
      assert.ok(isGood(good));
      for (let at = 0; at < LENGTH; at += 17) {
        const changed = Uint8Array.from(good);
        changed[at] = (changed[at] ?? 0) ^ 1;
        assert.ok(!isGood(changed), `byte ${at}`);
      }
      for (const other of [
        concatBytes(Uint8Array.of(0), good),
        concatBytes(good, Uint8Array.of(0)),
        good.subarray(1),
        good.subarray(0, 64),
        new Uint8Array(),
        new Uint8Array(LENGTH),
        RSA_MODULUS,
        plusModulus(good),
      ]) {
        assert.ok(!isGood(other), String(other.length));
      }
    });

    test(`${adapter}: no block but the one`, () => {
      assert.ok(isGood(privately(GOOD)));
      for (const [what, other] of Object.entries(BLOCKS)) {
        assert.equal(other.length, LENGTH, what);
        assert.ok(!isGood(privately(other)), what);
      }
    });

    test(`${adapter}: no key that is short, long, even, or spelled with zeros`, () => {
      for (const modulus of [
        concatBytes(Uint8Array.of(0), RSA_MODULUS),
        RSA_MODULUS.subarray(1),
        new Uint8Array(LENGTH),
        new Uint8Array(LENGTH).fill(0xfe),
        new Uint8Array(520).fill(0xff),
        Uint8Array.of(),
      ]) {
        const signature = new Uint8Array(modulus.length).fill(1);
        assert.ok(!verifyRs256(modulus, MESSAGE, signature), rsaKeyFault(modulus) ?? 'taken');
      }
    });

    test(`${adapter}: a signature under another exponent is none`, () => {
      const { n = '' } = CUBED.publicKey.export({ format: 'jwk' });
      const modulus = Uint8Array.from(Buffer.from(n, 'base64url'));
      assert.ok(!verifyRs256(modulus, MESSAGE, sign('sha256', MESSAGE, CUBED.privateKey)));
      const spki = CUBED.publicKey.export({ type: 'spki', format: 'der' });
      assert.equal(rsaModulusIn(Uint8Array.from(spki)), null);
      // With the exponent 1, the block is its own signature, and anyone makes it.
      assert.ok(!isGood(GOOD));
    });
  }
});

describe('rsaKeyFault', () => {
  test('says what is wrong with a modulus', () => {
    const of = (length: number, first: number, last: number) => {
      const modulus = new Uint8Array(length).fill(0x55);
      modulus[0] = first;
      modulus[length - 1] = last;
      return rsaKeyFault(modulus);
    };
    assert.equal(of(256, 0x80, 1), null);
    assert.equal(of(257, 1, 1), null);
    assert.equal(of(512, 0xff, 1), null);
    assert.equal(of(257, 0, 1), 'has a modulus with leading zeros');
    assert.equal(of(128, 0x80, 1), 'has 1024 bits, and 2048 to 4096 are taken');
    assert.equal(of(256, 0x7f, 1), 'has 2047 bits, and 2048 to 4096 are taken');
    assert.equal(of(513, 1, 1), 'has 4097 bits, and 2048 to 4096 are taken');
    assert.equal(of(256, 0x80, 2), 'has an even modulus');
  });
});

test('the key of the tests is one for OpenSSL', () => {
  const key = createPublicKey({ key: Buffer.from(rsaSpki(RSA_MODULUS)), format: 'der', type: 'spki' });
  assert.deepEqual(key.asymmetricKeyDetails, { modulusLength: 2_048, publicExponent: 65_537n });
});

/** The same value modulo n, written in as many bytes, where it fits. */
function plusModulus(signature: Uint8Array): Uint8Array {
  const integer = (value: Uint8Array) => BigInt(`0x${Buffer.from(value).toString('hex')}`);
  const sum = (integer(signature) + integer(RSA_MODULUS)).toString(16);
  return bytes(sum.padStart(sum.length > 2 * LENGTH ? 2 * LENGTH + 2 : 2 * LENGTH, '0'));
}

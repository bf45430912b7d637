import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { nodeCrypto } from '@common/evidence/node';
import { rememberGood } from '../../src/log/remembered.ts';

const MESSAGE = utf8('a'.repeat(64));

test('a signature that was good is not checked again; one that was not is', () => {
  const { crypto, checks } = counted();
  const { publicKey, signature } = signed(MESSAGE);
  const other = signed(MESSAGE).publicKey;
  for (const _ of [1, 2, 3]) assert.equal(crypto.verifyEd25519(publicKey, MESSAGE, signature), true);
  assert.equal(checks(), 1);
  for (const _ of [1, 2]) assert.equal(crypto.verifyEd25519(other, MESSAGE, signature), false);
  assert.equal(checks(), 3);
});

test('nothing counts as remembered that differs in key, message or signature, or in their boundaries', () => {
  const { crypto } = counted();
  const { publicKey, signature } = signed(MESSAGE);
  const good = [publicKey, MESSAGE, signature] as const;
  assert.equal(crypto.verifyEd25519(...good), true);
  for (const part of [0, 1, 2]) {
    const changed = good.map((bytes, index) => (index === part ? flipped(bytes) : bytes));
    assert.equal(crypto.verifyEd25519(...(changed as unknown as typeof good)), false, `part ${part}`);
  }
  const all = Uint8Array.from([...publicKey, ...MESSAGE, ...signature]);
  assert.equal(crypto.verifyEd25519(all.subarray(0, 31), all.subarray(31, 96), signature), false);
  assert.equal(crypto.verifyEd25519(publicKey, all.subarray(32, 97), all.subarray(97)), false);
  // Good by one algorithm says nothing of another.
  assert.equal(crypto.verifyP256(...good), false);
});

test('of many, those are forgotten that were not needed for the longest time', () => {
  const { crypto, checks } = counted(() => true);
  const verify = (number: number) => crypto.verifyEd25519(utf8(`key ${number}`), MESSAGE, new Uint8Array(64));
  for (let number = 0; number < 1_024; number += 1) verify(number);
  verify(0);
  verify(1_024);
  const before = checks();
  verify(0);
  assert.equal(checks(), before);
  verify(1);
  assert.equal(checks(), before + 1);
});

function counted(verify: Crypto['verifyEd25519'] = nodeCrypto.verifyEd25519) {
  let count = 0;
  const verifyEd25519: Crypto['verifyEd25519'] = (...given) => {
    count += 1;
    return verify(...given);
  };
  return { crypto: rememberGood({ ...nodeCrypto, verifyEd25519 }), checks: () => count };
}

function signed(message: Uint8Array) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { publicKey: new Uint8Array(bytes), signature: new Uint8Array(sign(null, message, privateKey)) };
}

function flipped(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => (index === 5 ? byte ^ 1 : byte));
}

import assert from 'node:assert/strict';
import { createHash, createPrivateKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toHex, utf8 } from '@common/evidence/bytes';
import { loadLibsodium } from '@common/evidence/libsodium';
import { ed25519Signer, nodeCryptoBy } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import { size } from '@common/kit/testing/size';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytes } from '../verify/shared-vectors.ts';
import { changedCases } from './changed-cases.ts';

const OPENSSL = nodeCryptoBy(() => null);
const LIBSODIUM = nodeCryptoBy(loadLibsodium);

/** RFC 8032, 7.1: seed, public key, message, signature. */
const RFC_8032 = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
  [
    '833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42',
    'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    createHash('sha512').update('abc').digest('hex'),
    'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  ],
] as const;

test('libsodium loads where npm installed it for this system', () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const addon = `node_modules/sodium-native/prebuilds/${platform()}-${arch()}/sodium-native.node`;
  const isInstalled = existsSync(join(root, addon)) && !existsSync('/etc/alpine-release');
  assert.equal(loadLibsodium() !== null, isInstalled);
});

test('RFC 8032: both libraries sign and verify the same', (t) => {
  const library = loadLibsodium();
  if (library === null) return t.skip('sodium-native is not installed for this system');
  for (const [seed, publicKey, message, signature] of RFC_8032) {
    const pkcs8 = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex');
    const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
    assert.equal(toHex(ed25519Signer(key)(bytes(message))), signature);
    assert.equal(toHex(library.sign(bytes(message), bytes(`${seed}${publicKey}`))), signature);
    for (const crypto of [OPENSSL, LIBSODIUM])
      assert.ok(crypto.verifyEd25519(bytes(publicKey), bytes(message), bytes(signature)));
  }
});

test('buffers of another length never reach the addon', (t) => {
  const library = loadLibsodium();
  if (library === null) return t.skip('sodium-native is not installed for this system');
  assert.equal(library.verify(new Uint8Array(31), utf8('x'), new Uint8Array(64)), false);
  assert.equal(library.verify(new Uint8Array(32), utf8('x'), new Uint8Array(63)), false);
  assert.throws(() => library.sign(utf8('x'), new Uint8Array(32)), /secret key/);
});

test('OpenSSL, libsodium and plain JavaScript answer alike, whatever was changed', () => {
  const count = size({ quick: 3_000, full: 100_000 });
  const found = new Map<string, number>();
  let apart = 0;
  for (const { index, kind, publicKey, message, signature } of changedCases(count)) {
    const answer = OPENSSL.verifyEd25519(publicKey, message, signature);
    const shown = `${index} ${kind}: ${toHex(publicKey)} ${toHex(message)} ${toHex(signature)}`;
    assert.equal(LIBSODIUM.verifyEd25519(publicKey, message, signature), answer, shown);
    // It takes ten times as long as both others.
    if (index % 20 === 0) assert.equal(webCrypto.verifyEd25519(publicKey, message, signature), answer, shown);
    if (index % 20 === 0 && kind === 'nothing' && ed25519.verify(signature, message, publicKey) !== answer)
      apart += 1;
    found.set(`${kind} ${answer}`, (found.get(`${kind} ${answer}`) ?? 0) + 1);
  }
  // The cases are such that a library with another equation, with the cofactor, would have been found.
  assert.ok(apart > 0);
  assert.ok((found.get('nothing true') ?? 0) > count / 50 && (found.get('nothing false') ?? 0) > 0);
  assert.deepEqual(
    [...found.keys()].filter((name) => name.startsWith('S + L') && name.endsWith('true')),
    [],
  );
});

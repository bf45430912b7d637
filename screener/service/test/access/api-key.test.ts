import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { apiKeyLabel, hashApiKey, isApiKeyShaped, makeApiKey } from '../../src/access/api-key.ts';

describe('API keys', () => {
  test('new keys have the right shape and are all different', () => {
    const keys = Array.from({ length: 200 }, () => makeApiKey(randomBytes));
    for (const key of keys) {
      assert.match(key, /^snd_live_[0-9A-Za-z]{38}$/);
      assert.equal(isApiKeyShaped(key), true);
    }
    assert.equal(new Set(keys).size, keys.length);
  });

  test('bytes that would favour some characters are skipped', () => {
    const given = [Uint8Array.from({ length: 32 }, () => 255), Uint8Array.from({ length: 32 }, () => 61)];
    assert.match(
      makeApiKey(() => given.shift() ?? new Uint8Array(32)),
      /^snd_live_z{32}/,
    );
  });

  test('one wrong character is detected without the store', () => {
    const key = makeApiKey(randomBytes);
    for (let at = 0; at < key.length; at += 1) {
      const wrong = `${key.slice(0, at)}${key[at] === 'q' ? 'r' : 'q'}${key.slice(at + 1)}`;
      assert.equal(isApiKeyShaped(wrong), false, wrong);
    }
    const [a = '', b = ''] = [key[12], key[13]];
    if (a !== b) assert.equal(isApiKeyShaped(key.slice(0, 12) + b + a + key.slice(14)), false);
  });

  test('no other text is accepted as a key', () => {
    fc.assert(fc.property(fc.string(), (text) => !isApiKeyShaped(text)));
    for (const text of ['', 'snd_live_', `snd_live_${'0'.repeat(37)}`, ` ${makeApiKey(randomBytes)}`]) {
      assert.equal(isApiKeyShaped(text), false, text);
    }
  });

  test('the hash depends on the secret, and the label reveals little', () => {
    const key = makeApiKey(randomBytes);
    assert.match(hashApiKey('one secret', key), /^[0-9a-f]{64}$/);
    assert.notEqual(hashApiKey('one secret', key), hashApiKey('another', key));
    assert.equal(apiKeyLabel(key), `${key.slice(0, 17)}...`);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyText } from '@common/kit/testing/any-text';
import fc from 'fast-check';
import { lettersAndDigits, normaliseParams } from '../../src/decide/params.ts';
import type { FacadeSpec } from '../../src/objects/plugin.ts';
import { readPlugin } from './plugin-files.ts';

const { manifest, params: vectors } = readPlugin('treasury');
const facadeOf = (name: string): FacadeSpec => {
  const facade = manifest.facades.find((candidate) => candidate.name === name);
  assert.ok(facade);
  return facade;
};
const TRANSFER = facadeOf('bank.executeTransfer');
const withMemo = (memo: unknown) => normaliseParams(TRANSFER, { ...vectors.base.given, memo });
const withUrl = (url: string) => normaliseParams(facadeOf('market.fetch'), { url });

test('no invisible code point gets into a text, at any position', () => {
  const ranges: readonly [from: number, to: number][] = [
    [0x00, 0x1f],
    [0x7f, 0x9f],
    [0xad, 0xad],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0xd800, 0xdfff],
    [0xe000, 0xe0ff],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
    [0xfff0, 0xfffb],
    [0xe0000, 0xe0fff],
    [0x10ffff, 0x10ffff],
  ];
  for (const [from, to] of ranges) {
    for (let code = from; code <= to; code += 1) {
      const result = withMemo(`INV${String.fromCodePoint(code)}7`);
      assert.ok(!result.ok, `U+${code.toString(16)}`);
    }
  }
});

test('a normalised proposal is stable, with the reference that was read from its text', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 40 }), (memo) => {
      const first = withMemo(memo);
      if (!first.ok) return;
      assert.deepEqual(withMemo(first.value.memo), first);
      assert.deepEqual(normaliseParams(TRANSFER, first.value), first);
      assert.equal(first.value.memo, String(first.value.memo).normalize('NFC').trim());
    }),
    { numRuns: 300 },
  );
});

test('plugins of 0.1.0 derive a reference of letters and digits', () => {
  for (const text of ['INV-7', 'inv 7', ' Inv/7.', 'ｉｎｖ－７', 'inv⑦'])
    assert.equal(lettersAndDigits(text), 'INV7');
  assert.equal(lettersAndDigits('straße 1'), 'STRASSE1');
  assert.notEqual(lettersAndDigits('INV-71'), lettersAndDigits('INV-7'));
});

test('texts and values derived from them have a limit', () => {
  assert.ok(withMemo('x'.repeat(512)).ok);
  assert.ok(!withMemo('x'.repeat(513)).ok);
  assert.ok(!withMemo('x'.repeat(1_000_000)).ok);
});

test('only a string is a text', () => {
  for (const value of [1, null, undefined, true, {}, [], ['INV-7']]) {
    const result = withMemo(value);
    assert.ok(!result.ok);
    assert.equal(result.error.message, 'memo must be a string');
  }
});

test('fields that every object has are not params', () => {
  const { memo: _memo, ...rest } = vectors.base.given;
  const inherited = Object.assign(Object.create({ memo: 'INV-7' }), rest);
  const result = normaliseParams(TRANSFER, inherited);
  assert.deepEqual(result.ok ? null : result.error.message, 'memo is missing');
  const polluted = JSON.parse(JSON.stringify(vectors.base.given).replace('{', '{"__proto__": {"x": 1}, '));
  const refused = normaliseParams(TRANSFER, polluted);
  assert.deepEqual(
    refused.ok ? null : refused.error.message,
    '__proto__ is not a parameter of bank.executeTransfer',
  );
});

test('a refusal repeats neither values nor odd names', () => {
  const given = { ...vectors.base.given, amount: 'secret-value', 'a\u202eb': 1 };
  const result = normaliseParams(TRANSFER, given);
  assert.ok(!result.ok);
  assert.doesNotMatch(result.error.message, /secret-value|\u202e/);
  assert.match(result.error.message, /^a name that is not shown here is not a parameter/);
});

test('addresses are absolute, of http, in ASCII, without user or fragment', () => {
  const right = [
    'http://127.0.0.1:8003/market/fx?base=EUR&quote=USD',
    'https://data.example.org',
    'https://[::1]:8443/a/b%20c',
  ];
  for (const url of right) assert.deepEqual(withUrl(url), { ok: true, value: { url } });
  const wrong = [
    'ftp://example.org/',
    'file:///etc/passwd',
    '//example.org/',
    '/market/fx',
    'http://user:pass@example.org/',
    'http://example.org/#part',
    'http://example.org\\@evil.example/',
    'http://exämple.org/',
    'http://example.org/a b',
    'http://example.org/\n',
    ' http://example.org/',
    'http:///path',
    'HTTP://example.org/',
    `http://example.org/${'a'.repeat(2_048)}`,
  ];
  for (const url of wrong) assert.ok(!withUrl(url).ok, url);
});

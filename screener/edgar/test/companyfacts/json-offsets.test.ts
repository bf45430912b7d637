import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstJsonError, firstUtf8Error, offsetOfPath } from '@screener/edgar/companyfacts/json-offsets';
import fc from 'fast-check';

const utf8 = (text: string) => new TextEncoder().encode(text);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Text that is often JSON, and where it is not, nearly. */
const nearlyJson = fc.oneof(
  fc.json(),
  fc.string({ unit: fc.constantFrom(...'{}[],:"\\u0a1-.eE+ \ntruefalsn\u0001é') }),
  fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom(...'{}[],:"\\01-.e \n\u0001', ''))
    .map(([json, at, character]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + character + json.slice(place + 1);
    }),
);

test('no error is found in just what JSON.parse reads', () => {
  fc.assert(
    fc.property(nearlyJson, (text) => {
      assert.equal(firstJsonError(utf8(text)) === null, isJson(text));
    }),
    { numRuns: 5000 },
  );
});

test('the bytes before an error begin some JSON text', () => {
  for (const [text, offset] of [
    ['{"a":1,}', 7],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['"a\nb"', 2],
    ['"\\x"', 2],
    ['"\\u12g4"', 5],
    ['01', 1],
    ['-', 1],
    ['1.', 2],
    ['1.e3', 2],
    ['1e', 2],
    ['tru', 3],
    ['nulL', 3],
    ['[1]]', 3],
    ['', 0],
    ['  ', 2],
    ['{"a":[1,{"b":"c', 15],
  ] as const) {
    assert.equal(firstJsonError(utf8(text)), offset, text);
  }
});

test('JSON that is cut off breaks at its end', () => {
  const closed = fc.jsonValue().map((value) => JSON.stringify([value]));
  fc.assert(
    fc.property(closed, fc.nat(), (text, at) => {
      const bytes = utf8(text);
      const cut = bytes.subarray(0, at % bytes.length);
      assert.equal(firstJsonError(cut), cut.length);
    }),
  );
});

test('nesting as deep as the input is long does not exhaust the stack', () => {
  assert.equal(firstJsonError(utf8('['.repeat(1_000_000))), 1_000_000);
  assert.equal(firstJsonError(utf8('['.repeat(100_000) + ']'.repeat(100_000))), null);
});

test('the offset of a path is where its value stands', () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(value, fc.infiniteStream(fc.nat()), fc.boolean(), (root, choices, indent) => {
      const path: (string | number)[] = [];
      let here: unknown = root;
      while (typeof here === 'object' && here !== null && Object.keys(here).length > 0) {
        const keys = Object.keys(here);
        const key = keys[(choices.next().value ?? 0) % keys.length] ?? '';
        path.push(Array.isArray(here) ? Number(key) : key);
        here = (here as Record<string, unknown>)[key];
      }
      const bytes = utf8(JSON.stringify(root, null, indent ? 2 : 0));
      const rest = Buffer.from(bytes.subarray(offsetOfPath(bytes, path))).toString();
      assert.ok(rest.startsWith(JSON.stringify(here)), `${rest} at ${path.join('.')}`);
    }),
    { numRuns: 1000 },
  );
});

test('of members with one name the last is meant; a path that leads nowhere ends where it leaves', () => {
  const text = ' {"a":1,"\\u0061":{"b":[5,6]}} ';
  const at = (path: readonly (string | number)[]) => offsetOfPath(utf8(text), path);
  assert.equal(at([]), 1);
  assert.equal(at(['a']), text.indexOf('{"b"'));
  assert.equal(at(['a', 'b', 1]), text.lastIndexOf('6'));
  assert.equal(at(['a', 'b', 2]), text.indexOf('[5'));
  assert.equal(at(['c', 'b']), 1);
});

test('the first byte that is not UTF-8', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  assert.equal(firstUtf8Error(utf8('é\u{1f600}a')), null);
  assert.equal(firstUtf8Error(bytes('abc\xff')), 3);
  assert.equal(firstUtf8Error(bytes('ab\xc3')), 3);
  assert.equal(firstUtf8Error(bytes('\x80abc')), 0);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
      const damaged = Buffer.concat([utf8(before), Buffer.from([0xff]), utf8(after)]);
      assert.equal(firstUtf8Error(damaged), utf8(before).length);
    }),
  );
});

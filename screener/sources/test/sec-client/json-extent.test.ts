import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonExtent } from '../../src/sec-client/json-extent.ts';

const extentOf = (text: string): string => jsonExtent(new TextEncoder().encode(text));

test('every document is complete, and ends early when cut anywhere', () => {
  const strings = fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', 'a', '\u00e9', '\n') });
  const document = fc.dictionary(strings, fc.jsonValue({ stringUnit: 'grapheme' }));
  fc.assert(
    fc.property(document, strings, fc.nat(), (value, text, cut) => {
      const json = JSON.stringify({ ...value, text });
      assert.equal(extentOf(`${json}\n`), 'complete');
      assert.equal(extentOf(`[${json}, ${json}]`), 'complete');
      const bytes = new TextEncoder().encode(json);
      assert.equal(jsonExtent(bytes.subarray(0, cut % bytes.byteLength)), 'ends_early');
    }),
    { numRuns: 2000 },
  );
});

test('a text that does not start as a document, or continues after it, is not one', () => {
  for (const text of ['<html>', 'null', '"a"', '{} {}', '[1]]', '}{'])
    assert.equal(extentOf(text), 'not_json', text);
  assert.equal(extentOf(''), 'ends_early');
  assert.equal(extentOf('\ufeff {"a":1}'), 'complete');
});

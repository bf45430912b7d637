import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xmlExtent } from '../../src/sec-client/xml-extent.ts';

const extent = (text: string) => xmlExtent(Buffer.from(text));

test('a whole document ends with the end tag of its root', () => {
  assert.equal(
    extent('<?xml version="1.0"?><!-- a --><a:feed x="1"><b/></a:feed>\n<!-- end -->\n'),
    'complete',
  );
  assert.equal(extent('\ufeff\n<a></a >'), 'complete');
  const text = '<?xml version="1.0"?><a><b>text</b></a>';
  for (let length = 0; length < text.length; length += 1) {
    assert.notEqual(extent(text.slice(0, length)), 'complete', String(length));
  }
});

test('neither another element inside nor one after it ends a document', () => {
  assert.equal(extent('<a><b></b>'), 'ends_early');
  assert.equal(extent('<a></a><c>'), 'ends_early');
  assert.equal(extent('<a></a'), 'ends_early');
});

test('a text that does not begin with an element is not XML', () => {
  for (const text of ['{"a":1}', 'hello', '<!DOCTYPE a>', '< a>'])
    assert.equal(extent(text), 'not_xml', text);
});

test('many comments cost no more than their length', () => {
  assert.equal(extent('<!--x-->'.repeat(100_000)), 'ends_early');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_TEXT_LENGTH } from '@common/evidence/canonical';
import { createLineSplitter } from '../../src/statement/lines.ts';

test('however a text is cut into pieces, its lines are the same', () => {
  const text = 'one\n\nthree é\nlast';
  for (let size = 1; size <= text.length; size += 1) {
    const splitter = createLineSplitter();
    const lines: string[] = [];
    for (let start = 0; start < text.length; start += size) {
      const taken = splitter.take(text.slice(start, start + size));
      assert.ok(taken.ok);
      lines.push(...taken.value);
    }
    assert.deepEqual([...lines, ...splitter.end()], ['one', '', 'three é', 'last']);
  }
});

test('a line that never ends is refused before it fills the memory', () => {
  const splitter = createLineSplitter();
  assert.ok(splitter.take('a'.repeat(MAX_TEXT_LENGTH)).ok);
  assert.ok(!splitter.take('a').ok);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capitalised, clause, listed, sentence } from '@common/base/english';

test('lists read as in a sentence', () => {
  assert.equal(listed([]), '');
  assert.equal(listed(['a']), 'a');
  assert.equal(listed(['a', 'b']), 'a and b');
  assert.equal(listed(['a', 'b', 'c']), 'a, b and c');
});

test('a sentence has a capital letter and one full stop', () => {
  assert.equal(sentence('no list is stored'), 'No list is stored.');
  assert.equal(sentence('No list is stored.'), 'No list is stored.');
  assert.equal(sentence('who signed?'), 'Who signed?');
  assert.equal(capitalised(''), '');
  assert.equal(clause('The key is revoked.'), 'The key is revoked');
  assert.equal(clause('revoked in v1.0'), 'revoked in v1.0');
});

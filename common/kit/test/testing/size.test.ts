import assert from 'node:assert/strict';
import { test } from 'node:test';
import { size } from '../../src/testing/size.ts';

test('a search is at its full size only where that is asked for', (t) => {
  const before = process.env.SANAD_TEST_SIZE;
  t.after(() => {
    if (before === undefined) delete process.env.SANAD_TEST_SIZE;
    else process.env.SANAD_TEST_SIZE = before;
  });
  const found = ['full', 'quick'].map((asked) => {
    process.env.SANAD_TEST_SIZE = asked;
    return size({ quick: 1, full: 2 });
  });
  assert.deepEqual(found, [2, 1]);
});

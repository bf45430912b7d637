import assert from 'node:assert/strict';
import { test } from 'node:test';
import { together } from '@common/base/together';

test('all values come in their order', async () => {
  assert.deepEqual(await together([Promise.resolve(1), Promise.resolve('b')]), [1, 'b']);
});

test('the first failure in their order comes only when all have ended', async () => {
  const last = Promise.withResolvers<void>();
  let isOver = false;
  const late = last.promise.then(() => {
    isOver = true;
    throw new Error('first');
  });
  const failed = together([late, Promise.reject(new Error('second'))]);
  setImmediate(last.resolve);
  await assert.rejects(failed, /first/);
  assert.equal(isOver, true);
});

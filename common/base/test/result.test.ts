import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, ok, type Result, unwrap } from '@common/base/result';

test('a good result carries its value, a refusal its code, message and detail', () => {
  assert.deepEqual(ok(7), { ok: true, value: 7 });
  assert.deepEqual(fail('too_old', 'ask for a later date'), {
    ok: false,
    error: { code: 'too_old', message: 'ask for a later date' },
  });
  assert.deepEqual(fail('too_old', 'ask for a later date', { date: '2020-01-01' }).error.detail, {
    date: '2020-01-01',
  });
});

test('a refusal without a detail has no such key, so JSON keeps it unchanged', () => {
  const refusal = fail('x', 'y');
  assert.deepEqual(Object.keys(refusal.error), ['code', 'message']);
  assert.deepEqual(JSON.parse(JSON.stringify(refusal)), refusal);
});

test('unwrap returns the value, and throws on an impossible refusal', () => {
  const good: Result<number> = ok(0);
  assert.equal(unwrap(good), 0);
  assert.throws(() => unwrap(fail('stale', 'too old')), /unexpected refusal stale: too old/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { makeApp } from '@common/kit/testing/http-app';
import { platformErrors } from '@platform/trust/error-bodies';
import { Type } from 'typebox';

test('a gate refuses a body with 422 and its own message; what it lets through is parsed as usual', async (t) => {
  const jsonGate = (text: string) =>
    text.includes('"a":1,"a"') ? fail('duplicate_key', 'has a field twice') : ok(null);
  const { app } = await makeApp(t, { jsonGate, errors: platformErrors });
  app.post('/echo', { schema: { body: Type.Object({ a: Type.Integer() }) } }, (request) => request.body);
  const post = (payload: string) =>
    app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': 'application/json' }, payload });
  const good = await post('{"a":1}');
  assert.deepEqual([good.statusCode, good.json()], [200, { a: 1 }]);
  const twice = await post('{"a":1,"a":2}');
  assert.equal(twice.statusCode, 422);
  assert.deepEqual(twice.json(), { detail: { error: 'invalid_request', message: 'body has a field twice' } });
  assert.equal((await post('{"a":')).statusCode, 422);
});

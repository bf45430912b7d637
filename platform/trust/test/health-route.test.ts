import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { makeApp } from '@common/kit/testing/http-app';
import { platformErrors } from '@platform/trust/error-bodies';
import { addHealthRoute } from '@platform/trust/operation-routes';

test('a service whose database takes no writes is not healthy, and is again once it does', async (t) => {
  const { app } = await makeApp(t, { errors: platformErrors });
  let full = true;
  const writable = async () => (full ? fail('database_not_writable', 'The disk is full.') : ok(undefined));
  addHealthRoute(app, { summary: 'Liveness', facts: {}, read: async () => ({}), writable });
  const ill = await app.inject('/healthz');
  assert.deepEqual([ill.statusCode, ill.json().detail.error], [503, 'database_not_writable']);
  full = false;
  const well = await app.inject('/healthz');
  assert.deepEqual([well.statusCode, well.json().status], [200, 'ok']);
});

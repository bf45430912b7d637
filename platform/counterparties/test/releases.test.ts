import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@platform/proof/node';
import { verifySigned } from '@platform/proof/signed';
import { call, GRANT, HASH, makeRecipient } from './bank-under-test.ts';

const release = (changes: Readonly<Record<string, unknown>> = {}) => ({
  record_id: 'rec_1001',
  recipient_id: 'clinic',
  purpose: 'treatment',
  sensitivity: 'public',
  reference: 'CASE1',
  grant_id: GRANT,
  action_hash: HASH,
  idempotency_key: 'idem_rel_1',
  ...changes,
});

test('a release is acknowledged with its id, its record and the digest of what was received', async (t) => {
  const { app, key } = await makeRecipient(t);
  const { status, body } = await call(app, 'POST', '/releases', { body: release() });
  assert.equal(status, 200);
  assert.match(body.ack.release_id, /^rel_[0-9a-f]{24}$/);
  assert.equal(body.ack.record_id, 'rec_1001');
  const record = await call(app, 'GET', '/records/rec_1001');
  assert.equal(record.body.digest, body.ack.digest);
  const verified = verifySigned(nodeCrypto, {
    ...{ object: body.ack, hash: body.ack_hash, signature: body.signature },
    ...{ keys: { recipient: key }, at: body.ack.acknowledged_at },
  });
  assert.ok(verified.ok);
});

test('a release happens once per idempotency key', async (t) => {
  const { app } = await makeRecipient(t);
  const first = await call(app, 'POST', '/releases', { body: release() });
  assert.deepEqual(await call(app, 'POST', '/releases', { body: release() }), first);
  const other = await call(app, 'POST', '/releases', { body: release({ purpose: 'billing' }) });
  assert.deepEqual([other.status, other.body.detail.error], [422, 'idempotency_key_reused']);
});

test('a record whose sensitivity differs from the request’s is not released', async (t) => {
  const { app } = await makeRecipient(t);
  const understated = release({
    record_id: 'rec_1003',
    sensitivity: 'public',
    idempotency_key: 'idem_rel_2',
  });
  const { status, body } = await call(app, 'POST', '/releases', { body: understated });
  assert.deepEqual([status, body.detail.error], [409, 'sensitivity_mismatch']);
});

test('an unknown record is known once it has been released', async (t) => {
  const { app } = await makeRecipient(t);
  assert.equal((await call(app, 'GET', '/records/rec_new')).status, 404);
  await call(app, 'POST', '/releases', {
    body: release({ record_id: 'rec_new', sensitivity: 'confidential' }),
  });
  const found = await call(app, 'GET', '/records/rec_new');
  assert.deepEqual([found.status, found.body.sensitivity], [200, 'confidential']);
});

test('requesters are known or not', async (t) => {
  const { app } = await makeRecipient(t);
  assert.equal((await call(app, 'GET', '/requesters/clinic')).body.verified, true);
  assert.equal((await call(app, 'GET', '/requesters/nobody')).status, 404);
  const open = await call(app, 'GET', '/requesters/clinic', { token: null });
  assert.equal(open.body.detail.error, 'broker_token_missing');
});

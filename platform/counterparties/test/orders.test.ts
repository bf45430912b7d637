import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@platform/proof/node';
import { verifySigned } from '@platform/proof/signed';
import { call, GRANT, HASH, makeBroker } from './bank-under-test.ts';

const order = (changes: Readonly<Record<string, unknown>> = {}) => ({
  symbol: 'AAPL',
  side: 'buy',
  notional: '500',
  currency: 'USD',
  reference: 'Rebalance 7',
  grant_id: GRANT,
  action_hash: HASH,
  idempotency_key: 'idem_ord_1',
  ...changes,
});

test('an order is filled by its value, acknowledged, and held from then on', async (t) => {
  const { app, key } = await makeBroker(t);
  assert.equal((await call(app, 'GET', '/positions/AAPL')).body.quantity, '0');
  const { status, body } = await call(app, 'POST', '/orders', { body: order() });
  assert.equal(status, 200);
  assert.match(body.ack.order_id, /^ord_[0-9a-f]{24}$/);
  assert.deepEqual([body.ack.notional, body.ack.price, body.ack.quantity], ['500', '200', '2.5']);
  assert.equal((await call(app, 'GET', '/positions/AAPL')).body.quantity, '2.5');
  const verified = verifySigned(nodeCrypto, {
    ...{ object: body.ack, hash: body.ack_hash, signature: body.signature },
    ...{ keys: { broker: key }, at: body.ack.acknowledged_at },
  });
  assert.ok(verified.ok);
});

test('an order is filled once per idempotency key', async (t) => {
  const { app } = await makeBroker(t);
  const first = await call(app, 'POST', '/orders', { body: order() });
  assert.deepEqual(await call(app, 'POST', '/orders', { body: order() }), first);
  const other = await call(app, 'POST', '/orders', { body: order({ notional: '600' }) });
  assert.deepEqual([other.status, other.body.detail.error], [422, 'idempotency_key_reused']);
  assert.equal((await call(app, 'GET', '/positions/AAPL')).body.quantity, '2.5');
});

test('nothing is filled of what is not traded, not held, in another currency or too small', async (t) => {
  const { app } = await makeBroker(t);
  const refusals: Readonly<Record<string, object>> = {
    symbol_unknown: { symbol: 'XYZ' },
    position_too_small: { side: 'sell' },
    currency_mismatch: { currency: 'EUR' },
    order_too_small: { notional: '0.0001', symbol: 'BRK.B' },
  };
  for (const [code, changes] of Object.entries(refusals)) {
    const body = order({ ...changes, idempotency_key: `idem_ord_${code}` });
    const { status, body: answer } = await call(app, 'POST', '/orders', { body });
    assert.deepEqual([status, answer.detail.error], [409, code]);
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PayoutRequest } from '@platform/adapters/payouts/payouts.adapter';
import { amountOf, smallestUnit } from '@platform/adapters/payouts/smallest-unit';
import type { Order } from '@platform/frame/provider';
import type { LocalPeer } from '../../provider/faulty.ts';
import type { LocalProvider } from '../../provider/payouts.ts';
import { type AdapterUnderTest, makeAdapter } from './adapter-under-test.ts';
import { EACH_FAULT, playFaults } from './fault-rounds.ts';
import { type AdapterKind, BANK, PAYOUTS } from './kinds.ts';

const OTHER_GRANT = 'gr_000000000000000000000002';
const { orderOf } = PAYOUTS;
let adapter: AdapterUnderTest<PayoutRequest, LocalProvider>;

before(async () => {
  adapter = await makeAdapter(PAYOUTS);
});

after(() => adapter.close());

for (const kind of [PAYOUTS, BANK] as const) {
  const title = `payments of ${kind.kid} through each fault: nothing twice, nothing lost, the journal explains each`;
  test(title, () => playFaults<never, never>(kind as never, EACH_FAULT, 7));
}

test('the provider is asked for whole smallest units, of currencies with none, two or three decimals', () => {
  const cases = [
    ['12.5', 'USD', 1_250],
    ['12.505', 'USD', null],
    ['500', 'JPY', 500],
    ['0.5', 'JPY', null],
    ['5.12', 'KWD', 5_120],
    ['5.124', 'KWD', null],
    ['3', 'HUF', 300],
    ['3.1', 'HUF', null],
  ] as const;
  for (const [amount, currency, units] of cases) {
    assert.equal(smallestUnit(amount, currency), units, `${amount} ${currency}`);
    if (units !== null) assert.equal(amountOf(units, currency), amount);
  }
});

test('what the provider refuses is refused for good, and an order under the key of another does nothing', async () => {
  const order = orderOf('idem_payout_poor', { amount: '9999999999' });
  const refused = await adapter.post(order);
  assert.deepEqual(
    [refused.status, JSON.stringify(refused.body).includes('balance_insufficient')],
    [409, true],
  );
  assert.equal((await adapter.post(orderOf('idem_payout_other'))).status, 200);
  assert.equal((await adapter.post(orderOf('idem_payout_other', { amount: '13' }))).status, 422);
  assert.equal(adapter.provider.payouts.length, 1);
});

test('an acknowledgment is signed only for the payout that was ordered', async () => {
  // Somebody used the key before us, with other parameters: the provider says 400, and has another payout.
  const key = 'idem_payout_taken';
  const body = new URLSearchParams({ amount: '1', currency: 'usd', 'metadata[idempotency_key]': key });
  const headers = { authorization: 'Bearer sk_test_1', 'idempotency-key': key };
  await fetch(`${adapter.provider.url}/v1/payouts`, { method: 'POST', body, headers });
  assert.equal((await adapter.post(orderOf(key))).status, 503);
  assert.equal((await adapter.ask(key)).status, 503);
});

test('what a crash left open is looked up before anything is sent again', async () => {
  const key = 'idem_payout_crashed';
  adapter.crash(['sent', 'after']);
  assert.equal((await adapter.post(orderOf(key))).status, 500);
  assert.equal((await adapter.post(orderOf(key))).status, 200);
  assert.equal(adapter.provider.asked.filter((asked) => asked === key).length, 1);
});

test('a key is said to have had no effect only once its last request can have none', async () => {
  const key = 'idem_payout_quiet';
  adapter.provider.misbehave(['overloaded']);
  assert.equal((await adapter.post(orderOf(key))).status, 503);
  assert.equal((await adapter.ask(key)).status, 503);
  adapter.clock.ahead += 31_000;
  const { status, body } = await adapter.ask(key);
  assert.deepEqual([status, Reflect.get(Object(body), 'answer')], [200, null]);
});

test('a webhook finds what was given up, and counts only with its signature and date', async () => {
  const key = 'idem_payout_heard';
  // The answer is lost, and so is the adapter before it looks the key up.
  adapter.provider.misbehave(['lost_after']);
  adapter.crash(['sent', 'after']);
  assert.equal((await adapter.post(orderOf(key))).status, 500);
  const payout = adapter.provider.payouts.find(({ metadata }) => metadata.idempotency_key === key);
  assert.ok(payout);
  const now = Date.now() + adapter.clock.ahead;
  const late = adapter.provider.webhook(payout.id, 'payout.paid', now - 301_000);
  assert.equal(await adapter.webhook(late), 400);
  const { body, headers } = adapter.provider.webhook(payout.id, 'payout.paid', now);
  assert.equal(await adapter.webhook({ headers, body: body.replace('payout.paid', 'payout.lost') }), 400);
  assert.equal(await adapter.webhook({ headers, body }), 200);
  assert.equal(await adapter.webhook({ headers, body }), 200);
  const steps = (await adapter.steps(key)).map((step) => step.split(' ')[0]);
  assert.deepEqual(steps, ['may_leave', 'heard', 'looked_up', 'acknowledged']);
});

test('a payout that failed before its answer arrived is refused, and one of a status that is not known is not acknowledged', async () => {
  for (const [status, outcome, standing] of [
    ['failed', 409, 200],
    ['canceled', 409, 200],
    ['requires_action', 503, 503],
  ] as const) {
    const key = `idem_payout_${status}`;
    adapter.provider.misbehave(['lost_after']);
    adapter.crash(['sent', 'after']);
    await adapter.post(orderOf(key));
    adapter.provider.become(adapter.provider.payouts.at(-1)?.id ?? '', status);
    assert.equal((await adapter.post(orderOf(key))).status, outcome, status);
    const asked = await adapter.ask(key);
    assert.deepEqual(
      [asked.status, Reflect.get(Object(asked.body), 'answer') ?? null],
      [standing, null],
      status,
    );
  }
});

test('an adapter that lost its journal pays nothing again, and does not say that nothing was done', async () => {
  for (const kind of [PAYOUTS, BANK] as const) await afterTheJournal<never, never>(kind as never);
});

async function afterTheJournal<Body extends Order, Peer extends LocalPeer>(
  kind: AdapterKind<Body, Peer>,
): Promise<void> {
  const reborn = await makeAdapter(kind);
  try {
    const order = kind.orderOf('idem_payout_before');
    assert.equal((await reborn.post(order)).status, 200);
    await reborn.lose();
    assert.equal((await reborn.ask(order.idempotency_key)).status, 503, kind.kid);
    // A connector of an older version does not say when the grant was issued.
    await reborn.lose();
    assert.equal((await reborn.post({ ...order, granted_at: undefined })).status, 200, kind.kid);
    await reborn.lose();
    assert.equal((await reborn.post(order)).status, 200);
    assert.equal(reborn.provider.asked.length, 1, 'it was found, not sent');
    assert.equal((await reborn.post(kind.orderOf('idem_payout_after'))).status, 200);
    assert.equal(reborn.provider.done.length, 2);
  } finally {
    await reborn.close();
  }
}

test('a payment under the same key, but of another grant, is not acknowledged', async () => {
  for (const kind of [PAYOUTS, BANK] as const) await notOfAnotherGrant<never, never>(kind as never);
});

/** Keys are made of what is ordered: of two adapters at one provider, both may have this one. */
async function notOfAnotherGrant<Body extends Order, Peer extends LocalPeer>(
  kind: AdapterKind<Body, Peer>,
): Promise<void> {
  const theirs = await makeAdapter(kind);
  try {
    const order = kind.orderOf('idem_payout_same');
    assert.equal((await theirs.post(order)).status, 200);
    await theirs.forget();
    assert.equal((await theirs.post({ ...order, grant_id: OTHER_GRANT })).status, 503, kind.kid);
    assert.equal((await theirs.ask(order.idempotency_key)).status, 503, kind.kid);
    assert.equal(theirs.provider.done.length, 1);
  } finally {
    await theirs.close();
  }
}

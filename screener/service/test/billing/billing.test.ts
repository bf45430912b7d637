import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import Stripe from 'stripe';
import { clockAt, HOUR, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { event, openBilling, SECRET, session } from './billing-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const open = (t: TestContext) => openBilling(t, snapshot);

describe('POST /api/stripe/webhook', () => {
  test('a completed checkout makes the payer’s key a partner key, in place, and once', async (t) => {
    const { send, signUp, tierOf, payments, app } = await open(t);
    const { key, account, hash } = await signUp();
    const completed = event('checkout.session.completed', session(account));
    assert.equal(await send(completed), 200);
    assert.equal(await tierOf(hash), 'partner');
    assert.equal(await send(completed), 200);
    const listed = await payments.list(10);
    assert.deepEqual(
      listed.map(({ state, matchedBy, amount, currency }) => ({ state, matchedBy, amount, currency })),
      [{ state: 'paid', matchedBy: 'reference', amount: 4900, currency: 'usd' }],
    );
    const { statusCode } = await app.inject({ url: '/v1/screen/AAPL', headers: { 'x-api-key': key } });
    assert.equal(statusCode, 200, 'the same key');
  });

  test('an unpaid checkout waits for its money', async (t) => {
    const { send, signUp, tierOf, payments } = await open(t);
    const { account, hash } = await signUp();
    const unpaid = session(account, { id: 'cs_later', payment_status: 'unpaid' });
    await send(event('checkout.session.completed', unpaid));
    assert.equal(await tierOf(hash), 'free');
    assert.equal((await payments.list(1))[0]?.state, 'waiting');
    await send(event('checkout.session.async_payment_succeeded', unpaid));
    assert.equal(await tierOf(hash), 'partner');
    assert.equal((await payments.list(10)).length, 1);
  });

  const later = 1_907_755_300;
  const ends: Readonly<Record<string, readonly [object, state: string]>> = {
    'an ended subscription': [event('customer.subscription.deleted', { id: 'sub_1' }, later), 'ended'],
    'an invoice that nobody pays': [
      event(
        'invoice.payment_failed',
        { parent: { subscription_details: { subscription: 'sub_1' } }, next_payment_attempt: null },
        later,
      ),
      'unpaid',
    ],
    'a full refund': [
      event('charge.refunded', { refunded: true, payment_intent: 'pi_9', customer: 'cus_1' }, later),
      'refunded',
    ],
  };
  for (const [name, [end, state]] of Object.entries(ends)) {
    test(`${name} goes back to free, in whichever order the events come`, async (t) => {
      for (const isReversed of [false, true]) {
        const { send, signUp, tierOf, payments } = await open(t);
        const { account, hash } = await signUp();
        const completed = event('checkout.session.completed', session(account));
        for (const each of isReversed ? [end, completed] : [completed, end])
          assert.equal(await send(each), 200);
        assert.equal(await tierOf(hash), 'free');
        assert.equal((await payments.list(1))[0]?.state, state);
      }
    });
  }

  test('an invoice that is paid in the end brings the tier back; one that is tried again changes nothing', async (t) => {
    const { send, signUp, tierOf } = await open(t);
    const { account, hash } = await signUp();
    await send(event('checkout.session.completed', session(account)));
    const invoice = { parent: { subscription_details: { subscription: 'sub_1' } } };
    await send(event('invoice.payment_failed', { ...invoice, next_payment_attempt: 1_907_800_000 }, later));
    assert.equal(await tierOf(hash), 'partner');
    await send(event('invoice.payment_failed', { ...invoice, next_payment_attempt: null }, later + 1));
    assert.equal(await tierOf(hash), 'free');
    await send(event('invoice.paid', { subscription: 'sub_1' }, later + 2));
    assert.equal(await tierOf(hash), 'partner');
    await send(event('charge.refunded', { refunded: false, customer: 'cus_1' }, later + 3));
    assert.equal(await tierOf(hash), 'partner', 'a partial refund changes nothing');
  });

  test('without our reference, only an address that one account has counts, and the operator sees it', async (t) => {
    const { send, signUp, tierOf, payments, clock } = await open(t);
    const { hash } = await signUp();
    await send(event('checkout.session.completed', session(null)));
    assert.equal(await tierOf(hash), 'partner');
    assert.equal((await payments.list(1))[0]?.matchedBy, 'email');
    const [first, second] = [await signUp('two@example.org'), await signUp('two@example.org')];
    const unclear = session('acc_unknown', { id: 'cs_two', customer_details: { email: 'two@example.org' } });
    await send(event('checkout.session.completed', unclear));
    for (const { hash: each } of [first, second]) assert.equal(await tierOf(each), 'free');
    const listed = (await payments.list(10)).find(({ id }) => id === 'cs_two');
    assert.deepEqual([listed?.account, listed?.state], [null, 'paid']);
    const times = { now: clock(), othersEndAt: clock() + 72 * HOUR };
    assert.ok(await payments.assign('cs_two', second.account, times));
    assert.equal(await tierOf(second.hash), 'partner');
    assert.equal(await payments.assign('cs_two', first.account, times), false);
  });

  test('a stranger’s key for the payer’s address stays free, and the payer’s stays the current one', async (t) => {
    const { send, signUp, tierOf, accessStore, clock } = await open(t);
    const { account, hash } = await signUp();
    await send(event('checkout.session.completed', session(account)));
    const stranger = await signUp();
    assert.deepEqual([await tierOf(hash), await tierOf(stranger.hash)], ['partner', 'free']);
    await send(event('customer.subscription.deleted', { id: 'sub_1' }, later));
    assert.equal(await tierOf(hash), 'free');
    assert.equal((await accessStore.livingKey(hash, clock()))?.endsAt, null);
    assert.equal((await accessStore.livingKey(stranger.hash, clock()))?.endsAt, clock() + 72 * HOUR);
  });

  test('refuses what the provider did not sign just now', async (t) => {
    const { send, signUp, clock, tierOf } = await open(t);
    const { account, hash } = await signUp();
    const completed = event('checkout.session.completed', session(account));
    const day = 24 * HOUR;
    assert.equal(await send(completed, { at: clock() + day }), 400);
    assert.equal(await send(completed, { at: clock() - day }), 400);
    assert.equal(await send(completed, { secret: 'whsec_of_someone_else' }), 400);
    assert.equal(await send(completed, { change: (body) => body.replace('cus_1', 'cus_2') }), 400);
    assert.equal(await tierOf(hash), 'free');
    assert.equal(await send(completed), 200, 'none of these counts as the event');
    assert.equal(await tierOf(hash), 'partner');
  });

  test('refuses a header with two times, and takes two signatures while a secret is rolled', async (t) => {
    const { app, clock } = await open(t);
    const payload = JSON.stringify(event('customer.created', {}));
    const timestamp = Math.floor(clock() / 1_000);
    const right = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp });
    const ask = async (signature: string | undefined) => {
      const headers = {
        'content-type': 'application/json',
        ...(signature && { 'stripe-signature': signature }),
      };
      return (await app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload })).statusCode;
    };
    assert.equal(await ask(`t=1,${right}`), 400);
    assert.equal(await ask(`${right},v1=${'0'.repeat(64)}`), 200);
    assert.equal(await ask(undefined), 400);
  });

  test('answers 503 where payments are not set up', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      payload: {},
    });
    assert.equal(statusCode, 503);
    assert.match(body, /PAYMENT_WEBHOOK_SECRET is not set/);
  });
});

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import Stripe from 'stripe';
import { apiKeyLabel } from '../../src/accounts/api-key.ts';
import { issuePartnerKey } from '../../src/accounts/sign-up.ts';
import { clockAt, HOUR, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { EMAIL, event, openBilling, SECRET, session } from './billing-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('payments', () => {
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

    test('without our reference, it counts for the account that proved the address, and the operator sees it', async (t) => {
      const { send, signUp, prove, tierOf, payments, clock } = await open(t);
      const [stranger, payer] = [await signUp(), await signUp()];
      await prove(payer);
      await send(event('checkout.session.completed', session(null)));
      assert.deepEqual([await tierOf(stranger.hash), await tierOf(payer.hash)], ['free', 'partner']);
      assert.equal((await payments.list(1))[0]?.matchedBy, 'email');
      const [first, second] = [await signUp('two@example.org'), await signUp('two@example.org')];
      const unclear = session('acc_unknown', {
        id: 'cs_two',
        customer_details: { email: 'two@example.org' },
      });
      await send(event('checkout.session.completed', unclear));
      for (const { hash: each } of [first, second]) assert.equal(await tierOf(each), 'free');
      const listed = (await payments.list(10)).find(({ id }) => id === 'cs_two');
      assert.deepEqual([listed?.account, listed?.state], [null, 'paid']);
      const times = { now: clock(), othersEndAt: clock() + 72 * HOUR };
      assert.ok(await payments.assign('cs_two', second.account, times));
      assert.equal(await tierOf(second.hash), 'partner');
      assert.equal(await payments.assign('cs_two', first.account, times), false);
    });

    test('a purchase without our reference waits for the payer to prove the address, though a stranger signed up first', async (t) => {
      const { send, signUp, prove, tierOf, payments } = await open(t);
      const stranger = await signUp();
      await send(event('checkout.session.completed', session(null)));
      const payer = await signUp();
      for (const { hash } of [stranger, payer]) assert.equal(await tierOf(hash), 'free');
      await prove(payer);
      assert.deepEqual([await tierOf(stranger.hash), await tierOf(payer.hash)], ['free', 'partner']);
      assert.deepEqual((await payments.list(1))[0]?.account, payer.account);
      await send(event('customer.subscription.deleted', { id: 'sub_1' }, later));
      assert.equal(await tierOf(payer.hash), 'free', 'as with any other purchase');
    });

    test('a checkout by our link pays for the account in the link, however many have the address', async (t) => {
      const { send, signUp, tierOf, accessStore, clock } = await open(t);
      const before = await signUp();
      const { account, hash } = await signUp();
      const after = await signUp();
      await send(event('checkout.session.completed', session(account)));
      const tiers = async () => [await tierOf(before.hash), await tierOf(hash), await tierOf(after.hash)];
      assert.deepEqual(await tiers(), ['free', 'partner', 'free']);
      await send(event('customer.subscription.deleted', { id: 'sub_1' }, later));
      assert.deepEqual(await tiers(), ['free', 'free', 'free']);
      for (const each of [before, after, { hash }])
        assert.equal((await accessStore.livingKey(each.hash, clock() + 999 * HOUR))?.endsAt, null);
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
        return (await app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload }))
          .statusCode;
      };
      assert.equal(await ask(`t=${timestamp},${right}`), 400);
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
});

describe('attacks', () => {
  const open = (t: TestContext) => openBilling(t, snapshot);
  const COMPLETED = 'checkout.session.completed';

  /** A service whose operator gave somebody a partner key without a payment. */
  async function openWithGrant(t: TestContext) {
    const made = await open(t);
    const { access, accessStore, clock } = made;
    const deps = { store: accessStore, keySecret: access.keySecret, clock };
    const { key } = await issuePartnerKey(
      { ...deps, randomBytes: (size) => new Uint8Array(size).fill(7) },
      EMAIL,
    );
    const granted = (await accessStore.keysOf(EMAIL)).find(({ label }) => label === apiKeyLabel(key));
    assert.ok(granted !== undefined);
    return { ...made, granted };
  }

  describe('what somebody else’s payment can do', () => {
    test('nothing to a partner whom the operator made one: neither unpaid, nor paid and given back', async (t) => {
      const { send, tierOf, granted, payments, prove } = await openWithGrant(t);
      await prove(granted);
      const unpaid = session(null, { id: 'cs_unpaid', payment_status: 'unpaid' });
      assert.equal(await send(event(COMPLETED, unpaid)), 200);
      assert.equal((await payments.list(1))[0]?.account, granted.account, 'matched by the address');
      assert.equal(await tierOf(granted.hash), 'partner');
      await send(event(COMPLETED, session(granted.account, { id: 'cs_paid' })));
      await send(event('charge.refunded', { refunded: true, customer: 'cus_1' }, 1_907_755_300));
      await send(event('customer.subscription.deleted', { id: 'sub_1' }, 1_907_755_400));
      assert.equal(await tierOf(granted.hash), 'partner');
    });

    test('a checkout with another’s reference pays for the other, and for no one else', async (t) => {
      const { send, signUp, tierOf, payments } = await open(t);
      const victim = await signUp('victim@example.org');
      const payer = await signUp();
      await send(event(COMPLETED, session(victim.account, { id: 'cs_gift' })));
      assert.deepEqual([await tierOf(victim.hash), await tierOf(payer.hash)], ['partner', 'free']);
      assert.equal((await payments.list(1))[0]?.matchedBy, 'reference');
      await send(event('customer.subscription.deleted', { id: 'sub_1' }, 1_907_755_300));
      assert.deepEqual([await tierOf(victim.hash), await tierOf(payer.hash)], ['free', 'free']);
    });

    test('a reference that is no account’s leads nowhere, whatever it is', async (t) => {
      const { send, signUp, tierOf, payments } = await open(t);
      const { account, hash } = await signUp('owner@example.org');
      for (const reference of [
        `${account} `,
        account.toUpperCase(),
        'acc_',
        "' or 1=1 --",
        'owner@example.org',
        '%',
      ]) {
        const id = `cs_${reference}`;
        await send(
          event(COMPLETED, session(reference, { id, customer_details: { email: 'x@example.net' } })),
        );
        assert.equal((await payments.find(id))?.account, null, reference);
      }
      assert.equal(await tierOf(hash), 'free');
    });

    test('finds a proven address in whatever letter case', async (t) => {
      const { send, signUp, prove, tierOf } = await open(t);
      const { account, hash } = await signUp();
      await prove({ account });
      const email = ' PAYER@Example.ORG ';
      await send(event(COMPLETED, session(null, { id: 'cs_case', customer_details: { email } })));
      assert.equal(await tierOf(hash), 'partner');
    });
  });

  describe('events that are not as they should be', () => {
    test('an event’s id counts once, whatever it says the second time', async (t) => {
      const { send, signUp, tierOf, payments } = await open(t);
      const [first, second] = [await signUp('first@example.org'), await signUp('second@example.org')];
      const told = { ...event(COMPLETED, session(first.account, { id: 'cs_first' })), id: 'evt_same' };
      const other = { ...event(COMPLETED, session(second.account, { id: 'cs_second' })), id: 'evt_same' };
      const end = { ...event('customer.subscription.deleted', { id: 'sub_1' }), id: 'evt_same' };
      for (const each of [told, other, end]) assert.equal(await send(each), 200);
      assert.deepEqual([await tierOf(first.hash), await tierOf(second.hash)], ['partner', 'free']);
      assert.deepEqual(
        (await payments.list(10)).map(({ id }) => id),
        ['cs_first'],
      );
    });

    test('one checkout is told with other content: the first account stays', async (t) => {
      const { send, signUp, tierOf } = await open(t);
      const [first, second] = [await signUp('first@example.org'), await signUp('second@example.org')];
      await send(event(COMPLETED, session(first.account, { id: 'cs_one' })));
      await send(event(COMPLETED, session(second.account, { id: 'cs_one' })));
      assert.deepEqual([await tierOf(first.hash), await tierOf(second.hash)], ['partner', 'free']);
    });

    test('a status of payment that nobody knows is no payment', async (t) => {
      const { send, signUp, tierOf, payments } = await open(t);
      const { account, hash } = await signUp();
      for (const status of ['pending', '', null, undefined, true]) {
        const id = `cs_${status}`;
        assert.equal(await send(event(COMPLETED, session(account, { id, payment_status: status }))), 200);
        assert.equal((await payments.find(id))?.state, 'waiting', String(status));
      }
      assert.equal(await tierOf(hash), 'free');
    });

    test('signed nonsense is refused or changes nothing, and is never an error of ours', async (t) => {
      const { send, payments } = await open(t);
      const whole = { id: 'evt_n', type: COMPLETED, created: 1_907_755_200, data: { object: {} } };
      for (const wrong of [
        ...[
          null,
          [],
          'event',
          5,
          {},
          { ...whole, id: '' },
          { ...whole, id: 5 },
          { ...whole, created: 'now' },
        ],
        ...[
          { ...whole, created: 1e300 },
          { ...whole, data: null },
          { ...whole, data: { object: null } },
        ],
        { ...whole, id: 'x'.repeat(256) },
      ]) {
        assert.equal(await send(wrong as object), 400, JSON.stringify(wrong).slice(0, 60));
      }
      let number = 0;
      for (const type of [
        ...[COMPLETED, 'checkout.session.async_payment_succeeded', 'customer.subscription.deleted'],
        ...['invoice.paid', 'invoice.payment_failed', 'charge.refunded', 'unknown', '__proto__'],
      ]) {
        for (const object of [
          {},
          { id: `cs_${number}`, client_reference_id: 5, customer_details: { email: {} }, currency: 'x' },
          { id: `cs_b${number}`, amount_total: 1e30, created: null, refunded: true, parent: 5, customer: [] },
        ]) {
          number += 1;
          const status = await send({ ...whole, id: `evt_n${number}`, type, data: { object } });
          assert.equal(status, 200, `${type} ${JSON.stringify(object)}`);
        }
      }
      for (const payment of await payments.list(100)) {
        assert.deepEqual([payment.account, payment.amount], [null, null]);
      }
    });

    test('come in any order to the same end', async (t) => {
      const told = [
        (account: string) => event(COMPLETED, session(account, { id: 'cs_o', payment_status: 'unpaid' })),
        (account: string) =>
          event('checkout.session.async_payment_succeeded', session(account, { id: 'cs_o' }), 1_907_755_250),
        () =>
          event(
            'invoice.payment_failed',
            { subscription: 'sub_1', next_payment_attempt: null },
            1_907_755_300,
          ),
        () => event('invoice.paid', { subscription: 'sub_1' }, 1_907_755_350),
      ];
      const each = 24 / size({ quick: 6, full: 24 });
      for (const order of permutations([0, 1, 2, 3]).filter((_, index) => index % each === 0)) {
        const { send, signUp, tierOf } = await open(t);
        const { account, hash } = await signUp();
        for (const at of order) assert.equal(await send(told[at]?.(account) ?? {}), 200);
        assert.equal(await tierOf(hash), 'partner', `paid in the end: ${order.join(', ')}`);
        await send(event('charge.refunded', { refunded: true, customer: 'cus_1' }, 1_907_755_400));
        assert.equal(await tierOf(hash), 'free');
      }
    });
  });

  describe('the body and its signature', () => {
    test('a body that says the same in other bytes is refused', async (t) => {
      const { app, clock, signUp, tierOf } = await open(t);
      const { account, hash } = await signUp();
      const payload = `${JSON.stringify(event(COMPLETED, session(account)), null, 2)}\n`;
      const timestamp = Math.floor(clock() / 1_000);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp });
      const post = async (body: string, headers: Record<string, string> = {}) =>
        (
          await app.inject({
            method: 'POST',
            url: '/api/stripe/webhook',
            headers: { 'content-type': 'application/json', 'stripe-signature': signature, ...headers },
            payload: body,
          })
        ).statusCode;
      assert.equal(await post(JSON.stringify(JSON.parse(payload))), 400);
      assert.equal(await post(payload.trimEnd()), 400);
      assert.equal(await post(`\ufeff${payload}`), 400, 'a byte order mark before it');
      assert.equal(await post(payload, { 'stripe-signature': signature.replace('v1=', 'v0=') }), 400);
      assert.equal(await post(payload, { 'stripe-signature': `t=${timestamp}` }), 400);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json-seq']) {
        assert.equal(await post(payload, { 'content-type': type }), 415, type);
      }
      assert.equal(await post('x'.repeat(262_145)), 413);
      assert.equal(await tierOf(hash), 'free');
      assert.equal(await post(payload, { 'content-type': 'application/json; charset=utf-8' }), 200);
      assert.equal(await tierOf(hash), 'partner');
    });
  });

  function permutations(items: readonly number[]): readonly (readonly number[])[] {
    if (items.length < 2) return [items];
    return items.flatMap((item) =>
      permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
    );
  }
});

import assert from 'node:assert/strict';
import { createAccessStore } from '../../src/accounts/access.sql.ts';
import { createAccountStore } from '../../src/accounts/accounts.sql.ts';
import { createPaymentStore } from '../../src/accounts/payments.sql.ts';
import type { PaymentNews, Purchase } from '../../src/accounts/payments.store.ts';
import type { Opened, StoreTests } from '../store/open-store.ts';

const AT = 1_790_000_000_000;
const TIMES = { now: AT, othersEndAt: AT + 1_000 };
const PURCHASE: Purchase = {
  id: 'cs_1',
  reference: 'acc_a',
  email: 'payer@example.org',
  customer: 'cus_1',
  subscription: 'sub_1',
  paymentIntent: null,
  amount: 4_900,
  currency: 'usd',
  createdAt: AT,
  paidAt: AT,
};
const PAID: PaymentNews = {
  eventId: 'evt_1',
  type: 'checkout.session.completed',
  purchase: PURCHASE,
  marks: [],
};
const ENDED: PaymentNews = {
  eventId: 'evt_2',
  type: 'customer.subscription.deleted',
  purchase: null,
  marks: [{ subject: 'sub_1', kind: 'ended', at: AT + 1 }],
};

async function open({ database }: Opened) {
  await createAccessStore(database).issueKey({
    hash: 'a'.repeat(64),
    label: 'snd_live_a...',
    email: 'anna@example.org',
    account: 'acc_a',
    tier: 'free',
    createdAt: AT,
  });
  const tier = async () => (await createAccountStore(database).newestKeyOf('acc_a', AT))?.account.tier;
  return { payments: createPaymentStore(database), tier };
}

/** Payments and the tier that follows from them. */
export const PAYMENT_TESTS: StoreTests = {
  'an event that comes many times at once, to two processes, is taken once': async (place) => {
    const { payments, tier } = await open(place);
    const other = place.url === null ? payments : createPaymentStore((await place.reopen()).database);
    const taken = await Promise.all(
      Array.from({ length: 6 }, (_, n) => (n % 2 ? payments : other).take(PAID, TIMES)),
    );
    assert.equal(taken.filter((isNew) => isNew).length, 1);
    assert.equal(await tier(), 'partner');
    assert.deepEqual(
      (await payments.list(9)).map(({ id, account, matchedBy, state }) => ({
        id,
        account,
        matchedBy,
        state,
      })),
      [{ id: 'cs_1', account: 'acc_a', matchedBy: 'reference', state: 'paid' }],
    );
  },

  'an end that comes before its beginning is an end': async (place) => {
    const { payments, tier } = await open(place);
    await payments.take(ENDED, TIMES);
    await payments.take(PAID, TIMES);
    assert.equal(await tier(), 'free');
    assert.equal((await payments.list(9))[0]?.state, 'ended');
  },

  'a payment that fits nobody waits, and is given to an account once': async (place) => {
    const { payments, tier } = await open(place);
    await payments.take({ ...PAID, purchase: { ...PURCHASE, reference: null } }, TIMES);
    assert.equal((await payments.list(9))[0]?.account, null);
    assert.equal(await payments.assign('cs_1', 'acc_nobody', TIMES), false);
    assert.equal(await payments.assign('cs_1', 'acc_a', TIMES), true);
    assert.equal(await payments.assign('cs_1', 'acc_a', TIMES), false);
    assert.equal(await tier(), 'partner');
  },

  'an assignment is taken back, and a match by the provider is not': async (place) => {
    const { payments, tier } = await open(place);
    await payments.take({ ...PAID, purchase: { ...PURCHASE, id: 'cs_2', reference: null } }, TIMES);
    assert.equal(await payments.unassign('cs_2', TIMES), false);
    assert.equal(await payments.assign('cs_2', 'acc_a', TIMES), true);
    assert.equal(await payments.unassign('cs_2', TIMES), true);
    assert.equal(await payments.unassign('cs_2', TIMES), false);
    assert.equal(await tier(), 'free');
    const [waiting] = await payments.list(9);
    assert.deepEqual([waiting?.account, waiting?.matchedBy, waiting?.assignedAt], [null, null, null]);
    assert.equal(await payments.assign('cs_2', 'acc_a', TIMES), true);
    await payments.take({ ...PAID, eventId: 'evt_9' }, TIMES);
    assert.equal(await payments.unassign('cs_1', TIMES), false);
    assert.equal(await payments.unassign('cs_2', TIMES), true);
    assert.equal(await tier(), 'partner');
  },
};

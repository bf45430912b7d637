import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { hashApiKey } from '../../src/access/api-key.ts';
import { clockAt, DAY } from '../app-under-test.ts';
import { ADMIN_TOKEN } from '../rankings/tasks-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { openAdmin } from './admin-under-test.ts';

const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` };
const snapshot = useSnapshotStore(clockAt('2026-02-25T12:00:00Z'));

/** The operator, signed in, of a service that a payment reached which fits nobody. */
async function open(t: TestContext) {
  const made = await openAdmin(t, snapshot);
  const { payments, clock, access, send } = made;
  const times = () => ({ now: clock(), othersEndAt: clock() + 3 * DAY });
  let events = 0;
  const pay = (id: string, email: string | null, reference: string | null = null) => {
    events += 1;
    const purchase = {
      ...{ id, reference, email, customer: null, subscription: null, paymentIntent: null },
      ...{ amount: 4_900, currency: 'usd', createdAt: clock(), paidAt: clock() },
    };
    return payments.take({ eventId: `evt_${events}`, type: 'x', purchase, marks: [] }, times());
  };
  const signUp = async (email: string) => {
    const answer = await send('POST', '/api/keys', { json: { email } });
    assert.equal(answer.status, 200, answer.body);
    const hash = hashApiKey(access.keySecret, answer.json().data.api_key ?? '');
    const key = await access.accessStore.livingKey(hash, clock());
    return key?.account ?? assert.fail('a key without an account');
  };
  const tierOf = async (account: string) => (await access.accounts.named(account, 1))[0]?.tier;
  const cookie = await made.signIn();
  const assign = (payment: string, account: string, headers?: Record<string, string>) =>
    send('POST', '/admin/payments', { form: { payment, account }, cookie, ...(headers && { headers }) });
  const undo = (payment: string, headers?: Record<string, string>) =>
    send('POST', '/admin/payments/undo', { form: { payment }, cookie, ...(headers && { headers }) });
  const page = async () => (await send('GET', '/admin', { cookie })).body;
  await pay('cs_nobody', 'billing@example.net');
  return { ...made, times, pay, signUp, tierOf, assign, undo, page, cookie };
}

describe('a payment that fits nobody', () => {
  test('is assigned by the operator, who then sees to whom and when', async (t) => {
    const { page, assign, signUp, tierOf, clock, send, cookie } = await open(t);
    const account = await signUp('anna@example.org');
    assert.match(await page(), /One payment waits for you/);
    assert.match(await page(), /action="\/admin\/payments"/);
    clock.advance(60_000);
    const assigned = await assign('cs_nobody', ' Anna@Example.org ');
    assert.deepEqual(
      [assigned.status, assigned.headers.location],
      [303, '/admin?done=assigned#payments'],
      assigned.body,
    );
    assert.equal(await tierOf(account), 'partner');
    const after = await page();
    assert.match(after, /assigned by you to <bdi>anna@example\.org<\/bdi>, [^,]*25 Feb 2026[^,]*, 12:01 UTC/);
    assert.doesNotMatch(after, /action="\/admin\/payments"|waits for you/);
    assert.match((await send('GET', '/admin?done=assigned', { cookie })).body, /The payment is assigned/);
  });

  test('is in the statistics, named as everything there is', async (t) => {
    const { assign, signUp, clock, send } = await open(t);
    const payments = async () =>
      (await send('GET', '/api/admin/stats', { headers: BEARER })).json().data.payments;
    const waiting = {
      ...{ id: 'cs_nobody', state: 'paid', account: null, account_email: null, matched_by: null },
      ...{ assigned_at: null, email: 'billing@example.net', customer: null, subscription: null },
      ...{ payment_intent: null, amount: 4_900, currency: 'usd' },
      ...{ created_at: '2026-02-25T12:00:00.000Z', paid_at: '2026-02-25T12:00:00.000Z' },
    };
    assert.deepEqual(await payments(), [waiting]);
    const account = await signUp('anna@example.org');
    clock.advance(60_000);
    await assign('cs_nobody', account);
    const assigned = { account, account_email: 'anna@example.org', matched_by: 'admin' };
    assert.deepEqual(await payments(), [
      { ...waiting, ...assigned, assigned_at: '2026-02-25T12:01:00.000Z' },
    ]);
  });

  test('is assigned once: the second time says to whom it went', async (t) => {
    const { assign, signUp, tierOf } = await open(t);
    await signUp('anna@example.org');
    const other = await signUp('ben@example.org');
    assert.equal((await assign('cs_nobody', 'anna@example.org')).status, 303);
    const again = await assign('cs_nobody', 'ben@example.org');
    assert.equal(again.status, 422);
    assert.match(
      again.body,
      /already belongs to anna@example\.org, assigned 2026-02-25 12:00 UTC\. Nothing was changed/,
    );
    assert.match(again.body, /value="ben@example\.org"/);
    assert.equal(await tierOf(other), 'free');
  });

  test('is taken back from the wrong account, and given to the right one', async (t) => {
    const { assign, undo, page, signUp, tierOf } = await open(t);
    const [wrong, right] = [await signUp('anna@example.org'), await signUp('ben@example.org')];
    await assign('cs_nobody', wrong);
    assert.match(await page(), /action="\/admin\/payments\/undo"/);
    const undone = await undo('cs_nobody');
    assert.deepEqual([undone.status, undone.headers.location], [303, '/admin?done=unassigned#payments']);
    assert.equal(await tierOf(wrong), 'free');
    assert.match(await page(), /One payment waits for you/);
    assert.doesNotMatch(await page(), /action="\/admin\/payments\/undo"/);
    assert.equal((await assign('cs_nobody', right)).status, 303);
    assert.equal(await tierOf(right), 'partner');
    const absent = await undo('cs_absent');
    assert.equal(absent.status, 422);
    assert.match(absent.body, /not assigned by you any more/);
    assert.equal((await undo('cs_nobody', { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal(await tierOf(right), 'partner');
  });

  test('tells a mistake beside the field and keeps what was typed', async (t) => {
    const { assign, signUp, tierOf } = await open(t);
    const unknown = await assign('cs_nobody', 'x"><script>alert(1)</script>');
    assert.equal(unknown.status, 422);
    assert.match(unknown.body, /aria-describedby="account-cs_nobody-error"/);
    assert.match(unknown.body, /id="account-cs_nobody-error"[\s\S]*?No account has this address or id/);
    assert.match(unknown.body, /value="x&quot;&gt;&lt;script&gt;/);
    const [first, second] = [await signUp('two@example.org'), await signUp('two@example.org')];
    const several = await assign('cs_nobody', 'two@example.org');
    assert.equal(several.status, 422);
    for (const account of [first, second]) assert.ok(several.body.includes(account), account);
    assert.deepEqual([await tierOf(first), await tierOf(second)], ['free', 'free']);
    assert.equal((await assign('cs_nobody', second)).status, 303);
    assert.deepEqual([await tierOf(first), await tierOf(second)], ['free', 'partner']);
    const absent = await assign('cs_absent', second);
    assert.equal(absent.status, 422);
    assert.match(absent.body, /There is no such payment/);
  });

  test('is assigned by nobody but the operator, on the operator’s own page', async (t) => {
    const { assign, signUp, tierOf, send, cookie } = await open(t);
    const account = await signUp('anna@example.org');
    const form = { payment: 'cs_nobody', account };
    assert.equal((await assign('cs_nobody', account, { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await assign('cs_nobody', account, { 'sec-fetch-site': 'same-site' })).status, 403);
    const stranger = await send('POST', '/admin/payments', { form });
    assert.deepEqual([stranger.status, stranger.headers.location], [303, '/admin?next=%2Fadmin']);
    const changed = await send('POST', '/admin/payments', { form, cookie: `${cookie}x` });
    assert.equal(changed.status, 303);
    assert.match(String(changed.headers.location), /^\/admin\?next=/);
    assert.equal(await tierOf(account), 'free');
  });
});

describe('payments on the operator’s page', () => {
  test('say which were matched by e-mail alone', async (t) => {
    const { pay, signUp, page } = await open(t);
    await signUp('anna@example.org');
    await pay('cs_email', 'anna@example.org');
    const reference = await signUp('ben@example.org');
    await pay('cs_reference', 'office@example.org', reference);
    const body = await page();
    assert.equal(body.match(/matched by e-mail alone/g)?.length, 1);
    assert.match(body, /office@example\.org<\/bdi><span[^>]*>for the account of <bdi>ben@example\.org/);
  });

  test('show those that wait, however many came since', async (t) => {
    const { pay, signUp, page, clock } = await open(t);
    await signUp('anna@example.org');
    for (let number = 0; number < 25; number += 1) {
      clock.advance(1_000);
      await pay(`cs_${number}`, 'anna@example.org');
    }
    assert.match(await page(), /billing@example\.net/);
  });

  test('of a deleted account wait for nobody, and go to nobody else', async (t) => {
    const { pay, signUp, access, page, assign, tierOf } = await open(t);
    const account = await signUp('anna@example.org');
    await pay('cs_erased', null, account);
    await access.accountData.erase(account);
    const other = await signUp('anna@example.org');
    const body = await page();
    assert.match(body, /its account was deleted/);
    assert.match(body, /One payment waits for you/);
    const refused = await assign('cs_erased', other);
    assert.equal(refused.status, 422);
    assert.match(refused.body, /belongs to an account that was deleted/);
    assert.equal(await tierOf(other), 'free');
  });
});

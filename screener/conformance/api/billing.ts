import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import Stripe from 'stripe';
import { testOf } from '../rows/rows.ts';
import { signedIn } from './browser.ts';
import { SETTINGS } from './service.ts';
import { service } from './shared.ts';

const WEBHOOK = '/api/stripe/webhook';
const { PAYMENT_LINK: LINK, PAYMENT_WEBHOOK_SECRET: SECRET } = SETTINGS;
const FREE = `free ${SETTINGS.RATE_LIMIT_FREE}`;
const PARTNER = `partner ${SETTINGS.RATE_LIMIT_PARTNER}`;
const DAY_S = 86_400;
const BETWEEN_MS = 100;
const PATIENCE_MS = 20_000;

describe(testOf('POST /api/{payment_provider}/webhook'), () => {
  let events = 0;

  /** Sends an event as the provider signs it. */
  async function send(
    type: string,
    object: object,
    { offsetS = 0, secret = SECRET as string, isChanged = false } = {},
  ) {
    events += 1;
    const created = Math.floor(Date.now() / 1_000);
    const id = `evt_conformance_${events}`;
    const payload = JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } });
    const timestamp = created + offsetS;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const body = isChanged ? payload.replace('"livemode":false', '"livemode":true') : payload;
    return service.send(WEBHOOK, { method: 'POST', headers, body });
  }

  const checkout = (account: string) => ({
    id: `cs_${account}`,
    object: 'checkout.session',
    client_reference_id: account,
    customer: `cus_${account}`,
    customer_details: { email: 'payer@example.org' },
    subscription: `sub_${account}`,
    payment_intent: null,
    payment_status: 'paid',
    amount_total: 4900,
    currency: 'usd',
    created: Math.floor(Date.now() / 1_000),
  });

  /** Somebody who has signed up, and the account that our payment link names. */
  async function payer(email: string) {
    const reader = await signedIn(service, email);
    const { text } = await reader.get('/portal/account');
    const [, account = ''] = /client_reference_id=([A-Za-z0-9_-]+)/.exec(text) ?? [];
    assert.ok(text.includes(LINK) && account !== '', 'the account page links to the payment');
    const tier = async () => {
      const { headers } = await service.get('/v1/screen/AAPL', { 'x-api-key': reader.key });
      const [, name, requests] = /^"(\w+)";q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
      return `${name} ${requests}`;
    };
    /** What a key may do is known anew within a second. */
    const becomesPartner = async () => {
      const deadline = Date.now() + PATIENCE_MS;
      while ((await tier()) !== PARTNER) {
        assert.ok(Date.now() < deadline, 'still not a partner');
        await setTimeout(BETWEEN_MS);
      }
    };
    return { ...reader, account, tier, becomesPartner };
  }

  test('a completed checkout session upgrades the payer’s key, in place', async () => {
    const { key, account, tier, becomesPartner, get } = await payer('pays@example.org');
    assert.equal(await tier(), FREE);
    const taken = await send('checkout.session.completed', checkout(account));
    assert.deepEqual([taken.status, taken.json()], [200, { received: true }]);
    await becomesPartner();
    assert.match((await get('/portal/account')).text, /partner tier/);
    const batch = await service.post('/v1/batch', { symbols: ['AAPL'] }, { 'x-api-key': key });
    assert.equal(batch.status, 200);
  });

  test(`${testOf('4.1 rule 5')}: history works with any key tier`, async () => {
    const { key, account, becomesPartner } = await payer('history@example.org');
    const history = async () => (await service.get('/v1/history/AAPL', { 'x-api-key': key })).status;
    assert.equal(await history(), 200);
    await send('checkout.session.completed', checkout(account));
    await becomesPartner();
    assert.equal(await history(), 200);
  });

  test('what the provider did not sign just now is 400, and changes nothing', async () => {
    const { account, get } = await payer('forged@example.org');
    const forged = [
      { offsetS: DAY_S },
      { offsetS: -DAY_S },
      { secret: 'whsec_of_somebody_else' },
      { isChanged: true },
    ];
    for (const how of forged) {
      const refused = await send('checkout.session.completed', checkout(account), how);
      assert.equal(refused.status, 400, JSON.stringify(how));
      assert.equal(JSON.parse(refused.text).error.code, 'invalid_signature');
    }
    assert.equal((await service.post(WEBHOOK, {})).status, 400, 'no signature at all');
    assert.match((await get('/portal/account')).text, /free tier/);
    assert.equal((await send('customer.created', { id: 'cus_1' })).status, 200, 'other events are taken');
  });
});

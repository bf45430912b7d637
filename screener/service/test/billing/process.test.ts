import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { removeDirectory } from '@common/kit/testing';
import Stripe from 'stripe';
import { DAY } from '../app-under-test.ts';
import { startScreener } from '../service-process.ts';

const SECRET = `whsec_${randomBytes(24).toString('hex')}`;
/** So long the service believes what it last read of a key. */
const KEY_IS_REMEMBERED_MS = 1_100;
const ADMIN_TOKEN = randomBytes(16).toString('hex');

/** A service in a process of its own, with a key for payer@example.org, and a provider that signs what it sends. */
async function openTill(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'sanad-billing-'));
  t.after(() => removeDirectory(directory));
  const env = {
    ...{ DATABASE_URL: `sqlite:${join(directory, 'store.sqlite')}`, SECRETS_DIR: join(directory, 'secrets') },
    ...{ PAYMENT_WEBHOOK_SECRET: SECRET, ADMIN_TOKEN, LOG_LEVEL: 'info' },
  };
  let screener = await startScreener(env);
  t.after(() => screener.service.stop());
  const json = async (
    method: string,
    path: string,
    given: { body?: object; headers?: Record<string, string> } = {},
  ) => {
    const answer = await fetch(`${screener.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...given.headers },
      ...(given.body && { body: JSON.stringify(given.body) }),
    });
    const { data } = (await answer.json()) as { data: Record<string, unknown> };
    return data;
  };
  const { api_key: issued } = await json('POST', '/api/keys', { body: { email: 'payer@example.org' } });
  const limit = async () => {
    await setTimeout(KEY_IS_REMEMBERED_MS);
    const answer = await fetch(`${screener.url}/v1/screen/AAPL`, {
      headers: { 'x-api-key': String(issued) },
    });
    assert.equal(answer.status, 200);
    return /"([^"]+)";q=(\d+)/.exec(answer.headers.get('ratelimit-policy') ?? '')?.[2];
  };
  const now = Math.floor(Date.now() / 1_000);
  const event = (id: string, type: string, object: object, created = now) =>
    JSON.stringify({ id, object: 'event', type, created, data: { object } }, null, 2);
  const post = async (payload: string, { at = Date.now(), secret = SECRET, sent = payload } = {}) => {
    const timestamp = Math.floor(at / 1_000);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const url = `${screener.url}/api/stripe/webhook`;
    return (await fetch(url, { method: 'POST', headers, body: sent })).status;
  };
  return {
    issued: String(issued),
    json,
    limit,
    event,
    post,
    now,
    restart: async () => {
      await screener.service.stop();
      screener = await startScreener(env);
    },
    output: () => screener.service.output(),
  };
}

test('the running service takes payments, and outlives a restart', async (t) => {
  const { issued, json, limit, event, post, now, restart, output } = await openTill(t);
  const checkout = {
    ...{ id: 'cs_live', customer: 'cus_live', subscription: 'sub_live', payment_status: 'unpaid' },
    ...{ customer_details: { email: 'Payer@Example.org' }, amount_total: 4_900, currency: 'usd' },
    created: now,
  };
  const paid = event('evt_paid', 'checkout.session.async_payment_succeeded', checkout);

  assert.equal(await limit(), '30');
  assert.equal(await post(event('evt_unpaid', 'checkout.session.completed', checkout)), 200);
  assert.equal(await limit(), '30', 'an unpaid checkout upgrades nobody');
  for (const refused of [
    { at: Date.now() + DAY },
    { at: Date.now() - DAY },
    { secret: 'whsec_of_someone_else' },
    { sent: JSON.stringify(JSON.parse(paid)) },
  ]) {
    assert.equal(await post(paid, refused), 400, JSON.stringify(refused).slice(0, 40));
  }
  assert.equal(await limit(), '30');
  assert.equal(await post(paid), 200);
  assert.equal(await limit(), '300', 'the same key, upgraded in place');
  assert.equal(await post(paid), 200, 'repeated');

  const stranger = { ...checkout, id: 'cs_nobody', customer: 'cus_2', subscription: 'sub_2' };
  const nobody = { ...stranger, payment_status: 'paid', customer_details: { email: 'x@example.net' } };
  assert.equal(await post(event('evt_nobody', 'checkout.session.completed', nobody)), 200);

  await restart();
  assert.equal(await post(paid), 200, 'repeated after a restart');
  assert.equal(await limit(), '300');
  const { payments } = await json('GET', '/api/admin/stats', {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  assert.deepEqual(
    (payments as { id: string; matched_by: string | null; state: string }[]).map((one) => [
      one.id,
      one.matched_by,
      one.state,
    ]),
    [
      ['cs_nobody', null, 'paid'],
      ['cs_live', 'email', 'paid'],
    ],
  );
  assert.equal(
    await post(event('evt_failed', 'invoice.payment_failed', { subscription: 'sub_live' }, now + 1)),
    200,
  );
  assert.equal(await limit(), '30', 'an invoice that nobody paid');
  assert.equal(await post(event('evt_later', 'invoice.paid', { subscription: 'sub_live' }, now + 2)), 200);
  assert.equal(await limit(), '300');
  const refund = { refunded: true, customer: 'cus_live' };
  assert.equal(await post(event('evt_refund', 'charge.refunded', refund, now + 3)), 200);
  assert.equal(await limit(), '30', 'refunded');
  assert.doesNotMatch(output(), new RegExp(`${SECRET}|${issued}|payer@example`));
});

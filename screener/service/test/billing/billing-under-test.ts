import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import Stripe from 'stripe';
import { apiKeyLabel } from '../../src/accounts/api-key.ts';
import { createPaymentStore } from '../../src/accounts/payments.sql.ts';
import { openMemory, openTestAccess, proveAddress } from '../access/access-under-test.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import type { useSnapshotStore } from '../snapshot-store.ts';

export const SECRET = 'whsec_for_tests_only';
export const EMAIL = 'payer@example.org';

/** The service with payments, and one that signed up. */
export async function openBilling(t: TestContext, snapshot: ReturnType<typeof useSnapshotStore>) {
  const clock = clockAt('2030-06-15T12:00:00Z');
  const database = await openMemory();
  const access = await openTestAccess(t, undefined, clock, database);
  const { accessStore } = access;
  const payments = createPaymentStore(database);
  const billing = { payments, webhookSecret: SECRET };
  const { app } = await makeApp(t, { ...snapshot.shared(), clock, billing }, undefined, access);
  const signUp = async (email = EMAIL) => {
    const answer = await app.inject({ method: 'POST', url: '/api/keys', payload: { email } });
    const issued = String(answer.json().data.api_key);
    const keys = await accessStore.keysOf(email);
    const key = keys.find(({ label }) => label === apiKeyLabel(issued));
    return { key: issued, account: key?.account ?? '', hash: key?.hash ?? '' };
  };
  const send = async (
    event: object,
    { at = clock(), secret = SECRET, change = (body: string) => body } = {},
  ) => {
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(at / 1_000);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: change(payload),
    });
    return statusCode;
  };
  const tierOf = async (hash: string) => {
    const key = await accessStore.livingKey(hash, clock());
    const account = await access.accounts.newestKeyOf(key?.account ?? '', clock());
    assert.equal(account?.account.tier, key?.tier, 'the tier is the account’s');
    return key?.tier;
  };
  const prove = ({ account, email = EMAIL }: { readonly account: string; readonly email?: string }) =>
    proveAddress(access, { account, email, now: clock() });
  return { app, clock, prove, access, payments, signUp, send, tierOf, accessStore };
}

let events = 0;

/** An event as the provider writes it, as far as it matters here. */
export function event(type: string, object: object, created = 1_907_755_200): object {
  events += 1;
  return { id: `evt_${events}`, object: 'event', type, created, livemode: false, data: { object } };
}

export function session(account: string | null, more: object = {}): object {
  return {
    id: `cs_${events}`,
    object: 'checkout.session',
    client_reference_id: account,
    customer: 'cus_1',
    customer_details: { email: EMAIL },
    subscription: 'sub_1',
    payment_intent: null,
    payment_status: 'paid',
    amount_total: 4900,
    currency: 'usd',
    created: 1_907_755_200,
    ...more,
  };
}

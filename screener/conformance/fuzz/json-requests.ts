import { createHmac } from 'node:crypto';
import type { Json } from '@common/kit/testing/described';
import fc from 'fast-check';
import { type FuzzReaders, valueFor } from './page-requests.ts';
import type { FuzzRequest } from './requests.ts';
import { junkText } from './values.ts';

/** What section 4.2 accepts as JSON: sign-in, password, posts, and the payment provider's events. */
export const JSON_PATHS = {
  session: '/api/session',
  password: '/api/account/password',
  posts: '/api/admin/posts',
  webhook: '/api/stripe/webhook',
} as const;

interface JsonSecrets {
  readonly adminToken: string;
  readonly webhookSecret: string;
}

type Body = fc.Arbitrary<Readonly<Record<string, Json | undefined>>>;

/** Generates JSON requests to these paths, by those who may send them and by others. */
export function jsonRequestsOf(
  { steady, passing, key }: FuzzReaders,
  { adminToken, webhookSecret }: JsonSecrets,
  paths: readonly string[] = Object.values(JSON_PATHS),
): fc.Arbitrary<FuzzRequest> {
  const session = fieldsOf({ api_key: key, email: '', password: '', next: '' });
  const password = fieldsOf({ current_password: '', new_password: '' });
  const posts = fieldsOf({ slug: 'first', title: 'First', excerpt: '', body_md: '' }).chain((texts) =>
    fc.record({ published: almost(fc.boolean()) }).map((more) => ({ ...texts, ...more })),
  );
  const requests: Readonly<Record<string, fc.Arbitrary<FuzzRequest>>> = {
    [JSON_PATHS.session]: post(JSON_PATHS.session, session, fc.constant({})),
    [JSON_PATHS.password]: post(JSON_PATHS.password, password, fc.constantFrom(...passing, '').map(cookieOf)),
    [JSON_PATHS.posts]: post(
      JSON_PATHS.posts,
      posts,
      fc.oneof(
        { weight: 6, arbitrary: fc.constant({ authorization: `Bearer ${adminToken}` }) },
        { weight: 1, arbitrary: fc.constantFrom(...steady).map(cookieOf) },
      ),
    ),
    [JSON_PATHS.webhook]: webhook(webhookSecret),
  };
  return fc.oneof(...paths.flatMap((path) => requests[path] ?? []));
}

function cookieOf(cookie: string): Record<string, string> {
  return cookie === '' ? {} : { cookie };
}

/** Texts, and occasionally values of another type. */
function fieldsOf(given: Readonly<Record<string, string>>): Body {
  const fields = Object.entries(given).map(([name, value]) => [name, almost(valueFor(name, value))] as const);
  const model = Object.fromEntries(fields);
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(model) },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record({ ...model, unknown: almost(junkText) }) },
  );
}

function almost(value: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const other = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
  return fc.oneof({ weight: 14, arbitrary: value }, { weight: 1, arbitrary: other });
}

function post(
  path: string,
  body: Body,
  who: fc.Arbitrary<Readonly<Record<string, string>>>,
): fc.Arbitrary<FuzzRequest> {
  const sent = textOf(body);
  return fc.record({ body: sent, who, network: fc.ipV4(), type: TYPE, site: SITE }).map((made) => ({
    path,
    method: 'POST',
    target: path,
    headers: {
      'content-type': made.type,
      'x-forwarded-for': made.network,
      'sec-fetch-site': made.site,
      ...made.who,
    },
    body: made.body,
  }));
}

const TYPE = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'x') },
);
const SITE = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('same-origin', 'none') },
  { weight: 1, arbitrary: fc.constantFrom('cross-site', 'x') },
);

function textOf(body: Body): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 10, arbitrary: body.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        'null',
        '[]',
        '{"__proto__":{"tier":"partner"}}',
        '['.repeat(20_000),
      ),
    },
  );
}

const EVENTS = [
  ...['checkout.session.completed', 'checkout.session.async_payment_succeeded', 'charge.refunded'],
  ...['customer.subscription.deleted', 'invoice.payment_failed', 'invoice.paid', 'x'],
];

/** Most events are signed as the provider signs them, because others end at the first check. */
function webhook(secret: string): fc.Arbitrary<FuzzRequest> {
  const text = almost(junkText);
  const ids = almost(fc.constantFrom('cs_1', 'sub_1', 'cus_1', 'pi_1', 'acc_1'));
  const object = fc.record(
    {
      id: ids,
      client_reference_id: ids,
      customer: ids,
      subscription: ids,
      payment_intent: ids,
      currency: almost(fc.constantFrom('usd', 'jpy', 'xxx', '')),
      amount_total: almost(fc.integer()),
      payment_status: almost(fc.constantFrom('paid', 'unpaid', 'no_payment_required')),
      customer_details: almost(fc.record({ email: almost(valueFor('email', '')) })),
      ...{
        amount: almost(fc.integer()),
        amount_refunded: almost(fc.integer()),
        refunded: almost(fc.boolean()),
      },
      created: almost(fc.nat()),
      metadata: text,
    },
    { requiredKeys: [] },
  );
  const event = fc.record({
    id: almost(fc.uuid().map((id) => `evt_${id}`)),
    type: almost(fc.constantFrom(...EVENTS)),
    created: almost(fc.nat()),
    livemode: almost(fc.boolean()),
    data: almost(fc.record({ object: almost(object) })),
  });
  const isSigned = fc.oneof(
    { weight: 12, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  );
  return fc
    .record({ body: textOf(event), isSigned, junk: junkText })
    .map(({ body, isSigned: signed, junk }) => {
      const path = JSON_PATHS.webhook;
      const at = Math.floor(Date.now() / 1_000);
      const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      const signature = signed ? `t=${at},v1=${mac}` : junk.replace(/[^ -~]/g, '').slice(0, 200);
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      return { path, method: 'POST', target: path, headers, body };
    });
}

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import type { Ack } from '@platform/core/objects/counterparty';
import type { Action } from '@platform/core/objects/grant';
import type { Connector } from '@platform/core/objects/plugin';
import { accountOf } from '@platform/core/verify/account';
import { ackFaults } from '@platform/core/verify/acknowledgment';
import { watchPlugins } from '@platform/keys/plugin-folders';
import { mayConnect } from '../src/adapters/address-ranges.ts';
import { buildCall } from '../src/use-cases/build-call.ts';
import { openConnector } from '../src/use-cases/connector-address.ts';
import { allowedUrl, listedAddresses } from '../src/use-cases/market-address.ts';

const ADDRESSES = { BANK_URL: 'http://127.0.0.1:8003', RECIPIENT_URL: 'http://127.0.0.1:8004/api/' };

test('the connectors of this repository can be used', () => {
  const { plugins } = watchPlugins(join(REPOSITORY, 'platform/plugins'), nodeCrypto)();
  const bases = ['records', 'treasury'].map((name) => {
    const plugin = plugins.get(name);
    assert.ok(plugin);
    const open = openConnector(plugin.connector, ADDRESSES);
    assert.ok(open.ok);
    return [open.value.origin, open.value.basePath];
  });
  assert.deepEqual(bases, [
    ['http://127.0.0.1:8004', '/api'],
    ['http://127.0.0.1:8003', ''],
  ]);
});

const operation: Connector['operations'][number] = {
  facade: 'x.read',
  operation: 'read',
  method: 'GET',
  path: '/x/{id}',
  body: {},
  ack: null,
  timeout_ms: 1_000,
};
const connector: Connector = {
  plugin: 'p',
  counterparty: 'c',
  kid: 'c',
  base_url_env: 'C_URL',
  operations: [operation],
};

const REFUSED: Readonly<
  Record<string, readonly [changes: Partial<Connector>, base: string | undefined, why: RegExp]>
> = {
  'two operations of a facade': [{ operations: [operation, operation] }, 'http://c', /two operations/],
  'an open brace': [{ operations: [{ ...operation, path: '/x/{id' }] }, 'http://c', /cannot be filled in/],
  'no address': [{}, undefined, /C_URL/],
  'an address of another scheme': [{}, 'file:///x', /C_URL/],
  'an address with a user': [{}, 'http://me@c', /C_URL/],
};

for (const [what, [changes, base, why]] of Object.entries(REFUSED)) {
  test(`a connector is refused: ${what}`, () => {
    const open = openConnector({ ...connector, ...changes }, { C_URL: base });
    assert.ok(!open.ok);
    assert.match(open.error.message, why);
  });
}

const PAYS: Connector = {
  ...connector,
  tenant_accounts: [
    { tenant: 'tn_a', when: { currency: 'USD' }, account: 'acct_a_usd' },
    { tenant: 'tn_a', when: { currency: 'EUR' }, account: 'acct_a_eur' },
    { tenant: 'tn_b', account: 'acct_b' },
  ],
  operations: [
    {
      facade: 'x.pay',
      operation: 'pay',
      method: 'POST',
      path: '/pay',
      timeout_ms: 1_000,
      body: { payer: '$account', currency: 'currency' },
      ack: { ack: '/ack', ack_hash: '/ack_hash', signature: '/signature' },
    },
  ],
};
const GRANT = { action_hash: 'a'.repeat(64), issued_at: '2026-03-02T10:00:00.000Z' };
const action = (tenant: string, currency: string) =>
  ({
    tenant,
    facade: 'x.pay',
    params: { currency },
    grant_id: 'gr_1',
    idempotency_key: 'idem_x_1',
  }) as unknown as Action;

test('a tenant acts with the account that the connector names for it, and with no other', () => {
  const open = unwrap(openConnector(PAYS, { C_URL: 'http://c' }));
  const [pay] = PAYS.operations;
  assert.ok(pay);
  for (const [tenant, currency, account] of [
    ['tn_a', 'USD', 'acct_a_usd'],
    ['tn_a', 'EUR', 'acct_a_eur'],
    ['tn_b', 'GBP', 'acct_b'],
  ] as const) {
    const call: { readonly body: Uint8Array | null } = unwrap(
      buildCall(open, pay, { action: action(tenant, currency), grant: GRANT }),
    );
    assert.deepEqual(JSON.parse(Buffer.from(call.body ?? []).toString()), { payer: account, currency });
  }
  for (const [tenant, currency] of [
    ['tn_a', 'GBP'],
    ['tn_c', 'USD'],
  ] as const) {
    assert.equal(accountOf(PAYS, action(tenant, currency)), null);
    const refused = buildCall(open, pay, { action: action(tenant, currency), grant: GRANT });
    assert.match(refused.ok ? '' : refused.error.message, /names no account of tn_[ac] for this action/);
  }
});

test('an acknowledgment of another tenant’s account is not of this action', () => {
  const ack = (payer: string) =>
    ({
      counterparty: 'c',
      operation: 'pay',
      grant_id: 'gr_1',
      action_hash: 'a',
      payer,
      idempotency_key: 'idem_x_1',
    }) as unknown as Ack;
  const of = { action: action('tn_b', 'USD'), actionHash: 'a', connector: PAYS };
  assert.deepEqual(ackFaults(ack('acct_b'), 'c', of), []);
  assert.match(ackFaults(ack('acct_a_usd'), 'c', of).join(), /payer of the acknowledgment is "acct_a_usd"/);
});

const LISTED = listedAddresses(['$BANK_URL/market/', 'https://rates.example/v1/fx', 'http://10.0.0.5:81/x'], {
  BANK_URL: 'http://127.0.0.1:8003',
});

const ALLOWED = [
  'http://127.0.0.1:8003/market/fx?base=EUR&quote=USD',
  'http://127.0.0.1:8003/market/',
  'https://rates.example/v1/fx',
  'https://rates.example/v1/fx/EUR?date=2026-01-01',
  'http://10.0.0.5:81/x',
];

const REFUSED_ADDRESSES = [
  // Another scheme, host, port
  'https://127.0.0.1:8003/market/fx',
  'http://127.0.0.1/market/fx',
  'http://127.0.0.1:8004/market/fx',
  'http://localhost:8003/market/fx',
  'http://rates.example/v1/fx',
  'https://rates.example:8443/v1/fx',
  'https://rates.example.evil.example/v1/fx',
  'https://evil.example/rates.example/v1/fx',
  'https://rates.example./v1/fx',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]:8003/market/fx',
  'http://[::ffff:127.0.0.1]:8003/market/fx',
  'file:///etc/passwd',
  'gopher://127.0.0.1:8003/market/fx',
  'data:text/plain,x',
  'javascript:alert(1)',
  '//127.0.0.1:8003/market/fx',
  '/market/fx',
  '',
  // Other spellings of the listed address
  'http://2130706433:8003/market/fx',
  'http://0x7f000001:8003/market/fx',
  'http://0x7f.0.0.1:8003/market/fx',
  'http://0177.0.0.1:8003/market/fx',
  'http://127.1:8003/market/fx',
  'http://127.0.0.1.:8003/market/fx',
  'http://127.0.0.1:08003/market/fx',
  'HTTP://127.0.0.1:8003/market/fx',
  'http:/127.0.0.1:8003/market/fx',
  'http:\\\\127.0.0.1:8003\\market\\fx',
  'http://１２７.0.0.1:8003/market/fx',
  'https://RATES.example/v1/fx',
  'https://rates.example:443/v1/fx',
  'https://rаtes.example/v1/fx',
  ' http://127.0.0.1:8003/market/fx',
  'http://127.0.0.1:8003/market/fx\n',
  'http://127.0.0.1:8003/mar\tket/fx',
  // A user, a fragment
  'http://127.0.0.1:8003@evil.example/market/fx',
  'http://evil.example@127.0.0.1:8003/market/fx',
  'http://:@127.0.0.1:8003/market/fx',
  'http://127.0.0.1:8003/market/fx#x',
  'http://127.0.0.1:8003/market/fx#',
  'http://evil.example#@127.0.0.1:8003/market/fx',
  // A path elsewhere
  'http://127.0.0.1:8003/',
  'http://127.0.0.1:8003/market',
  'http://127.0.0.1:8003/marketing/',
  'http://127.0.0.1:8003/transfers',
  'http://127.0.0.1:8003/market/../transfers',
  'http://127.0.0.1:8003/market/./fx',
  'http://127.0.0.1:8003/market/%2e%2e/transfers',
  'http://127.0.0.1:8003/market/.%2E/transfers',
  'http://127.0.0.1:8003/market/%2e%2e%2ftransfers',
  'http://127.0.0.1:8003/market/..%2ftransfers',
  'http://127.0.0.1:8003/market/..%5ctransfers',
  'http://127.0.0.1:8003/market/..\\transfers',
  'http://127.0.0.1:8003/market//fx',
  'http://127.0.0.1:8003//market/fx',
  'http://127.0.0.1:8003/market/%00',
  'https://rates.example/v1/fxx',
  `http://127.0.0.1:8003/market/${'x'.repeat(2_000)}`,
];

test('addresses under the list are allowed', () => {
  for (const url of ALLOWED) assert.ok(allowedUrl(url, LISTED).ok, url);
});

test('everything else is refused', () => {
  for (const url of REFUSED_ADDRESSES) assert.ok(!allowedUrl(url, LISTED).ok, url);
});

test('an entry that is not a plain address allows nothing', () => {
  const entries = [
    '$NOT_SET/market',
    '$lower/market',
    'ftp://x/y',
    'http://a@b/c',
    'http://h/p?q=1',
    '',
    '$',
  ];
  assert.deepEqual(listedAddresses(entries, { BANK_URL: 'http://b' }), []);
  assert.deepEqual(listedAddresses(['$BANK_URL/'], { BANK_URL: 'http://b/api/' }), [
    { origin: 'http://b', hostname: 'b', path: '/api/' },
  ]);
});

test('an address that is not public is reached only if the entry itself names it', () => {
  assert.ok(mayConnect('127.0.0.1', '127.0.0.1'));
  assert.ok(mayConnect('[::1]', '::1'));
  assert.ok(mayConnect('localhost', '127.0.0.1'));
  assert.ok(mayConnect('localhost', '::1'));
  assert.ok(!mayConnect('localhost', '10.0.0.1'));
  assert.ok(!mayConnect('127.0.0.1', '127.0.0.2'));
  assert.ok(!mayConnect('rates.example', '127.0.0.1'));
  assert.ok(!mayConnect('rates.example', '169.254.169.254'));
  assert.ok(mayConnect('rates.example', '1.1.1.1'));
});

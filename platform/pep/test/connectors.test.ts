import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { accountOf } from '@platform/proof/account';
import { ackFaults } from '@platform/proof/acknowledgment';
import { nodeCrypto } from '@platform/proof/node';
import type { Ack } from '@platform/protocol/counterparty';
import type { Action } from '@platform/protocol/grant';
import type { Connector } from '@platform/protocol/plugin';
import { watchPlugins } from '@platform/trust/plugin-folders';
import { buildCall } from '../src/use-cases/build-call.ts';
import { openConnector } from '../src/use-cases/connector-address.ts';

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
  ...{ facade: 'x.read', operation: 'read', method: 'GET', path: '/x/{id}', body: {}, ack: null },
  timeout_ms: 1_000,
};
const connector: Connector = {
  ...{ plugin: 'p', counterparty: 'c', kid: 'c', base_url_env: 'C_URL', operations: [operation] },
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
      ...{ facade: 'x.pay', operation: 'pay', method: 'POST', path: '/pay', timeout_ms: 1_000 },
      body: { payer: '$account', currency: 'currency' },
      ack: { ack: '/ack', ack_hash: '/ack_hash', signature: '/signature' },
    },
  ],
};
const action = (tenant: string, currency: string) =>
  ({
    ...{ tenant, facade: 'x.pay', params: { currency }, grant_id: 'gr_1', idempotency_key: 'idem_x_1' },
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
      buildCall(open, pay, action(tenant, currency), 'a'.repeat(64)),
    );
    assert.deepEqual(JSON.parse(Buffer.from(call.body ?? []).toString()), { payer: account, currency });
  }
  for (const [tenant, currency] of [
    ['tn_a', 'GBP'],
    ['tn_c', 'USD'],
  ] as const) {
    assert.equal(accountOf(PAYS, action(tenant, currency)), null);
    const refused = buildCall(open, pay, action(tenant, currency), 'a'.repeat(64));
    assert.match(refused.ok ? '' : refused.error.message, /names no account of tn_[ac] for this action/);
  }
});

test('an acknowledgment of another tenant’s account is not of this action', () => {
  const ack = (payer: string) =>
    ({
      ...{ counterparty: 'c', operation: 'pay', grant_id: 'gr_1', action_hash: 'a', payer },
      idempotency_key: 'idem_x_1',
    }) as unknown as Ack;
  const of = { action: action('tn_b', 'USD'), actionHash: 'a', connector: PAYS };
  assert.deepEqual(ackFaults(ack('acct_b'), 'c', of), []);
  assert.match(ackFaults(ack('acct_a_usd'), 'c', of).join(), /payer of the acknowledgment is "acct_a_usd"/);
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { nodeCrypto } from '@platform/proof/node';
import type { Connector } from '@platform/protocol/plugin';
import { watchPlugins } from '@platform/trust/plugin-folders';
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

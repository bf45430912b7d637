import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { readConnectors } from '../src/adapters/connector-files.ts';

const ADDRESSES = { BANK_URL: 'http://127.0.0.1:8003', RECIPIENT_URL: 'http://127.0.0.1:8004/api/' };

test('the connectors of this repository can be used', async () => {
  const read = await readConnectors(join(REPOSITORY, 'platform/plugins'), ADDRESSES);
  assert.ok(read.ok);
  const bases = [...read.value].map(([name, { origin, basePath }]) => [name, origin, basePath]).sort();
  assert.deepEqual(bases, [
    ['records', 'http://127.0.0.1:8004', '/api'],
    ['treasury', 'http://127.0.0.1:8003', ''],
  ]);
});

const operation = {
  ...{ facade: 'x.read', operation: 'read', method: 'GET', path: '/x/{id}', body: {}, ack: null },
  timeout_ms: 1_000,
};
const connector = {
  ...{ plugin: 'p', counterparty: 'c', kid: 'c', base_url_env: 'C_URL', operations: [operation] },
};

const REFUSED: Readonly<Record<string, readonly [file: unknown, base: string | undefined, why: RegExp]>> = {
  'not JSON': ['{', 'http://c', /not valid JSON/],
  'a field twice': ['{"plugin":"p","plugin":"p"}', 'http://c', /not valid JSON/],
  'an unknown field': [{ ...connector, run: 'code.js' }, 'http://c', /is not a connector/],
  'another plugin’s': [{ ...connector, plugin: 'q' }, 'http://c', /to plugin q/],
  'two operations of a facade': [
    { ...connector, operations: [operation, operation] },
    'http://c',
    /two operations/,
  ],
  'an open brace': [
    { ...connector, operations: [{ ...operation, path: '/x/{id' }] },
    'http://c',
    /cannot be filled in/,
  ],
  'no address': [connector, undefined, /C_URL/],
  'an address of another scheme': [connector, 'file:///x', /C_URL/],
  'an address with a user': [connector, 'http://me@c', /C_URL/],
};

for (const [what, [file, base, why]] of Object.entries(REFUSED)) {
  test(`a connector is refused at the start: ${what}`, () =>
    withTempDir(async (folder) => {
      await mkdir(join(folder, 'p'));
      const text = typeof file === 'string' ? file : JSON.stringify(file);
      await writeFile(join(folder, 'p', 'connector.json'), text);
      const read = await readConnectors(folder, { C_URL: base });
      assert.ok(!read.ok);
      assert.match(read.error.message, why);
    }));
}

test('a folder without any plugin is refused', () =>
  withTempDir(async (folder) => {
    assert.equal((await readConnectors(folder, {})).ok, false);
    assert.equal((await readConnectors(join(folder, 'absent'), {})).ok, false);
  }));

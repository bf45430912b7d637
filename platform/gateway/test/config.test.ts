import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { nodeCrypto } from '@platform/proof/node';
import { baseAddresses } from '@platform/trust/base-addresses';
import { readPlugins } from '@platform/trust/plugin-folders';
import { baseUrlsOf } from '../src/config.ts';

test('a manifest reaches only variables that hold an address', async () => {
  const env = {
    RECIPIENT_URL: 'http://recipient',
    RATES_URL: 'http://rates',
    SERVICE_JWT_SECRET: 'a secret of sixteen characters',
    AUTHORITY_DATABASE_URL: 'postgres://user:password@host/name',
    PATH: '/bin',
  };
  const plugins = unwrap(readPlugins(join(REPOSITORY, 'platform/plugins'), nodeCrypto));
  const connectors = [...plugins.values()].map(({ connector }) => connector);
  const baseUrl = baseUrlsOf(baseAddresses(connectors, env), env);
  assert.equal(baseUrl('BANK_URL'), 'http://127.0.0.1:8003', 'the default counts');
  assert.equal(baseUrl('RECIPIENT_URL'), 'http://recipient');
  assert.equal(baseUrl('RATES_URL'), 'http://rates');
  for (const name of [
    'SERVICE_JWT_SECRET',
    'SERVICE_GATEWAY_SECRET',
    'AUTHORITY_DATABASE_URL',
    'PATH',
    'NONE_URL',
  ]) {
    assert.equal(baseUrl(name), undefined, name);
  }
});

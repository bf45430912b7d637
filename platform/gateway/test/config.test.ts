import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { readConfig } from '@common/kit/config';
import { baseUrlsOf, GATEWAY_CONFIG } from '../src/config.ts';

test('a manifest reaches only variables that hold an address', () => {
  const env = {
    RECIPIENT_URL: 'http://recipient',
    RATES_URL: 'http://rates',
    SERVICE_JWT_SECRET: 'a secret of sixteen characters',
    AUTHORITY_DATABASE_URL: 'postgres://user:password@host/name',
    PATH: '/bin',
  };
  const baseUrl = baseUrlsOf(unwrap(readConfig(GATEWAY_CONFIG, env)).config, env);
  assert.equal(baseUrl('BANK_URL'), 'http://127.0.0.1:8003', 'the default counts');
  assert.equal(baseUrl('RECIPIENT_URL'), 'http://recipient');
  assert.equal(baseUrl('RATES_URL'), 'http://rates');
  for (const name of ['SERVICE_JWT_SECRET', 'AUTHORITY_DATABASE_URL', 'PATH', 'NONE_URL']) {
    assert.equal(baseUrl(name), undefined, name);
  }
});

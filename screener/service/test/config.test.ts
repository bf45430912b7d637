import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { mcpOriginsOf, readScreenerConfig } from '../src/config.ts';

test('a service bound to loopback accepts only the machine’s own names', () => {
  const originsOf = (env: Readonly<Record<string, string>>) =>
    mcpOriginsOf(unwrap(readScreenerConfig(env, REPOSITORY)).config);
  assert.deepEqual(originsOf({}), { allowed: new Set(), onlyLoopback: true });
  assert.equal(originsOf({ SCREENER_HOST: '::1' }).onlyLoopback, true);
  assert.equal(originsOf({ SCREENER_HOST: '0.0.0.0' }).onlyLoopback, false);
  assert.equal(originsOf({ TRUST_PROXY: '127.0.0.1' }).onlyLoopback, false);
  assert.deepEqual(
    [...originsOf({ MCP_ALLOWED_ORIGINS: 'https://app.example , http://localhost:6274' }).allowed],
    ['https://app.example', 'http://localhost:6274'],
  );
});

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Origins } from '@common/kit/http/cors';
import { openTestAccess } from './access/access-under-test.ts';
import { clockAt, makeApp } from './app-under-test.ts';
import { useSnapshotStore } from './snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const ORIGIN = 'https://app.example';
const READABLE =
  'x-request-id, etag, ratelimit, ratelimit-policy, retry-after, www-authenticate, sanad-key-notice';

async function open(t: TestContext, origins: Origins = 'any') {
  const access = await openTestAccess(t, { demo: 1, free: 0, partner: 0 });
  const { app } = await makeApp(t, { ...snapshot.shared(), origins }, undefined, access);
  const ask = (method: 'GET' | 'POST' | 'OPTIONS', url: string, headers: Record<string, string> = {}) =>
    app.inject({ method, url, headers: { origin: ORIGIN, ...headers } });
  const preflight = (url: string, method: string) =>
    ask('OPTIONS', url, {
      'access-control-request-method': method,
      'access-control-request-headers': 'x-api-key',
    });
  return { ask, preflight };
}

describe('pages of other origins', () => {
  test('may ask before calling any operation of the API', async (t) => {
    const { preflight } = await open(t);
    for (const [url, method] of [
      ['/v1/screen/AAPL', 'GET'],
      ['/v1/history/AAPL', 'GET'],
      ['/v1/batch', 'POST'],
      ['/v1/bulk', 'POST'],
      ['/v1/bulk/blk_1', 'GET'],
      ['/api/keys', 'POST'],
      ['/api/keys/keep', 'POST'],
    ] as const) {
      const { statusCode, headers } = await preflight(url, method);
      assert.equal(statusCode, 204, url);
      assert.equal(headers['access-control-allow-origin'], '*', url);
      assert.equal(headers['access-control-allow-methods'], method, url);
      assert.match(String(headers['access-control-allow-headers']), /\bx-api-key\b/);
      assert.equal(headers['access-control-allow-credentials'], undefined);
    }
  });

  test('may read answers and refusals, with the headers of limits, tags and keys', async (t) => {
    const { ask } = await open(t);
    for (const [headers, status] of [
      [{}, 200],
      [{}, 429],
      [{ 'x-api-key': 'wrong' }, 401],
    ] as const) {
      const answer = await ask('GET', '/v1/screen/AAPL', headers);
      assert.equal(answer.statusCode, status);
      assert.equal(answer.headers['access-control-allow-origin'], '*');
      assert.equal(answer.headers['access-control-expose-headers'], READABLE);
    }
  });

  test('may not read the operator’s paths, or those for people', async (t) => {
    const { ask, preflight } = await open(t);
    for (const url of ['/', '/metrics', '/health', '/tasks/rebuild-leaderboard', '/api/waitlist']) {
      const method = url.startsWith('/tasks') || url.startsWith('/api') ? 'POST' : 'GET';
      assert.equal((await ask(method, url)).headers['access-control-allow-origin'], undefined, url);
      assert.equal((await preflight(url, method)).headers['access-control-allow-origin'], undefined, url);
    }
  });

  test('are only the listed ones, where some are listed', async (t) => {
    const { ask, preflight } = await open(t, new Set([ORIGIN]));
    const listed = await ask('GET', '/v1/screen/AAPL');
    assert.equal(listed.headers['access-control-allow-origin'], ORIGIN);
    assert.match(String(listed.headers.vary), /\borigin\b.*\bx-api-key\b/);
    const other = await ask('GET', '/v1/screen/AAPL', { origin: 'https://other.example' });
    assert.equal(other.headers['access-control-allow-origin'], undefined);
    assert.equal((await preflight('/v1/batch', 'POST')).headers['access-control-allow-origin'], ORIGIN);
    const none = await open(t, new Set());
    assert.equal(
      (await none.preflight('/v1/batch', 'POST')).headers['access-control-allow-origin'],
      undefined,
    );
  });

  test('a path keeps its own list of methods, and an unknown one stays unknown', async (t) => {
    const { ask } = await open(t);
    assert.equal((await ask('GET', '/v1/batch')).statusCode, 405);
    assert.equal((await ask('GET', '/v1/nothing')).statusCode, 404);
  });
});

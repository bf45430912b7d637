import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { issuePartnerKey } from '../../src/access/sign-up.ts';
import type { TierLimits } from '../../src/access/tiers.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { KEY_SECRET, openTestAccess } from './access-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const LIMITS: TierLimits = { demo: 3, free: 5, partner: 7 };

async function open(t: TestContext, limits?: TierLimits) {
  const clock = clockAt('2030-06-15T12:00:00Z');
  const access = await openTestAccess(t, limits, clock);
  const { app } = await makeApp(t, { ...snapshot.shared(), clock }, undefined, access);
  const screen = async (headers: Record<string, string> = {}, remoteAddress = '203.0.113.7') => {
    const answer = await app.inject({ url: '/v1/screen/AAPL', headers, remoteAddress });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };
  const post = async (url: string, payload: unknown, remoteAddress = '203.0.113.7') => {
    const answer = await app.inject({ method: 'POST', url, payload: payload as object, remoteAddress });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };
  const signUp = async (email = 'a@example.org'): Promise<string> => {
    const { status, body } = await post('/api/keys', { email });
    assert.equal(status, 200);
    return body.data.api_key;
  };
  const partner = () =>
    issuePartnerKey(
      { store: access.accessStore, keySecret: KEY_SECRET, randomBytes, clock },
      'p@example.org',
    );
  return { app, access, clock, screen, post, signUp, partner };
}

describe('tiers and limits', () => {
  test('each tier has its own limit, announced in headers; above it the answer is 429', async (t) => {
    const { screen, signUp, partner } = await open(t, LIMITS);
    const callers: readonly (readonly [string, Record<string, string>, number])[] = [
      ['demo', {}, 3],
      ['free', { 'x-api-key': await signUp() }, 5],
      ['partner', { 'x-api-key': (await partner()).key }, 7],
    ];
    for (const [tier, headers, limit] of callers) {
      for (let left = limit - 1; left >= 0; left -= 1) {
        const answer = await screen(headers);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers['ratelimit-policy'], `"${tier}";q=${limit};w=60`);
        assert.match(String(answer.headers.ratelimit), new RegExp(`^"${tier}";r=${left};t=\\d+$`));
        assert.equal(answer.headers['retry-after'], undefined);
      }
      const refused = await screen(headers);
      assert.equal(refused.status, 429);
      assert.equal(refused.body.error.code, 'rate_limit_exceeded');
      const wait = Number(refused.headers['retry-after']);
      assert.ok(wait >= 1 && wait <= 60);
      assert.match(String(refused.headers.ratelimit), new RegExp(`^"${tier}";r=0;t=${wait}$`));
    }
  });

  test('without a key, each address has its own limit; an IPv6 customer has one limit for all addresses', async (t) => {
    const { screen } = await open(t, { ...LIMITS, demo: 1 });
    const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:0DB8:0001:0002:0:0:0:3'];
    assert.equal((await screen({}, network[0])).status, 200);
    for (const address of network) assert.equal((await screen({}, address)).status, 429, address);
    for (const address of ['2001:db8:1:3::1', '198.51.100.1', '198.51.100.2', '::1']) {
      assert.equal((await screen({}, address)).status, 200, address);
    }
    assert.equal((await screen({}, '::ffff:198.51.100.1')).status, 429);
  });

  test('a forwarding header does not change the address unless the proxy is trusted', async (t) => {
    const { screen } = await open(t, { ...LIMITS, demo: 1 });
    assert.equal((await screen({ 'x-forwarded-for': '198.51.100.9' })).status, 200);
    assert.equal((await screen({ 'x-forwarded-for': '198.51.100.10' })).status, 429);
  });

  test('a refused request counts like any other', async (t) => {
    const { app } = await open(t, LIMITS);
    for (const [url, status] of [
      ['/v1/screen/A!B', 400],
      ['/v1/screen/ZZZZZ', 404],
      ['/v1/history/AAPL?limit=x', 422],
      ['/v1/screen/AAPL', 429],
    ] as const) {
      assert.equal((await app.inject(url)).statusCode, status, url);
    }
    for (const url of ['/health', '/openapi.json', '/llms.txt', '/metrics']) {
      assert.equal((await app.inject(url)).statusCode, 200, url);
    }
  });
});

describe('keys', () => {
  test('a sign-up neither ends nor issues a partner key', async (t) => {
    const { screen, post, partner } = await open(t, LIMITS);
    const { key } = await partner();
    const { body } = await post('/api/keys', { email: 'p@example.org' });
    assert.equal(body.data.tier, 'free');
    assert.match(String((await screen({ 'x-api-key': key })).headers['ratelimit-policy']), /^"partner"/);
    const free = await screen({ 'x-api-key': body.data.api_key });
    assert.match(String(free.headers['ratelimit-policy']), /^"free"/);
  });

  test('an invalid key gets 401, whatever is wrong with it', async (t) => {
    const { screen, signUp } = await open(t);
    const key = await signUp();
    for (const wrong of [
      '',
      'x',
      `${key}x`,
      key.toLowerCase(),
      key.replace('live', 'test'),
      `${key},${key}`,
    ]) {
      const { status, body } = await screen({ 'x-api-key': wrong });
      assert.equal(status, 401, wrong);
      assert.equal(body.error.code, 'invalid_api_key');
      assert.doesNotMatch(JSON.stringify(body), new RegExp(key));
    }
  });

  test('guessing keys is stopped', async (t) => {
    const { screen } = await open(t);
    const statuses: number[] = [];
    for (let guess = 0; guess < 22; guess += 1) {
      statuses.push((await screen({ 'x-api-key': `guess-${guess}` })).status);
    }
    assert.deepEqual(new Set(statuses.slice(0, 20)), new Set([401]));
    assert.deepEqual(statuses.slice(20), [429, 429]);
    assert.equal((await screen()).status, 200);
  });

  test('an address may sign up five times an hour', async (t) => {
    const { post } = await open(t);
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await post('/api/keys', { email: `n${count}@example.org` })).status, 200);
    }
    const refused = await post('/api/waitlist', { email: 'n9@example.org' });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers['retry-after']) > 60);
    assert.equal((await post('/api/keys', { email: 'n9@example.org' }, '198.51.100.3')).status, 200);
  });

  test('bodies have limits', async (t) => {
    const { post } = await open(t);
    const email = 'a@example.org';
    const wrong: readonly (readonly [string, unknown, readonly (string | number)[]])[] = [
      ['/api/keys', {}, ['body', 'email']],
      ['/api/keys', { email: 'nobody' }, ['body', 'email']],
      ['/api/keys', { email: `${'a'.repeat(251)}@b.c` }, ['body', 'email']],
      ['/api/keys', { email, use_case: 'x'.repeat(21) }, ['body', 'use_case']],
      ['/api/keys', { email, attribution: { utm_source: 'x'.repeat(101) } }, ['body', 'attribution']],
      ['/api/waitlist', { email, interest: 'x'.repeat(21) }, ['body', 'interest']],
      ['/api/waitlist', { email, use_case: 'x'.repeat(301) }, ['body', 'use_case']],
      ['/api/waitlist', { email, attribution: { referrer: 'x'.repeat(301) } }, ['body', 'attribution']],
    ];
    for (const [url, body, loc] of wrong) {
      const answer = await post(url, body);
      assert.equal(answer.status, 422, JSON.stringify(body).slice(0, 80));
      assert.deepEqual(answer.body.detail[0].loc.slice(0, loc.length), loc);
    }
    const most = {
      email,
      use_case: 'x'.repeat(300),
      interest: 'x'.repeat(20),
      attribution: { utm_source: 'x'.repeat(100), landing_page: 'x'.repeat(300), referrer: null },
    };
    assert.deepEqual((await post('/api/waitlist', most)).body.data, { joined: true });
  });
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { apiKeyLabel, hashApiKey, isApiKeyShaped, makeApiKey } from '../../src/accounts/api-key.ts';
import { issueOwnKey, issuePartnerKey } from '../../src/accounts/sign-up.ts';
import type { TierLimits } from '../../src/accounts/tiers.ts';
import { clockAt, HOUR, makeApp, SECOND } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { KEY_SECRET, openMemory, openTestAccess } from './access-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('limits and keys', () => {
  const LIMITS: TierLimits = { demo: 3, free: 5, partner: 7 };

  async function open(t: TestContext, limits?: TierLimits) {
    const clock = clockAt('2030-06-15T12:00:00Z');
    const access = await openTestAccess(t, limits, clock);
    const { app } = await makeApp(t, { ...snapshot.shared(), clock }, undefined, access);
    const screen = async (headers: Record<string, string> = {}, remoteAddress = '203.0.113.7') => {
      const answer = await app.inject({ url: '/v1/screen/AAPL', headers, remoteAddress });
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
    };
    const post = async (
      url: string,
      payload: unknown,
      remoteAddress = '203.0.113.7',
      headers: Record<string, string> = {},
    ) => {
      const sent = { payload: payload as object, remoteAddress, headers };
      const answer = await app.inject({ method: 'POST', url, ...sent });
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

    test('a key may come as a bearer token, and two different keys are refused', async (t) => {
      const { screen, post, signUp } = await open(t, LIMITS);
      const [key, other] = [await signUp(), await signUp('bilal@example.org')];
      for (const headers of [
        { authorization: `Bearer ${key}` },
        { authorization: `bearer  ${key} `, 'x-api-key': key },
        { authorization: 'Basic YW5uYTpi', 'x-api-key': key },
      ] as Record<string, string>[]) {
        const { status, headers: told } = await screen(headers);
        assert.equal(status, 200, JSON.stringify(headers));
        assert.match(String(told['ratelimit-policy']), /^"free"/);
        assert.match(String(told.vary), /\bx-api-key, authorization\b/);
      }
      for (const authorization of ['Bearer', 'Bearer ', 'Bearer wrong', `Bearer ${key} x`]) {
        const { status, body, headers } = await screen({ authorization });
        assert.deepEqual([status, body.error.code], [401, 'invalid_api_key'], authorization);
        assert.equal(headers['www-authenticate'], 'Bearer realm="sanad"');
      }
      const both = await screen({ authorization: `Bearer ${other}`, 'x-api-key': key });
      assert.deepEqual([both.status, both.body.error.code], [401, 'two_api_keys']);
      assert.doesNotMatch(JSON.stringify(both.body), /snd_live/);
      assert.equal((await screen({ authorization: 'Basic YW5uYTpi' })).status, 200);
      const again = { email: 'bilal@example.org' };
      const earlier = { authorization: `Bearer ${other}` };
      assert.equal((await post('/api/keys', again, undefined, earlier)).status, 200);
      assert.equal((await screen(earlier)).status, 401);
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
});

describe('succession', () => {
  const NO_LIMITS: TierLimits = { demo: 0, free: 0, partner: 0 };
  const EMAIL = 'anna@example.org';

  async function open(t: TestContext, limits = NO_LIMITS) {
    const clock = clockAt('2030-06-15T12:00:00Z');
    const database = await openMemory();
    const access = await openTestAccess(t, limits, clock, database);
    const { app } = await makeApp(t, { ...snapshot.shared(), clock }, undefined, access);
    const ask = async (
      method: 'GET' | 'POST',
      url: string,
      { key, payload, from }: { key?: string | undefined; payload?: object; from?: string } = {},
    ) => {
      const answer = await app.inject({
        method,
        url,
        headers: key === undefined ? {} : { 'x-api-key': key },
        ...(payload === undefined ? {} : { payload }),
        ...(from === undefined ? {} : { remoteAddress: from }),
      });
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
    };
    let signedUp = 0;
    /** From a network of its own each time. */
    const signUp = async (email = EMAIL): Promise<string> => {
      signedUp += 1;
      const from = `198.51.100.${signedUp}`;
      const { status, body } = await ask('POST', '/api/keys', { payload: { email }, from });
      assert.equal(status, 200);
      return body.data.api_key;
    };
    const accountOf = async (key: string, email = EMAIL) => {
      const known = (await access.accessStore.keysOf(email)).find(({ label }) => label === apiKeyLabel(key));
      assert.ok(known !== undefined);
      return { id: known.account, email, tier: known.tier };
    };
    return {
      access,
      clock,
      signUp,
      screen: (key: string, from?: string) => ask('GET', '/v1/screen/AAPL', { key, ...(from && { from }) }),
      keep: (key?: string) => ask('POST', '/api/keys/keep', { key }),
      post: (payload: object, key?: string) => ask('POST', '/api/keys', { key, payload }),
      /** Makes a new key of the same account, as its owner does when signed in. */
      async renew(key: string): Promise<string> {
        const deps = { ...access, randomBytes, clock };
        const issued = await issueOwnKey(deps, await accountOf(key));
        assert.ok(issued.ok);
        return issued.value.key;
      },
      /** Proves the address of the account that a key opens, as a mailed link does. */
      async prove(key: string, email = EMAIL): Promise<void> {
        const { id } = await accountOf(key, email);
        await database.db.updateTable('account').set({ proven_at: clock() }).where('id', '=', id).execute();
      },
    };
  }

  /** A key that was just asked about is known for a second. */
  const REMEMBERED = 2 * SECOND;

  describe('a repeated sign-up', () => {
    for (const isProven of [false, true]) {
      const whose = isProven ? 'an address that somebody proved' : 'an address that nobody proved';

      test(`with ${whose} changes nothing for those who signed up before`, async (t) => {
        const { clock, screen, signUp, prove } = await open(t, { ...NO_LIMITS, free: 30 });
        const owner = await signUp();
        if (isProven) await prove(owner);
        const strangers: string[] = [];
        for (const email of [EMAIL, ' Anna@Example.ORG ', 'anna+x@example.org', '+anna@example.org'])
          strangers.push(await signUp(email));
        assert.equal(new Set([owner, ...strangers]).size, 5, 'each has a key of its own');
        clock.advance(REMEMBERED);
        for (const [index, key] of strangers.entries()) {
          const from = `203.0.113.${index}`;
          for (let call = 0; call < 31; call += 1) await screen(key, from);
          assert.equal((await screen(key, from)).status, 429, 'they used up what they have');
        }
        const { status, headers } = await screen(owner, '192.0.2.1');
        assert.deepEqual([status, headers['sanad-key-notice']], [200, undefined]);
        assert.match(String(headers.ratelimit), /;r=29;/);
        clock.advance(1_000 * HOUR);
        assert.equal((await screen(owner, '192.0.2.1')).status, 200, 'no key ended');
      });
    }

    test('with the earlier key in the request ends that key at once', async (t) => {
      const { clock, screen, post, signUp } = await open(t);
      const first = await signUp();
      const again = await post({ email: EMAIL }, first);
      assert.equal(again.status, 200);
      clock.advance(REMEMBERED);
      assert.equal((await screen(first)).status, 401);
      assert.equal((await screen(again.body.data.api_key)).status, 200);
      // It is refused now, and so is the key of somebody else.
      assert.equal((await post({ email: EMAIL }, first)).status, 401);
      const other = await post({ email: EMAIL }, await signUp('bilal@example.org'));
      assert.deepEqual([other.status, other.body.error.code], [409, 'key_of_another_address']);
    });
  });

  describe('a new key of the same account', () => {
    test('leaves the earlier key 72 hours, and tells its holder in every answer', async (t) => {
      const { clock, screen, signUp, renew } = await open(t);
      const first = await signUp();
      assert.equal((await screen(first)).headers['sanad-key-notice'], undefined);
      const second = await renew(first);
      clock.advance(REMEMBERED);
      const told = await screen(first);
      assert.equal(told.status, 200);
      assert.match(
        String(told.headers['sanad-key-notice']),
        /^This key ends at 2030-06-18T12:00:00\.000Z: .* POST \/api\/keys\/keep /,
      );
      assert.equal((await screen(second)).headers['sanad-key-notice'], undefined);
      clock.advance(72 * HOUR - 2 * REMEMBERED);
      assert.equal((await screen(first)).status, 200);
      clock.advance(2 * REMEMBERED);
      assert.equal((await screen(first)).status, 401);
      assert.equal((await screen(second)).status, 200);
    });

    test('is undone by keeping the earlier one, which ends no other at once', async (t) => {
      const { clock, screen, keep, signUp, renew } = await open(t);
      const first = await signUp();
      const second = await renew(first);
      const kept = await keep(first);
      assert.equal(kept.status, 200);
      assert.deepEqual(kept.body.data, { tier: 'free', label: apiKeyLabel(first), status: 'current' });
      assert.equal(kept.headers['cache-control'], 'no-store');
      clock.advance(REMEMBERED);
      assert.equal((await screen(first)).headers['sanad-key-notice'], undefined);
      assert.match(String((await screen(second)).headers['sanad-key-notice']), /^This key ends at /);
      clock.advance(72 * HOUR);
      assert.equal((await screen(second)).status, 401);
      assert.equal((await keep(second)).status, 401);
      clock.advance(1_000 * HOUR);
      assert.equal((await screen(first)).status, 200);
      assert.equal((await keep(first)).status, 200, 'a current key stays so');
    });

    test('keeping needs a key', async (t) => {
      const { keep } = await open(t);
      for (const key of [undefined, 'x']) {
        const { status, headers } = await keep(key);
        assert.equal(status, 401);
        assert.equal(headers['www-authenticate'], 'Bearer realm="sanad"');
      }
    });

    test('a partner key is neither ended, shown nor kept in another’s place', async (t) => {
      const { access, clock, screen, keep, post, signUp } = await open(t);
      const { key } = await issuePartnerKey(
        { store: access.accessStore, keySecret: KEY_SECRET, randomBytes, clock },
        EMAIL,
      );
      const free = await signUp();
      await post({ email: EMAIL }, key);
      assert.equal((await keep(key)).body.data.tier, 'partner');
      clock.advance(100 * HOUR);
      for (const each of [key, free]) {
        const answer = await screen(each);
        assert.deepEqual([answer.status, answer.headers['sanad-key-notice']], [200, undefined]);
      }
    });
  });

  describe('limits are the owner’s', () => {
    test('five keys of one mailbox have one allowance where each proved its address', async (t) => {
      const { screen, signUp, prove } = await open(t, { ...NO_LIMITS, free: 5 });
      const keys: string[] = [];
      for (const email of [
        'anna.b@gmail.com',
        'annab@gmail.com',
        'annab+x@gmail.com',
        'a.nnab+y@googlemail.com',
      ]) {
        const key = await signUp(email);
        await prove(key, email);
        keys.push(key);
      }
      const left = await Promise.all(keys.map(async (key) => (await screen(key)).headers.ratelimit));
      assert.deepEqual(
        left.map((header) => Number(/;r=(\d+)/.exec(String(header))?.[1])).toSorted(),
        [1, 2, 3, 4],
      );
      for (const email of [
        'anna.b@example.org',
        'annab@example.org',
        'annac@gmail.com',
        '+annab@gmail.com',
      ]) {
        const key = await signUp(email);
        await prove(key, email);
        assert.match(String((await screen(key)).headers.ratelimit), /;r=4;/, email);
      }
    });

    test('all accounts that proved nothing share ten allowances in one network', async (t) => {
      const { screen, signUp, prove, clock } = await open(t, { ...NO_LIMITS, free: 2 });
      const keys: string[] = [];
      for (let number = 0; number < 12; number += 1) keys.push(await signUp(`made-up-${number}@example.org`));
      const statuses: number[] = [];
      for (const key of keys)
        for (let call = 0; call < 2; call += 1) statuses.push((await screen(key)).status);
      assert.deepEqual([statuses.indexOf(429), statuses.lastIndexOf(200)], [20, 19]);
      const refused = await screen(keys[11] ?? '', '192.0.2.1');
      assert.equal(refused.status, 429, 'its own is used up, too');
      const owner = await signUp();
      assert.equal((await screen(owner)).headers['ratelimit-policy'], '"unproven-of-network";q=20;w=60');
      await prove(owner);
      clock.advance(REMEMBERED);
      assert.equal((await screen(owner)).status, 200, 'who proved an address has no part in it');
    });

    test('a key of the partner tier has its own allowance', async (t) => {
      const { access, clock, screen, signUp } = await open(t, { demo: 0, free: 1, partner: 1 });
      const deps = { store: access.accessStore, keySecret: KEY_SECRET, randomBytes, clock };
      const { key } = await issuePartnerKey(deps, EMAIL);
      const free = await signUp();
      assert.deepEqual([(await screen(free)).status, (await screen(key)).status], [200, 200]);
      assert.deepEqual([(await screen(free)).status, (await screen(key)).status], [429, 429]);
    });
  });
});

describe('the text of a key', () => {
  describe('API keys', () => {
    test('new keys have the right shape and are all different', () => {
      const keys = Array.from({ length: 200 }, () => makeApiKey(randomBytes));
      for (const key of keys) {
        assert.match(key, /^snd_live_[0-9A-Za-z]{38}$/);
        assert.equal(isApiKeyShaped(key), true);
      }
      assert.equal(new Set(keys).size, keys.length);
    });

    test('bytes that would favour some characters are skipped', () => {
      const given = [Uint8Array.from({ length: 32 }, () => 255), Uint8Array.from({ length: 32 }, () => 61)];
      assert.match(
        makeApiKey(() => given.shift() ?? new Uint8Array(32)),
        /^snd_live_z{32}/,
      );
    });

    test('one wrong character is detected without the store', () => {
      const key = makeApiKey(randomBytes);
      for (let at = 0; at < key.length; at += 1) {
        const wrong = `${key.slice(0, at)}${key[at] === 'q' ? 'r' : 'q'}${key.slice(at + 1)}`;
        assert.equal(isApiKeyShaped(wrong), false, wrong);
      }
      const [a = '', b = ''] = [key[12], key[13]];
      if (a !== b) assert.equal(isApiKeyShaped(key.slice(0, 12) + b + a + key.slice(14)), false);
    });

    test('no other text is accepted as a key', () => {
      fc.assert(fc.property(fc.string(), (text) => !isApiKeyShaped(text)));
      for (const text of ['', 'snd_live_', `snd_live_${'0'.repeat(37)}`, ` ${makeApiKey(randomBytes)}`]) {
        assert.equal(isApiKeyShaped(text), false, text);
      }
    });

    test('the hash depends on the secret, and the label reveals little', () => {
      const key = makeApiKey(randomBytes);
      assert.match(hashApiKey('one secret', key), /^[0-9a-f]{64}$/);
      assert.notEqual(hashApiKey('one secret', key), hashApiKey('another', key));
      assert.equal(apiKeyLabel(key), `${key.slice(0, 17)}...`);
    });
  });
});

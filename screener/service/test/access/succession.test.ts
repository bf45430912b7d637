import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { issuePartnerKey } from '../../src/access/sign-up.ts';
import type { TierLimits } from '../../src/access/tiers.ts';
import { clockAt, HOUR, makeApp, SECOND } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { KEY_SECRET, openTestAccess } from './access-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const NO_LIMITS: TierLimits = { demo: 0, free: 0, partner: 0 };

async function open(t: TestContext, limits = NO_LIMITS) {
  const clock = clockAt('2030-06-15T12:00:00Z');
  const access = await openTestAccess(t, limits, clock);
  const { app } = await makeApp(t, { ...snapshot.shared(), clock }, undefined, access);
  const ask = async (method: 'GET' | 'POST', url: string, key?: string, payload?: object) => {
    const headers = key === undefined ? {} : { 'x-api-key': key };
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };
  let signedUp = 0;
  return {
    access,
    clock,
    screen: (key: string) => ask('GET', '/v1/screen/AAPL', key),
    keep: (key?: string) => ask('POST', '/api/keys/keep', key),
    post: (payload: object, key?: string) => ask('POST', '/api/keys', key, payload),
    /** From an address of its own each time. */
    async signUp(email = 'anna@example.org'): Promise<string> {
      signedUp += 1;
      const remoteAddress = `198.51.100.${signedUp}`;
      const answer = await app.inject({
        ...{ method: 'POST', url: '/api/keys', payload: { email }, remoteAddress },
      });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().data.api_key;
    },
  };
}

/** Longer than a process remembers a key. */
const REMEMBERED = 2 * SECOND;

describe('a second sign-up with an address', () => {
  test('leaves the earlier key 72 hours, and tells its holder in every answer', async (t) => {
    const { clock, screen, signUp } = await open(t);
    const first = await signUp();
    assert.equal((await screen(first)).headers['sanad-key-notice'], undefined);
    const second = await signUp('  Anna@Example.ORG ');
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

  test('a stranger’s sign-up is undone by the holder, who keeps the earlier key', async (t) => {
    const { clock, screen, keep, signUp } = await open(t);
    const holder = await signUp();
    const stranger = await signUp();
    const kept = await keep(holder);
    assert.equal(kept.status, 200);
    const label = `${holder.slice(0, 17)}...`;
    assert.deepEqual(kept.body.data, { tier: 'free', label, status: 'current' });
    assert.equal(kept.headers['cache-control'], 'no-store');
    clock.advance(REMEMBERED);
    assert.equal((await screen(holder)).headers['sanad-key-notice'], undefined);
    clock.advance(72 * HOUR);
    assert.equal((await screen(stranger)).status, 401);
    assert.equal((await keep(stranger)).status, 401);
    clock.advance(1_000 * HOUR);
    assert.equal((await screen(holder)).status, 200);
    assert.equal((await keep(holder)).status, 200, 'a current key stays so');
  });

  test('a stranger who signed up first cuts nobody off, however often that key is kept', async (t) => {
    const { clock, screen, keep, signUp } = await open(t);
    const stranger = await signUp();
    const holder = await signUp();
    for (let round = 0; round < 5; round += 1) {
      assert.equal((await keep(stranger)).status, 200);
      clock.advance(REMEMBERED);
      const told = await screen(holder);
      assert.equal(told.status, 200, `round ${round}`);
      const ends = new Date(clock() - REMEMBERED + 72 * HOUR).toISOString();
      assert.ok(String(told.headers['sanad-key-notice']).includes(`ends at ${ends}: `));
      clock.advance(70 * HOUR);
      assert.equal((await screen(holder)).status, 200, 'until the 72 hours are over');
      assert.equal((await keep(holder)).status, 200);
      clock.advance(REMEMBERED);
      assert.equal((await screen(holder)).headers['sanad-key-notice'], undefined);
      assert.equal((await screen(stranger)).status, 200);
    }
    clock.advance(100 * HOUR);
    assert.equal((await screen(stranger)).status, 401);
    assert.equal((await screen(holder)).status, 200);
  });

  test('with the earlier key in the request, it ends at once', async (t) => {
    const { clock, screen, post, signUp } = await open(t);
    const first = await signUp();
    const again = await post({ email: 'anna@example.org' }, first);
    assert.equal(again.status, 200);
    clock.advance(REMEMBERED);
    assert.equal((await screen(first)).status, 401);
    assert.equal((await screen(again.body.data.api_key)).status, 200);
    // It is refused now, and so is the key of somebody else.
    assert.equal((await post({ email: 'anna@example.org' }, first)).status, 401);
    const other = await post({ email: 'anna@example.org' }, await signUp('bilal@example.org'));
    assert.deepEqual([other.status, other.body.error.code], [409, 'key_of_another_address']);
  });

  test('keeping needs a key', async (t) => {
    const { keep } = await open(t);
    for (const key of [undefined, 'x']) {
      const { status, headers } = await keep(key);
      assert.equal(status, 401);
      assert.match(String(headers['www-authenticate']), /^ApiKey /);
    }
  });

  test('a partner key is neither ended, shown nor kept in another’s place', async (t) => {
    const { access, clock, screen, keep, post, signUp } = await open(t);
    const { key } = await issuePartnerKey(
      { store: access.accessStore, keySecret: KEY_SECRET, randomBytes, clock },
      'anna@example.org',
    );
    const free = await signUp();
    await post({ email: 'anna@example.org' }, key);
    assert.equal((await keep(key)).body.data.tier, 'partner');
    clock.advance(100 * HOUR);
    const answer = await screen(key);
    assert.deepEqual([answer.status, answer.headers['sanad-key-notice']], [200, undefined]);
    assert.equal((await screen(free)).status, 401, 'the free key ended as any other');
  });
});

describe('limits are the owner’s', () => {
  test('five keys of one mailbox have one allowance', async (t) => {
    const { screen, signUp } = await open(t, { ...NO_LIMITS, free: 5 });
    const keys: string[] = [];
    for (const email of [
      'anna.b@gmail.com',
      'Anna.B@gmail.com',
      'annab@gmail.com',
      'annab+x@gmail.com',
      'a.nnab+y@googlemail.com',
    ])
      keys.push(await signUp(email));
    const left = await Promise.all(keys.map(async (key) => (await screen(key)).headers.ratelimit));
    assert.deepEqual(
      left.map((header) => Number(/;r=(\d+)/.exec(String(header))?.[1])).toSorted(),
      [0, 1, 2, 3, 4],
    );
    for (const key of keys) assert.equal((await screen(key)).status, 429);
    // Another provider’s dots are another mailbox, and so is another name.
    for (const email of ['anna.b@example.org', 'annab@example.org', 'annac@gmail.com', '+annab@gmail.com'])
      assert.equal((await screen(await signUp(email))).status, 200, email);
  });

  test('a key of the partner tier has its own allowance', async (t) => {
    const { access, clock, screen, signUp } = await open(t, { demo: 0, free: 1, partner: 1 });
    const deps = { store: access.accessStore, keySecret: KEY_SECRET, randomBytes, clock };
    const { key } = await issuePartnerKey(deps, 'anna@example.org');
    const free = await signUp();
    assert.deepEqual([(await screen(free)).status, (await screen(key)).status], [200, 200]);
    assert.deepEqual([(await screen(free)).status, (await screen(key)).status], [429, 429]);
  });
});

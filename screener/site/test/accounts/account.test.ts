import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt, HOUR } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { makeApp } from '../app-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const EMAIL = 'samir@example.org';
const NAME = '__Host-sanad-session';

/** The service on a free port, and one that is signed in. */
async function open(t: TestContext) {
  const clock = clockAt('2030-06-15T12:00:00Z');
  const access = await openTestAccess(t, undefined, clock);
  const { app } = await makeApp(t, { ...snapshot.shared(), clock }, undefined, access);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (
    path: string,
    { body, cookie }: { body?: Record<string, string>; cookie?: string } = {},
  ) =>
    fetch(`${url}${path}`, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie: `${NAME}=${cookie}` }) },
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    });
  const signUp = async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/keys`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: EMAIL }),
    });
    const { data } = (await answer.json()) as { readonly data: { readonly api_key: string } };
    return data.api_key;
  };
  const cookieOf = (answer: Response): string => {
    const [line = ''] = answer.headers.getSetCookie();
    return /^__Host-sanad-session=([^;]*)/.exec(line)?.[1] ?? '';
  };
  const signIn = async (key: string) => cookieOf(await ask('/api/session', { body: { api_key: key } }));
  const works = async (key: string) =>
    (await fetch(`${url}/v1/screen/AAPL`, { headers: { 'x-api-key': key } })).status === 200;
  return { url, ask, signUp, signIn, works, cookieOf, clock };
}

/** The key that a page shows. */
function shownKey(page: string): string {
  return /snd_live_[0-9A-Za-z]{38}/.exec(page)?.[0] ?? '';
}

describe('the account page', () => {
  test('leads to the sign-in page and back', async (t) => {
    const { ask } = await open(t);
    const { status, headers } = await ask('/portal/account');
    assert.deepEqual([status, headers.get('location')], [303, '/portal?next=%2Fportal%2Faccount']);
  });

  test('makes a key, shown once; the earlier one goes on for 72 hours, and can be kept or ended', async (t) => {
    const { ask, signUp, signIn, works, clock, cookieOf } = await open(t);
    const first = await signUp();
    const made = await ask('/portal/keys/new', { cookie: await signIn(first), body: {} });
    const second = shownKey(await made.text());
    assert.equal(made.headers.get('cache-control'), 'no-store');
    const cookie = cookieOf(made);
    const page = async () => (await ask('/portal/account', { cookie })).text();
    assert.match(await page(), /ends in <strong>72 hours/);
    assert.ok(!(await page()).includes(second), 'only once');
    assert.deepEqual([await works(first), await works(second)], [true, true]);
    const label = `${first.slice(0, 17)}...`;
    await ask('/portal/keys/keep', { cookie, body: { label } });
    clock.advance(73 * HOUR);
    assert.deepEqual([await works(first), await works(second)], [true, false]);
    const renewed = await signIn(first);
    await ask('/portal/keys/end', { cookie: renewed, body: { label } });
    clock.advance(2_000);
    assert.equal(await works(first), false);
    assert.equal((await ask('/portal/account', { cookie: renewed })).status, 303, 'its sessions end with it');
  });

  test('cannot touch the key of another account with the same address', async (t) => {
    const { ask, signUp, signIn, works, clock } = await open(t);
    const first = await signUp();
    const stranger = await signIn(await signUp());
    const label = `${first.slice(0, 17)}...`;
    await ask('/portal/keys/end', { cookie: stranger, body: { label } });
    clock.advance(2_000);
    assert.ok(await works(first));
  });

  test('gives its data out and deletes them', async (t) => {
    const { ask, signUp, signIn, works, clock } = await open(t);
    const key = await signUp();
    const cookie = await signIn(key);
    const data = await (await ask('/portal/account/export.json', { cookie })).text();
    assert.match(data, /samir@example\.org/);
    assert.ok(!data.includes(key) && !/[0-9a-f]{64}/.test(data), 'no key and no hash');
    const slip = await ask('/portal/account/delete', { cookie, body: { confirm: 'samir' } });
    assert.equal(slip.status, 422);
    assert.match(await slip.text(), /id="confirm-error"/);
    assert.equal((await ask('/portal/account/delete', { cookie, body: { confirm: EMAIL } })).status, 303);
    clock.advance(2_000);
    assert.equal(await works(key), false);
    assert.equal((await ask('/portal/account', { cookie })).status, 303);
  });
});

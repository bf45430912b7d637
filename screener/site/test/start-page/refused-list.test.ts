import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HttpApp } from '@common/kit/http/app';
import { openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { signIn } from '../accounts/signed-in.ts';
import { makeApp } from '../app-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2026-05-01T12:00:00Z'));
const LIST = 'AAPL 40\n<b> 1';

async function post(app: HttpApp, url: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  return app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() });
}

describe('a list of holdings that is refused', () => {
  test('comes back with what was sent beside it; lists have an allowance of their own, twice that of searches', async (t) => {
    const access = await openTestAccess(t, { demo: 2, free: 0, partner: 0 });
    const { app } = await makeApp(t, snapshot.shared(), undefined, access);
    const search = async () => (await app.inject('/?q=AAPL')).statusCode;
    assert.deepEqual([await search(), await search(), await search()], [200, 200, 429]);
    for (const path of ['/portal/portfolio', '/portal/portfolio.csv', '/portal/purification'])
      assert.equal((await post(app, path, { holdings: LIST })).statusCode, 200, path);
    const gold = { holdings: LIST, gold: '115', heldFor: 'trade' };
    assert.equal((await post(app, '/portal/zakat', gold)).statusCode, 200);
    for (const path of [
      '/portal/portfolio',
      '/portal/purification.csv',
      '/portal/zakat',
      '/portal/zakat.csv',
    ]) {
      const { statusCode, headers, body } = await post(app, path, gold);
      assert.equal(statusCode, 429);
      assert.ok(Number(headers['retry-after']) > 0);
      assert.match(body, /You can screen 4 lists a minute\. .* Try again in \d+ s\./);
      assert.match(
        body,
        /<textarea [^>]*>\nAAPL 40\n&lt;b&gt; 1<\/textarea>\s*<button type="submit">Try again</,
      );
      assert.ok(body.includes(`<form action="${path}" method="post"`), path);
      assert.match(body, /<input type="hidden" name="heldFor" value="trade">/);
    }
    assert.match((await app.inject('/?q=Procter')).body, /name="q" type="text" value="Procter"/);
  });

  test('comes back where a field beside it is wrong, but not to another site, and without a password', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const wrong = await post(app, '/portal/zakat', { holdings: LIST, gold: '1'.repeat(41) });
    assert.equal(wrong.statusCode, 422);
    assert.match(wrong.body, /We do not know the value of gold.* Your list is below.*AAPL 40\n/s);
    const fields = { holdings: LIST, password: 'a secret', email: 'x'.repeat(2_001) };
    const refused = await post(app, '/portal/sign-up', fields);
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /AAPL 40\n/);
    assert.doesNotMatch(refused.body, /a secret/);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    const payload = new URLSearchParams({ holdings: LIST }).toString();
    const other = await app.inject({ method: 'POST', url: '/portal/portfolio/save', headers, payload });
    assert.equal(other.statusCode, 403);
    assert.doesNotMatch(other.body, /AAPL 40/);
  });

  test('goes to the door and on to the portfolio where the session ended before it was saved', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const reader = await signIn(app);
    await reader.post('/portal/logout', {});
    const list = { holdings: LIST, methodologies: 'msci' };
    const turnedAway = await reader.post('/portal/portfolio/save', list);
    assert.deepEqual([turnedAway.status, turnedAway.location], [307, '/portal']);
    const { status, body } = await reader.post('/portal', list);
    assert.equal(status, 200);
    assert.match(body, /Your list of holdings comes along.*<textarea name="holdings" hidden>\nAAPL 40\n/s);
  });

  test('comes back from every form of a door that is asked too often', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    for (let asked = 0; asked < 20; asked += 1) await post(app, '/portal', { holdings: LIST });
    for (const path of ['/portal', '/api/session', '/portal/sign-up', '/portal/link']) {
      const fields = { holdings: LIST, email: 'reader@example.com', password: 'a secret' };
      const { statusCode, headers, body } = await post(app, path, fields);
      assert.deepEqual([statusCode, Number(headers['retry-after']) > 0], [429, true], path);
      assert.match(body, /AAPL 40\n/, path);
      assert.doesNotMatch(body, /a secret/, path);
    }
  });

  test('counts towards the account of a reader who is signed in, and comes back in Arabic', async (t) => {
    const access = await openTestAccess(t, { demo: 1, free: 1, partner: 0 });
    const { app } = await makeApp(t, snapshot.shared(), undefined, access);
    const reader = await signIn(app);
    assert.equal((await reader.post('/portal/portfolio', { holdings: LIST })).status, 200);
    const refused = await reader.post('/portal/zakat?lang=ar', { holdings: LIST });
    assert.equal(refused.status, 429);
    assert.match(refused.body, /عدد القوائم المسموح به في الدقيقة: 1\..*AAPL 40\n.*حاول مرة أخرى/s);
    assert.equal((await post(app, '/portal/portfolio', { holdings: LIST })).statusCode, 200);
  });
});

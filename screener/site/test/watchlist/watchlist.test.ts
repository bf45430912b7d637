import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { MOST_WATCHED } from '@screener/service/watchlist/watch-ticker';
import { createWatchlistStore } from '@screener/service/watchlist/watchlist.sql';
import { openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { openStore } from '../../../service/test/crash/programs/open-store.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { alertsOn, openTestWatchlist } from '../../../service/test/watchlist/watchlist-under-test.ts';
import { signIn } from '../accounts/signed-in.ts';
import { makeApp } from '../app-under-test.ts';

const clock = clockAt('2026-08-21T12:00:00Z');
const snapshot = useSnapshotStore(clock);

async function open(t: TestContext) {
  const watchlist = await openTestWatchlist(t);
  const access = await openTestAccess(t, undefined, clock);
  const { app } = await makeApp(t, { ...snapshot.shared(), clock, watchlist }, undefined, access);
  const reader = await signIn(app);
  const watched = async () => {
    const { body } = await reader.get('/portal/watchlist.csv');
    return body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
  };
  return { app, watchlist, access, reader, watched };
}

describe('POST /portal/watchlist/add', () => {
  test('takes a ticker in any spelling, and a name that only one company has, once', async (t) => {
    const { reader, watched } = await open(t);
    for (const ticker of ['aapl', ' AAPL ', 'brk.b', 'Amphenol']) {
      const { status, location, body } = await reader.post('/portal/watchlist/add', { ticker });
      assert.deepEqual([status, location], [303, '/portal/dashboard'], body);
    }
    assert.deepEqual(await watched(), ['AAPL', 'APH', 'BRK-B']);
  });

  test('takes several at once, and says of each that it does not find', async (t) => {
    const { reader, watched } = await open(t);
    const added = await reader.post('/portal/watchlist/add', { ticker: 'AAPL, MSFT; nvidia' });
    assert.deepEqual([added.status, added.location], [303, '/portal/dashboard']);
    const some = await reader.post('/portal/watchlist/add', { ticker: 'KO, zzzzzz, AAPL' });
    assert.equal(some.status, 422);
    assert.match(some.body, /<bdi>zzzzzz<\/bdi>: No company or fund has this ticker or name/);
    assert.match(some.body, /<bdi>KO<\/bdi>: watched as/);
    assert.deepEqual(await watched(), ['AAPL', 'KO', 'MSFT', 'NVDA']);
  });

  test('makes no alert of what changed before', async (t) => {
    const place = await snapshot.copy(t);
    const { url } = place;
    const { store, ...screen } = await place.open();
    const { database } = await openStore(url);
    t.after(() => database.close());
    const watchlist = createWatchlistStore(database);
    const alerts = alertsOn(database, clock);
    const { app } = await makeApp(t, { ...screen, store, clock, watchlist, alerts });
    const reader = await signIn(app);
    // Its last kept screening had a price, and the present one has none.
    const before = await store.screenings('LVS', 'current', 100);
    await reader.post('/portal/watchlist/add', { ticker: 'LVS' });
    const after = await store.screenings('LVS', 'current', 100);
    assert.equal(after.length, before.length + 1);
    assert.ok((after[0]?.changes?.checks.length ?? 0) > 0);
    const rows = await database.db.selectFrom('alert').selectAll().execute();
    assert.deepEqual(rows, []);
  });

  test('makes no alert of what changed before an edition was followed', async (t) => {
    const place = await snapshot.copy(t);
    const { store, ...screen } = await place.open();
    const { database } = await openStore(place.url);
    t.after(() => database.close());
    const watchlist = createWatchlistStore(database);
    const access = await openTestAccess(t, undefined, clock, database);
    const alerts = alertsOn(database, clock);
    const { app } = await makeApp(t, { ...screen, store, clock, watchlist, alerts }, undefined, access);
    const reader = await signIn(app);
    await reader.post('/portal/watchlist/add', { ticker: 'LVS' });
    const before = await store.screenings('LVS', 'classic', 100);
    await reader.post('/portal/account/choice', { methodologies: '', rules: 'classic' });
    const after = await store.screenings('LVS', 'classic', 100);
    // What was found on the way is kept, and told to nobody.
    assert.ok(after.length > before.length);
    assert.deepEqual(await database.db.selectFrom('alert').selectAll().execute(), []);
    const [watched] = await watchlist.watchedTickers(null, 10);
    assert.deepEqual(watched?.choices, [{ methodologies: null, rules: 'classic' }]);
  });

  test('leads on to `next`, and never off the site', async (t) => {
    const { reader } = await open(t);
    const led = async (next: string) =>
      (await reader.post('/portal/watchlist/add', { ticker: 'AAPL', next })).location;
    assert.equal(await led('/value'), '/value');
    for (const next of ['', '//evil.example', '/\\evil.example', 'https://evil.example', '/\tevil']) {
      assert.equal(await led(next), '/portal/dashboard', next);
    }
    const long = await reader.post('/portal/watchlist/add', { ticker: 'AAPL', next: `/${'x'.repeat(40)}` });
    assert.equal(long.status, 422);
  });

  test('refuses beside the field, with what was typed and what may have been meant', async (t) => {
    const { reader, watched } = await open(t);
    const refused = async (ticker: string) => {
      const { status, body } = await reader.post('/portal/watchlist/add', { ticker, next: '/value' });
      assert.equal(status, 422, ticker);
      assert.match(body, /aria-invalid="true" aria-describedby="ticker-error"/);
      assert.match(body, /id="ticker-error"/);
      return body;
    };
    assert.match(await refused(''), /Type a ticker such as COST/);
    const misspelt = await refused('Amphenoll');
    assert.match(misspelt, /value="Amphenoll"/);
    assert.match(misspelt, /name="ticker" value="APH"><input type="hidden" name="next" value="\/value"/);
    assert.match(await refused('"><script>alert(1)</script>'), /value="&quot;&gt;&lt;script&gt;/);
    assert.match(await refused('x'.repeat(41)), /At most 40 characters/);
    assert.deepEqual(await watched(), []);
  });

  test('is full at the limit of the tier', async (t) => {
    const { reader, watchlist, access } = await open(t);
    const [key] = await access.accessStore.keysOf('anna@example.org');
    const account = key?.account ?? '';
    for (let index = 0; index < MOST_WATCHED.free; index += 1) {
      assert.equal(await watchlist.add(account, `T${index}`, MOST_WATCHED.free, 0), 'added');
    }
    const full = await reader.post('/portal/watchlist/add', { ticker: 'AAPL' });
    assert.equal(full.status, 422);
    assert.match(full.body, /A free account watches at most 100 tickers\. Remove one first\./);
    // Tickers that are not listed any more do not break the page.
    assert.match(full.body, /no longer in the SEC’s list/);
    await reader.post('/portal/watchlist/remove', { ticker: 't7' });
    assert.equal((await reader.post('/portal/watchlist/add', { ticker: 'AAPL' })).status, 303);
  });
});

describe('the watchlist', () => {
  test('is one account’s alone', async (t) => {
    const { app, reader, watched } = await open(t);
    await reader.post('/portal/watchlist/add', { ticker: 'AAPL' });
    const other = await signIn(app, 'other@example.org');
    assert.match((await other.get('/portal/dashboard')).body, /Nothing watched yet/);
    await other.post('/portal/watchlist/remove', { ticker: 'AAPL' });
    assert.deepEqual(await watched(), ['AAPL']);
  });

  test('takes no post from another site, and none without a session', async (t) => {
    const { app, reader, watched } = await open(t);
    const headers = { 'sec-fetch-site': 'cross-site' };
    for (const [action, door] of [
      ['add', '/portal?next=%2Fportal%2Fdashboard&watch=AAPL'],
      ['remove', '/portal?next=%2Fportal%2Fdashboard'],
    ]) {
      const path = `/portal/watchlist/${action}`;
      assert.equal((await reader.post(path, { ticker: 'AAPL' }, headers)).status, 403);
      const stranger = await app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        payload: 'ticker=AAPL',
      });
      assert.deepEqual([stranger.statusCode, stranger.headers.location], [303, door]);
    }
    assert.deepEqual(await watched(), []);
    assert.equal((await app.inject('/portal/dashboard')).statusCode, 303);
  });
});

describe('GET /portal/dashboard', () => {
  test('says since when each verdict holds, and which figure of which filing changed it', async (t) => {
    const { reader } = await open(t);
    await reader.post('/portal/watchlist/add', { ticker: 'APH' });
    const { status, body, headers } = await reader.get('/portal/dashboard');
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'no-store');
    // 10-K of 11 February 2026, 0001104659-26-013549: long-term debt 14,564.8 m, a year before 7,129.5 m on 10-Q.
    assert.match(body, /<time datetime="2026-02-11">[^<]*<\/time> to <time datetime="2026-04-08">/);
    assert.match(
      body,
      /rose from \$7\.1 bn to \$14\.6 bn\. <a href="[^"]*0001104659-26-013549-index\.htm">10-K to/,
    );
  });

  test('says in plain words why a row has nothing to draw', async (t) => {
    const { reader } = await open(t);
    for (const ticker of ['TSLA', 'MO']) await reader.post('/portal/watchlist/add', { ticker });
    const { body } = await reader.get('/portal/dashboard');
    assert.match(body, /We have no report newer than 30 September 2022, and do not judge/);
    assert.match(body, /A prohibited business decides by itself\./);
    // Tesla’s reports end in 2022. That is no change of Tesla, and no figure of it is gone.
    assert.doesNotMatch(body, /is no longer there|class="arrow"/);
    assert.match(
      body,
      /<h1>None of your two changed this month<\/h1>\n<p class="lead">[^\n]*\b1 of 2 has no recent report\./,
    );
  });

  test('prints for `error` only what its code stands for', async (t) => {
    const { reader } = await open(t);
    assert.match((await reader.get('/portal/dashboard?error=list_full')).body, /The watchlist is full/);
    for (const error of ['<b>hello</b>', 'toString', '__proto__', 'x'.repeat(1_000)]) {
      const { status, body } = await reader.get(`/portal/dashboard?error=${encodeURIComponent(error)}`);
      assert.equal(status, 200);
      // The link to the other language keeps the address of the page.
      assert.doesNotMatch(body.replaceAll(/ href="[^"]*"/g, ''), /hello|ticker-error/);
    }
  });

  test('shows the other tickers when one cannot be screened', async (t) => {
    const { reader } = await open(t);
    for (const ticker of ['AAPL', 'MSFT']) await reader.post('/portal/watchlist/add', { ticker });
    const { store } = snapshot.shared();
    t.mock.method(store, 'closes', async (symbol: string) => {
      if (symbol === 'MSFT') throw new Error('broken');
      return [];
    });
    const { status, body } = await reader.get('/portal/dashboard');
    assert.equal(status, 200);
    assert.match(body, /Something failed on our side\. Load the page again/);
    assert.match(body, /<bdi>Apple Inc\.<\/bdi>/);
  });
});

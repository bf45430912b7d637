import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { testOf } from '../rows/rows.ts';
import { errorBeside, openBrowser, signedIn, typedIn } from './browser.ts';
import { service } from './shared.ts';

const reader = () => signedIn(service, `reader-${randomUUID()}@example.org`);
const DASHBOARD = '/portal/dashboard';

describe(testOf('GET /portal/dashboard'), () => {
  test('is the reader’s page, which no cache keeps; `error` is empty by default', async () => {
    const browser = await reader();
    const page = await browser.get(DASHBOARD);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.match(page.text, /Nothing watched yet/);
    assert.equal(errorBeside(page.text, 'ticker'), null);
    assert.equal((await browser.get(`${DASHBOARD}?error=`)).text, page.text);
  });

  test('says what a known `error` stands for, and never what the address says', async () => {
    const browser = await reader();
    const full = await browser.get(`${DASHBOARD}?error=list_full`);
    assert.equal(full.status, 200);
    assert.match(errorBeside(full.text, 'ticker') ?? '', /The watchlist is full/);
    for (const error of ['Your+account+is+locked', '<script>alert(1)</script>', '__proto__', 'toString']) {
      const page = await browser.get(`${DASHBOARD}?error=${encodeURIComponent(error)}`);
      assert.equal(page.status, 200, error);
      assert.equal(errorBeside(page.text, 'ticker'), null, error);
      assert.ok(!page.text.includes('locked') && !page.text.includes('alert(1)'), error);
    }
  });
});

describe(testOf('GET /portal/account'), () => {
  test('shows address, tier and the beginning of the key, never the key', async () => {
    const browser = await reader();
    const page = await browser.get('/portal/account');
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.match(page.text, /<bdi>reader-[0-9a-f-]+@example\.org<\/bdi>, free tier/);
    assert.ok(page.text.includes(browser.key.slice(0, 13)), 'how the key begins');
    assert.ok(!page.text.includes(browser.key));
  });
});

describe(testOf('GET /portal/report/{ticker}'), () => {
  test('free tier and up: audit matrix, evidence, components, purification, notes, history', async () => {
    const browser = await reader();
    const page = await browser.get('/portal/report/AAPL');
    assert.equal(page.status, 200);
    const { data } = JSON.parse((await service.get('/v1/screen/AAPL')).text);
    const text = page.text;
    assert.match(text, /<h1[^>]*>[^<]*(<[^>]*>)*[^<]*Apple Inc\./);
    for (const { name } of data.methodologies) assert.ok(text.includes(name.replace('&', '&amp;')), name);
    for (const { accession } of data.evidence) assert.ok(text.includes(accession), accession);
    for (const part of ['checks', 'evidence', 'score', 'purification', 'assumed', 'history']) {
      assert.match(text, new RegExp(`id="${part}"`), part);
    }
    assert.match(text, /Market value on one day/, 'the approximation of every answer');
  });

  test('the statuses of the API: 400, 404 and 422 as pages', async () => {
    const browser = await reader();
    for (const [path, status] of [
      ['A!B', 400],
      ['ZZZZZ', 404],
      ['AAPL?as_of=2024-02-30', 422],
      ['AAPL?rules=modern', 422],
      ['AAPL?overlays=weapon', 422],
      ['AAPL?shares=many', 422],
    ] as const) {
      const page = await browser.get(`/portal/report/${path}`);
      assert.equal(page.status, status, path);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/, path);
      assert.match(page.text, /<h1/, path);
    }
  });
});

describe(testOf('POST /portal/watchlist/add', 'POST /portal/watchlist/remove'), () => {
  const add = '/portal/watchlist/add';

  test('a form with `ticker` and `next`, which is /portal/dashboard by default', async () => {
    const browser = await reader();
    const added = await browser.form(add, { ticker: 'aapl' });
    assert.deepEqual([added.status, added.headers.get('location')], [303, DASHBOARD]);
    const led = await browser.form(add, { ticker: 'KO', next: '/value' });
    assert.deepEqual([led.status, led.headers.get('location')], [303, '/value']);
    const page = await browser.get(DASHBOARD);
    for (const ticker of ['AAPL', 'KO'])
      assert.ok(page.text.includes(`href="/portal/report/${ticker}"`), ticker);
    const removed = await browser.form('/portal/watchlist/remove', { ticker: 'aapl' });
    assert.deepEqual([removed.status, removed.headers.get('location')], [303, DASHBOARD]);
    const after = (await browser.get(DASHBOARD)).text;
    assert.ok(!after.includes('href="/portal/report/AAPL"') && after.includes('href="/portal/report/KO"'));
  });

  test('2.5: 40 characters each, both empty by default', async () => {
    const browser = await reader();
    const long = 'x'.repeat(41);
    for (const [fields, words] of [
      [{}, /Type a ticker such as/],
      [{ ticker: '  ' }, /Type a ticker such as/],
      [{ ticker: 'ZZZZZ' }, /No company or fund has this ticker or name/],
      [{ ticker: 'x'.repeat(40) }, /No company or fund has this ticker or name/],
      [{ ticker: long }, /At most 40 characters/],
    ] as const) {
      const refused = await browser.form(add, fields);
      assert.equal(refused.status, 422, JSON.stringify(fields));
      assert.match(errorBeside(refused.text, 'ticker') ?? '', words);
      const { ticker = '' } = fields as { ticker?: string };
      assert.equal(typedIn(refused.text, 'ticker'), ticker.slice(0, 40), 'what was typed is kept');
    }
    const next = `/${'x'.repeat(39)}`;
    const kept = await browser.form(add, { ticker: 'ZZZZZ', next });
    assert.equal(typedIn(kept.text, 'next'), next);
    assert.equal((await browser.form(add, { ticker: 'AAPL', next })).headers.get('location'), next);
    assert.equal((await browser.form(add, { ticker: 'AAPL', next: `${next}x` })).status, 422);
    const remove = '/portal/watchlist/remove';
    assert.equal((await browser.form(remove, {})).status, 303, 'nothing is off the list');
    assert.equal((await browser.form(remove, { ticker: long })).status, 422);
  });

  test('JSON is not a form', async () => {
    const browser = await reader();
    for (const path of [add, '/portal/watchlist/remove']) {
      assert.equal((await browser.json(path, { ticker: 'AAPL' })).status, 415, path);
    }
  });
});

describe('everything of the portal', () => {
  const PAGES = [DASHBOARD, '/portal/account', '/portal/report/AAPL', '/portal/compare', '/portal/password'];
  const FORMS = ['/portal/watchlist/remove', '/portal/keys/new', '/portal/keys/end'];

  test(`${testOf('GET /portal/dashboard', 'GET /portal/account', 'GET /portal/report/{ticker}')}: leads a stranger to the sign-in page and back`, async () => {
    const stranger = openBrowser(service);
    for (const path of PAGES) {
      const { status, headers } = await stranger.get(`${path}?a=b%26c`);
      const location = headers.get('location') ?? '';
      assert.equal(status, 303, path);
      assert.equal(location, `/portal?next=${encodeURIComponent(`${path}?a=b%26c`)}`);
      const key = await service.signUp('led-back@example.org');
      const next = new URL(location, service.url()).searchParams.get('next') ?? '';
      const begun = await openBrowser(service).form('/api/session', { api_key: key, next });
      assert.equal(begun.headers.get('location'), `${path}?a=b%26c`);
    }
    for (const path of FORMS) {
      const { status, headers } = await stranger.form(path, { ticker: 'AAPL', label: 'x' });
      assert.deepEqual([status, headers.get('location')], [303, '/portal?next=%2Fportal%2Fdashboard'], path);
    }
    const watching = await stranger.form('/portal/watchlist/add', { ticker: 'AAPL' });
    const door = new URL(watching.headers.get('location') ?? '', service.url()).searchParams;
    const errand = { next: door.get('next') ?? '', watch: door.get('watch') ?? '' };
    assert.deepEqual(errand, { next: DASHBOARD, watch: 'AAPL' });
    const comes = openBrowser(service);
    const key = await service.signUp('comes-to-watch@example.org');
    const begun = await comes.form('/api/session', { api_key: key, ...errand });
    assert.equal(begun.headers.get('location'), DASHBOARD);
    assert.match((await comes.get('/portal/watchlist.csv')).text, /^AAPL,/m);
  });

  test('an API key is no session', async () => {
    const { key } = await reader();
    assert.equal((await openBrowser(service).get(DASHBOARD, { 'x-api-key': key })).status, 303);
  });
});

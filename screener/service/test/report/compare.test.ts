import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { pairChecks } from '../../src/report/compare.ts';
import { comparedMain } from '../../src/report/compared.page.ts';
import { openTestAccess } from '../access/access-under-test.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { signInReader } from '../session/signed-in.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { answerOf, textOf } from './section-under-test.ts';

const clock = clockAt('2030-06-15T12:00:00Z');
const snapshot = useSnapshotStore(clock);
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

async function signedIn(t: TestContext) {
  const { app } = await makeApp(t, snapshot.shared(), undefined, await openTestAccess(t, undefined, clock));
  const { name, value } = await signInReader(app);
  return (query: string) =>
    app.inject({ url: `/portal/compare${query}`, headers: BROWSER, cookies: { [name]: value } });
}

describe('GET /portal/compare', () => {
  test('shows where two companies part, and is kept by no cache', async (t) => {
    const get = await signedIn(t);
    const { statusCode, headers, body } = await get('?a=aapl&b=APH&as_of=2026-02-25');
    assert.equal(statusCode, 200);
    assert.equal(headers['cache-control'], 'no-store');
    // Debt over total assets: Apple’s 10-Q to 2025-12-27 tags 1,997 + 11,827 + 76,685 of 379,297 million.
    assert.match(body, /They part at 2 of 12 checks: debt ÷ total assets \(AAPL 23\.86%, APH 42\.78%\)/);
    assert.match(body, /Both as of <time datetime="2026-02-25">/);
  });

  test('gives both as one table, as a file', async (t) => {
    const get = await signedIn(t);
    const { statusCode, headers, body } = await get('/export.csv?a=aapl&b=APH&as_of=2026-02-25');
    assert.equal(statusCode, 200);
    assert.equal(headers['content-disposition'], 'attachment; filename="AAPL-APH-2026-02-25.csv"');
    assert.match(String(headers['content-type']), /^text\/csv/);
    const lines = body.split('\r\n').filter((line) => line !== '');
    assert.match(lines[0] ?? '', /^row,symbol,as_of,/);
    const symbols = lines.slice(1).map((line) => line.split(',')[1]);
    assert.deepEqual([...new Set(symbols)], ['AAPL', 'APH']);
    assert.equal(lines.filter((line) => line.startsWith('check,')).length, 24);
    const refused = await get('/export.csv?a=AAPLE&b=MSFT');
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /id="a-error"/);
  });

  test('asks for what is missing, and keeps what is there', async (t) => {
    const get = await signedIn(t);
    for (const query of ['', '?a=AAPL', '?a=AAPL&b=', '?b=%20&utm_source=x']) {
      const { statusCode, body } = await get(query);
      assert.equal(statusCode, 200, query);
      assert.doesNotMatch(body, /field-error/);
    }
    assert.match((await get('?a=AAPL')).body, /name="a" type="text" value="AAPL"/);
  });

  test('shows each error beside its field, with tickers that may be meant', async (t) => {
    const get = await signedIn(t);
    const unknown = await get('?a=AAPLE&b=MSFT');
    assert.equal(unknown.statusCode, 422);
    assert.match(unknown.body, /id="a-error"/);
    assert.doesNotMatch(unknown.body, /id="b-error"/);
    assert.match(unknown.body, /href="\/portal\/compare\?a=AAPL&amp;b=MSFT&amp;as_of=&amp;rules="/);
    const wrong = await get('?a=AAPL&b=not+a+ticker&as_of=soon&rules=new');
    assert.equal(wrong.statusCode, 422);
    for (const field of ['b', 'as_of']) assert.match(wrong.body, new RegExp(`id="${field}-error"`), field);
    const rules = await get('?a=AAPL&b=MSFT&rules=new');
    assert.equal(rules.statusCode, 422);
    assert.match(rules.body, /id="rules-error"/);
    const hostile = await get(`?a=${encodeURIComponent('"><script>alert(1)</script>')}&b=AAPL`);
    assert.equal(hostile.statusCode, 422);
    assert.doesNotMatch(hostile.body, /<script>/);
  });

  test('is for readers who are signed in', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const { statusCode, headers } = await app.inject({
      url: '/portal/compare?a=AAPL&b=APH',
      headers: BROWSER,
    });
    assert.equal(statusCode, 303);
    assert.equal(headers.location, `/portal?next=${encodeURIComponent('/portal/compare?a=AAPL&b=APH')}`);
  });
});

describe('a comparison', () => {
  test('pairs each check of both, and marks those with different results', async () => {
    const deps = snapshot.shared();
    const [a, b] = [await answerOf(deps, 'AAPL', '2026-02-25'), await answerOf(deps, 'APH', '2026-02-25')];
    const pairs = pairChecks(a, b);
    assert.equal(
      pairs.flatMap(({ checks }) => checks).length,
      a.methodologies.flatMap(({ checks }) => checks).length,
    );
    for (const { a: one, b: other, checks } of pairs) {
      const parted = checks.filter(({ parts }) => parts).map(({ either }) => either.ratio);
      const expected = one.checks
        .filter(({ ratio, status }) => status !== other.checks.find((check) => check.ratio === ratio)?.status)
        .map(({ ratio }) => ratio);
      assert.deepEqual(parted, expected);
    }
  });

  test('does not set a fund’s checks beside a company’s', async () => {
    const deps = snapshot.shared();
    const text = textOf(comparedMain(await answerOf(deps, 'SPUS'), await answerOf(deps, 'MSFT')));
    assert.match(text, /their checks do not compare/);
    assert.doesNotMatch(text, /Check and limit/);
  });
});

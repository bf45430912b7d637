import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clockAt, makeApp } from '../app-under-test.ts';
import { described, keyFor, post } from '../bulk/bulk-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

/** The report of VOO in the snapshot has 541 lines: three pages of 200. */
describe('the holdings of a fund, by page', () => {
  test('by default the ten largest are listed, with the counts and the whole fund’s sums', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const { etf_look_through: top } = await app.screen('VOO');
    const { etf_look_through: whole } = await app.screenFund('VOO');
    assert.ok(top !== undefined);
    assert.deepEqual(top.holdings, whole.holdings.slice(0, 10));
    const { holdings, unresolved, anomalies } = whole;
    assert.deepEqual(top.holdings_page, {
      show: 'top',
      holdings: 541,
      unresolved: unresolved.length,
      anomalies: anomalies.length,
      next_cursor: top.holdings_page.next_cursor,
    });
    assert.deepEqual(
      top.unresolved.map(({ value }) => value),
      unresolved
        .map(({ value }) => value)
        .toSorted((a, b) => b - a)
        .slice(0, 10),
    );
    assert.deepEqual(top.weights, whole.weights);
    assert.equal(holdings.length, 541);
    // The cursor of `top` leads to the eleventh.
    const next = await app.screen(`VOO?holdings=all&cursor=${top.holdings_page.next_cursor}`);
    assert.deepEqual(next.etf_look_through?.holdings, holdings.slice(10, 210));
  });

  test('pages of 200, each line once, until there is no cursor', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const sizes: number[] = [];
    const lines = new Set<number>();
    let query = '?holdings=all';
    for (let next: string | null = ''; next !== null; query = `?holdings=all&cursor=${next}`) {
      const { etf_look_through: page } = await app.screen(`VOO${query}`);
      assert.ok(page !== undefined);
      sizes.push(page.holdings.length);
      for (const { line } of page.holdings) lines.add(line);
      const listed = new Set(page.holdings.map(({ line }) => line));
      assert.ok(page.unresolved.every(({ line }) => listed.has(line)));
      next = page.holdings_page.next_cursor;
    }
    assert.deepEqual(sizes, [200, 200, 141]);
    assert.equal(lines.size, 541);
  });

  test('none lists no line, and the counts remain', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const { etf_look_through: found } = await app.screen('VOO?holdings=none');
    assert.ok(found !== undefined && found.coverage_pct > 0);
    assert.deepEqual([found.holdings, found.unresolved, found.holdings_page.holdings], [[], [], 541]);
    assert.equal(found.holdings_page.next_cursor, null);
  });

  test('a cursor is refused where it leads nowhere', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const { etf_look_through: top } = await app.screen('VOO');
    const cursor = top?.holdings_page.next_cursor;
    for (const request of [
      `SPUS?holdings=all&cursor=${cursor}`,
      `VOO?holdings=top&cursor=${cursor}`,
      `VOO?cursor=${cursor}`,
      'VOO?holdings=all&cursor=abc',
      `VOO?holdings=all&cursor=${Buffer.from('2025-06-30  541').toString('base64url')}`,
      `AAPL?holdings=all&cursor=${cursor}`,
    ]) {
      const { status, body } = await app.get(`/v1/screen/${request}`);
      assert.equal(status, 422, request);
      assert.deepEqual(JSON.parse(body).detail[0].loc, ['query', 'cursor'], request);
    }
    assert.equal((await app.get('/v1/screen/VOO?holdings=some')).status, 422);
    assert.equal((await app.get('/v1/screen/AAPL?holdings=all')).status, 200, 'a company has none to list');
  });

  test('the pages match the description, and the answer of a batch is the default one or has none', async (t) => {
    const { app, get, screen } = await makeApp(t, snapshot.shared());
    const holds = await described(app, 'get', '/v1/screen/{ticker}');
    for (const holdings of ['none', 'top', 'all']) {
      assert.ok(holds(JSON.parse((await get(`/v1/screen/SPUS?holdings=${holdings}`)).body)), holdings);
    }
    const key = await keyFor(app, 'anna');
    const batch = (query: string) => post(app, `/v1/batch${query}`, { symbols: ['SPUS', 'SPUS'] }, key);
    const top = await screen('SPUS');
    assert.deepEqual((await batch('')).body.data.results, [top, top]);
    const none = await screen('SPUS?holdings=none');
    assert.deepEqual((await batch('?holdings=none')).body.data.results, [none, none]);
    assert.equal((await batch('?holdings=all')).status, 422);
  });
});

describe('fields', () => {
  test('only the chosen members are sent, each once, with a tag of their own', async (t) => {
    const { get, screen } = await makeApp(t, snapshot.shared());
    const whole = await screen('AAPL');
    const path = '/v1/screen/AAPL?fields=score,compliance,%20symbol,score';
    const { status, body, headers } = await get(path);
    assert.equal(status, 200);
    const { symbol, compliance, score } = whole;
    assert.deepEqual(JSON.parse(body), { success: true, error: null, data: { symbol, compliance, score } });
    assert.notEqual(headers.etag, (await get('/v1/screen/AAPL')).headers.etag);
    // The order of names is no other request.
    assert.equal((await get('/v1/screen/AAPL?fields=symbol,score,compliance')).headers.etag, headers.etag);
  });

  test('the tag of a part is honoured', async (t) => {
    const { app, get } = await makeApp(t, snapshot.shared());
    const url = '/v1/screen/AAPL?fields=score';
    const etag = String((await get(url)).headers.etag);
    const again = await app.inject({ url, headers: { 'if-none-match': etag } });
    assert.equal(again.statusCode, 304);
  });

  test('an unknown or empty name is refused, and says what there is', async (t) => {
    const { app, get } = await makeApp(t, snapshot.shared());
    for (const fields of ['verdict', 'score,', '', 'score,__proto__']) {
      const { status, body } = await get(`/v1/screen/AAPL?fields=${fields}`);
      assert.equal(status, 422, fields);
      const [issue] = JSON.parse(body).detail;
      assert.deepEqual([issue.loc, issue.type], [['query', 'fields'], 'unknown_field']);
      assert.match(issue.msg, /compliance, possible,.* score/);
    }
    const key = await keyFor(app, 'anna');
    const refused = await post(app, '/v1/batch?fields=verdict', { symbols: ['AAPL'] }, key);
    assert.equal(refused.status, 422);
    const part = await post(app, '/v1/batch?fields=symbol', { symbols: ['AAPL', '?'] }, key);
    assert.deepEqual(part.body.data.results[0], { symbol: 'AAPL' });
    assert.equal(part.body.data.results[1].error.code, 'malformed_ticker');
  });
});

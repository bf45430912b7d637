import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { HttpApp } from '@common/kit/http';
import { createJobWatch } from '@common/kit/jobs';
import { createLog } from '@common/kit/log';
import { createMetrics } from '@common/kit/metrics';
import { REPOSITORY } from '@common/kit/repository';
import { openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { openBulk } from '../../src/bulk/open-bulk.ts';
import { readScreenerConfig } from '../../src/config.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';
import { openTestAccess } from '../access/access-under-test.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { described, keyFor, MOST_PENDING, openTestBulk, post } from './bulk-under-test.ts';

const clock = clockAt('2030-06-15T12:00:00Z');
const snapshot = useSnapshotStore(clock);
const BULK = '/v1/bulk';
const JOB_ID = /^blk_[0-9a-f]{24}$/;

type Key = { readonly 'x-api-key': string };

describe('POST /v1/bulk', () => {
  test('answers at once with a job that has not started yet', async (t) => {
    const { app, key } = await makeQueue(t);
    const { status, headers, body } = await post(app, BULK, { symbols: ['AAPL', 'BA', '?'] }, key);
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'private, no-store');
    const { job_id: jobId } = body.data;
    assert.match(jobId, JOB_ID);
    const expected = { job_id: jobId, status: 'pending', total: 3, done: 0, poll: `${BULK}/${jobId}` };
    assert.deepEqual(body, { success: true, error: null, data: expected });
    assert.deepEqual((await poll(app, expected.poll, key)).body.data, expected);
  });

  test('takes 1 to 500 symbols, as strings, in a body of limited size', async (t) => {
    const { app, key } = await makeQueue(t);
    const refused: readonly [unknown, string][] = [
      [{}, 'missing'],
      [{ symbols: [] }, 'too_short'],
      [{ symbols: Array(501).fill('A') }, 'too_long'],
      [{ symbols: [null] }, 'string_type'],
    ];
    for (const [request, type] of refused) {
      const { status, body } = await post(app, BULK, request, key);
      assert.deepEqual([status, body.detail[0].type], [422, type]);
    }
    assert.equal((await post(app, BULK, { symbols: Array(500).fill('BRK.B') }, key)).status, 200);
    assert.equal((await post(app, BULK, { symbols: ['x'.repeat(70_000)] }, key)).status, 413);
  });

  test('requires a key and counts as one request', async (t) => {
    const access = await openTestAccess(t, { demo: 0, free: 2, partner: 0 });
    const { app } = await makeApp(t, snapshot.shared(), 0, access);
    const request = { symbols: ['AAPL'] };
    const demo = await post(app, BULK, request);
    assert.deepEqual([demo.status, demo.body.error.code], [403, 'key_required']);
    assert.equal((await poll(app, `${BULK}/blk_${'0'.repeat(24)}`, {})).status, 403);
    const key = await keyFor(app, 'anna');
    assert.equal((await post(app, BULK, request, key)).headers.ratelimit, '"free";r=1;t=60');
    assert.equal((await poll(app, `${BULK}/blk_${'0'.repeat(24)}`, key)).status, 404);
    assert.equal((await post(app, BULK, request, key)).status, 429);
  });

  test('limits an owner’s incomplete jobs, with whatever key, and says what to do', async (t) => {
    const { app, key } = await makeQueue(t);
    const another = await keyFor(app, 'anna');
    for (let n = 0; n < MOST_PENDING; n += 1) {
      const one = n % 2 === 0 ? key : another;
      assert.equal((await post(app, BULK, { symbols: ['A'] }, one)).status, 200);
    }
    assert.equal((await post(app, BULK, { symbols: ['A'] }, another)).status, 429);
    const { status, headers, body } = await post(app, BULK, { symbols: ['A'] }, key);
    assert.deepEqual([status, body.error.code, headers['retry-after']], [429, 'too_many_jobs', '60']);
    assert.match(body.error.message, /already have 3 incomplete jobs/);
    assert.equal((await post(app, BULK, { symbols: ['A'] }, await keyFor(app, 'bert'))).status, 200);
  });
});

describe('Idempotency-Key', () => {
  const once = (value: string) => ({ 'idempotency-key': value });

  test('the same request gives the same job in its current state; a different one is refused', async (t) => {
    const { app, key } = await makeQueue(t);
    const request = { symbols: ['AAPL', 'BA'] };
    const first = await post(app, BULK, request, { ...key, ...once('a b~!') });
    const again = await post(app, BULK, request, { ...key, ...once('a b~!') });
    assert.deepEqual(again.body, first.body);
    const other = await post(app, BULK, { symbols: ['BA', 'AAPL'] }, { ...key, ...once('a b~!') });
    assert.deepEqual([other.status, other.body.error.code], [409, 'idempotency_key_reused']);
    const new_ = await post(app, BULK, request, { ...key, ...once('another') });
    assert.notEqual(new_.body.data.job_id, first.body.data.job_id);
    const bert = await post(app, BULK, request, { ...(await keyFor(app, 'bert')), ...once('a b~!') });
    assert.notEqual(bert.body.data.job_id, first.body.data.job_id);
  });

  test('many simultaneous requests make one job', async (t) => {
    const { app, key } = await makeQueue(t);
    const request = () => post(app, BULK, { symbols: ['AAPL'] }, { ...key, ...once('k') });
    const answers = await Promise.all(Array.from({ length: 20 }, request));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body.data.job_id)).size, 1);
  });

  test('is 1 to 255 printable characters', async (t) => {
    const { app, key } = await makeQueue(t);
    const status = async (value: string) =>
      (await post(app, BULK, { symbols: ['A'] }, { ...key, ...once(value) })).status;
    assert.equal(await status('x'.repeat(255)), 200);
    for (const value of ['', 'x'.repeat(256), 'a\tb', 'é']) assert.equal(await status(value), 422);
  });
});

describe('GET /v1/bulk/{job_id}', () => {
  test('is only for the key that submitted the job: other keys and invalid ids find none', async (t) => {
    const { app, key } = await makeQueue(t);
    const { body } = await post(app, BULK, { symbols: ['A'] }, key);
    const bert = await keyFor(app, 'bert');
    const paths = [body.data.poll, `${BULK}/blk_1`, `${BULK}/x`, `${BULK}/${body.data.job_id.toUpperCase()}`];
    for (const path of [...paths, `${BULK}/blk_${'0'.repeat(24)}`]) {
      const { status, body: refused } = await poll(app, path, bert);
      assert.deepEqual([status, refused.error.code], [404, 'job_not_found'], path);
    }
  });

  test('gives results in request order once all are available, as described', async (t) => {
    const { app, key, screen } = await makeWorkedQueue(t);
    const symbols = ['BA', 'aapl', '?', 'ZZZZZZ', 'BA', 'TSM'];
    const { body } = await post(app, BULK, { symbols }, key);
    const job = await complete(app, body.data.poll, key);
    assert.deepEqual([job.status, job.total, job.done], ['complete', 6, 6]);
    const summaries = new Map<string, unknown>();
    for (const symbol of ['BA', 'AAPL', 'TSM']) {
      const { compliance, score, purification } = await screen(symbol);
      summaries.set(symbol, {
        symbol,
        compliance,
        score,
        purification_pct: purification.pct_of_dividends_and_gains,
        purification_low_pct: purification.low_pct,
        purification_basis: purification.basis,
      });
    }
    const [ba, aapl, malformed, unknown, again, tsm] = job.results;
    assert.deepEqual(
      [ba, aapl, again, tsm],
      ['BA', 'AAPL', 'BA', 'TSM'].map((one) => summaries.get(one)),
    );
    assert.deepEqual([malformed.symbol, malformed.error.code], ['?', 'malformed_ticker']);
    assert.deepEqual([unknown.symbol, unknown.error.code], ['ZZZZZZ', 'ticker_not_found']);

    const answer = await poll(app, body.data.poll, key);
    assert.ok((await described(app, 'get', `${BULK}/{job_id}`))(answer.body));
    const unchanged = await poll(app, body.data.poll, {
      ...key,
      'if-none-match': String(answer.headers.etag),
    });
    assert.equal(unchanged.status, 304);
  });

  test('the metrics count symbols by outcome, and those left', async (t) => {
    const { app, key, metrics, start } = await makeWorkedQueue(t, { started: false });
    const { body } = await post(app, BULK, { symbols: ['AAPL', '?'] }, key);
    assert.match(await metrics.registry.metrics(), /^screener_bulk_queue_depth 2$/m);
    start();
    await complete(app, body.data.poll, key);
    const text = await metrics.registry.metrics();
    assert.match(text, /^screener_bulk_queue_depth 0$/m);
    assert.match(text, /^screener_bulk_symbols_total\{outcome="screened"\} 1$/m);
    assert.match(text, /^screener_bulk_symbols_total\{outcome="refused"\} 1$/m);
  });
});

/** The application with a queue that has no workers. */
async function makeQueue(t: TestContext) {
  const { app } = await makeApp(t, snapshot.shared(), 0, undefined, await openTestBulk(t));
  return { app, key: await keyFor(app, 'anna') };
}

/** The application with workers, assembled as in main.ts. */
async function makeWorkedQueue(t: TestContext, { started = true } = {}) {
  const database = await openDatabase<ScreenerSchema>({ url: 'sqlite::memory:' });
  await migrate(database, MIGRATIONS);
  const settings = readScreenerConfig({}, REPOSITORY);
  assert.ok(settings.ok);
  // Each look at the figures is long after the one before, so that each reads the database.
  let lookMs = 0;
  const metrics = createMetrics(() => {
    lookMs += 60_000;
    return lookMs;
  });
  const screen = snapshot.shared();
  const bulk = openBulk(settings.value, {
    screen,
    database,
    metrics,
    jobs: createJobWatch(),
    log: createLog({ level: 'silent' }),
    usage: { asked: () => {} },
  });
  t.after(async () => {
    await bulk.stop();
    await database.close();
  });
  const made = await makeApp(t, screen, 0, undefined, bulk.deps, metrics);
  if (started) bulk.start();
  return { ...made, metrics, start: bulk.start, key: await keyFor(made.app, 'anna') };
}

async function poll(app: HttpApp, url: string, headers: Record<string, string>) {
  const answer = await app.inject({ url, headers });
  const body = answer.body === '' ? null : JSON.parse(answer.body);
  return { status: answer.statusCode, headers: answer.headers, body };
}

async function complete(app: HttpApp, url: string, key: Key) {
  for (;;) {
    const { status, body } = await poll(app, url, key);
    assert.equal(status, 200, JSON.stringify(body));
    if (body.data.status === 'complete') return body.data;
    assert.equal(body.data.results, undefined);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

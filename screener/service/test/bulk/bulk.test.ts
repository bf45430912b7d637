import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { unwrap } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { createJobWatch } from '@common/kit/jobs';
import { REPOSITORY } from '@common/kit/repository';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { createLog } from '@common/kit/telemetry/log';
import { createMetrics } from '@common/kit/telemetry/metrics';
import { issueOwnKey } from '../../src/accounts/sign-up.ts';
import { createBulkStore } from '../../src/bulk/bulk.sql.ts';
import type { BulkLease, BulkStore, BulkSubmission } from '../../src/bulk/bulk.store.ts';
import type { BulkResult } from '../../src/bulk/bulk-result.ts';
import { openBulk } from '../../src/bulk/open-bulk.ts';
import { readScreenerConfig } from '../../src/config.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';
import { openTestAccess } from '../access/access-under-test.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { ENGINES, type OpenPlace } from '../store/open-store.ts';
import { described, keyFor, MOST_PENDING, openTestBulk, post } from './bulk-under-test.ts';

describe('jobs', () => {
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

    test('limits an account’s incomplete jobs, with whatever key, and says what to do', async (t) => {
      const { app, key, access } = await makeQueue(t);
      const [account] = await access.accounts.named('anna@example.com', 1);
      assert.ok(account !== undefined);
      const own = { id: account.id, email: account.email, tier: 'free' } as const;
      const issued = await issueOwnKey({ ...access, randomBytes, clock: Date.now }, own);
      const another = { 'x-api-key': unwrap(issued).key };
      for (let n = 0; n < MOST_PENDING; n += 1) {
        const one = n % 2 === 0 ? key : another;
        assert.equal((await post(app, BULK, { symbols: ['A'] }, one)).status, 200);
      }
      assert.equal((await post(app, BULK, { symbols: ['A'] }, another)).status, 429);
      const stranger = await keyFor(app, 'anna');
      assert.equal((await post(app, BULK, { symbols: ['A'] }, stranger)).status, 200, 'by the same address');
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
      const paths = [
        body.data.poll,
        `${BULK}/blk_1`,
        `${BULK}/x`,
        `${BULK}/${body.data.job_id.toUpperCase()}`,
      ];
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
      const REASONS: Readonly<Record<string, string>> = {
        BA: 'reports_not_here',
        AAPL: 'all_pass',
        TSM: 'methodologies_fail',
      };
      const summaries = new Map<string, unknown>();
      for (const symbol of ['BA', 'AAPL', 'TSM']) {
        const { compliance, methodologies, score, purification, as_of, stale } = await screen(symbol);
        summaries.set(symbol, {
          symbol,
          compliance,
          reason: REASONS[symbol],
          methodologies: Object.fromEntries(methodologies.map(({ id, status }) => [id, status])),
          score,
          purification_pct: purification.pct_of_dividends_and_gains,
          purification_covered_rate_pct: null,
          purification_coverage_pct: null,
          purification_low_pct: purification.low_pct,
          purification_basis: purification.basis,
          as_of,
          stale,
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
    const access = await openTestAccess(t);
    const { app } = await makeApp(t, snapshot.shared(), 0, access, await openTestBulk(t));
    return { app, access, key: await keyFor(app, 'anna') };
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
});

describe('the store', () => {
  /** The queue as two processes see it; for an in-memory database both are the same. */
  interface Queue {
    readonly first: BulkStore;
    readonly second: BulkStore;
  }

  const LONG_MS = 600_000;
  const MANY = 20;

  const BULK_TESTS: Readonly<Record<string, (queue: Queue) => Promise<void>>> = {
    'only its owner can read a job back, with results in request order once all are available': async ({
      first,
      second,
    }) => {
      const { jobId } = await enter(first, { symbols: ['B', 'A', 'B'] });
      assert.deepEqual(await second.read(jobId, 'anna'), { jobId, total: 3, done: 0, results: null });
      assert.equal(await second.read(jobId, 'bert'), null);
      assert.equal(await second.read('blk_0', 'anna'), null);
      assert.equal(await second.queueDepth(), 3);
      for (const done of [1, 2]) {
        await finishNext(done === 1 ? first : second);
        assert.deepEqual(await second.read(jobId, 'anna'), { jobId, total: 3, done, results: null });
      }
      await finishNext(first);
      const results = ['B', 'A', 'B'].map(resultOf);
      assert.deepEqual(await second.read(jobId, 'anna'), { jobId, total: 3, done: 3, results });
      assert.equal(await first.queueDepth(), 0);
    },

    'many simultaneous takes each get a different row, and no row is taken twice': async ({
      first,
      second,
    }) => {
      const { jobId } = await enter(first, { symbols: symbols(MANY) });
      const taken = await Promise.all(
        Array.from({ length: MANY + 5 }, (_, n) => (n % 2 === 0 ? first : second).take(`t${n}`, LONG_MS)),
      );
      const positions = taken.flatMap((lease) => (lease === null ? [] : [lease.position]));
      assert.deepEqual(
        positions.sort((a, b) => a - b),
        Array.from({ length: MANY }, (_, n) => n),
      );
      assert.equal(await first.hasDue(), false);
      assert.equal((await first.read(jobId, 'anna'))?.done, 0);
    },

    'a row whose lease ended is taken again, and the worker that lost it can end nothing': async ({
      first,
      second,
    }) => {
      const { jobId } = await enter(first, { symbols: ['A'] });
      const lost = await taken(first, 0);
      assert.ok(await second.hasDue());
      const held = await taken(second, LONG_MS);
      assert.deepEqual([held.position, held.leases], [lost.position, 2]);
      assert.equal(await first.finish(lost, resultOf('lost')), false);
      assert.equal(await first.putBack(lost, { waitMs: 0, spends: 'lease' }), false);
      await first.renew([lost.token], 0);
      assert.equal(await first.take('another', LONG_MS), null, 'the held lease stays');
      assert.equal(await second.finish(held, resultOf('held')), true);
      assert.equal(await second.finish(held, resultOf('again')), false);
      assert.deepEqual((await first.read(jobId, 'anna'))?.results, [resultOf('held')]);
      assert.equal(await first.take('more', LONG_MS), null);
    },

    'a worker whose lease expired may still finish if nobody else took the row': async ({ first }) => {
      await enter(first, { symbols: ['A'] });
      const lease = await taken(first, 0);
      assert.equal(await first.finish(lease, resultOf('A')), true);
    },

    'a heartbeat renews only the leases it names': async ({ first, second }) => {
      await enter(first, { symbols: ['A', 'B'] });
      const kept = await taken(first, 0);
      await first.renew([kept.token], LONG_MS);
      assert.equal((await taken(second, 0)).symbol, 'B');
      assert.equal((await taken(second, 0)).symbol, 'B');
      await first.renew([], LONG_MS);
      await first.renew([kept.token], 0);
      assert.equal((await taken(second, LONG_MS)).symbol, 'A');
    },

    'a symbol that is put back waits as long as told, and records what it used up': async ({
      first,
      second,
    }) => {
      await enter(first, { symbols: ['A'] });
      const ends: readonly [Parameters<BulkStore['putBack']>[1]['spends'], number, number][] = [
        ['nothing', 1, 0],
        ['retry', 1, 1],
        ['lease', 2, 1],
        ['lease', 3, 1],
        ['retry', 3, 2],
      ];
      for (const [spends, leases, retries] of ends) {
        const lease = await taken(first, LONG_MS);
        assert.equal(await first.putBack(lease, { waitMs: 0, spends }), true);
        const next = await taken(second, LONG_MS);
        assert.deepEqual([next.leases, next.retries], [leases, retries], spends);
        await second.putBack(next, { waitMs: 0, spends: 'nothing' });
      }
      await first.putBack(await taken(first, LONG_MS), { waitMs: LONG_MS, spends: 'retry' });
      assert.equal(await second.take('early', LONG_MS), null);
      assert.equal(await second.hasDue(), false);
      assert.equal(await second.queueDepth(), 1);
    },

    'owners take turns symbol by symbol; one owner’s jobs follow one another': async ({ first, second }) => {
      await enter(first, { jobId: 'blk_big', symbols: symbols(6) });
      assert.deepEqual([await next(first), await next(first)], ['blk_big 0', 'blk_big 1']);
      await enter(second, { jobId: 'blk_small', owner: 'bert', symbols: symbols(2) });
      await enter(second, { jobId: 'blk_small_too', owner: 'bert', symbols: symbols(1) });
      await enter(first, { jobId: 'blk_other', symbols: symbols(1) });
      const order: string[] = [];
      while (await first.hasDue()) order.push(await next(first));
      assert.deepEqual(order, [
        ...['blk_big 2', 'blk_small 0', 'blk_big 3', 'blk_small 1', 'blk_big 4', 'blk_small_too 0'],
        ...['blk_big 5', 'blk_other 0'],
      ]);
    },

    'an idempotency key returns its job again, and refuses other symbols': async ({ first, second }) => {
      const idempotency = { key: 'once', requestHash: 'h1' };
      const entered = await first.submit(submission({ idempotency }), 9);
      assert.equal(entered.kind, 'accepted');
      await finishNext(first);
      const again = await second.submit(submission({ jobId: 'blk_again', idempotency }), 9);
      assert.deepEqual(again, { kind: 'known', progress: { jobId: 'blk_1', total: 2, done: 1 } });
      const other = { key: 'once', requestHash: 'h2' };
      assert.deepEqual(await second.submit(submission({ jobId: 'blk_3', idempotency: other }), 9), {
        kind: 'key_reused',
      });
      const bert = await second.submit(submission({ jobId: 'blk_4', owner: 'bert', idempotency: other }), 9);
      assert.equal(bert.kind, 'accepted', 'another owner has its own keys');
      assert.equal(await first.queueDepth(), 3);
    },

    'the same submission many times at once makes one job': async ({ first, second }) => {
      const idempotency = { key: 'once', requestHash: 'h1' };
      const submitted = await Promise.all(
        Array.from({ length: MANY }, (_, n) =>
          (n % 2 === 0 ? first : second).submit(submission({ jobId: `blk_${n}`, idempotency }), 9),
        ),
      );
      assert.equal(submitted.filter(({ kind }) => kind === 'accepted').length, 1);
      assert.equal(submitted.filter(({ kind }) => kind === 'known').length, MANY - 1);
      assert.equal(new Set(submitted.map((one) => ('progress' in one ? one.progress.jobId : ''))).size, 1);
      assert.equal(await first.queueDepth(), 2);
    },

    'the limit on an owner’s pending jobs holds, however many are submitted at once': async ({
      first,
      second,
    }) => {
      const submitted = await Promise.all(
        Array.from({ length: MANY }, (_, n) =>
          (n % 2 === 0 ? first : second).submit(submission({ jobId: `blk_${n}` }), 3),
        ),
      );
      assert.equal(submitted.filter(({ kind }) => kind === 'accepted').length, 3);
      assert.equal(submitted.filter(({ kind }) => kind === 'too_many').length, MANY - 3);
      const bert = await first.submit(submission({ jobId: 'blk_bert', owner: 'bert' }), 3);
      assert.equal(bert.kind, 'accepted');
      while ((await second.queueDepth()) > 4) await finishNext(first);
      assert.equal((await first.submit(submission({ jobId: 'blk_more' }), 3)).kind, 'accepted');
    },

    'keys of one account share its limit and its turns, but see only their own jobs': async ({
      first,
      second,
    }) => {
      const account = 'anna';
      await enter(first, { jobId: 'blk_one', owner: 'key one', account, symbols: symbols(2) });
      await enter(second, { jobId: 'blk_two', owner: 'key two', account, symbols: symbols(2) });
      const third = submission({ jobId: 'blk_three', owner: 'key three', account });
      assert.equal((await first.submit(third, 2)).kind, 'too_many');
      assert.equal((await first.read('blk_one', 'key one'))?.total, 2);
      assert.equal(await first.read('blk_one', 'key two'), null);
      await enter(first, { jobId: 'blk_bert', owner: 'bert', symbols: symbols(1) });
      assert.deepEqual([await next(first), await next(first)].toSorted(), ['blk_bert 0', 'blk_one 0']);
      assert.deepEqual([await next(first), await next(first)], ['blk_one 1', 'blk_two 0']);
    },

    'jobs are removed by age, completely and in portions, with their idempotency keys': async ({
      first,
      second,
    }) => {
      const idempotency = { key: 'once', requestHash: 'h1' };
      for (const n of [1, 2, 3]) {
        const job = submission({ jobId: `blk_${n}`, ...(n === 1 ? { idempotency } : {}) });
        await first.submit(job, 9);
      }
      const lease = await taken(first, LONG_MS);
      assert.equal(await first.removeOlderThan(LONG_MS, 10), 0);
      // A limit in the future: all are older.
      assert.equal(await second.removeOlderThan(-LONG_MS, 2), 2);
      assert.equal(await second.removeOlderThan(-LONG_MS, 2), 1);
      assert.equal(await first.queueDepth(), 0);
      assert.equal(await first.finish(lease, resultOf('A')), false);
      assert.equal(await first.read('blk_1', 'anna'), null);
      const again = await first.submit(submission({ idempotency: { key: 'once', requestHash: 'h2' } }), 9);
      assert.equal(again.kind, 'accepted');
    },
  };

  for (const [name, open] of Object.entries(ENGINES)) bulkStoreTests(name, open);

  function bulkStoreTests(name: string, open: OpenPlace): void {
    describe(`the queue of bulk jobs on ${name}`, () => {
      for (const [what, check] of Object.entries(BULK_TESTS)) {
        test(what, async (t) => {
          const place = await open(t);
          const other = place.url === null ? place : await place.reopen();
          await check({
            first: createBulkStore(place.database),
            second: createBulkStore(other.database),
          });
        });
      }
    });
  }

  function submission(changes: Partial<BulkSubmission> = {}): BulkSubmission {
    const { owner = 'anna', account = owner } = changes;
    return { jobId: 'blk_1', symbols: ['A', 'B'], idempotency: null, ...changes, owner, account };
  }

  async function enter(store: BulkStore, changes: Partial<BulkSubmission>) {
    const submitted = await store.submit(submission(changes), 100);
    assert.ok(submitted.kind === 'accepted', submitted.kind);
    return submitted.progress;
  }

  function symbols(count: number): readonly string[] {
    return Array.from({ length: count }, (_, n) => `S${n}`);
  }

  let tokens = 0;

  async function taken(store: BulkStore, leaseMs: number): Promise<BulkLease> {
    tokens += 1;
    const lease = await store.take(`token ${tokens}`, leaseMs);
    assert.ok(lease !== null, 'nothing to take');
    return lease;
  }

  async function next(store: BulkStore): Promise<string> {
    const { jobId, position } = await taken(store, LONG_MS);
    return `${jobId} ${position}`;
  }

  async function finishNext(store: BulkStore): Promise<void> {
    const lease = await taken(store, LONG_MS);
    assert.equal(await store.finish(lease, resultOf(lease.symbol)), true);
  }

  function resultOf(symbol: string): BulkResult {
    return {
      symbol,
      compliance: 'compliant',
      reason: 'all_pass',
      methodologies: { aaoifi: 'pass' },
      score: 87.5,
      purification_pct: null,
      purification_covered_rate_pct: null,
      purification_coverage_pct: null,
      purification_low_pct: 0,
      purification_basis: 'unknown',
      as_of: '2026-02-25',
      stale: null,
    };
  }
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { fail } from '@common/base/result';
import { createJobWatch } from '@common/kit/jobs';
import type { BulkLease, BulkStore } from '../../src/bulk/bulk.store.ts';
import type { BulkResult } from '../../src/bulk/bulk-result.ts';
import { sweepBulkJobs } from '../../src/bulk/sweep.job.ts';
import { type BulkOutcome, type BulkWorkDeps, endLease, screenLease } from '../../src/bulk/work-bulk.ts';
import { type BulkWorkersOptions, createBulkWorkers } from '../../src/bulk/workers.job.ts';
import type { ScreenDeps } from '../../src/use-cases/screen-ticker.ts';
import { openTestBulk } from './bulk-under-test.ts';

const LONG_MS = 600_000;
const OWNER = 'anna';

describe('one symbol of a bulk job', () => {
  test('unavailable facts are waited for five times, and then become the error', async (t) => {
    const queue = await makeQueue(t, ['WAIT']);
    const asked: string[] = [];
    const screen = liveDeps(asked, { retry_after_s: null });
    const waits: number[] = [];
    const outcomes: BulkOutcome[] = [];
    const store: BulkStore = {
      ...queue.store,
      putBack: (lease, how) => {
        waits.push(how.waitMs);
        return queue.store.putBack(lease, { ...how, waitMs: 0 });
      },
    };
    for (let lease = await queue.take(); lease !== null; lease = await queue.take()) {
      assert.equal(lease.leases, 1, 'waiting uses up no lease');
      outcomes.push(await workBulk({ screen, store, onAnswer: ignored, onFailure: unexpected }, lease));
    }
    assert.deepEqual(outcomes, [...Array(5).fill('put_back'), 'refused']);
    assert.deepEqual(waits, [30_000, 60_000, 120_000, 240_000, 480_000]);
    assert.equal(asked.length, 6);
    assert.deepEqual(errorCodes(await queue.results()), ['facts_unavailable']);
  });

  test('it waits as long as the SEC says, but at most a quarter of an hour', async (t) => {
    for (const [seconds, waitMs] of [
      [600, 600_000],
      [3_600, 900_000],
    ] as const) {
      const queue = await makeQueue(t, ['WAIT']);
      const lease = await queue.take();
      assert.ok(lease !== null);
      const waits: number[] = [];
      const store: BulkStore = {
        ...queue.store,
        putBack: async (_lease, how) => {
          waits.push(how.waitMs);
          return true;
        },
      };
      const screen = liveDeps([], { retry_after_s: seconds });
      assert.equal(
        await workBulk({ screen, store, onAnswer: ignored, onFailure: unexpected }, lease),
        'put_back',
      );
      assert.deepEqual(waits, [waitMs]);
    }
  });

  test('a symbol that three workers took without finishing is given up, and not tried a fourth time', async (t) => {
    const queue = await makeQueue(t, ['POISON', 'GOOD']);
    const asked: string[] = [];
    const screen = screenDeps(async (symbol) => {
      asked.push(symbol);
      return null;
    });
    // Their processes died without reporting an outcome.
    for (let death = 0; death < 3; death += 1) assert.equal((await queue.take(0))?.symbol, 'POISON');
    for (let lease = await queue.take(); lease !== null; lease = await queue.take()) {
      await workBulk({ screen, store: queue.store, onAnswer: ignored, onFailure: unexpected }, lease);
    }
    assert.deepEqual(asked, ['GOOD']);
    assert.deepEqual(errorCodes(await queue.results()), ['gave_up', 'ticker_not_found']);
  });

  test('a failure on our side is reported and retried, as often as a lost lease', async (t) => {
    const queue = await makeQueue(t, ['BAD']);
    const told: unknown[] = [];
    const broken = new Error('the disk');
    const store: BulkStore = {
      ...queue.store,
      putBack: (lease, how) => queue.store.putBack(lease, { ...how, waitMs: 0 }),
    };
    const screen = screenDeps(() => Promise.reject(broken));
    for (let lease = await queue.take(); lease !== null; lease = await queue.take()) {
      await workBulk({ screen, store, onAnswer: ignored, onFailure: (error) => told.push(error) }, lease);
    }
    assert.deepEqual(told, [broken, broken, broken]);
    assert.deepEqual(errorCodes(await queue.results()), ['gave_up']);
  });
});

describe('the workers of a process', () => {
  test('a nudge is noticed even while the last worker is finding nothing', async (t) => {
    const queue = await makeQueue(t, []);
    const workers = startWorkers(queue);
    for (let n = 0; n < 50; n += 1) {
      const jobId = await queue.enter(['A']);
      workers.nudge();
      await until(async () => (await queue.results(jobId)) !== null);
    }
  });

  test('work entered by another process is found without a nudge', async (t) => {
    const queue = await makeQueue(t, []);
    startWorkers(queue, { pollMs: 5 });
    const jobId = await queue.enter(['A', 'B']);
    await until(async () => (await queue.results(jobId)) !== null);
  });

  test('as many symbols are in progress as there are workers, and none without workers', async (t) => {
    const queue = await makeQueue(t, ['A', 'B', 'C', 'D', 'E', 'F']);
    let atWork = 0;
    let most = 0;
    const screen = screenDeps(async () => {
      atWork += 1;
      most = Math.max(most, atWork);
      await new Promise((resolve) => setTimeout(resolve, 2));
      atWork -= 1;
      return null;
    });
    startWorkers(queue, { workers: 0, pollMs: 1 }).nudge();
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(most, 0);
    startWorkers(queue, { screen, workers: 3 });
    await until(async () => (await queue.results()) !== null);
    assert.equal(most, 3);
  });

  test('only symbols in progress have a heartbeat', async (t) => {
    const queue = await makeQueue(t, ['SLOW']);
    const slow = Promise.withResolvers<null>();
    const renewed: (readonly [tokens: readonly string[], leaseMs: number])[] = [];
    const tokens: string[] = [];
    const store: BulkStore = {
      ...queue.store,
      take: (token) => {
        tokens.push(token);
        return queue.store.take(token, LONG_MS);
      },
      renew: async (held, leaseMs) => void renewed.push([held, leaseMs]),
    };
    startWorkers(queue, { store, screen: screenDeps(() => slow.promise), workers: 1, leaseMs: 6 });
    await until(async () => renewed.filter(([held]) => held.length > 0).length >= 3);
    const [token] = tokens;
    assert.deepEqual(renewed.filter(([held]) => held.length > 0).at(-1), [[token], 6]);
    slow.resolve(null);
    await until(async () => (await queue.results()) !== null && renewed.at(-1)?.[0].length === 0);
  });

  test('symbols still held at the stop are put back, and their workers can no longer end them', async (t) => {
    const queue = await makeQueue(t, ['SLOW', 'NEXT']);
    const slow = Promise.withResolvers<null>();
    const outcomes: BulkOutcome[] = [];
    const workers = startWorkers(queue, {
      screen: screenDeps(() => slow.promise),
      workers: 1,
      graceMs: 1,
      onOutcome: (outcome) => outcomes.push(outcome),
    });
    await until(async () => (await queue.store.queueDepth()) === 2 && workersHold(queue));
    await workers.stop();
    const lease = await queue.take();
    assert.deepEqual([lease?.symbol, lease?.leases], ['SLOW', 1], 'it uses up no lease');
    slow.resolve(null);
    await until(async () => outcomes.length > 0);
    assert.deepEqual(outcomes, ['lost']);
    assert.equal((await queue.take())?.symbol, 'NEXT', 'nothing more was taken');
  });

  test('a symbol that is nearly done at the stop is finished', async (t) => {
    const queue = await makeQueue(t, ['A']);
    const slow = Promise.withResolvers<null>();
    const screen = screenDeps(() => slow.promise);
    const workers = startWorkers(queue, { screen, graceMs: LONG_MS });
    await until(async () => !(await queue.store.hasDue()));
    const stopping = workers.stop();
    slow.resolve(null);
    await stopping;
    assert.deepEqual(errorCodes(await queue.results()), ['ticker_not_found']);
  });

  test('an unreachable queue is retried, and has failed all the time, also where looks at it succeed', async (t) => {
    const queue = await makeQueue(t, ['A']);
    const told: unknown[] = [];
    let isAway = true;
    const jobs = createJobWatch();
    const failingS = () => jobs.failingS().bulk_queue ?? 0;
    const store: BulkStore = {
      ...queue.store,
      take: (token, leaseMs) =>
        isAway ? Promise.reject(new Error('away')) : queue.store.take(token, leaseMs),
    };
    startWorkers(queue, { store, jobs, pollMs: 5, workers: 1, onError: (error) => told.push(error) });
    await until(async () => failingS() > 0);
    const before = { told: told.length, failingS: failingS() };
    await until(async () => told.length >= before.told + 3);
    assert.ok(failingS() > before.failingS);
    isAway = false;
    await until(async () => (await queue.results()) !== null && failingS() === 0);
  });
});

test('the sweep removes all expired jobs', async (t) => {
  const queue = await makeQueue(t, ['A']);
  const asked: number[] = [];
  const store = {
    removeOlderThan: async (ageMs: number, most: number) => {
      asked.push(ageMs);
      return asked.length < 3 ? most : 0;
    },
  };
  await sweepBulkJobs(store, 30);
  assert.deepEqual(asked, Array(3).fill(30 * 86_400_000));
  await sweepBulkJobs(queue.store, 1);
  assert.equal(await queue.store.queueDepth(), 1);
});

async function makeQueue(t: TestContext, symbols: readonly string[]) {
  const closers: (() => Promise<void>)[] = [];
  const after = (work: () => Promise<void>) => closers.push(work);
  t.after(async () => {
    // Workers stop before their database.
    for (const close of closers.reverse()) await close();
  });
  const { store } = await openTestBulk({ after });
  let jobs = 0;
  let takings = 0;
  const enter = async (list: readonly string[]) => {
    jobs += 1;
    const job = { jobId: `blk_${jobs}`, owner: OWNER, account: OWNER, symbols: list, idempotency: null };
    assert.equal((await store.submit(job, 1_000)).kind, 'accepted');
    return job.jobId;
  };
  if (symbols.length > 0) await enter(symbols);
  return {
    store,
    after,
    enter,
    take: (leaseMs = LONG_MS) => {
      takings += 1;
      return store.take(`token ${takings}`, leaseMs);
    },
    results: async (jobId = 'blk_1') => (await store.read(jobId, OWNER))?.results ?? null,
  };
}

const ignored = (): void => {};

async function workBulk(deps: BulkWorkDeps, lease: BulkLease): Promise<BulkOutcome> {
  return endLease(deps, lease, await screenLease(deps, lease));
}

type Queue = Awaited<ReturnType<typeof makeQueue>>;

/** Whether a worker holds the first of two symbols: the second is then the next one due. */
async function workersHold({ store, take }: Queue): Promise<boolean> {
  const lease = await take();
  if (lease !== null) await store.putBack(lease, { waitMs: 0, spends: 'nothing' });
  return lease?.symbol === 'NEXT';
}

function startWorkers(queue: Queue, changes: Partial<BulkWorkersOptions> = {}) {
  const workers = createBulkWorkers({
    screen: screenDeps(async () => null),
    store: queue.store,
    onAnswer: ignored,
    workers: 2,
    leaseMs: LONG_MS,
    pollMs: LONG_MS,
    graceMs: LONG_MS,
    randomBytes,
    onOutcome: () => {},
    onFailure: unexpected,
    jobs: createJobWatch(),
    onError: unexpected,
    ...changes,
  });
  queue.after(() => workers.stop());
  workers.start();
  return workers;
}

/** A store without listings, whose lookup the test provides. */
function screenDeps(findListing: (symbol: string) => Promise<null>): ScreenDeps {
  const store = { findListing, funds: { findFund: async () => null } };
  return {
    store: store as unknown as ScreenDeps['store'],
    live: null,
    liveQuotes: null,
    options: { yieldBound: true },
    clock: () => NOW,
  };
}

const NOW = Date.parse('2026-03-02T12:00:00Z');

/** Live mode with an SEC that is unavailable for the moment. */
function liveDeps(asked: string[], { retry_after_s: seconds }: { retry_after_s: number | null }): ScreenDeps {
  const detail = seconds === null ? undefined : { until: new Date(NOW + seconds * 1_000).toISOString() };
  const refreshTickers = async () => {
    asked.push('tickers');
    return fail('sec_unavailable', 'The SEC is closed.', detail);
  };
  return { ...screenDeps(async () => null), live: { refreshTickers } as unknown as ScreenDeps['live'] };
}

function errorCodes(results: readonly BulkResult[] | null): readonly string[] {
  return (results ?? []).map((result) => ('error' in result ? result.error.code : 'screened'));
}

function unexpected(error: unknown): never {
  throw error;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 2));
}

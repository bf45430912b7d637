import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createBulkStore } from '../../src/bulk/bulk.sql.ts';
import type { BulkLease, BulkResult, BulkStore, BulkSubmission } from '../../src/bulk/bulk.store.ts';
import { type OpenPlace, PLACES } from '../store/open-store.ts';

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

bulkStoreTests('SQLite in memory', PLACES.sqliteInMemory);
bulkStoreTests('SQLite in a file', PLACES.sqliteFile);
bulkStoreTests('PostgreSQL', PLACES.postgres);

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
    score: 87.5,
    purification_pct: null,
    purification_low_pct: 0,
    purification_basis: 'unknown',
  };
}

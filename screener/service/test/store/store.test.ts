import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { size } from '@common/kit/testing/size';
import { RANKING_VERSION } from '@screener/engine/rankings/formulas';
import type { RankedLeader } from '@screener/engine/rankings/leaders';
import type { LeftOut } from '@screener/engine/rankings/ranking-line';
import type { SecRateStore } from '@screener/sources/sec-client/rate-store';
import type { StoredResponse } from '@screener/sources/sec-client/response-store';
import { sql } from 'kysely';
import { createRankingStore } from '../../src/rankings/rankings.sql.ts';
import type { NewRanking, RankingStore } from '../../src/rankings/rankings.store.ts';
import { createSecResponseStore, createSharedSecRateStore } from '../../src/store/sec-stores.ts';
import { ENGINES, type OpenPlace, type StoreTests } from './open-store.ts';
import { storeSuite } from './store-suite.ts';

describe('facts, accounts and alerts', () => {
  for (const [name, open] of Object.entries(ENGINES)) storeSuite(name, open);
});

describe('the SEC', () => {
  const SPACING_MS = 40;
  const DEPARTURES = size({ quick: 3, full: 6 });
  const MINUTE_MS = 60_000;

  /** The pace of requests as seen by two processes that share it; `open` adds one that starts later. */
  interface Pace {
    readonly first: SecRateStore;
    readonly second: SecRateStore;
    readonly open: () => Promise<SecRateStore>;
    /** Acts as if so much more time had passed since the hold. */
    readonly pass: (ms: number) => Promise<unknown>;
  }

  const PACE_TESTS: Readonly<Record<string, (pace: Pace) => Promise<void>>> = {
    'two processes together keep the spacing, however greedily they ask': async ({ first, second }) => {
      const departures = (await Promise.all([takeSlots(first), takeSlots(second)])).flat();
      assert.equal(departures.length, 2 * DEPARTURES);
      for (const [index, one] of departures.entries()) {
        for (const other of departures.slice(index + 1)) {
          const from = Math.min(one.after, other.after);
          const to = Math.max(one.before, other.before);
          assert.ok(to - from >= SPACING_MS, `two departures within ${to - from} ms`);
        }
      }
    },

    'the first slot is free; the next request learns how long to wait': async ({ first, second }) => {
      assert.deepEqual(await first.takeSlot(10 * MINUTE_MS), { kind: 'go' });
      for (const store of [first, second]) {
        const answer = await store.takeSlot(10 * MINUTE_MS);
        assert.equal(answer.kind, 'wait');
        assert.ok(answer.kind === 'wait' && answer.forMs > 9 * MINUTE_MS && answer.forMs <= 10 * MINUTE_MS);
      }
      assert.deepEqual(await second.takeSlot(0), { kind: 'go' });
    },

    'of many simultaneous requests, one may go': async ({ first, second }) => {
      const asked = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? first : second).takeSlot(MINUTE_MS));
      const answers = await Promise.all(asked);
      assert.equal(answers.filter((answer) => answer.kind === 'go').length, 1);
      assert.equal(answers.filter((answer) => answer.kind === 'wait').length, 11);
    },

    'a hold stops all processes, even one that starts later': async ({ first, second, open }) => {
      await first.hold(10 * MINUTE_MS);
      for (const store of [first, second, await open()]) {
        const answer = await store.takeSlot(SPACING_MS);
        assert.ok(answer.kind === 'held' && answer.forMs > 9 * MINUTE_MS, JSON.stringify(answer));
        assert.ok(answer.forMs <= 10 * MINUTE_MS);
      }
    },

    'a hold can be extended, never shortened': async ({ first, second }) => {
      const heldFor = async () => {
        const answer = await first.takeSlot(SPACING_MS);
        return answer.kind === 'held' ? answer.forMs : 0;
      };
      await first.hold(10 * MINUTE_MS);
      await second.hold(MINUTE_MS);
      assert.ok((await heldFor()) > 9 * MINUTE_MS);
      await second.hold(20 * MINUTE_MS);
      assert.ok((await heldFor()) > 19 * MINUTE_MS);
    },

    'a hold takes precedence over the spacing, and ends': async ({ first, second, pass }) => {
      assert.deepEqual(await first.takeSlot(10 * MINUTE_MS), { kind: 'go' });
      await second.hold(10 * MINUTE_MS);
      assert.equal((await first.takeSlot(0)).kind, 'held');
      await pass(10 * MINUTE_MS);
      assert.equal((await second.takeSlot(10 * MINUTE_MS)).kind, 'wait');
      assert.deepEqual(await first.takeSlot(0), { kind: 'go' });
    },
  };

  const URL_OF_FACTS = 'https://data.sec.gov/api/xbrl/companyfacts/CIK0000320193.json';

  const RESPONSE_TESTS: StoreTests = {
    'a document comes back with its validators, byte for byte': async ({ database }) => {
      const responses = createSecResponseStore(database);
      assert.equal(await responses.get(URL_OF_FACTS), null);
      const stored = response({ bytes: Uint8Array.from({ length: 1_000_000 }, (_, n) => (n * 7) & 0xff) });
      await responses.put(URL_OF_FACTS, stored);
      const read = await responses.get(URL_OF_FACTS);
      assert.ok(read !== null && Object.getPrototypeOf(read.bytes) === Uint8Array.prototype);
      assert.ok(Buffer.from(read.bytes).equals(stored.bytes));
      assert.deepEqual({ ...read, bytes: null }, { ...stored, bytes: null });
      assert.equal(await responses.get(`${URL_OF_FACTS}?x`), null);
    },

    'the next answer replaces the earlier one, including absent validators': async (place) => {
      const responses = createSecResponseStore(place.database);
      await responses.put(URL_OF_FACTS, response());
      const bare = response({ etag: null, lastModified: null, fetchedAt: 5, bytes: new Uint8Array([1]) });
      await responses.put(URL_OF_FACTS, bare);
      await responses.put('https://www.sec.gov/files/company_tickers.json', response());
      const other = place.url === null ? place : await place.reopen();
      assert.deepEqual(await createSecResponseStore(other.database).get(URL_OF_FACTS), bare);
    },

    'the same document from several requests at once': async ({ database }) => {
      const responses = createSecResponseStore(database);
      const puts = Array.from({ length: 8 }, (_, n) =>
        responses.put(URL_OF_FACTS, response({ fetchedAt: n })),
      );
      await Promise.all(puts);
      assert.deepEqual((await responses.get(URL_OF_FACTS))?.bytes, response().bytes);
    },
  };

  for (const [name, open] of Object.entries(ENGINES)) secStoreTests(name, open);

  function secStoreTests(name: string, open: OpenPlace): void {
    describe(`the pace of requests to the SEC on ${name}`, () => {
      for (const [what, check] of Object.entries(PACE_TESTS)) {
        test(what, async (t) => {
          const place = await open(t);
          const another = async () => {
            const { database } = place.url === null ? place : await place.reopen();
            return createSharedSecRateStore(database);
          };
          await check({
            first: createSharedSecRateStore(place.database),
            second: await another(),
            open: another,
            pass: (ms) =>
              place.database.db
                .updateTable('sec_pace')
                .set({ held_until: sql<number>`held_until - ${ms}` })
                .execute(),
          });
        });
      }
    });

    describe(`documents of the SEC on ${name}`, () => {
      for (const [what, check] of Object.entries(RESPONSE_TESTS)) {
        test(what, async (t) => check(await open(t)));
      }
    });
  }

  /** The instants between which a slot was granted. */
  interface Departure {
    readonly after: number;
    readonly before: number;
  }

  /** Asks again at once, ignoring the time to wait, until it has departed often enough. */
  async function takeSlots(store: SecRateStore): Promise<Departure[]> {
    const departures: Departure[] = [];
    while (departures.length < DEPARTURES) {
      // The tests' databases read this machine's clock.
      const after = Date.now();
      const answer = await store.takeSlot(SPACING_MS);
      if (answer.kind === 'go') departures.push({ after, before: Date.now() + 1 });
      // The SQLite driver blocks: without this the first of the two would never let the second ask.
      else await setImmediate();
    }
    return departures;
  }

  function response(changes: Partial<StoredResponse> = {}): StoredResponse {
    return {
      etag: '"33a64df551425fcc"',
      lastModified: 'Fri, 30 Jan 2026 11:00:00 GMT',
      fetchedAt: 1_772_452_800_123,
      bytes: new TextEncoder().encode('{"cik":320193}'),
      ...changes,
    };
  }
});

describe('rankings', () => {
  /** Two processes on one database; for an in-memory database both are the same. */
  interface Two {
    readonly first: RankingStore;
    readonly second: RankingStore;
  }

  const LONG_MS = 600_000;
  const MANY = 20;

  const RANKING_TESTS: Readonly<Record<string, (two: Two) => Promise<void>>> = {
    'a ranking is read back as it was written, by kind': async ({ first, second }) => {
      assert.equal(await second.read('leaders', 10), null);
      const { startedAt } = await first.begin('leaders', 'run', LONG_MS);
      const ranking = leadersOf(['A', 'B', 'C'], [leftOut('X'), leftOut('Y')]);
      const stored = await first.finish('leaders', 'run', ranking);
      assert.ok(stored !== null && stored.finishedAt >= startedAt);
      assert.equal(stored.startedAt, startedAt);
      const { lines, named, ...summary } = ranking;
      assert.deepEqual(await second.read('leaders', 10), { ...stored, ...summary, lines, named });
      assert.deepEqual((await second.read('leaders', 2))?.lines, lines.slice(0, 2));
      assert.deepEqual((await second.read('leaders', 0))?.named, named);
      assert.equal(await second.read('value', 10), null);
    },

    'the next ranking replaces the earlier one, whether shorter, longer or empty': async ({
      first,
      second,
    }) => {
      for (const symbols of [['A', 'B'], ['C'], [], ['D', 'E', 'F']]) {
        await first.begin('leaders', 'run', LONG_MS);
        assert.ok((await first.finish('leaders', 'run', leadersOf(symbols, []))) !== null);
        const read = await second.read('leaders', 10);
        assert.deepEqual(
          read?.lines.map(({ symbol }) => symbol),
          symbols,
        );
        assert.equal(read?.ranked, symbols.length);
      }
    },

    'of many runs that begin at once only one does, and the others learn since when': async ({
      first,
      second,
    }) => {
      const runs = await Promise.all(
        Array.from({ length: MANY }, (_, n) =>
          (n % 2 === 0 ? first : second).begin('leaders', `run ${n}`, LONG_MS),
        ),
      );
      assert.equal(runs.filter(({ begun }) => begun).length, 1);
      assert.equal(new Set(runs.map(({ startedAt }) => startedAt)).size, 1);
      assert.equal((await second.begin('value', 'other kind', LONG_MS)).begun, true);
    },

    'a run that ended, with or without a ranking, lets the next one begin': async ({ first, second }) => {
      await first.begin('leaders', 'one', LONG_MS);
      await first.finish('leaders', 'one', leadersOf([], []));
      assert.equal((await second.begin('leaders', 'two', LONG_MS)).begun, true);
      await second.abandon('leaders', 'one');
      assert.equal(
        (await first.begin('leaders', 'three', LONG_MS)).begun,
        false,
        'another run’s token ends nothing',
      );
      await second.abandon('leaders', 'two');
      assert.equal((await first.begin('leaders', 'three', LONG_MS)).begun, true);
    },

    'a run whose lease expired is taken over, and then changes nothing': async ({ first, second }) => {
      await first.begin('leaders', 'dead', 0);
      assert.equal((await second.begin('leaders', 'alive', LONG_MS)).begun, true);
      assert.equal(await first.renew('leaders', 'dead', LONG_MS), false);
      assert.equal(await first.finish('leaders', 'dead', leadersOf(['A'], [])), null);
      assert.equal(await second.read('leaders', 10), null);
      assert.equal(await second.renew('leaders', 'alive', LONG_MS), true);
      assert.ok((await second.finish('leaders', 'alive', leadersOf(['B'], []))) !== null);
    },

    'a renewed lease holds; an expired one is still valid while nobody has taken over': async ({
      first,
      second,
    }) => {
      await first.begin('leaders', 'run', 0);
      assert.equal(await first.renew('leaders', 'run', LONG_MS), true);
      assert.equal((await second.begin('leaders', 'other', LONG_MS)).begun, false);
      await first.renew('leaders', 'run', 0);
      assert.ok((await first.finish('leaders', 'run', leadersOf(['A'], []))) !== null);
    },

    'a reader beside a writer sees one ranking or the other, complete': async ({ first, second }) => {
      const symbols = (round: number) => Array.from({ length: 40 + round }, (_, n) => `R${round}N${n}`);
      let over = false;
      const write = async () => {
        for (let round = 0; round < 12; round += 1) {
          await first.begin('leaders', 'run', LONG_MS);
          await first.finish('leaders', 'run', leadersOf(symbols(round), []));
        }
        over = true;
      };
      const writing = write();
      let reads = 0;
      while (!over) {
        // On SQLite a read ends without the turn of the event loop that the writer waits for.
        await setImmediate();
        const read = await second.read('leaders', 1_000);
        if (read === null) continue;
        reads += 1;
        const found = read.lines.map(({ symbol }) => symbol);
        assert.deepEqual(found, symbols(read.ranked - 40));
      }
      await writing;
      assert.ok(reads > 0);
    },
  };

  for (const [name, open] of Object.entries(ENGINES)) rankingStoreTests(name, open);

  function rankingStoreTests(name: string, open: OpenPlace): void {
    describe(`rankings on ${name}`, () => {
      for (const [what, check] of Object.entries(RANKING_TESTS)) {
        test(what, async (t) => {
          const place = await open(t);
          const other = place.url === null ? place : await place.reopen();
          await check({
            first: createRankingStore(place.database),
            second: createRankingStore(other.database),
          });
        });
      }
    });
  }

  function leadersOf(symbols: readonly string[], named: readonly LeftOut[]): NewRanking<'leaders'> {
    return {
      version: RANKING_VERSION,
      asOf: '2026-02-25',
      rules: 'current',
      engineVersion: '1',
      dataSource: 'snapshot',
      screened: symbols.length + named.length + 1,
      ranked: symbols.length,
      leftOut: { not_screenable: 1, equity_not_filed: named.length },
      // The content of a line is not the store's concern.
      lines: symbols.map((symbol, index) => ({ rank: index + 1, symbol }) as RankedLeader),
      named,
    };
  }

  function leftOut(symbol: string): LeftOut {
    return { symbol, name: symbol, cik: symbol, reason: 'equity_not_filed' };
  }
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { RANKING_VERSION } from '@screener/engine/rankings/formulas';
import type { RankedLeader } from '@screener/engine/rankings/leaders';
import type { LeftOut } from '@screener/engine/rankings/ranking-line';
import { createRankingStore } from '../../src/rankings/rankings.sql.ts';
import type { NewRanking, RankingStore } from '../../src/rankings/rankings.store.ts';
import { type OpenPlace, PLACES } from '../store/open-store.ts';

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

for (const [name, open] of Object.entries(PLACES)) rankingStoreTests(name, open);

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

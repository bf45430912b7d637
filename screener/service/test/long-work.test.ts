import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { withTempDir } from '@common/kit/testing';
import type { Threads } from '@common/kit/threads';
import { decodeCompanyFacts } from '@screener/sources/companyfacts/decode';
import { rebuildRanking } from '../src/rankings/rebuild-ranking.ts';
import { MIGRATIONS } from '../src/store/migrations.ts';
import type { ScreenerSchema } from '../src/store/schema.ts';
import { createSqlStore } from '../src/store/sql-store.ts';
import { backfillHistory } from '../src/use-cases/backfill-history.ts';
import { toCompanyRecord } from '../src/use-cases/live-facts.ts';
import { clockAt } from './app-under-test.ts';
import { fill, SYMBOLS, UNTIL } from './crash/kept-history.ts';
import { withStore } from './crash/programs/open-store.ts';
import { TWO_THREADS } from './crash/programs/threads.ts';
import { assertSameRows, storedRows } from './crash/stored-rows.ts';
import { openTestTasks } from './rankings/tasks-under-test.ts';
import { useSnapshotStore } from './snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('the history of all tickers', () => {
  const backfill = (url: string, threads: Threads | null, steps = Number.POSITIVE_INFINITY) =>
    withStore(url, async ({ store }) => {
      const done: number[] = [];
      for await (const step of backfillHistory(store, { yieldBound: true }, UNTIL, threads)) {
        done.push(step.done);
        if (done.length >= steps) break;
      }
      return done;
    });
  const all = SYMBOLS.map((_, index) => index + 1);

  test('two threads compute the rows of one; a run that stopped is continued, a whole one is not', () =>
    withTempDir(async (folder) => {
      const [one, two] = ['one', 'two'].map((name) => join(folder, `${name}.sqlite`));
      assert.ok(one !== undefined && two !== undefined);
      await fill(`sqlite:${one}`);
      await copyFile(one, two);
      assert.deepEqual(await backfill(`sqlite:${one}`, null), all);
      assert.deepEqual(await backfill(`sqlite:${two}`, TWO_THREADS, 1), [1]);
      assert.deepEqual(await backfill(`sqlite:${two}`, TWO_THREADS), [5, 6]);
      const rows = await storedRows(`sqlite:${one}`, ['screening']);
      assertSameRows(await storedRows(`sqlite:${two}`, ['screening']), rows);
      assert.deepEqual(await backfill(`sqlite:${two}`, TWO_THREADS), all);
      assertSameRows(await storedRows(`sqlite:${two}`, ['screening']), rows);
    }));

  test('facts that changed since a run stopped are computed from the start', () =>
    withTempDir(async (folder) => {
      const url = `sqlite:${join(folder, 'store.sqlite')}`;
      await fill(url);
      await backfill(url, null, 1);
      await withStore(url, ({ store }) => store.saveSetting('a setting', 'raises the generation'));
      assert.deepEqual(await backfill(url, null), all);
    }));
});

describe('a ranking', () => {
  /** So many that they are worth two threads, and that a run keeps what it has. */
  const LISTINGS = 520;

  test('of two threads is that of one; a run that stopped is continued', async (t) => {
    const { open } = await snapshot.copy(t);
    const deps = await open();
    const { store } = deps;
    const known = await store.listingsWithFacts(null, LISTINGS);
    for (let index = 0; index < LISTINGS; index += 1) {
      const like = known[index % known.length]?.cik ?? '';
      const [cik, symbol] = [`9${String(index).padStart(9, '0')}`, `ZZ${String(index).padStart(3, '0')}`];
      const facts = unwrap(decodeCompanyFacts((await store.facts(like)) ?? new Uint8Array()));
      await store.saveCompanies([toCompanyRecord({ ...facts, cik })]);
      await store.saveTickers([{ symbol, cik, name: 'Another filer', exchange: null }]);
    }
    const { rankings } = await openTestTasks(t);
    const rebuild = async (threads: Threads | null, stopAt = Number.POSITIVE_INFINITY) => {
      const stop = new AbortController();
      const progress: number[] = [];
      const randomBytes = (size: number) => new Uint8Array(size).fill(7);
      const built = await rebuildRanking(
        { ...deps, rankings, randomBytes, leaseMs: 60_000, threads },
        'leaders',
        {
          signal: stop.signal,
          onProgress: ({ done }) => {
            progress.push(done);
            if (done >= stopAt) stop.abort();
          },
        },
      );
      const read = await rankings.read('leaders', 1_000);
      return { built, progress, content: { ...read, startedAt: 0, finishedAt: 0 } };
    };
    const one = await rebuild(null);
    assert.ok(one.built.ok && one.built.value.screened > LISTINGS);
    assert.ok((one.content.lines?.length ?? 0) > 0);
    const stopped = await rebuild(TWO_THREADS, 500);
    assert.equal(stopped.built.ok, false);
    const two = await rebuild(TWO_THREADS);
    assert.equal(two.progress[0], 550);
    assert.deepEqual(two.content, one.content);
  });
});

test('a database of the first tables keeps its rows and gets the table of unfinished work', () =>
  withTempDir(async (folder) => {
    const database = await openDatabase<ScreenerSchema>({ url: `sqlite:${join(folder, 'old.sqlite')}` });
    const [first = ''] = Object.keys(MIGRATIONS);
    const tables = MIGRATIONS[first];
    assert.ok(tables !== undefined);
    await migrate(database, { [first]: tables });
    const store = createSqlStore(database);
    await store.saveSetting('kept', 'as it was');
    assert.deepEqual(await migrate(database, MIGRATIONS), Object.keys(MIGRATIONS).slice(1));
    assert.equal(await store.setting('kept'), 'as it was');
    assert.equal(await store.unfinished('history', ''), null);
    await database.close();
  }));

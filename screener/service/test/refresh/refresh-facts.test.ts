import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { createMemoryRateStore } from '@screener/sources/sec-client/rate-store';
import { createSecClient } from '@screener/sources/sec-client/sec-client';
import { fakeDailyIndex } from '@screener/sources/testing/fake-sec';
import { companyFacts, firstQuarter, MUCH_DEBT, NORTHWIND } from '@screener/sources/testing/synthetic-filer';
import { createIndexStore } from '../../src/refresh/index.sql.ts';
import { isCovered, type RefreshDeps, refreshFacts } from '../../src/refresh/refresh-facts.ts';
import { createSecResponseStore } from '../../src/store/sec-stores.ts';
import { createLiveFacts } from '../../src/use-cases/live-facts.ts';
import { DAY, MINUTE, makeApp } from '../app-under-test.ts';
import { CIK, FACTS, makeLiveApp, REPORTS, SUBMISSIONS } from '../live/live-app.ts';
import { ENGINES, type OpenPlace, PLACES } from '../store/open-store.ts';

const { symbol, cik } = NORTHWIND;
const OTHER = 1_999_777;
const pathOf = (day: string) => fakeDailyIndex(day, [])[0];

describe('keeping stored facts current from the SEC’s daily index', () => {
  test('only the companies in the store that filed a report are asked for again', async (t) => {
    const app = await makeRefreshed(t);
    app.sec.put(FACTS, companyFacts(NORTHWIND, [...REPORTS, firstQuarter('2026-01-31', MUCH_DEBT)]));
    app.sec.put(
      ...fakeDailyIndex('2026-03-03', [
        [cik, '8-K'],
        [cik, '4'],
        [OTHER, '10-K'],
      ]),
    );
    app.sec.put(
      ...fakeDailyIndex('2026-03-04', [
        [cik, '10-Q'],
        [OTHER, '10-Q'],
      ]),
    );
    app.clock.advance(3 * DAY);
    const report = await app.refresh();
    assert.deepEqual(report, {
      ok: true,
      value: { through: '2026-03-04', daysRead: 2, refreshed: 1, due: 0 },
    });
    assert.deepEqual(app.since(), [
      ...[pathOf('2026-03-02'), pathOf('2026-03-03'), pathOf('2026-03-04')],
      ...[FACTS, SUBMISSIONS],
    ]);
    assert.equal((await app.deps.store.findListing(symbol))?.factsThrough, '2026-03-02');
  });

  test('facts that the index covers are not asked for again, however long ago they were fetched', async (t) => {
    const app = await makeRefreshed(t);
    for (const day of ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06']) {
      app.sec.put(...fakeDailyIndex(day, [[OTHER, '10-K']]));
    }
    app.clock.advance(5 * DAY);
    assert.equal((await app.refresh()).ok, true);
    app.since();
    assert.equal((await app.screen(symbol)).data_source, 'sec_live');
    assert.deepEqual(app.since(), []);
    // An index that is not read any more covers nothing.
    app.clock.advance(5 * DAY);
    await app.screen(symbol);
    assert.deepEqual(app.since(), [FACTS, SUBMISSIONS]);
  });

  test('weekends, holidays and days not yet indexed are no errors, and are not taken for read', async (t) => {
    const app = await makeRefreshed(t);
    app.sec.put(...fakeDailyIndex('2026-03-04', [[OTHER, '4']]));
    app.clock.advance(5 * DAY);
    // 03-03 has none, a later day has: a holiday. 03-05 and 03-06 may be late.
    const report = await app.refresh();
    assert.equal(report.ok && report.value.through, '2026-03-04');
    assert.equal(
      app.since().some((path) => path.includes('20260307')),
      false,
      'a Saturday',
    );
    app.sec.put(...fakeDailyIndex('2026-03-05', [[cik, '10-K/A']]));
    assert.equal((await app.refresh()).ok, true);
    assert.deepEqual(app.since(), [pathOf('2026-03-05'), pathOf('2026-03-06'), FACTS, SUBMISSIONS]);
  });

  test('a run that breaks off continues with the day and the company where it stopped', async (t) => {
    const app = await makeRefreshed(t);
    app.sec.put(...fakeDailyIndex('2026-03-03', [[cik, '10-Q']]));
    app.sec.put(...fakeDailyIndex('2026-03-04', [[OTHER, '4']]));
    app.sec.script(pathOf('2026-03-04'), [{ kind: 'throttle_page' }]);
    app.clock.advance(3 * DAY);
    const first = await app.refresh();
    assert.equal(!first.ok && first.error.code, 'sec_unavailable');
    const state = await app.indexStore.state();
    assert.deepEqual([state.days?.last, state.due], ['2026-03-03', 1]);
    assert.match(state.message ?? '', /slow down/);
    app.since();
    assert.equal((await app.refresh()).ok, false, 'the ten minutes are kept');
    assert.deepEqual(app.since(), []);
    app.clock.advance(10 * MINUTE);
    app.sec.script(FACTS, [{ kind: 'connection_reset' }, ...Array(3).fill({ kind: 'connection_reset' })]);
    assert.equal((await app.refresh()).ok, false);
    assert.equal((await app.indexStore.state()).due, 1);
    app.since();
    app.clock.advance(10 * MINUTE);
    const last = await app.refresh();
    assert.deepEqual(last.ok && last.value, { through: '2026-03-04', daysRead: 0, refreshed: 1, due: 0 });
    assert.deepEqual(app.since(), [FACTS, SUBMISSIONS]);
  });

  test('an index without rows is refused, and its day is not taken for read', async (t) => {
    const app = await makeRefreshed(t);
    app.sec.put(...fakeDailyIndex('2026-03-03', []));
    app.clock.advance(2 * DAY);
    const report = await app.refresh();
    assert.match(report.ok ? '' : report.error.message, /index of 2026-03-03 has no row/);
    assert.equal((await app.indexStore.state()).days?.last, '2026-02-27');
  });

  test('half an index is refused, and nothing of it is recorded', async (t) => {
    const app = await makeRefreshed(t);
    const [path, bytes] = fakeDailyIndex('2026-03-03', [
      [OTHER, '4'],
      [cik, '10-Q'],
    ]);
    app.sec.put(path, bytes.subarray(0, bytes.length - 30));
    app.clock.advance(2 * DAY);
    const report = await app.refresh();
    assert.match(report.ok ? '' : report.error.message, /ends inside a row/);
    const { days, due } = await app.indexStore.state();
    assert.deepEqual([days?.last, due], ['2026-02-27', 0]);
  });

  test('while one process reads, another does not', async (t) => {
    const app = await makeRefreshed(t);
    assert.equal(await app.indexStore.begin('other', 60_000), true);
    const report = await app.refresh();
    assert.equal(!report.ok && report.error.code, 'refresh_running');
    await app.indexStore.end('other', { at: 0, message: null });
    assert.equal((await app.refresh()).ok, true);
  });

  test('/health tells how current the store is', async (t) => {
    const app = await makeRefreshed(t);
    const { indexStore } = app;
    const { currentStateOf } = await import('../../src/refresh/current-state.ts');
    const shown = await makeApp(t, { ...app.deps, readCurrent: currentStateOf(indexStore, null) });
    const { current } = JSON.parse((await shown.get('/health')).body);
    assert.match(current.facts.last_run_at, /^2026-03-02T12:00:0/);
    assert.deepEqual(current, {
      facts: {
        index_through: '2026-02-27',
        companies_due: 0,
        last_run_at: current.facts.last_run_at,
        problem: null,
      },
      prices: null,
    });
  });

  for (const [name, open] of Object.entries(ENGINES)) {
    test(`the state on ${name}`, async (t) => {
      const { database, store } = await open(t);
      const indexStore = createIndexStore(database);
      assert.deepEqual(await indexStore.state(), { days: null, due: 0, runAt: null, message: null });
      assert.equal(await indexStore.begin('a', 60_000), true);
      assert.equal(await indexStore.begin('b', 60_000), false);
      assert.equal(await indexStore.renew('b', 60_000), false);
      await indexStore.startAt('2026-03-02');
      await store.saveFactsCheckedAt('0000000007', 5);
      await indexStore.addDay('2026-03-03', new Set(['0000000007', '0000000008']));
      assert.deepEqual(await indexStore.due(null, 10), ['0000000007']);
      assert.equal(await indexStore.isDue('0000000008'), false);
      await indexStore.done('0000000007');
      await indexStore.end('a', { at: 9, message: 'why' });
      assert.deepEqual(await indexStore.state(), {
        days: { first: '2026-03-02', last: '2026-03-03' },
        due: 0,
        runAt: 9,
        message: 'why',
      });
      assert.equal(await indexStore.begin('b', 60_000), true);
    });
  }

  test('what was fetched before the first day read is not covered', async (t) => {
    const app = await makeRefreshed(t);
    const covered = (checkedAt: number) => isCovered(app, CIK, checkedAt);
    assert.equal(await covered(app.clock()), true);
    assert.equal(await covered(app.clock() - 10 * DAY), false);
  });
});

/** An app that has screened Northwind on 2026-03-02, and has read the index up to the Friday before. */
async function makeRefreshed(t: TestContext, open: OpenPlace = PLACES.sqliteInMemory) {
  const place = await open(t);
  const live = await makeLiveApp(t, place);
  const { clock, sec } = live;
  const client = createSecClient({
    userAgent: 'Sanad Tests tests@example.com',
    store: createSecResponseStore(place.database),
    rateStore: createMemoryRateStore(clock),
    clock,
    sleep: async (ms) => clock.advance(Math.ceil(ms)),
    baseUrls: sec.baseUrls,
  });
  assert.ok(client.ok);
  const indexStore = createIndexStore(place.database);
  const facts = createLiveFacts({
    store: place.store,
    sec: client.value,
    wantedTags: STORED_TAGS,
    clock,
    isCovered: (of, checkedAt) => isCovered({ indexStore, clock }, of, checkedAt),
  });
  const deps = { ...live.deps, live: facts };
  const app = await makeApp(t, deps, 0);
  const refreshDeps: RefreshDeps = { indexStore, sec: client.value, live: facts, clock, randomBytes };
  const refresh = () => refreshFacts(refreshDeps);
  for (const day of ['2026-02-26', '2026-02-27']) sec.put(...fakeDailyIndex(day, [[OTHER, '4']]));
  await refresh();
  await app.screen(symbol);
  let seen = sec.requests.length;
  const since = (): readonly string[] => {
    const paths = sec.requests.slice(seen).map(({ path }) => path);
    seen = sec.requests.length;
    return paths;
  };
  return { ...app, deps, sec, clock, indexStore, refresh, since };
}

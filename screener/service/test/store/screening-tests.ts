import assert from 'node:assert/strict';
import type { ScreeningChanges } from '@screener/engine/history/changes';
import type { StoreTests } from './open-store.ts';
import { screening } from './records.ts';

const CHANGES: ScreeningChanges = {
  since: '2025-01-31',
  verdict: { from: 'compliant', to: 'questionable' },
  score: { from: 77.9, to: 61.3 },
  checks: [
    {
      methodology: 'djim',
      ratio: 'debt_to_market_cap',
      from: 'pass',
      to: 'fail',
      value_from: 0.31,
      value_to: 0.3400000000000001,
      because: [
        {
          concept: 'Long-term debt',
          xbrl_tag: 'us-gaap:LongTermDebtNoncurrent',
          from: 76685000000,
          to: null,
          accession: '0000320193-26-000006',
          source_url: null,
          decisive: true,
        },
      ],
    },
  ],
  report: { from: null, to: '0000320193-26-000006' },
  engine_changed: false,
};

/** History: what is stored, in which order it is read, what replaces what. */
export const SCREENING_TESTS: StoreTests = {
  'a screening is read back as it was stored': async ({ store }) => {
    const first = screening('AAPL', '2025-01-31', 'first');
    const live = screening('AAPL', '2025-05-02', 'second', {
      origin: 'live',
      recordedAt: 1_746_190_800_123,
      changes: CHANGES,
    });
    assert.equal(await store.saveScreenings([first, live]), 2);
    assert.deepEqual(await store.screenings('AAPL', 'current', 10), [live, first]);
    assert.deepEqual(await store.latestScreening('AAPL', 'current', '2025-05-02'), live);
  },

  'nothing is stored twice, and the first one stays': async ({ store }) => {
    const kept = screening('AAPL', '2025-01-31', 'same', { origin: 'live', recordedAt: 1 });
    const twin = { ...kept, recordedAt: 2, changes: CHANGES };
    assert.equal(await store.saveScreenings([kept]), 1);
    assert.equal(await store.saveScreenings([twin, twin]), 0);
    const other = screening('AAPL', '2025-01-31', 'other', { origin: 'live', recordedAt: 3 });
    assert.equal(await store.saveScreenings([twin, other]), 1);
    assert.deepEqual(await store.screenings('AAPL', 'current', 10), [other, kept]);
  },

  'tickers, rule sets and dates with one fingerprint are different screenings': async ({ store }) => {
    const variants = [
      screening('AAPL', '2025-01-31', 'x'),
      screening('AAPL', '2025-02-01', 'x'),
      screening('MSFT', '2025-01-31', 'x'),
      screening('AAPL', '2025-01-31', 'x', { rules: 'classic' }),
    ];
    assert.equal(await store.saveScreenings(variants), 4);
    assert.equal((await store.screenings('AAPL', 'current', 10)).length, 2);
    assert.equal((await store.screenings('AAPL', 'classic', 10)).length, 1);
    assert.equal((await store.screenings('MSFT', 'current', 10)).length, 1);
    assert.deepEqual(await store.screenings('MSFT', 'classic', 10), []);
  },

  'the latest screening is the one with the latest date not after the requested one': async ({ store }) => {
    const dates = ['2024-11-01', '2025-01-31', '2025-05-02'];
    await store.saveScreenings([...dates].reverse().map((date) => screening('AAPL', date, date)));
    const latest = async (asOf: string) => (await store.latestScreening('AAPL', 'current', asOf))?.asOf;
    assert.equal(await latest('2024-10-31'), undefined);
    assert.equal(await latest('2024-11-01'), '2024-11-01');
    assert.equal(await latest('2025-05-01'), '2025-01-31');
    assert.equal(await latest('2099-12-31'), '2025-05-02');
    assert.equal(await store.latestScreening('AAPL', 'classic', '2099-12-31'), null);
    assert.equal(await store.latestScreening('AAP', 'current', '2099-12-31'), null);
  },

  'within a day, the one recorded last is the latest and comes first': async ({ store }) => {
    const day = '2025-05-02';
    const morning = screening('AAPL', day, 'm', { origin: 'live', recordedAt: 1_000 });
    const noon = screening('AAPL', day, 'n', { origin: 'live', recordedAt: 9_000 });
    const evening = screening('AAPL', day, 'e', { origin: 'live', recordedAt: 10_000 });
    await store.saveScreenings([noon, evening, screening('AAPL', day, 'b'), morning]);
    assert.equal((await store.latestScreening('AAPL', 'current', day))?.fingerprint, evening.fingerprint);
    const recorded = (await store.screenings('AAPL', 'current', 10)).map((kept) => kept.recordedAt);
    assert.deepEqual(recorded, [10_000, 9_000, 1_000, 0]);
  },

  'screenings of the same instant have a fixed order, whichever was written first': async ({ store }) => {
    const words = ['a', 'b', 'c', 'd', 'e', 'f'];
    const rows = words.map((word) => screening('AAPL', '2025-05-02', word));
    await store.saveScreenings(rows);
    await store.saveScreenings([...rows].reverse().map((row) => ({ ...row, symbol: 'MSFT' })));
    const order = async (symbol: string) =>
      (await store.screenings(symbol, 'current', 10)).map((kept) => kept.fingerprint);
    assert.deepEqual(await order('AAPL'), await order('MSFT'));
    const [first] = await order('AAPL');
    assert.equal((await store.latestScreening('AAPL', 'current', '2025-05-02'))?.fingerprint, first);
    assert.equal((await store.latestScreening('MSFT', 'current', '2025-05-02'))?.fingerprint, first);
  },

  'no more than requested, the newest': async ({ store }) => {
    const dates = Array.from({ length: 30 }, (_, day) => `2025-06-${String(day + 1).padStart(2, '0')}`);
    assert.equal(await store.saveScreenings(dates.map((date) => screening('AAPL', date, date))), 30);
    const newest = (await store.screenings('AAPL', 'current', 3)).map((kept) => kept.asOf);
    assert.deepEqual(newest, ['2025-06-30', '2025-06-29', '2025-06-28']);
  },

  'a backfill replaces an earlier backfill, and leaves live rows, other tickers and other rules': async ({
    store,
  }) => {
    const live = screening('AAPL', '2025-05-02', 'live', { origin: 'live', recordedAt: 5 });
    const classic = screening('AAPL', '2025-01-31', 'classic', { rules: 'classic' });
    const other = screening('MSFT', '2025-01-31', 'other');
    await store.saveScreenings([live, classic, other, screening('AAPL', '2024-11-01', 'old')]);
    const fresh = [screening('AAPL', '2023-11-03', 'new 1'), screening('AAPL', '2024-02-02', 'new 2')];
    await store.replaceBackfills([{ symbol: 'AAPL', rules: 'current', screenings: fresh }]);
    await store.replaceBackfills([{ symbol: 'AAPL', rules: 'current', screenings: fresh }]);
    assert.deepEqual(await store.screenings('AAPL', 'current', 10), [live, ...[...fresh].reverse()]);
    assert.deepEqual(await store.screenings('AAPL', 'classic', 10), [classic]);
    assert.deepEqual(await store.screenings('MSFT', 'current', 10), [other]);
    await store.replaceBackfills([{ symbol: 'AAPL', rules: 'current', screenings: [] }]);
    assert.deepEqual(await store.screenings('AAPL', 'current', 10), [live]);
  },

  'a backfill does not replace a live row with the same fingerprint': async ({ store }) => {
    const live = screening('AAPL', '2025-05-02', 'same', { origin: 'live', recordedAt: 5, changes: CHANGES });
    await store.saveScreenings([live]);
    await store.replaceBackfills([
      { symbol: 'AAPL', rules: 'current', screenings: [screening('AAPL', '2025-05-02', 'same')] },
    ]);
    assert.deepEqual(await store.screenings('AAPL', 'current', 10), [live]);
  },

  'a failed backfill leaves the earlier one': async ({ store }) => {
    const old = screening('AAPL', '2024-11-01', 'old');
    await store.saveScreenings([old]);
    const broken = { ...screening('AAPL', '2025-01-31', 'new'), asOf: null as unknown as string };
    await assert.rejects(
      store.replaceBackfills([
        { symbol: 'AAPL', rules: 'current', screenings: [screening('AAPL', '2023-11-03', 'n'), broken] },
      ]),
    );
    assert.deepEqual(await store.screenings('AAPL', 'current', 10), [old]);
  },
};

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { dated } from '@screener/engine/history/dated-screening';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { readCompanyFacts } from '@screener/sources/companyfacts/read';
import {
  annual,
  companyFacts,
  type Filing,
  firstQuarter,
  LITTLE_DEBT,
  MARKET_CAP,
  MUCH_DEBT,
  NORTHWIND,
} from '@screener/sources/testing/synthetic-filer';
import { toCompanyRecord } from '../src/use-cases/live-facts.ts';
import type { HistorySnapshot } from '../src/use-cases/read-history.ts';
import type { ScreenDeps } from '../src/use-cases/screen-ticker.ts';
import { clockAt, DAY, makeApp, SECOND } from './app-under-test.ts';
import { useSnapshotStore } from './snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const CIK = String(NORTHWIND.cik).padStart(10, '0');
const REPORTS = [
  annual('2028-12-31', LITTLE_DEBT),
  firstQuarter('2029-03-31', LITTLE_DEBT),
  annual('2029-12-31', LITTLE_DEBT),
];
const BORROWED = firstQuarter('2030-03-31', MUCH_DEBT);

describe('the history that comes with the snapshot', () => {
  test('newest first, each entry linked to the one before it', async () => {
    const app = await snapshot.app();
    for (const rules of ['current', 'classic']) {
      const history = await app.history(`AAPL?rules=${rules}&limit=500`);
      assert.equal(history.symbol, 'AAPL');
      assert.equal(history.rules, rules);
      assert.ok(history.snapshots.length > 20, `${history.snapshots.length} entries`);
      // A day on which a verdict went stale has no part in the chain of changes.
      const changed = history.snapshots.filter(({ changes }) => changes?.stale === undefined);
      for (const [newer, older] of pairs(changed)) {
        assert.ok(newer.as_of > older.as_of, `${newer.as_of} after ${older.as_of}`);
        assert.equal(newer.changes?.since, older.as_of);
        assert.equal(newer.rules, rules);
      }
      assert.equal(history.snapshots.at(-1)?.changes, null);
      assert.ok(history.snapshots.every((entry) => entry.origin === 'backfill'));
    }
  });

  test('pages that fit together, until there is no cursor', async () => {
    const app = await snapshot.app();
    const whole = await app.history('AAPL?limit=500');
    assert.equal(whole.next_cursor, null);
    const pages: HistorySnapshot[] = [];
    let query = '?limit=7';
    for (let next: string | null = ''; next !== null; query = `?limit=7&cursor=${next}`) {
      const page = await app.history(`AAPL${query}`);
      assert.ok(page.snapshots.length === 7 || page.next_cursor === null);
      pages.push(...page.snapshots);
      next = page.next_cursor;
    }
    assert.deepEqual(pages, whole.snapshots);
    for (const cursor of ['x', 'AAAA', Buffer.from('2025-01-01 0 z').toString('base64url')]) {
      const refused = await app.get(`/v1/history/AAPL?cursor=${cursor}`);
      assert.deepEqual([refused.status, JSON.parse(refused.body).detail[0].loc], [422, ['query', 'cursor']]);
    }
  });

  test('no more than requested, the newest first', async () => {
    const app = await snapshot.app();
    const all = await app.history('AAPL?limit=500');
    assert.deepEqual((await app.history('AAPL?limit=3')).snapshots, all.snapshots.slice(0, 3));
    assert.deepEqual((await app.history('AAPL')).snapshots, all.snapshots.slice(0, 100));
    assert.deepEqual(await app.history('aapl?limit=500'), all);
  });

  test('a listed company that was never screened has an empty history', async () => {
    const app = await snapshot.app();
    assert.deepEqual((await app.history('KO')).snapshots, []);
  });

  test('changes name exactly the checks that flipped and the figures that moved', async (t) => {
    const deps = snapshot.shared();
    const app = await makeApp(t, deps);
    let flips = 0;
    let decisive = 0;
    for (const { symbol } of await deps.store.listingsWithFacts(null, 1_000)) {
      const { snapshots } = await app.history(`${symbol}?limit=500`);
      const changed = snapshots.filter(({ changes }) => changes?.stale === undefined);
      for (const [newer, older] of pairs(changed)) {
        const { changes } = newer;
        assert.ok(changes !== null);
        const named = changes.checks.map(({ methodology, ratio, from, to }) => [
          methodology,
          ratio,
          from,
          to,
        ]);
        assert.deepEqual(named, flipped(older, newer), `${symbol} ${newer.as_of}`);
        assert.equal(changes.verdict !== null, older.compliance !== newer.compliance);
        assert.equal(changes.score !== null, older.score !== newer.score);
        assert.equal(changes.report !== null, older.anchor?.accession !== newer.anchor?.accession);
        for (const { because } of changes.checks) {
          flips += 1;
          if (because.some((cause) => cause.decisive)) decisive += 1;
          for (const cause of because) assert.notEqual(cause.from, cause.to);
        }
      }
    }
    assert.ok(flips > 100 && decisive > 20, `${flips} flips, ${decisive} with a figure that did it`);
  });

  test('Apple, April 2021: FTSE and MSCI flipped, and the 10-Q that did it is named', async () => {
    const app = await snapshot.app();
    const { snapshots } = await app.history('AAPL?limit=500');
    const entry = snapshots.find((one) => one.as_of === '2021-04-29');
    assert.deepEqual(entry?.changes?.report, { from: '0000320193-21-000010', to: '0000320193-21-000056' });
    const flips = entry?.changes?.checks.filter((flip) => flip.ratio === 'debt_to_total_assets') ?? [];
    assert.deepEqual(
      flips.map((flip) => `${flip.methodology}: ${flip.from} to ${flip.to}`),
      ['ftse: pass to fail', 'msci: pass to fail'],
    );
    for (const { because } of flips) {
      // (5,000 + 8,003 + 99,281) / 337,158 is below a third; with the debt of March it is above.
      const borrowed = because.find((cause) => cause.xbrl_tag === 'us-gaap:LongTermDebtNoncurrent');
      assert.deepEqual(
        [borrowed?.from, borrowed?.to, borrowed?.accession, borrowed?.decisive],
        [99_281_000_000, 108_642_000_000, '0000320193-21-000056', true],
      );
      assert.match(borrowed?.source_url ?? '', /000032019321000056/);
      // Lower payables alone would never have made the debt too high.
      const payables = because.find((cause) => cause.xbrl_tag === 'us-gaap:AccountsPayableCurrent');
      assert.notEqual(payables?.decisive, true);
    }
  });

  test('an entry agrees with a screening at its date', async (t) => {
    const deps = snapshot.shared();
    const app = await makeApp(t, deps);
    let compared = 0;
    for (const { symbol } of await deps.store.listingsWithFacts(null, 1_000)) {
      const { snapshots } = await app.history(`${symbol}?limit=500`);
      const chosen = [0, snapshots.length >> 1].flatMap((index) => snapshots[index] ?? []);
      for (const entry of chosen) {
        const answer = await app.screen(`${symbol}?as_of=${entry.as_of}`);
        compared += 1;
        assert.deepEqual(
          {
            compliance: answer.compliance,
            score: answer.score,
            business_activity: answer.business_activity.status,
            purification_pct: answer.purification.pct_of_dividends_and_gains,
            anchor: answer.anchor,
            missing: answer.missing,
            checks: answer.methodologies.map(({ id, checks }) => [id, checks.map(checkSaid)]),
          },
          {
            compliance: entry.compliance,
            score: entry.score,
            business_activity: entry.business_activity,
            purification_pct: entry.purification_pct,
            anchor: entry.anchor,
            missing: entry.missing,
            checks: entry.methodologies.map(({ id, checks }) => [id, checks.map(checkSaid)]),
          },
          `${symbol} as of ${entry.as_of}: run sanad snapshot history after a change of the engine`,
        );
      }
    }
    assert.ok(compared > 40, `${compared} entries`);
  });
});

describe('the history that screenings make', () => {
  test('new facts add one entry, with its cause; the same facts again add nothing', async (t) => {
    const { app, deps, clock, file } = await filerApp(t);
    await file(REPORTS);
    await app.screen(NORTHWIND.symbol);
    await app.screen(NORTHWIND.symbol);
    const [first, ...none] = (await app.history(NORTHWIND.symbol)).snapshots;
    assert.deepEqual(none, []);
    assert.equal(first?.origin, 'live');
    assert.equal(first?.as_of, '2030-04-15');
    assert.equal(first?.compliance, 'compliant');
    assert.equal(first?.changes, null);

    clock.advance(20 * DAY);
    await file([...REPORTS, BORROWED]);
    for (let request = 0; request < 3; request += 1) {
      assert.equal((await app.screen(NORTHWIND.symbol)).compliance, 'questionable');
      clock.advance(SECOND);
    }
    const { snapshots } = await app.history(NORTHWIND.symbol);
    assert.equal(snapshots.length, 2);
    const [second] = snapshots;
    assert.equal(second?.origin, 'live');
    assert.equal(second?.as_of, '2030-05-05');
    assert.equal(second?.changes?.since, '2030-04-15');
    assert.deepEqual(second?.changes?.verdict, { from: 'compliant', to: 'questionable' });
    assert.deepEqual(second?.changes?.report, {
      from: REPORTS[2]?.accession,
      to: BORROWED.accession,
    });
    const flips = second?.changes?.checks ?? [];
    assert.deepEqual(
      flips.map((flip) => [flip.methodology, flip.ratio, flip.from, flip.to]),
      [
        ['ftse', 'debt_to_total_assets', 'pass', 'fail'],
        ['msci', 'debt_to_total_assets', 'pass', 'fail'],
      ],
    );
    for (const { because } of flips) {
      const cause = because.find((one) => one.xbrl_tag === 'us-gaap:LongTermDebtNoncurrent');
      assert.deepEqual(
        [cause?.from, cause?.to, cause?.accession, cause?.decisive],
        [1_500_000_000, 4_500_000_000, BORROWED.accession, true],
      );
    }
    assert.equal((await deps.store.screenings(NORTHWIND.symbol, 'current', 10)).length, 2);
  });

  test('a new day with the same facts adds nothing', async (t) => {
    const { app, clock, file } = await filerApp(t);
    await file(REPORTS);
    for (let day = 0; day < 5; day += 1) {
      await app.screen(NORTHWIND.symbol);
      clock.advance(DAY);
    }
    assert.equal((await app.history(NORTHWIND.symbol)).snapshots.length, 1);
  });

  test('a screening at a past date is not stored; rule sets are kept apart', async (t) => {
    const { app, file } = await filerApp(t);
    await file(REPORTS);
    await app.screen(`${NORTHWIND.symbol}?as_of=2029-06-01`);
    assert.deepEqual((await app.history(NORTHWIND.symbol)).snapshots, []);
    await app.screen(`${NORTHWIND.symbol}?rules=classic`);
    assert.deepEqual((await app.history(NORTHWIND.symbol)).snapshots, []);
    assert.equal((await app.history(`${NORTHWIND.symbol}?rules=classic`)).snapshots.length, 1);
  });

  test('many simultaneous requests store one entry', async (t) => {
    const { app, file } = await filerApp(t, 0);
    await file(REPORTS);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.get(`/v1/screen/${NORTHWIND.symbol}`)),
    );
    assert.equal(new Set(answers.map((answer) => answer.body)).size, 1);
    assert.equal((await app.history(NORTHWIND.symbol)).snapshots.length, 1);
  });

  test('a change of the engine is distinguished from a change in filings', async (t) => {
    const { app, clock, deps, file } = await filerApp(t);
    const { symbol } = NORTHWIND;
    await file(REPORTS);
    const today = dated(await app.screen(`${symbol}?as_of=2030-04-10`));
    const judged = today.methodologies.map(({ checks, ...methodology }) => ({
      ...methodology,
      checks: checks.map((check) =>
        check.ratio === 'debt_to_total_assets' ? { ...check, status: 'fail' as const, passed: false } : check,
      ),
    }));
    // As in a database written before the version was derived.
    const older = {
      ...today,
      engine_version: '1',
      compliance: 'questionable',
      methodologies: judged,
    } as const;
    const row = { symbol, rules: 'current', asOf: older.as_of, fingerprint: 'of another engine' } as const;
    await deps.store.saveScreenings([
      { ...row, recordedAt: 0, screening: older, changes: null, origin: 'live' },
    ]);
    await app.screen(symbol);
    clock.advance(20 * DAY);
    await file([...REPORTS, BORROWED]);
    await app.screen(symbol);
    const [filed, engine, kept] = (await app.history(symbol)).snapshots;
    assert.equal(kept?.engine_version, '1');
    assert.equal(engine?.changes?.engine_changed, true);
    assert.deepEqual(engine.changes.verdict, { from: 'questionable', to: 'compliant' });
    assert.deepEqual(
      engine.changes.checks.map((flip) => [flip.methodology, flip.from, flip.to, flip.because]),
      [
        ['ftse', 'fail', 'pass', []],
        ['msci', 'fail', 'pass', []],
      ],
    );
    assert.equal(filed?.changes?.engine_changed, false);
    assert.ok(filed.changes.checks.every(({ because }) => because.length > 0));
  });

  test('back and forth: each flip is an entry, even on the same day', async (t) => {
    const { app, clock, file } = await filerApp(t);
    const corrected = [...REPORTS, { ...BORROWED, debt: LITTLE_DEBT }];
    clock.advance(20 * DAY);
    for (const reports of [REPORTS, [...REPORTS, BORROWED], corrected]) {
      await file(reports);
      await app.screen(NORTHWIND.symbol);
      clock.advance(SECOND);
    }
    const { snapshots } = await app.history(NORTHWIND.symbol);
    assert.deepEqual(
      snapshots.map((entry) => [entry.as_of, entry.compliance]),
      [
        ['2030-05-05', 'compliant'],
        ['2030-05-05', 'questionable'],
        ['2030-05-05', 'compliant'],
      ],
    );
  });

  test('a snapshot answer that is already in its history adds nothing', async (t) => {
    const deps = await (await snapshot.copy(t)).open();
    const app = await makeApp(t, deps);
    const before = await app.history('AAPL?limit=500');
    await app.screen('AAPL');
    assert.deepEqual(await app.history('AAPL?limit=500'), before);
  });
});

/** An application whose store is up to date with every filing, and one filer whose filings the test sets. */
async function filerApp(t: TestContext, cacheBytes?: number) {
  const clock = clockAt('2030-04-15T12:00:00Z');
  const deps: ScreenDeps = { ...(await (await snapshot.copy(t)).open()), clock };
  const { symbol, name } = NORTHWIND;
  await deps.store.saveTickers([{ symbol, cik: CIK, name, exchange: null }]);
  await deps.store.saveSetting('data_source', 'sec_bulk');
  const dates = ['2029-05-31', '2030-03-29', '2030-04-30'];
  const quote = { symbol, close: 50, currency: 'USD', marketCap: MARKET_CAP, source: 'the test' };
  await deps.store.saveQuotes(new Map([[symbol, dates.map((date) => ({ ...quote, date }))]]));
  const file = async (filings: readonly Filing[]) => {
    const facts = readCompanyFacts(companyFacts(NORTHWIND, filings), STORED_TAGS);
    assert.ok(facts.ok);
    await deps.store.saveCompanies([toCompanyRecord(facts.value)]);
    await deps.store.saveDetails([
      { cik: CIK, name, sic: '3826', sicDescription: null, sicSource: 'submissions' },
    ]);
    // Cached answers stay valid for another second.
    clock.advance(SECOND);
  };
  return { app: await makeApp(t, deps, cacheBytes), deps, clock, file };
}

function pairs(
  snapshots: readonly HistorySnapshot[],
): readonly (readonly [newer: HistorySnapshot, older: HistorySnapshot])[] {
  return snapshots.slice(1).flatMap((older, index) => {
    const newer = snapshots[index];
    return newer === undefined ? [] : [[newer, older] as const];
  });
}

/** Checks of both entries whose status differs: methodology, ratio, from, to. */
function flipped(older: HistorySnapshot, newer: HistorySnapshot): readonly (readonly string[])[] {
  const statusOf = new Map(
    older.methodologies.flatMap(({ id, checks }) =>
      checks.map((check) => [`${id} ${check.ratio}`, check.status]),
    ),
  );
  return newer.methodologies.flatMap(({ id, checks }) =>
    checks.flatMap(({ ratio, status }) => {
      const before = statusOf.get(`${id} ${ratio}`);
      return before === undefined || before === status ? [] : [[id, ratio, before, status]];
    }),
  );
}

function checkSaid({
  ratio,
  value,
  threshold,
  passed,
  status,
}: HistorySnapshot['methodologies'][number]['checks'][number]) {
  return { ratio, value, threshold, passed, status };
}

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { CalendarDate } from '@common/base/calendar';
import { unwrap } from '@common/base/result';
import { removeDirectory } from '@common/kit/testing';
import { writeSnapshot } from '@screener/edgar/snapshot/snapshot';
import { annual, LITTLE_DEBT, NORTHWIND } from '@screener/edgar/testing/synthetic-filer';
import { type ScreenDeps, screenTicker, understand } from '../src/use-cases/screen-ticker.ts';
import { seedSnapshot } from '../src/use-cases/seed-snapshot.ts';
import { PLACES } from './store/open-store.ts';
import { FROM_SUBMISSIONS, tinySnapshot } from './tiny-snapshot.ts';

const TODAY = '2027-01-15';
/** Filed on 2024-02-14. */
const FILINGS = [annual('2023-12-31', LITTLE_DEBT)];

describe('the date of a screening without as_of, from the snapshot alone', () => {
  test('is the last day through which the company’s facts are known to be complete', async (t) => {
    const answer = await screenAt(t, { snapshot: '2024-06-28', own: '2024-05-09' });
    assert.equal(answer.as_of, '2024-05-09');
    assert.equal(answer.data_source, 'snapshot');
    assert.deepEqual(idsOf(answer), ['snapshot_date']);
    assert.equal(answer.anchor?.period_end, '2023-12-31');
  });

  test('is the day of the newest filing where nothing more is known', async (t) => {
    assert.equal((await screenAt(t, { snapshot: '2024-06-28', own: null })).as_of, '2024-02-14');
  });

  test('is never after the snapshot’s own date', async (t) => {
    assert.equal((await screenAt(t, { snapshot: '2024-04-01', own: '2024-05-09' })).as_of, '2024-04-01');
  });

  test('is the snapshot’s date when the company’s day is too long ago: no verdict, with the reason', async (t) => {
    const just = await screenAt(t, { snapshot: '2025-11-09', own: '2024-05-09' });
    assert.equal(just.as_of, '2024-05-09');
    const late = await screenAt(t, { snapshot: '2025-11-10', own: '2024-05-09' });
    assert.equal(late.as_of, '2025-11-10');
    assert.equal(late.compliance, 'not_screenable');
    assert.deepEqual(
      late.missing.map(({ code }) => code),
      ['stale_report'],
    );
  });

  test('is the snapshot’s date for a company without facts', async (t) => {
    const answer = await screenAt(t, { snapshot: '2024-06-28', own: null }, 'EMPTY');
    assert.equal(answer.as_of, '2024-06-28');
    assert.equal(answer.compliance, 'not_screenable');
    assert.deepEqual(
      answer.missing.map(({ code }) => code),
      ['facts_not_at_hand'],
    );
  });

  test('a date asked for is taken as it is; beyond the company’s day, the answer says that a report may be missing', async (t) => {
    const days = { snapshot: '2024-07-31', own: '2024-05-09' };
    const within = await screenAt(t, days, NORTHWIND.symbol, '2024-05-09');
    assert.deepEqual([within.as_of, idsOf(within)], ['2024-05-09', []]);
    const beyond = await screenAt(t, days, NORTHWIND.symbol, '2024-07-31');
    assert.deepEqual([beyond.as_of, idsOf(beyond)], ['2024-07-31', ['facts_end_early']]);
  });

  test('an unknown ticker is refused with the command that asks the SEC', async (t) => {
    const refused = await screened(t, { snapshot: '2024-06-28', own: null }, 'NOSUCH', null);
    assert.ok(!refused.ok);
    assert.equal(refused.error.code, 'ticker_not_found');
    assert.match(refused.error.message, /run "npm run sanad -- setup" once/);
  });
});

interface Days {
  readonly snapshot: CalendarDate;
  /** Through which Northwind's facts are complete. */
  readonly own: CalendarDate | null;
}

async function screenAt(t: TestContext, days: Days, ticker = NORTHWIND.symbol, asOf: string | null = null) {
  return unwrap(await screened(t, days, ticker, asOf));
}

async function screened(t: TestContext, days: Days, ticker: string, asOf: string | null) {
  const directory = await mkdtemp(join(tmpdir(), 'sanad-date-'));
  t.after(() => removeDirectory(directory));
  const snapshot = tinySnapshot(NORTHWIND, FILINGS, FROM_SUBMISSIONS, days.own);
  const empty = { symbol: 'EMPTY', cik: '0000000042', name: 'Empty Inc.', exchange: 'NYSE', sector: null };
  const tickers = [...snapshot.tickers, empty];
  await writeSnapshot(join(directory, 'snapshot'), { ...snapshot, tickers, asOf: days.snapshot });
  const { store } = await PLACES.sqliteInMemory(t);
  unwrap(await seedSnapshot(store, join(directory, 'snapshot')));
  const deps: ScreenDeps = {
    ...{ store, live: null, liveQuotes: null, options: { yieldBound: true } },
    clock: () => Date.parse(`${TODAY}T12:00:00Z`),
  };
  return screenTicker(deps, unwrap(understand({ ticker, asOf, rules: null }, TODAY)));
}

/** The approximations that are about dates. */
function idsOf({ approximations }: { readonly approximations: readonly { readonly id: string }[] }) {
  return approximations.map(({ id }) => id).filter((id) => ['snapshot_date', 'facts_end_early'].includes(id));
}

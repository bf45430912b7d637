import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays } from '@common/base/calendar';
import { size } from '@common/kit/testing/size';
import { screenTicker } from '@screener/service/use-cases/screen-ticker';
import { readTimeline } from '@screener/service/use-cases/timeline';
import { toldChange } from '@screener/service/watchlist/told-change';
import { readWatchedRow } from '@screener/service/watchlist/watched-row';
import fc from 'fast-check';
import { useSnapshotStore } from './snapshot-store.ts';

const TODAY = '2026-11-27';
const snapshot = useSnapshotStore(() => Date.parse(`${TODAY}T12:00:00Z`));

async function screened(symbol: string, asOf: string | null) {
  const answer = await screenTicker(snapshot.shared(), { symbol, asOf, rules: 'current' });
  assert.ok(answer.ok, symbol);
  return answer.value;
}

describe('an answer of today from old data', () => {
  test('keeps its verdict and its day, is stale, and counts its age to today', async () => {
    const answer = await (await snapshot.app()).screen('AAPL');
    assert.deepEqual(
      [answer.as_of, answer.today, answer.facts_through, answer.compliance],
      ['2026-04-23', TODAY, '2026-04-23', 'compliant'],
    );
    // The 10-Q for March was due by 6 May.
    assert.deepEqual(answer.stale, { since: '2026-06-11', why: 'report_not_here' });
    assert.equal(answer.data_age_days, 335);
    assert.match(answer.summary, /That is the verdict of 2026-04-23\.$/);
  });

  test('of a past that later filings are known of is not stale', async () => {
    const answer = await screened('AAPL', '2021-05-01');
    assert.deepEqual([answer.compliance === 'not_screenable', answer.stale], [false, null]);
  });
});

describe('a past day whose reports are not here', () => {
  test('has no verdict, names what is missing, and says which verdict was the last', async () => {
    for (const [symbol, asOf, last] of [
      ['AMZN', '2022-06-30', '2021-04-30'],
      ['TSLA', '2024-04-05', '2022-10-24'],
      // The 10-Q for June was filed on 30 July 2021, ten days before it was due.
      ['AMZN', '2021-07-30', '2021-04-30'],
      // The 10-Q for March is overdue by now: it may have been filed by then.
      ['AAPL', '2026-05-05', '2026-01-30'],
    ] as const) {
      const answer = await screened(symbol, asOf);
      assert.deepEqual(
        [answer.compliance, answer.score, answer.missing.map(({ code }) => code), answer.last_verdict?.as_of],
        ['not_screenable', 0, ['reports_not_here'], last],
      );
    }
    assert.notEqual((await screened('AMZN', '2021-07-29')).compliance, 'not_screenable');
  });
});

describe('going stale', () => {
  test('is an event of the day on which it happened, and no change', async () => {
    const rows = await readTimeline(snapshot.shared(), 'TSLA', 'current', 200);
    const [event, before] = rows;
    assert.equal(event?.changes?.stale?.verdict, before?.screening.compliance);
    assert.deepEqual(
      [event?.asOf, event?.changes?.verdict, event?.screening.compliance, before?.asOf],
      [event?.changes?.stale?.since, null, 'not_screenable', '2022-10-24'],
    );
    const row = await readWatchedRow(snapshot.shared(), { symbol: 'TSLA', asOf: null, rules: 'current' });
    // All that is known of Tesla is more than a year ago, so nothing is told of the last twelve months.
    assert.deepEqual(row.ok && row.value.changes, []);
  });

  test('is told of a watched ticker in the year in which it happened', async () => {
    const row = await readWatchedRow(snapshot.shared(), { symbol: 'AAPL', asOf: null, rules: 'current' });
    const told = row.ok ? row.value.changes.map(({ date, cause, verdict }) => [date, cause, verdict]) : [];
    assert.deepEqual(told[0], ['2026-06-11', 'time', null]);
  });
});

test('no change is told that two screenings at those dates do not show, whatever the company', async () => {
  const deps = snapshot.shared();
  const listings = await deps.store.listingsWithFacts(null, 1_000);
  const timelines = new Map(
    await Promise.all(
      listings.map(async ({ symbol }) => [symbol, await readTimeline(deps, symbol, 'current', 500)] as const),
    ),
  );
  const symbols = [...timelines.keys()].filter((symbol) => (timelines.get(symbol) ?? []).length > 0);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...symbols), fc.nat(), async (symbol, place) => {
      const rows = timelines.get(symbol) ?? [];
      const row = rows[place % rows.length];
      assert.ok(row !== undefined);
      const told = toldChange(row);
      const then = await screened(symbol, row.asOf);
      assert.equal(then.compliance, row.screening.compliance, `${symbol} ${row.asOf}`);
      if (told?.verdict != null) {
        const before = await screened(symbol, row.changes?.since ?? '');
        assert.deepEqual([before.compliance, then.compliance], [told.verdict.from, told.verdict.to]);
      }
      if (told?.stale != null) {
        const last = await screened(symbol, addDays(row.asOf, -1));
        assert.deepEqual([last.stale?.why === told.stale.why || last.stale === null], [true], symbol);
        assert.ok(then.stale !== null, `${symbol} ${row.asOf}`);
      }
    }),
    { numRuns: size({ quick: 40, full: 2_000 }) },
  );
});

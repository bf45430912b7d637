import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import type { ScreenAnswer } from '../src/use-cases/screen-ticker.ts';
import { clockAt, makeApp } from './app-under-test.ts';
import { snapshotDate, useSnapshotStore } from './snapshot-store.ts';

// Long after any snapshot in this repository.
const clock = clockAt('2030-06-15T12:00:00Z');
const snapshot = useSnapshotStore(clock);

/** From Apple's 10-Q for the quarter to 2025-12-27, filed 2026-01-30. */
const APPLE_2025_12 = {
  accession: '0000320193-26-000006',
  'us-gaap:Assets': 379_297_000_000,
  'us-gaap:CommercialPaper': 1_997_000_000,
  'us-gaap:LongTermDebtCurrent': 11_827_000_000,
  'us-gaap:LongTermDebtNoncurrent': 76_685_000_000,
  'us-gaap:CashAndCashEquivalentsAtCarryingValue': 45_317_000_000,
  'us-gaap:MarketableSecuritiesCurrent': 21_590_000_000,
  'us-gaap:AccountsReceivableNetCurrent': 39_921_000_000,
};
/** From its 10-Q for the quarter to 2021-03-27, filed 2021-04-29. */
const APPLE_2021_03 = {
  accession: '0000320193-21-000056',
  'us-gaap:Assets': 337_158_000_000,
  'us-gaap:CommercialPaper': 5_000_000_000,
  'us-gaap:LongTermDebtCurrent': 8_003_000_000,
  'us-gaap:LongTermDebtNoncurrent': 108_642_000_000,
  'us-gaap:CashAndCashEquivalentsAtCarryingValue': 38_466_000_000,
};
/** From its 10-Q for the quarter to 2020-12-26, filed 2021-01-28. */
const APPLE_2020_12 = {
  accession: '0000320193-21-000010',
  'us-gaap:Assets': 354_054_000_000,
  'us-gaap:LongTermDebtCurrent': 7_762_000_000,
  'us-gaap:LongTermDebtNoncurrent': 99_281_000_000,
};

describe('screening from the embedded snapshot', () => {
  test('Apple: a verdict with the figures of its filings', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const answer = await app.screen('AAPL');
    assert.equal(answer.compliance, 'compliant');
    assert.equal(answer.name, 'Apple Inc.');
    assert.equal(answer.cik, '0000320193');
    assert.equal(answer.anchor?.accession, APPLE_2025_12.accession);
    assert.equal(answer.anchor?.form, '10-Q');
    citesFigures(answer, '2025-12-27', APPLE_2025_12);
    // (1,997 + 11,827 + 76,685) / 379,297
    assert.equal(answer.ratios.debt_to_total_assets, Number((90_509 / 379_297).toPrecision(6)));
    assert.equal(answer.methodologies.length, METHODOLOGIES.length);
  });

  test('the figures lead to the filing', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const { evidence } = await app.screen('AAPL');
    const assets = evidence.find((entry) => entry.xbrl_tag === 'us-gaap:Assets');
    assert.equal(
      assets?.source_url,
      'https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm',
    );
    assert.equal(assets?.form, '10-Q');
    assert.equal(assets?.filed, '2026-01-30');
    assert.equal(assets?.unit, 'USD');
  });

  test('without a date, it is the last day for which the snapshot knows the company’s filings', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const answer = await app.screen('AAPL');
    // Its list of filings ends on that day, with no report since the 10-Q of 2026-01-30.
    assert.equal(answer.as_of, '2026-04-23');
    assert.ok(
      answer.approximations.some(({ id, message }) => id === 'snapshot_date' && /2026-04-23/.test(message)),
    );
    assert.ok(!answer.approximations.some(({ id }) => id === 'facts_end_early'));
    assert.equal(answer.data_source, 'snapshot');
    assert.equal(answer.facts_through, '2026-01-30');
    assert.equal(answer.rules, 'current');
  });

  test('a past date reads what was filed by then', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const after = await app.screen('AAPL?as_of=2021-05-01');
    assert.equal(after.as_of, '2021-05-01');
    assert.equal(after.anchor?.accession, APPLE_2021_03.accession);
    citesFigures(after, '2021-03-27', APPLE_2021_03);
    // 121,645 / 337,158 is above a third: FTSE and MSCI fail.
    assert.equal(after.compliance, 'questionable');
    // The day of the filing counts, the day before does not.
    const onTheDay = await app.screen('AAPL?as_of=2021-04-29');
    assert.equal(onTheDay.anchor?.accession, APPLE_2021_03.accession);
    const before = await app.screen('AAPL?as_of=2021-04-28');
    assert.equal(before.anchor?.accession, APPLE_2020_12.accession);
    citesFigures(before, '2020-12-26', APPLE_2020_12);
    assert.equal(before.compliance, 'compliant');
  });

  test('the classic rules have the checks that the current ones dropped', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const checksOf = (answer: ScreenAnswer, id: string) =>
      answer.methodologies
        .find((methodology) => methodology.id === id)
        ?.checks.map((check) => `${check.ratio} ${check.comparison} ${check.threshold}`);
    const current = await app.screen('AAPL?rules=current');
    const classic = await app.screen('AAPL?rules=classic');
    assert.equal(classic.rules, 'classic');
    assert.deepEqual(checksOf(current, 'djim'), ['debt_to_market_cap < 0.33']);
    assert.deepEqual(checksOf(classic, 'djim'), [
      'debt_to_market_cap < 0.33',
      'cash_and_securities_to_market_cap < 0.33',
      'receivables_to_market_cap < 0.33',
    ]);
    assert.ok(checksOf(classic, 'sp')?.includes('receivables_to_market_cap < 0.49'));
    assert.notEqual(
      classic.methodologies.find(({ id }) => id === 'djim')?.edition,
      current.methodologies.find(({ id }) => id === 'djim')?.edition,
    );
  });

  test('a ticker is found in any spelling', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const bodies = new Set<string>();
    for (const spelling of ['BRK-B', 'brk-b', 'BRK.B', 'brk.b', 'BRK%2FB', 'BRK%20B', '%20BRK.B%20']) {
      const answer = await app.get(`/v1/screen/${spelling}`);
      assert.equal(answer.status, 200, spelling);
      assert.equal(JSON.parse(answer.body).data.symbol, 'BRK-B');
      bodies.add(answer.body);
    }
    assert.equal(bodies.size, 1);
    assert.equal((await app.screen('aapl')).symbol, 'AAPL');
    // Two classes of one filer are two answers.
    const [goog, googl] = [await app.screen('GOOG'), await app.screen('GOOGL')];
    assert.equal(goog.cik, googl.cik);
    assert.deepEqual([goog.symbol, googl.symbol], ['GOOG', 'GOOGL']);
  });

  test('a filer with an empty file of facts is not screenable, with the reason', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const answer = await app.screen('CIK0000002110');
    assert.equal(answer.compliance, 'not_screenable');
    assert.equal(answer.score, 0);
    assert.equal(answer.anchor, null);
    assert.deepEqual(answer.evidence, []);
    assert.deepEqual(
      answer.missing.map((entry) => entry.code),
      ['no_periodic_report'],
    );
    const checks = answer.methodologies.flatMap((methodology) => methodology.checks);
    assert.ok(checks.length > 0);
    for (const check of checks) {
      assert.deepEqual([check.status, check.passed, check.value], ['unknown', false, null]);
    }
    assert.equal(answer.purification.pct_of_dividends_and_gains, null);
  });

  test('a listed company without stored facts is not reported as having filed none', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const answer = await app.screen('NKE');
    assert.equal(answer.compliance, 'not_screenable');
    assert.equal(answer.as_of, await snapshotDate());
    assert.deepEqual(
      answer.missing.map((entry) => entry.code),
      ['facts_not_at_hand'],
    );
    const said = JSON.stringify([answer.missing, answer.market_data, answer.approximations]);
    assert.doesNotMatch(said, /was filed/);
    assert.match(answer.missing[0]?.message ?? '', /run "npm run sanad -- setup" once/);
  });

  test('a prohibited business is non-compliant without stored facts, by company or by SIC code alone', async (t) => {
    const { open } = await snapshot.copy(t);
    const deps = await open();
    const bank = { cik: '0000019617', name: 'JPMORGAN CHASE & CO', sicDescription: null };
    await deps.store.saveDetails([{ ...bank, sic: '6021', sicSource: 'submissions' }]);
    const app = await makeApp(t, deps);
    for (const [symbol, line] of [
      ['MO', 'tobacco'],
      ['PM', 'tobacco'],
      ['BUD', 'alcohol'],
      ['WYNN', 'gambling'],
      ['DKNG', 'gambling'],
      ['JPM', 'conventional_finance'],
    ] as const) {
      const answer = await app.screen(symbol);
      assert.equal(answer.compliance, 'non_compliant', symbol);
      assert.equal(answer.business_activity.findings[0]?.line, line, symbol);
      assert.deepEqual([answer.possible, answer.missing], [['non_compliant'], []], symbol);
      assert.deepEqual([answer.score, answer.anchor, answer.last_verdict], [0, null, null], symbol);
      assert.equal(answer.purification.pct_of_dividends_and_gains, null, symbol);
      assert.match(answer.market_data.reason ?? '', /npm run sanad -- setup/, symbol);
    }
  });

  test('facts too old for the date are not screened; a date of their time is', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const now = await app.screen('BA');
    assert.equal(now.compliance, 'not_screenable');
    assert.equal(now.as_of, await snapshotDate());
    assert.deepEqual(
      now.missing.map((entry) => entry.code),
      ['stale_report'],
    );
    assert.match(now.missing[0]?.message ?? '', /2021-03-31/);
    assert.ok(now.approximations.some((entry) => entry.id === 'facts_end_early'));
    // Its business is under review, so it can no more be compliant; and this is what it last was.
    assert.deepEqual(now.possible, ['questionable', 'non_compliant']);
    const last = now.last_verdict ?? assert.fail('no last verdict');
    assert.deepEqual(
      [last.as_of, last.compliance, last.anchor?.accession],
      ['2021-04-28', 'non_compliant', '0000012927-21-000040'],
    );
    const atLast = await app.screen(`BA?as_of=${last.as_of}`);
    assert.deepEqual([atLast.compliance, atLast.score], [last.compliance, last.score]);
    assert.equal(atLast.last_verdict, null);
    const then = await app.screen('BA?as_of=2021-05-01');
    assert.equal(then.anchor?.accession, '0000012927-21-000040');
    assert.equal(then.compliance, 'non_compliant');
    assert.ok(!then.approximations.some((entry) => entry.id === 'facts_end_early'));
  });

  test('a date before the first filing has no report', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const answer = await app.screen('AAPL?as_of=1999-12-31');
    assert.equal(answer.compliance, 'not_screenable');
    assert.deepEqual(
      answer.missing.map((entry) => entry.code),
      ['no_periodic_report'],
    );
  });
});

/** Each tag of `expected` is in the evidence at `periodEnd`, with its value and the accession. */
function citesFigures(
  answer: ScreenAnswer,
  periodEnd: string,
  { accession, ...figures }: { readonly accession: string } & Readonly<Record<string, string | number>>,
): void {
  for (const [tag, value] of Object.entries(figures)) {
    const entry = answer.evidence.find(
      (candidate) => candidate.xbrl_tag === tag && candidate.period_end === periodEnd,
    );
    assert.deepEqual({ value: entry?.value, accession: entry?.accession }, { value, accession }, tag);
  }
}

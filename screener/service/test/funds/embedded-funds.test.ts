import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BUCKETS } from '@screener/engine/funds/asset-buckets';
import type { BucketAnswer, HoldingAnswer } from '@screener/engine/funds/fund-screening';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { Value } from 'typebox/value';
import { EtfLookThroughSchema } from '../../src/http/fund-schemas.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('funds of the embedded snapshot', () => {
  test('SPUS: the documented members, and the look-through', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const answer = await app.screenFund('spus');
    const found = answer.etf_look_through;
    assert.deepEqual([answer.symbol, answer.cik, answer.data_source], ['SPUS', '0001742912', 'snapshot']);
    assert.equal(found.report?.period_end, '2024-11-30');
    assert.equal(answer.as_of, '2024-11-30');
    // The document does not name its filing, and none is made up.
    assert.deepEqual(
      [found.report?.accession, found.report?.filed, answer.facts_through],
      [null, null, null],
    );
    assert.equal(found.net_assets, 927_703_718.26);
    assert.equal(found.holdings.length, 226);
    assert.equal(answer.methodologies.length, METHODOLOGIES.length);
    assert.equal(answer.evidence[0]?.xbrl_tag, 'nport:netAssets');
    assert.ok(answer.approximations.some(({ id }) => id === 'point_in_time_market_cap'));
    // Resolved by its ticker, with the verdict of its own screening.
    const apple = found.holdings.find(({ symbol }) => symbol === 'AAPL');
    const alone = await app.screen(`AAPL?as_of=${answer.as_of}`);
    assert.deepEqual([apple?.compliance, apple?.score], [alone.compliance, alone.score]);
    assert.equal(apple?.resolved_by, 'ticker');
  });

  test('weights, verdicts and coverage agree with the holdings listed', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    for (const symbol of ['SPUS', 'VOO']) {
      const { etf_look_through: found, compliance, score } = await app.screenFund(symbol);
      assert.ok(found.net_assets !== null);
      const cents = (value: number) => Math.round(100 * value);
      const total = found.holdings.reduce((sum, { value }) => sum + cents(value), 0);
      const { residual } = found.weights;
      assert.ok(Math.abs(total + cents(residual.value) - cents(found.net_assets)) <= 1, symbol);
      for (const bucket of BUCKETS) {
        const sum: BucketAnswer = found.weights[bucket];
        const inside: readonly HoldingAnswer[] = found.holdings.filter(
          (holding) => holding.bucket === bucket,
        );
        assert.equal(inside.length, sum.holdings, `${symbol} ${bucket}`);
        if (bucket === 'residual') continue;
        const value = inside.reduce((part, holding) => part + cents(holding.value), 0);
        assert.equal(value, cents(sum.value), `${symbol} ${bucket}`);
      }
      const judged = ['compliant', 'questionable', 'non_compliant'] as const;
      const weight = judged.reduce((sum, bucket) => sum + found.weights[bucket].pct, 0);
      // Four percentages of six digits each.
      assert.ok(Math.abs(weight - found.coverage_pct) <= 4 * 0.00005);
      const unresolved = found.holdings.filter(({ bucket }) => bucket === 'unresolved');
      assert.deepEqual(
        found.unresolved.map(({ line }) => line).sort((a, b) => a - b),
        unresolved.map(({ line }) => line).sort((a, b) => a - b),
      );
      if (symbol === 'VOO') {
        // Its banks, insurers and brewers alone are over the limit, by their business.
        assert.equal(compliance, 'non_compliant');
        assert.ok(found.weights.non_compliant.pct > (found.limits.non_compliant_above_pct ?? 100));
      } else {
        // Most companies of an index have no facts in the snapshot: too much is open for a verdict.
        assert.deepEqual([compliance, score], ['not_screenable', 0]);
      }
    }
  });

  test('VOO gives no tickers: identifiers are known from SPUS, other holdings by name from the list', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const { etf_look_through: found } = await app.screen('VOO');
    const apple = found?.holdings.find(({ symbol }) => symbol === 'AAPL');
    assert.deepEqual([apple?.ticker, apple?.resolved_by, apple?.matched], [null, 'isin', 'US0378331005']);
    assert.equal(found?.resolved_by.ticker.holdings, 0);
    assert.ok((found?.resolved_by.name.holdings ?? 0) > 200);
    assert.equal(found?.weights.derivatives.holdings, 34);
    assert.equal(found?.weights.cash.holdings, 2);
    // Another class of the same series is the same fund.
    const admiral = await app.screen('VFIAX');
    assert.deepEqual(admiral.etf_look_through, found);
  });

  test('a holding with a prohibited business is non-compliant without facts, and fails every methodology', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const { etf_look_through: found } = await app.screenFund('VOO');
    const ids = METHODOLOGIES.map(({ current }) => current.id);
    for (const symbol of ['MO', 'PM', 'WYNN', 'VICI']) {
      const holding = found?.holdings.find((one) => one.symbol === symbol);
      assert.deepEqual(
        [holding?.bucket, holding?.score, holding?.fails, holding?.missing],
        ['non_compliant', 0, ids, []],
        symbol,
      );
    }
  });

  test('the look-through matches its schema', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    for (const path of ['SPUS', 'VOO', 'SPUS?as_of=2021-01-01', 'SPUS?as_of=2029-01-01']) {
      const { etf_look_through: found } = await app.screen(path);
      assert.deepEqual(Value.Errors(EtfLookThroughSchema, found).slice(0, 3), [], path);
    }
  });

  test('a date before the report has no report; a date long after it has one that is too old', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const before = await app.screen('SPUS?as_of=2024-11-29');
    assert.deepEqual(
      before.missing.map(({ code }) => code),
      ['holdings_not_at_hand'],
    );
    assert.equal(before.etf_look_through?.report, null);
    const onTheDay = await app.screen('SPUS?as_of=2024-11-30');
    assert.equal(onTheDay.etf_look_through?.report?.period_end, '2024-11-30');
    const after = await app.screen('SPUS?as_of=2026-06-01');
    assert.deepEqual(
      after.missing.map(({ code }) => code),
      ['holdings_too_old'],
    );
    assert.equal(after.etf_look_through?.report?.period_end, '2024-11-30');
    assert.equal(after.compliance, 'not_screenable');
  });

  test('rules and date apply to the companies held', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const verdictOf = async (path: string) =>
      (await app.screen(path)).etf_look_through?.holdings.find(({ symbol }) => symbol === 'MSFT')?.compliance;
    assert.equal(
      await verdictOf('SPUS?as_of=2026-02-25'),
      (await app.screen('MSFT?as_of=2026-02-25')).compliance,
    );
    const classic = await app.screen('SPUS?rules=classic');
    assert.equal(classic.rules, 'classic');
    assert.equal(
      classic.etf_look_through?.holdings.find(({ symbol }) => symbol === 'NVDA')?.score,
      (await app.screen(`NVDA?rules=classic&as_of=${classic.as_of}`)).score,
    );
  });

  test('the same request gives the same bytes, with and without earlier screenings', async (t) => {
    const { fundMemo: _memo, ...deps } = snapshot.shared();
    const app = await makeApp(t, deps, 0);
    const memoised = await makeApp(t, snapshot.shared(), 0);
    const first = await app.get('/v1/screen/VOO');
    await memoised.get('/v1/screen/SPUS');
    assert.equal((await memoised.get('/v1/screen/VOO')).body, first.body);
    assert.equal((await memoised.get('/v1/screen/VOO')).body, first.body);
  });

  test('the history of a fund is empty, not a 404', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    assert.deepEqual((await app.history('SPUS')).snapshots, []);
  });
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { trustOf } from '@screener/engine/funds/trusts';
import { saveFundReport } from '../../src/use-cases/import-fund-report.ts';
import { readSnapshot } from '../../src/use-cases/read-snapshot.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

test('SPY, QQQ and DIA are funds, whose holdings are not at hand', async (t) => {
  const app = await makeApp(t, snapshot.shared());
  for (const [symbol, name] of [
    ['SPY', /^SPDR S&P 500/],
    ['QQQ', /^INVESCO QQQ/],
    ['DIA', /^SPDR DOW JONES/],
  ] as const) {
    const answer = await app.screen(symbol);
    assert.deepEqual([answer.symbol, answer.compliance, answer.score], [symbol, 'not_screenable', 0]);
    assert.match(answer.name, name);
    assert.ok(answer.etf_look_through !== undefined, 'it is a fund');
    assert.deepEqual(
      answer.missing.map(({ code }) => code),
      ['holdings_not_at_hand'],
    );
    assert.match(answer.missing[0]?.message ?? '', /-- setup".*-- funds import/);
  }
});

test('a report of the trust itself is looked through', async (t) => {
  const { open } = await snapshot.copy(t);
  const deps = await open();
  const { fundReports } = unwrap(await readSnapshot(join(REPOSITORY, 'screener/data/snapshot')));
  const [report] = fundReports;
  assert.ok(report !== undefined);
  await saveFundReport(deps.store.funds, { ...report, seriesId: null, cik: '0000884394' });
  const app = await makeApp(t, deps);
  const { etf_look_through: found } = await app.screen(`SPY?as_of=${report.periodEnd}`);
  assert.equal(found?.holdings_page.holdings, report.holdings.length);
  assert.ok((found?.coverage_pct ?? 0) > 0);
});

test('GLD and SLV hold metal, and the answer says so', async (t) => {
  const app = await makeApp(t, snapshot.shared());
  for (const [symbol, metal] of [
    ['GLD', 'gold'],
    ['SLV', 'silver'],
  ] as const) {
    const answer = await app.screen(symbol);
    assert.equal(answer.compliance, 'not_screenable');
    assert.deepEqual(
      answer.missing.map(({ code }) => code),
      ['holds_no_securities'],
    );
    assert.match(answer.missing[0]?.message ?? '', new RegExp(`holds ${metal}, not shares`));
  }
});

test('a ticker that another filer has now is that filer’s', () => {
  assert.equal(trustOf({ symbol: 'GLD', cik: '0000000001' }), null);
  assert.equal(trustOf({ symbol: 'constructor', cik: '0000000001' }), null);
  assert.equal(trustOf({ symbol: 'GLD', cik: '0001222333' })?.holds, 'gold');
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { importFundReport, saveFundReport } from '../../src/use-cases/import-fund-report.ts';
import { readSnapshot } from '../../src/use-cases/read-snapshot.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const GIVEN = join(import.meta.dirname, '../../../../../shared/data/nport');
const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

/** Read in the files: holdings, their value as a percentage of net assets, and counts by resolution method. */
const FUNDS = [
  { file: 'SPUS_2024-08-31', path: 'SPUS?as_of=2024-09-30', holdings: 234, sum: 99.88426 },
  { file: 'SPUS_2024-11-30', path: 'SPUS?as_of=2024-12-31', holdings: 226, sum: 99.86641 },
  { file: 'Vanguard500_VOO_2025-06-30', path: 'VOO?as_of=2025-09-30', holdings: 541, sum: 100.23907 },
] as const;
const NOT_IN_SNAPSHOT = 'SPUS_2024-08-31';
const SPUS = 'S000067283';

const NO_FILING = { accession: null, filed: null, urlOf: () => null };

test('SPUS and VOO in the snapshot: weights, coverage by identifier, every unresolved holding', async (t) => {
  const app = await makeApp(t, snapshot.shared());
  for (const fund of FUNDS.filter(({ file }) => file !== NOT_IN_SNAPSHOT)) await compare(app, fund, t);
});

test('SPUS and VOO from their filings: the same, and an earlier report of SPUS', async (t) => {
  if (!existsSync(GIVEN)) return t.skip('../shared/data/nport absent');
  const { open } = await snapshot.copy(t);
  const deps = await open();
  for (const { file } of FUNDS) {
    const imported = await importFundReport(deps.store.funds, join(GIVEN, `${file}.xml.gz`), NO_FILING);
    assert.ok(imported.ok, file);
    assert.equal(imported.value.isNew, file === NOT_IN_SNAPSHOT, file);
  }
  const app = await makeApp(t, deps);
  for (const fund of FUNDS) await compare(app, fund, t);
});

async function compare(
  app: Awaited<ReturnType<typeof makeApp>>,
  { file, path, holdings, sum }: (typeof FUNDS)[number],
  t: TestContext,
): Promise<void> {
  const { etf_look_through: found } = await app.screenFund(path);
  assert.ok(found.net_assets !== null);
  assert.equal(found.holdings.length, holdings, file);
  // Percentages have six digits: four decimals, below 100.
  assert.ok(Math.abs((found.sum_of_weights_pct ?? 0) - sum) < 1e-4, file);
  // The filer's own percentages say the same, to their last digit.
  assert.ok(Math.abs((found.sum_of_filed_pct ?? 0) - sum) < 1e-4, file);
  const all = Object.values(found.weights).reduce((total, { pct }) => total + pct, 0);
  assert.ok(
    Math.abs(all - 100) <= Object.keys(found.weights).length * 0.00005,
    `${file}: the buckets come to ${all} %`,
  );
  const ways = Object.entries(found.resolved_by).map(([way, { holdings: count }]) => `${way} ${count}`);
  t.diagnostic(`${path}: coverage ${found.coverage_pct.toFixed(2)} %, ${ways.join(', ')}`);
  const equities = found.holdings.filter(({ asset_category: category }) => category === 'EC').length;
  const counted = Object.values(found.resolved_by).reduce((total, { holdings: count }) => total + count, 0);
  assert.equal(counted, equities, file);
  assert.equal(found.unresolved.length, found.resolved_by.unresolved.holdings, file);
  // A share of a company that was taken over, without ticker, ISIN or CUSIP, is listed and does no harm.
  const abiomed = found.unresolved.find(({ name }) => /abiomed/i.test(name ?? ''));
  assert.ok(abiomed !== undefined && found.anomalies.some(({ line }) => line === abiomed.line), file);
  assert.ok(found.resolved_by.unresolved.pct < 1, file);
}

test('a report saved twice is stored once, and gets its filing later', async (t) => {
  const { open } = await snapshot.copy(t);
  const deps = await open();
  const { fundReports } = unwrap(await readSnapshot(join(REPOSITORY, 'screener/data/snapshot')));
  const report = fundReports.find(({ seriesId }) => seriesId === SPUS);
  assert.ok(report !== undefined);
  assert.equal(await saveFundReport(deps.store.funds, report), false, 'the snapshot has it');
  const filing = {
    accession: '0001999100-25-000007',
    filed: '2025-01-29',
    sourceUrl: 'https://www.sec.gov/x',
  };
  assert.equal(await saveFundReport(deps.store.funds, { ...report, ...filing }), true);
  const app = await makeApp(t, deps);
  const answer = await app.screen('SPUS?as_of=2025-01-29');
  assert.equal(answer.etf_look_through?.report?.accession, '0001999100-25-000007');
  // Now from its filing date on, no longer from its period end.
  assert.deepEqual(
    (await app.screen('SPUS?as_of=2025-01-28')).missing.map(({ code }) => code),
    ['holdings_not_at_hand'],
  );
});

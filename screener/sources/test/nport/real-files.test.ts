import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ok, unwrap } from '@common/base/result';
import type { FundReport } from '@screener/engine/funds/fund-report';
import { decodeFundReport, encodeFundReport } from '../../src/nport/encode.ts';
import { UNKNOWN_FILING } from '../../src/nport/parse.ts';
import { readNportFile } from '../../src/nport/read-file.ts';
import { readSnapshot } from '../../src/snapshot/snapshot.ts';
import { givenPath } from '../given-files.ts';

const ABSENT = '../shared/data/nport absent';

/** Counted in the files independently: fund, date of the holdings, net assets, holdings. */
const FILES: Readonly<Record<string, readonly [string, string, string, number]>> = {
  'SPUS_2024-08-31': ['S000067283', '2024-08-31', '713596256.82', 234],
  'SPUS_2024-11-30': ['S000067283', '2024-11-30', '927703718.26', 226],
  'Vanguard500_VOO_2025-06-30': ['S000002839', '2025-06-30', '1487892884605.12', 541],
  'GoldmanSachsBondFund_2023-03-31': ['S000013795', '2023-03-31', '361898455.93', 1685],
  AdvancedSeries: ['S000030880', '2022-12-30', '1389080.74', 0],
  Dupree: ['S000012000', '2022-12-31', '41349926.01', 55],
};

const { fundReports } = unwrap(
  await readSnapshot(join(import.meta.dirname, '../../../data/snapshot'), () => ok([])),
);

for (const [name, expected] of Object.entries(FILES)) {
  const [series, date] = expected;
  const distilled = fundReports.find((report) => report.seriesId === series && report.periodEnd === date);
  test(`the report ${name}`, async (t) => {
    if (distilled !== undefined) assertFigures(distilled, expected);
    const path = givenPath(`nport/${name}.xml.gz`);
    if (path === null) return distilled === undefined ? t.skip(ABSENT) : undefined;
    const report = unwrap(await readNportFile(path, UNKNOWN_FILING));
    assertFigures(report, expected);
    if (distilled !== undefined) assert.deepEqual(report, { ...distilled, ...UNKNOWN_FILING });
    const { content } = encodeFundReport(report);
    assert.deepEqual(decodeFundReport(content, UNKNOWN_FILING), report);
  });
}

test('a report of the snapshot names the filing that its document came in, where that is known', () => {
  const filings = fundReports.map(({ seriesId, accession, filed }) => [seriesId, accession, filed]);
  assert.deepEqual(filings, [
    ['S000002839', null, null],
    ['S000067283', '0002000324-25-000189', '2025-01-29'],
  ]);
});

test('the snapshot has two of these reports', () => {
  const dates = new Set(Object.values(FILES).map(([series, date]) => `${series} ${date}`));
  assert.ok(fundReports.every(({ seriesId, periodEnd }) => dates.has(`${seriesId} ${periodEnd}`)));
  assert.equal(fundReports.length, 2);
});

function assertFigures(
  { seriesId, periodEnd, netAssets, holdings }: FundReport,
  expected: readonly unknown[],
): void {
  assert.deepEqual([seriesId, periodEnd, netAssets, holdings.length], expected);
  // Each percentage is the value over net assets, as far as the filer gives it.
  for (const { valueUsd, pct, name } of holdings) {
    assert.ok(Math.abs((100 * Number(valueUsd)) / Number(netAssets) - Number(pct)) < 1e-6, name ?? '');
  }
}

test('the SEC’s own samples are read, except the form that is not public', async (t) => {
  if (givenPath('nport/sec_samples') === null) return t.skip(ABSENT);
  const outcomes = await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const path = givenPath(`nport/sec_samples/N-PORT_Sample_${number}.xml.gz`) ?? '';
      const read = await readNportFile(path, UNKNOWN_FILING);
      return read.ok ? read.value.holdings.length : /NPORT-NP/.test(read.error.message);
    }),
  );
  assert.deepEqual(outcomes, [1, 1, true, 3254, 3412]);
});

test('a file that is missing or not gzip is refused with its path', async () => {
  const absent = await readNportFile('/nowhere/primary_doc.xml', UNKNOWN_FILING);
  assert.ok(!absent.ok && absent.error.message.includes('/nowhere/primary_doc.xml'));
});

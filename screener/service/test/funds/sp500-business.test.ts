import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { classifyBusiness } from '@screener/engine/business/classify';
import type { CompanyDetails } from '../../src/store/store.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

/** SIC codes of all US filers, one row per CIK. */
const DIRECTORY = join(
  import.meta.dirname,
  '../../../../../shared/data/directory/us_filers_sic_2026-04.tsv.gz',
);
const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

/**
 * Gone through by hand: banks, card lenders, brokers, exchanges, insurers, drink, tobacco, casinos; and no other. The
 * fund's report gives names, not tickers, so some go by another share class of the filer, and three more are not found
 * by name (Charles Schwab, The Hartford, W. R. Berkley).
 */
const PROHIBITED = `
  ACGL AFL AIG AIZ AJG ALL AON AXP BAC BF-A BK BLK BRK-A BRO C CB CBOE CFG CI CINF CME CNC COF
  COIN CZR EG ELV ERIE FITB GL GS HBAN HUM ICE JPM KEY L LVS MET MGM MKTX MO MOH MRSH MS MTB NDAQ
  NTRS PFG PFH PGR PM PNC RF RJF STT STZ SYF TAP TFC TRV UNH USB VICI WFC WTW WYNN
`
  .trim()
  .split(/\s+/);

test('the S&P 500 by SIC codes: its prohibited businesses, in companies and in the fund that holds them', async (t) => {
  if (!existsSync(DIRECTORY)) return t.skip('../shared/data/directory absent');
  const { open } = await snapshot.copy(t);
  const deps = await open();
  await deps.store.saveDetails(detailsOf(gunzipSync(readFileSync(DIRECTORY)).toString('utf8')));
  const app = await makeApp(t, deps);
  const fund = await app.screen('VOO?as_of=2025-09-30');
  const held = fund.etf_look_through?.holdings ?? [];
  const symbols = [...new Set(held.flatMap(({ symbol }) => symbol ?? []))];
  const listings = await deps.store.funds.listingsOf(symbols);
  assert.ok(listings.length > 480, `only ${listings.length} companies are known`);
  const prohibited = listings.filter((listing) => classifyBusiness(listing).status === 'fail');
  assert.deepEqual(prohibited.map(({ symbol }) => symbol).sort(), PROHIBITED);
  for (const holding of held.filter(({ symbol }) => symbol !== null && PROHIBITED.includes(symbol))) {
    assert.equal(holding.compliance, 'non_compliant', holding.symbol ?? '');
  }
  // By their business alone more than a twentieth of the fund is prohibited: no other holding can change that.
  assert.deepEqual([fund.compliance, fund.possible], ['non_compliant', ['non_compliant']]);

  const classes = await deps.store.funds.listingsOf(['GOOG', 'GOOGL', 'FOX', 'FOXA', 'NWS', 'NWSA', 'BRK-A']);
  assert.equal(classes.length, 7);
  for (const { symbol, sic } of classes) assert.notEqual(sic, null, symbol);
});

function detailsOf(tsv: string): readonly CompanyDetails[] {
  const rows = tsv.trim().split('\n').slice(1);
  return rows.flatMap((row) => {
    const [cik = '', , name = '', , sic = ''] = row.split('\t');
    return sic === '' ? [] : [{ cik, name, sic, sicDescription: null, sicSource: 'submissions' }];
  });
}

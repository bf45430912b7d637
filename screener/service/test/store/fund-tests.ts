import assert from 'node:assert/strict';
import type { FundReportRecord } from '../../src/store/store.ts';
import type { StoreTests } from './open-store.ts';
import { company, quote, ticker } from './records.ts';

const FUND = 'S000099001';

function report(periodEnd: string, changes: Partial<FundReportRecord> = {}): FundReportRecord {
  return {
    fund: FUND,
    periodEnd,
    contentHash: `hash of ${periodEnd}`,
    filed: null,
    accession: null,
    sourceUrl: null,
    content: new TextEncoder().encode(periodEnd),
    ...changes,
  };
}

/** Funds, their reports, and a look-through's reads by many keys. */
export const FUND_TESTS: StoreTests = {
  'a fund is found by its ticker, and a later list replaces it': async ({ store }) => {
    const fund = { symbol: 'MADE', fund: FUND, classId: 'C000000001', cik: '0001999100' };
    assert.equal(await store.funds.findFund('MADE'), null);
    await store.funds.saveFundClasses([fund, { ...fund, symbol: 'OTHR' }]);
    assert.deepEqual(await store.funds.findFund('MADE'), fund);
    const raised = await store.generation();
    await store.funds.saveFundClasses([fund]);
    assert.equal(await store.generation(), raised);
    await store.funds.saveFundClasses([{ ...fund, fund: 'S000099002' }]);
    assert.equal((await store.funds.findFund('MADE'))?.fund, 'S000099002');
    assert.ok((await store.generation()) > raised);
  },

  'the newest report is the one that existed and was filed by then': async ({ store }) => {
    const newest = async (asOf: string) =>
      (await store.funds.newestFundReport(FUND, asOf))?.contentHash ?? null;
    await store.funds.saveFundReport(report('2024-11-30', { filed: '2025-01-29' }));
    await store.funds.saveFundReport(report('2024-08-31'));
    await store.funds.saveFundReport(report('2024-11-30', { contentHash: 'amended', filed: '2025-03-01' }));
    await store.funds.saveFundReport(report('2025-02-28', { fund: 'S000099002' }));
    assert.equal(await newest('2024-08-30'), null);
    assert.equal(await newest('2024-08-31'), 'hash of 2024-08-31');
    // It exists, but is not filed yet.
    assert.equal(await newest('2025-01-28'), 'hash of 2024-08-31');
    assert.equal(await newest('2025-01-29'), 'hash of 2024-11-30');
    assert.equal(await newest('2025-03-01'), 'amended');
    assert.equal(await newest('2030-01-01'), 'amended');
  },

  'a report that comes again is not new, and gets its filing if it had none': async ({ store }) => {
    const { funds } = store;
    assert.equal(await funds.saveFundReport(report('2024-11-30')), true);
    const raised = await store.generation();
    assert.equal(await funds.saveFundReport(report('2024-11-30')), false);
    assert.equal(await store.generation(), raised);
    const filing = {
      filed: '2025-01-29',
      accession: '0001999100-25-000007',
      sourceUrl: 'https://www.sec.gov/x',
    };
    assert.equal(await funds.saveFundReport(report('2024-11-30', filing)), true);
    assert.equal(await funds.saveFundReport(report('2024-11-30')), false);
    const kept = await funds.newestFundReport(FUND, '2026-01-01');
    assert.deepEqual(kept, { ...report('2024-11-30'), ...filing, content: kept?.content });
    assert.equal(new TextDecoder().decode(kept?.content), '2024-11-30');
  },

  'identifiers lead to every ticker that a report gave them': async ({ store }) => {
    const { funds } = store;
    const rows = [
      { number: 'US0378331005', symbol: 'AAPL' },
      { number: '037833100', symbol: 'AAPL' },
      { number: '037833100', symbol: 'APPL' },
    ];
    await funds.saveSecurityNumbers(rows);
    const raised = await store.generation();
    await funds.saveSecurityNumbers(rows.slice(1));
    await funds.saveSecurityNumbers([]);
    assert.equal(await store.generation(), raised);
    const found = await funds.securityNumbers(['037833100', 'US0378331005', 'unknown']);
    const written = found.map(({ number, symbol }) => `${number} ${symbol}`).sort();
    assert.deepEqual(written, ['037833100 AAPL', '037833100 APPL', 'US0378331005 AAPL']);
    assert.deepEqual(await funds.securityNumbers([]), []);
  },

  'reading many companies at once gives the same as one at a time': async ({ store }) => {
    const symbols = Array.from({ length: 1_200 }, (_, n) => `T${n}`);
    await store.saveTickers(symbols.map((symbol, n) => ticker(symbol, String(n).padStart(10, '0'))));
    await store.saveCompanies([company('0000000003', 'three'), company('0000001100', 'eleven hundred')]);
    await store.saveQuotes(new Map([['T3', [quote('T3', '2025-01-31')]]]));
    const listings = await store.funds.listingsOf([...symbols, 'NONE']);
    assert.equal(listings.length, 1_200);
    assert.deepEqual(
      listings.find(({ symbol }) => symbol === 'T3'),
      await store.findListing('T3'),
    );
    const facts = await store.funds.factsOf(['0000000003', '0000001100', '0000000004']);
    assert.deepEqual([...facts.keys()].sort(), ['0000000003', '0000001100']);
    assert.deepEqual(facts.get('0000000003'), await store.facts('0000000003'));
    const quotes = await store.funds.quotesOf(['T3', 'T4']);
    assert.deepEqual([...quotes], [['T3', await store.quotes('T3')]]);
    const names = await store.funds.listingNames();
    assert.equal(names.length, 1_200);
    // The name in the list, and that in the facts.
    assert.deepEqual(names.find(({ symbol }) => symbol === 'T3')?.names, ['T3 on the list', 'Filer 3']);
    assert.deepEqual(names.find(({ symbol }) => symbol === 'T4')?.names, ['T4 on the list']);
  },
};

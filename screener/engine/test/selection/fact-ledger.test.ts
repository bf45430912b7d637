import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FactLedger } from '@screener/engine/selection/fact-ledger';
import { balances, coverShares, flow, makeCompany, makeReport } from '../support/make-facts.ts';

const ASSETS = 'us-gaap:Assets';
const REVENUES = 'us-gaap:Revenues';
const SHARES = 'dei:EntityCommonStockSharesOutstanding';

const report = makeReport();
const amendment = makeReport({ accession: '0000000001-25-000002', form: '10-K/A', filed: '2025-04-01' });
const lastYear = makeReport({
  accession: '0000000001-24-000001',
  periodEnd: '2023-12-31',
  filed: '2024-02-10',
});

function ledgerOf(...facts: Parameters<typeof makeCompany>[1][number][]): FactLedger {
  const reports = [lastYear, report, amendment];
  return new FactLedger(makeCompany(reports, facts), new Set(reports.map(({ accession }) => accession)));
}

suite('balances', () => {
  test('are read at the period end, in the requested unit, from the requested report', () => {
    const [assets] = balances(report, { Assets: 10 });
    assert.ok(assets !== undefined);
    const ledger = ledgerOf(
      { ...assets, end: '2023-12-31', value: 1 },
      { ...assets, unit: 'EUR', value: 2 },
      { ...assets, accession: amendment.accession, value: 3 },
      { ...assets, start: '2024-01-01', value: 4 },
      assets,
    );
    assert.equal(ledger.instant(report, ASSETS, 'USD', [])?.value, 10);
    assert.equal(ledger.instant(report, ASSETS, 'EUR', [])?.value, 2);
    assert.equal(ledger.instant(amendment, ASSETS, 'USD', [])?.value, 3);
    assert.equal(ledger.instant(lastYear, ASSETS, 'USD', []), null, 'no fallback to another filing');
    assert.equal(ledger.instant(report, 'us-gaap:Liabilities', 'USD', []), null);
  });

  test('a figure of a report that is not designated does not exist', () => {
    const ledger = new FactLedger(
      makeCompany([report, amendment], balances(amendment, { Assets: 3 })),
      new Set([report.accession]),
    );
    assert.equal(ledger.instant(amendment, ASSETS, 'USD', []), null);
  });

  test('each used fact has one id, in the order of use, and its report', () => {
    const ledger = ledgerOf(...balances(report, { Assets: 10, Liabilities: 6 }));
    const liabilities = ledger.instant(report, 'us-gaap:Liabilities', 'USD', []);
    const assets = ledger.instant(report, ASSETS, 'USD', []);
    assert.deepEqual([liabilities?.from, assets?.from], ['f1', 'f2']);
    assert.equal(ledger.instant(report, ASSETS, 'USD', [])?.from, 'f2');
    const entry = ledger.entry('f2');
    assert.equal(entry.report, report);
    assert.equal(entry.fact.value, 10);
    assert.throws(() => ledger.entry('f3'), /no fact with id f3/);
  });

  test('the figure keeps the values of other filings for the period', () => {
    const ledger = ledgerOf(...balances(report, { Assets: 9 }), ...balances(amendment, { Assets: 10 }));
    const read = ledger.instant(amendment, ASSETS, 'USD', [report]);
    const superseded = ledger.entry(String(read?.from)).superseded;
    assert.deepEqual(
      superseded.map((other) => [other.fact.value, other.report]),
      [[9, report]],
    );
  });
});

suite('flows', () => {
  test('are read over the accepted period, never at an instant', () => {
    const ledger = ledgerOf(
      ...balances(report, { Revenues: 1 }),
      flow(report, 'Revenues', '2024-10-01', '2024-12-31', 2),
      flow(report, 'Revenues', '2024-01-01', '2024-12-31', 8),
    );
    const read = ledger.flow(report, REVENUES, 'USD', (start) => start === '2024-01-01');
    assert.deepEqual(read, { amount: { value: 8, from: 'f1' }, start: '2024-01-01', end: '2024-12-31' });
    assert.equal(
      ledger.flow(report, REVENUES, 'USD', () => false),
      null,
    );
    assert.equal(
      ledger.flow(report, REVENUES, 'EUR', () => true),
      null,
    );
  });
});

suite('the cover page', () => {
  test('its newest count is taken, in its own unit', () => {
    const ledger = ledgerOf(
      coverShares(report, 900, '2024-12-31'),
      coverShares(report, 1000, '2025-02-01'),
      { ...coverShares(report, 1, '2025-02-02'), unit: 'USD' },
      coverShares(amendment, 5, '2025-03-20'),
    );
    const cover = ledger.cover(report, SHARES, 'shares');
    assert.deepEqual([cover?.id, cover?.fact.value], ['f1', 1000]);
    assert.equal(ledger.cover(lastYear, SHARES, 'shares'), null);
  });

  test('a count dated after the filing is a typing error', () => {
    const ledger = ledgerOf(coverShares(report, 900, '2025-02-01'), coverShares(report, 7, '2052-02-01'));
    assert.equal(ledger.cover(report, SHARES, 'shares')?.fact.value, 900);
  });
});

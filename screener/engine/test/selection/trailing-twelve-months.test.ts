import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Fact, Report } from '@screener/engine/facts';
import { selectAnchor } from '@screener/engine/selection/anchor';
import { FactLedger } from '@screener/engine/selection/fact-ledger';
import { FlowReader, type YearFlow } from '@screener/engine/selection/trailing-twelve-months';
import { flow, makeCompany, makeReport } from '../support/make-facts.ts';

const REVENUES = 'us-gaap:Revenues';
const CONTRACTS = 'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax';

const YEAR = makeReport({ accession: 'year', periodEnd: '2023-12-31', filed: '2024-02-10' });
const HALF = makeReport({ accession: 'half', form: '10-Q', periodEnd: '2024-06-30', filed: '2024-08-01' });
const LAST_HALF = makeReport({
  accession: 'last half',
  form: '10-Q',
  periodEnd: '2023-06-30',
  filed: '2023-08-01',
});

/** 100 for the year, 70 to date, 40 to the same date last year, as last year's report confirms. */
function halfYear(tag = REVENUES): Fact[] {
  return [
    flow(YEAR, tag, '2023-01-01', '2023-12-31', 100),
    flow(HALF, tag, '2024-01-01', '2024-06-30', 70),
    flow(HALF, tag, '2024-04-01', '2024-06-30', 38),
    flow(HALF, tag, '2023-01-01', '2023-06-30', 40),
    flow(HALF, tag, '2023-04-01', '2023-06-30', 21),
    flow(LAST_HALF, tag, '2023-01-01', '2023-06-30', 40),
  ];
}

function twelveMonths(
  reports: readonly Report[],
  facts: readonly Fact[],
  yearTag = REVENUES,
  toDateTag = yearTag,
): YearFlow | null {
  const company = makeCompany(reports, facts);
  const anchor = selectAnchor(company, '2025-01-15');
  assert.ok(anchor.ok);
  const ledger = new FactLedger(company, new Set(reports.map(({ accession }) => accession)));
  const reader = new FlowReader(ledger, anchor.value, 'USD');
  return reader.trailingTwelveMonths(yearTag, toDateTag, [REVENUES, CONTRACTS]);
}

const REPORTS = [LAST_HALF, YEAR, HALF];

suite('twelve months', () => {
  test('after an annual report: the fiscal year as filed', () => {
    const found = twelveMonths([LAST_HALF, YEAR], halfYear());
    assert.deepEqual(found, { amount: { value: 100, from: 'f1' }, basis: 'reported' });
  });

  test('after a quarter: fiscal year + to date - to the same date a year before', () => {
    const found = twelveMonths(REPORTS, halfYear());
    assert.equal(found?.amount.value, 130);
    assert.equal(found?.basis, 'derived');
    assert.deepEqual(found?.amount.from, { minus: [{ sum: ['f1', 'f2'] }, 'f3'] });
  });

  test('any missing part leaves nothing', () => {
    for (const [missing, fact] of halfYear().entries()) {
      const isQuarter = fact.start?.endsWith('-04-01');
      const facts = halfYear().filter((_, index) => index !== missing);
      const found = twelveMonths(REPORTS, facts);
      assert.equal(found?.amount.value, isQuarter ? 130 : undefined, `without ${fact.start} to ${fact.end}`);
    }
  });

  test('a comparative that last year’s report does not confirm is on another basis', () => {
    const restated = (value: number) =>
      halfYear().map((fact) => (fact.accession === LAST_HALF.accession ? { ...fact, value } : fact));
    assert.equal(twelveMonths(REPORTS, restated(60)), null);
    assert.equal(twelveMonths(REPORTS, restated(40.4))?.amount.value, 130, 'within 1 %');
    assert.equal(twelveMonths(REPORTS, restated(40.402)), null, 'one percent of this year’s column');
  });

  test('a fiscal year in another currency or of another length does not count', () => {
    const first = halfYear()[0];
    assert.ok(first !== undefined);
    const rest = halfYear().slice(1);
    assert.equal(twelveMonths(REPORTS, [{ ...first, unit: 'EUR' }, ...rest]), null);
    assert.equal(twelveMonths(REPORTS, [{ ...first, start: '2023-03-01' }, ...rest]), null);
    assert.equal(twelveMonths(REPORTS, [{ ...first, start: '2022-07-01' }, ...rest]), null);
  });

  test('a year-to-date figure that does not start right after the fiscal year does not count', () => {
    const facts = halfYear().map((fact) =>
      fact.end === '2024-06-30' && fact.start === '2024-01-01' ? { ...fact, start: '2024-02-01' } : fact,
    );
    assert.equal(twelveMonths(REPORTS, facts), null);
  });
});

suite('weeks instead of months', () => {
  const year = makeReport({ accession: 'year', periodEnd: '2023-09-30', filed: '2023-11-01' });
  const quarters = makeReport({
    accession: 'quarters',
    form: '10-Q',
    periodEnd: '2024-07-06',
    filed: '2024-08-01',
  });
  const lastQuarters = makeReport({
    accession: 'last',
    form: '10-Q',
    periodEnd: '2023-07-01',
    filed: '2023-08-01',
  });

  test('40 weeks against 39, after a year of 53 weeks', () => {
    const found = twelveMonths(
      [lastQuarters, year, quarters],
      [
        flow(year, REVENUES, '2022-09-25', '2023-09-30', 530),
        flow(quarters, REVENUES, '2023-10-01', '2024-07-06', 400),
        flow(quarters, REVENUES, '2022-09-25', '2023-07-01', 390),
        flow(lastQuarters, REVENUES, '2022-09-25', '2023-07-01', 390),
      ],
    );
    assert.equal(found?.amount.value, 540);
  });

  test('a comparative more than eight days shorter is another period', () => {
    const found = twelveMonths(
      [lastQuarters, year, quarters],
      [
        flow(year, REVENUES, '2022-09-25', '2023-09-30', 530),
        flow(quarters, REVENUES, '2023-10-01', '2024-07-06', 400),
        flow(quarters, REVENUES, '2022-10-06', '2023-07-01', 380),
        flow(lastQuarters, REVENUES, '2022-10-06', '2023-07-01', 380),
      ],
    );
    assert.equal(found, null);
  });
});

suite('a change of tag', () => {
  const [year, ...quarters] = halfYear();
  const retagged = quarters.map((fact) => ({ ...fact, tag: CONTRACTS }));
  assert.ok(year !== undefined);

  test('between the annual report and the quarter is crossed', () => {
    assert.equal(twelveMonths(REPORTS, [year, ...retagged], REVENUES, CONTRACTS)?.amount.value, 130);
    assert.equal(twelveMonths(REPORTS, [year, ...retagged], REVENUES), null, 'a single tag says nothing');
  });

  test('is ruled out where a report gives both tags: they are two measures', () => {
    const both = [year, ...retagged, flow(YEAR, CONTRACTS, '2023-01-01', '2023-12-31', 90)];
    assert.equal(twelveMonths(REPORTS, both, REVENUES, CONTRACTS), null);
    const alsoToDate = [year, ...retagged, flow(HALF, REVENUES, '2024-01-01', '2024-06-30', 75)];
    assert.equal(twelveMonths(REPORTS, alsoToDate, REVENUES, CONTRACTS), null);
  });

  test('does not appear when two figures of the other tag are removed', {
    todo: 'decided by absence',
  }, () => {
    // Cisco 2016-10-29: both reports use both tags, and one figure of each is gone.
    const comparative = flow(YEAR, CONTRACTS, '2022-01-01', '2022-12-31', 85);
    const toDate = flow(HALF, REVENUES, '2024-01-01', '2024-06-30', 75);
    const full = [year, ...retagged, comparative, toDate];
    assert.equal(twelveMonths(REPORTS, full, REVENUES, CONTRACTS), null);
    const fewer = full.filter((fact) => fact !== comparative && fact !== toDate);
    assert.equal(twelveMonths(REPORTS, fewer, REVENUES, CONTRACTS), null);
  });

  test('is not considered in an annual report', () => {
    assert.equal(twelveMonths([LAST_HALF, YEAR], halfYear(), REVENUES, CONTRACTS), null);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Report } from '@screener/engine/facts';
import { describeReports } from '../../src/companyfacts/describe-reports.ts';

const FILING = { accession: '0000320193-24-000006', form: '10-Q', filed: '2024-02-02' };

/** The report of one filing with this many facts by date and unit: `{'2023-12-30 USD': 4}`. */
function describe(counts: Readonly<Record<string, number>>, tag = 'us-gaap:T'): Report | undefined {
  const series = Object.entries(counts).map(([key, count], at) => {
    const [end = '', unit = 'USD'] = key.split(' ');
    const fact = { tag: `${tag}${at}`, unit, start: null, end, value: 1, accession: FILING.accession };
    return { tag: fact.tag, unit, facts: Array.from({ length: count }, () => fact) };
  });
  return describeReports(series, [FILING])[0];
}

test('the period end is the latest date with a quarter of the facts of the most common one', () => {
  assert.equal(describe({ '2023-09-30': 8, '2023-12-30': 2 })?.periodEnd, '2023-12-30');
  assert.equal(describe({ '2023-09-30': 9, '2023-12-30': 2 })?.periodEnd, '2023-09-30');
  assert.equal(describe({ '2023-09-30': 2, '2023-12-30': 9, '2024-01-15': 1 })?.periodEnd, '2023-12-30');
});

test('no period ends after the filing', () => {
  assert.equal(describe({ '2023-12-30': 1, '2024-02-02': 1, '2024-02-03': 4 })?.periodEnd, '2024-02-02');
  assert.equal(describe({ '2024-02-03': 4 }), undefined);
});

test('cover-page facts are not counted; those of both accounting standards are', () => {
  assert.equal(describe({ '2023-12-30': 4 }, 'dei:T'), undefined);
  assert.equal(describe({ '2023-12-30': 4 }, 'srt:T'), undefined);
  assert.equal(describe({ '2023-12-30': 4 }, 'ifrs-full:T')?.factCount, 4);
  assert.equal(describe({ '2023-12-30': 4, '2023-09-30': 5 })?.factCount, 4);
});

test('the currency is that of most amounts of the whole report', () => {
  const at = '2023-12-30';
  assert.equal(describe({ [`${at} TWD`]: 25, [`${at} USD`]: 25, '2022-12-31 TWD': 1 })?.currency, 'TWD');
  assert.equal(describe({ [`${at} CAD`]: 2, [`${at} USD`]: 2 })?.currency, 'USD');
  assert.equal(describe({ [`${at} EUR`]: 2, [`${at} CAD`]: 2, [`${at} USD`]: 1 })?.currency, 'CAD');
  assert.equal(describe({ [`${at} CAD`]: 2, [`${at} EUR`]: 2, [`${at} USD`]: 1 })?.currency, 'CAD');
  assert.equal(describe({ [`${at} shares`]: 9, [`${at} USD/shares`]: 9, [`${at} CAD`]: 1 })?.currency, 'CAD');
  assert.equal(describe({ [`${at} pure`]: 9, [`${at} shares`]: 9 })?.currency, null);
});

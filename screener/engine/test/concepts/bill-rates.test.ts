import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  AVERAGE_BILL_RATES,
  averageBillYield,
  HIGHEST_BILL_RATES,
  yieldLimit,
} from '@screener/engine/concepts/bill-rates';
import * as flows from '@screener/engine/concepts/flows';
import { qualifiedTag } from '@screener/engine/concepts/term';
import { screen } from '@screener/engine/screen';
import { makeInput } from '../support/make-facts.ts';
import { snapshotCompanies } from '../support/snapshot-companies.ts';

/** Monthly averages of the 3-month bill, secondary market (H.15; FRED series TB3MS), at peaks and after turns. */
const PUBLISHED: readonly (readonly [string, number])[] = [
  ['2007-04', 4.87],
  ['2007-07', 4.82],
  ['2007-10', 3.9],
  ['2008-01', 2.75],
  ['2008-06', 1.86],
  ['2008-08', 1.72],
  ['2009-02', 0.3],
  ['2010-07', 0.16],
  ['2015-12', 0.23],
  ['2016-12', 0.51],
  ['2017-12', 1.32],
  ['2018-12', 2.37],
  ['2019-03', 2.4],
  ['2019-07', 2.1],
  ['2020-02', 1.52],
  ['2021-12', 0.06],
  ['2022-06', 1.49],
  ['2022-09', 3.13],
  ['2022-12', 4.25],
  ['2023-03', 4.69],
  ['2023-06', 5.16],
  ['2023-10', 5.34],
  ['2024-05', 5.25],
  ['2024-09', 4.72],
  ['2024-10', 4.51],
  ['2025-05', 4.25],
  ['2025-07', 4.25],
];

suite('the highest bill rates', () => {
  test('are above what was published', () => {
    for (const [month, rate] of PUBLISHED) {
      const quarter = Math.floor((Number(month.slice(5)) - 1) / 3);
      const highest = HIGHEST_BILL_RATES[Number(month.slice(0, 4))]?.[quarter];
      assert.ok(highest !== undefined && highest > rate, `${month}: ${highest} for ${rate}`);
    }
  });

  test('of the 18 months to a date give its limit', () => {
    assert.equal(yieldLimit('2021-12-31', 'USD'), 0.035);
    assert.equal(yieldLimit('2021-09-30', 'USD'), 0.0475, 'bills of the first quarter of 2020 still count');
    assert.equal(yieldLimit('2022-01-01', 'USD'), 0.05, 'the quarter of the date counts as a whole');
    assert.equal(yieldLimit('2023-12-31', 'USD'), 0.08, 'at most 8 %');
  });

  test('that are not known, and other currencies, leave 8 %', () => {
    assert.equal(yieldLimit('2030-12-31', 'USD'), 0.08);
    assert.equal(yieldLimit('2006-12-31', 'USD'), 0.08);
    assert.equal(yieldLimit('2021-12-31', 'TWD'), 0.08);
    assert.equal(yieldLimit('2021-12-31', null), 0.08);
  });
});

test('hiding the gross figure, no upper end lies below it on filed reports since 2019', (t) => {
  const gross = new Set(flows.INTEREST_INCOME_GROSS.map(qualifiedTag));
  let bounded = 0;
  for (const { facts, profile } of snapshotCompanies()) {
    const less = { ...facts, facts: facts.facts.filter(({ tag }) => !gross.has(tag)) };
    for (const asOf of new Set(facts.reports.map(({ filed }) => filed))) {
      if (asOf < '2019-01-01') continue;
      const interest = (one: typeof facts) =>
        screen(makeInput(one, { profile, quotes: [], asOf })).amounts.interest_income;
      const [filed, hidden] = [interest(facts), interest(less)];
      if (filed === undefined || hidden === undefined || filed.high !== filed.low) continue;
      assert.ok(hidden.low <= filed.low, `${facts.name} ${asOf}: at least ${hidden.low}, filed ${filed.low}`);
      if (hidden.high === null) continue;
      bounded += 1;
      assert.ok(
        hidden.high >= filed.low,
        `${facts.name} ${asOf}: at most ${hidden.high}, filed ${filed.low}`,
      );
    }
  }
  t.diagnostic(`${bounded} filed figures`);
  assert.ok(bounded > 150, `only ${bounded} filed figures`);
});

test('each month’s average is as published, and below the highest of its quarter', () => {
  for (const [month, rate] of PUBLISHED)
    assert.equal(AVERAGE_BILL_RATES[Number(month.slice(0, 4))]?.[Number(month.slice(5)) - 1], rate, month);
  for (const [year, rates] of Object.entries(AVERAGE_BILL_RATES))
    for (const [index, rate] of rates.entries())
      assert.ok(rate < (HIGHEST_BILL_RATES[Number(year)]?.[Math.floor(index / 3)] ?? 0), `${year} ${index}`);
});

test('a year’s average is of the months whose middle lies in it, all of them known, in dollars', () => {
  // 4.51, 4.42, 4.27, 4.21, 4.22, 4.20, 4.21, 4.25, 4.23, 4.25, 4.12 and 3.92: 50.81 in all.
  assert.equal(averageBillYield('2024-09-29', '2025-09-27', 'USD')?.toFixed(8), (50.81 / 1200).toFixed(8));
  assert.equal(averageBillYield('2026-01-01', '2026-12-31', 'USD'), null);
  assert.equal(averageBillYield('2024-09-29', '2025-09-27', 'TWD'), null);
});

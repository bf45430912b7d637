import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { limitOn, slicesOf } from '../../src/report/fund-weights.ts';
import { HOLDINGS_ROWS, listHoldings } from '../../src/report/holdings-listing.ts';
import { clockAt } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { answerOf, fundOf, textOf } from './section-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

async function lookThroughOf(symbol: string) {
  const { etf_look_through: fund } = await answerOf(snapshot.shared(), symbol);
  assert.ok(fund !== undefined);
  return fund;
}

describe('a fund’s report', () => {
  test('shows the figures of the filing, and weights that sum to 100 %', async () => {
    const text = textOf(await fundOf(snapshot.shared(), 'SPUS'));
    // NPORT-P of series S000067283 to 2024-11-30: netAssets, totAssets, totLiabs; line 22, Apple, pctVal 11.321.
    for (const part of [
      'NPORT-P to 30 November 2024',
      'netAssets927,703,718.26',
      'totAssets933,629,447.39',
      'totLiabs5,925,729.13',
      'assets outside the list, 0.77%, less what the fund owes, 0.64%',
      'Net assets226927.7100.00%',
    ])
      assert.ok(text.includes(part), part);
    assert.match(text, /Apple Inc\.AAPL.*?Weight 11\.32%/);
  });

  test('fills the bar to its end, whatever is open, and never below zero', async () => {
    for (const symbol of ['SPUS', 'VOO']) {
      const slices = slicesOf(await lookThroughOf(symbol));
      const last = slices.at(-1);
      assert.ok(last !== undefined);
      assert.ok(Math.abs(last.from + last.width - 100) < 0.2, symbol);
      assert.ok(slices.every(({ width }) => width > 0));
    }
  });

  test('more open weight never improves a limit’s result', () => {
    const rank = { pass: 2, unknown: 1, fail: 0 };
    const pct = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(pct, pct, pct, pct, (low, open, more, limit) => {
        const before = limitOn(low, open, limit).status;
        assert.ok(rank[limitOn(low, open + more, limit).status] <= rank[before]);
        assert.ok(rank[limitOn(low, null, limit).status] <= rank[before]);
      }),
    );
  });

  test('lists every holding once, page after page, and each kind by itself', async () => {
    const fund = await lookThroughOf('VOO');
    const lines: number[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const listing = listHoldings(fund, { page: String(page) });
      assert.ok(listing.ok);
      pages = listing.value.pages;
      assert.equal(listing.value.first, (page - 1) * HOLDINGS_ROWS + 1);
      lines.push(...listing.value.rows.map(({ line }) => line));
    }
    assert.deepEqual(
      lines,
      fund.holdings.map(({ line }) => line),
    );
    const failing = listHoldings(fund, { verdict: 'non_compliant' });
    assert.ok(failing.ok);
    assert.equal(failing.value.total, fund.weights.non_compliant.holdings);
  });

  test('refuses a page or kind that there is not, and says which there are', async () => {
    const fund = await lookThroughOf('SPUS');
    for (const page of ['0', '6', '-1', '1.5', 'x', '', '999999']) {
      const refused = listHoldings(fund, { page });
      assert.ok(!refused.ok, page);
      assert.match(refused.error.message, /from 1 to 5/);
    }
    const refused = listHoldings(fund, { verdict: 'best' });
    assert.ok(!refused.ok);
    assert.match(refused.error.message, /compliant, questionable/);
  });
});

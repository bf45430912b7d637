import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { zakatOf } from '@screener/engine/zakat/zakat';
import { zakatableAssets } from '@screener/engine/zakat/zakatable-assets';
import fc from 'fast-check';
import { makeInput } from '../support/make-facts.ts';
import { snapshotCompanies } from '../support/snapshot-companies.ts';

/**
 * Five holdings kept for income, by hand. Balances are in millions of dollars and shares in millions, as the report of
 * that day gives them; receivables of Apple are those of trade and of vendors, 39,921 + 30,399. The last columns are the
 * sum over the shares, times those held, and a quarter of a tenth of that.
 */
const HOLDINGS = [
  {
    symbol: 'AAPL',
    day: '2025-12-27',
    cash: 45_317,
    receivables: 70_320,
    inventories: 5_875,
    outstanding: 14_681.14,
    held: 40,
    counts: '331.07',
    zakat: '8.28',
  },
  {
    symbol: 'MSFT',
    day: '2025-12-31',
    cash: 24_296,
    receivables: 56_535,
    inventories: 1_059,
    outstanding: 7_425.629076,
    held: 20,
    counts: '220.56',
    zakat: '5.51',
  },
  {
    symbol: 'NVDA',
    day: '2026-04-26',
    cash: 13_237,
    receivables: 40_710,
    inventories: 25_797,
    outstanding: 24_200,
    held: 45,
    counts: '148.28',
    zakat: '3.71',
  },
  {
    symbol: 'AMD',
    day: '2025-12-27',
    cash: 5_539,
    receivables: 6_315,
    inventories: 7_920,
    outstanding: 1_630.410843,
    held: 15,
    counts: '181.92',
    zakat: '4.55',
  },
  {
    symbol: 'APH',
    day: '2025-12-31',
    cash: 11_130.6,
    receivables: 4_717.1,
    inventories: 3_424.9,
    outstanding: 1_229.21493,
    held: 20,
    counts: '313.58',
    zakat: '7.84',
  },
] as const;

function assetsOf(symbol: string, withSecurities = false) {
  const company = snapshotCompanies().find(({ profile }) => profile.symbol === symbol);
  assert.ok(company !== undefined);
  const { facts, profile, quotes } = company;
  const asOf = facts.reports.at(-1)?.filed ?? '';
  return zakatableAssets(makeInput(facts, { profile, quotes, asOf }), withSecurities);
}

describe('zakat by hand', () => {
  for (const holding of HOLDINGS)
    test(`${holding.held} shares of ${holding.symbol}, held for income`, () => {
      const { cash, receivables, inventories, outstanding, held } = holding;
      const counts = ((cash + receivables + inventories) / outstanding) * held;
      assert.deepEqual([counts.toFixed(2), (counts / 40).toFixed(2)], [holding.counts, holding.zakat]);

      const assets = assetsOf(holding.symbol);
      assert.equal(assets?.report.periodEnd, holding.day);
      const { low = 0, high } = assets.perShare;
      assert.equal(low, high, 'each line is filed');
      const part = low * held;
      // With a gram of gold at a cent, anything reaches the nisab of 85 cents.
      const { due } = zakatOf([{ low: part, high: part }], 0.01, 'lunar');
      assert.deepEqual([part.toFixed(2), due.low.toFixed(2)], [holding.counts, holding.zakat]);
    });

  test('held to trade, at market value, for a solar year: 40 shares at $253.79 reach the nisab, ten do not', () => {
    // 85 grams at $115 are $9,775; 40 x 253.79 = 10,151.60, of which 2.577 % are 261.61.
    const of = (value: number) => zakatOf([{ low: value, high: value }], 115, 'solar');
    const { nisab, reaches, due } = of(40 * 253.79);
    assert.deepEqual(
      [nisab, reaches, due.low.toFixed(2), due.high?.toFixed(2)],
      [9_775, 'yes', '261.61', '261.61'],
    );
    assert.deepEqual([of(10 * 253.79).reaches, of(10 * 253.79).due], ['no', { low: 0, high: 0 }]);
  });

  test('what is not filed is an interval: Procter & Gamble’s cash is not under a tag of its own', () => {
    // Trade receivables of 6,322 and inventories of 7,853 are filed; all current assets are 27,987.
    const assets = assetsOf('PG');
    assert.ok(assets !== null);
    assert.ok(
      assets.total.low >= 14_175e6 && (assets.total.high ?? 0) <= 27_987e6,
      JSON.stringify(assets.total),
    );
    assert.ok(assets.total.low < (assets.total.high ?? 0));
  });

  test('securities are counted where they are asked for, and never lower what counts', () => {
    for (const { symbol } of HOLDINGS) {
      const [without, with_] = [assetsOf(symbol), assetsOf(symbol, true)];
      assert.ok((with_?.perShare.low ?? 0) >= (without?.perShare.low ?? 0), symbol);
    }
  });
});

test('zakat grows with what counts, and is never more than its rate', () => {
  const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(amount, amount, fc.double({ min: 0.01, max: 1_000, noNaN: true }), (base, more, gold) => {
      const of = (value: number) => zakatOf([{ low: value, high: value }], gold, 'lunar').due.low;
      assert.ok(of(base) <= of(base + more));
      assert.ok(of(base) <= base * 0.025 + 1e-6);
    }),
  );
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { add, multiply } from '@common/base/exact';
import { ZAKAT_RATES, zakatOf } from '@screener/engine/zakat/zakat';
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

function companyOf(symbol: string) {
  const company = snapshotCompanies().find(({ profile }) => profile.symbol === symbol);
  assert.ok(company !== undefined);
  return company;
}

function assetsOf(symbol: string, withSecurities = false) {
  const { facts, profile, quotes } = companyOf(symbol);
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
      const { low, high } = assets.perShare;
      assert.equal(low, high, 'each line is filed');
      const part = low * held;
      // With a gram of gold at a cent, anything reaches the nisab of 85 cents.
      const { due } = zakatOf([{ low: part, high: part }], 0.01, 'lunar');
      assert.deepEqual([part.toFixed(2), due.low.toFixed(2)], [holding.counts, holding.zakat]);
    });

  test('Apple’s current marketable securities of 21,590 count too where that is asked', () => {
    const assets = assetsOf('AAPL', true);
    // 45,317 + 21,590 + 70,320 + 5,875 = 143,102; over 14,681.14 shares, times 40.
    assert.deepEqual(assets?.total, { low: 143_102e6, high: 143_102e6 });
    assert.equal((assets.perShare.low * 40).toFixed(2), '389.89');
  });

  test('five holdings held to trade, at the closes of 21 August 2026, for a solar year', () => {
    const trade = [
      { symbol: 'AAPL', held: 40, close: 309.35, value: 12_374 },
      { symbol: 'MSFT', held: 20, close: 483.24, value: 9_664.8 },
      { symbol: 'NVDA', held: 45, close: 214.72, value: 9_662.4 },
      { symbol: 'AMD', held: 15, close: 473.25, value: 7_098.75 },
      { symbol: 'APH', held: 20, close: 157.01, value: 3_140.2 },
    ] as const;
    for (const { symbol, held, close, value } of trade) {
      const { quotes } = companyOf(symbol);
      assert.equal(quotes.findLast(({ date }) => date <= '2026-08-21')?.close, close, symbol);
      assert.equal(multiply(held, close), value, symbol);
    }
    // 12,374.00 + 9,664.80 + 9,662.40 + 7,098.75 + 3,140.20 = 41,940.15; 85 grams of gold at $150 are 12,750.
    const parts = trade.map(({ value }) => ({ low: value, high: value }));
    const { base, nisab, reaches, due } = zakatOf(parts, 150, 'solar');
    assert.deepEqual([base.low, base.high, nisab, reaches], [41_940.15, 41_940.15, 12_750, 'yes']);
    // 2.577 % of it.
    assert.deepEqual([due.low.toFixed(2), due.high?.toFixed(2)], ['1080.80', '1080.80']);
    // Apple alone does not reach it, so nothing is due.
    const alone = zakatOf(parts.slice(0, 1), 150, 'solar');
    assert.deepEqual([alone.reaches, alone.due], ['no', { low: 0, high: 0 }]);
  });

  test('what is not filed is an interval: Procter & Gamble’s cash is not under a tag of its own', () => {
    // Trade receivables of 6,322 and inventories of 7,853 are filed; all current assets are 27,987.
    const assets = assetsOf('PG');
    assert.ok(assets !== null);
    const { low, high } = assets.total;
    assert.ok(low >= 14_175e6 && high !== null && high <= 27_987e6 && low < high, `${low} to ${high}`);
  });

  test('securities are counted where they are asked for, and never lower what counts', () => {
    for (const { symbol } of HOLDINGS) {
      const [without, with_] = [assetsOf(symbol), assetsOf(symbol, true)];
      assert.ok((with_?.perShare.low ?? 0) >= (without?.perShare.low ?? 0), symbol);
    }
  });
});

test('a figure that is not filed only widens what counts of a company, or leaves it unknown', () => {
  for (const { facts, profile, quotes } of snapshotCompanies()) {
    const asOf = facts.reports.at(-1)?.filed ?? '';
    const read = (from: typeof facts) => zakatableAssets(makeInput(from, { profile, quotes, asOf }), true);
    const whole = read(facts);
    if (whole === null) continue;
    const { accession, periodEnd } = whole.report;
    const balances = facts.facts.filter(
      (fact) => fact.accession === accession && fact.end === periodEnd && fact.start === null,
    );
    for (const tag of new Set([...balances.map((fact) => fact.tag), ...whole.tags])) {
      const less = read({ ...facts, facts: facts.facts.filter((fact) => fact.tag !== tag) });
      if (less === null) continue;
      const { low, high } = less.total;
      assert.ok(low <= whole.total.low, `${profile.symbol} without ${tag}`);
      assert.ok(
        high === null || (whole.total.high !== null && high >= whole.total.high),
        `${profile.symbol} without ${tag}`,
      );
    }
  }
});

describe('zakat of any amounts', () => {
  const amount = fc.integer({ min: 0, max: 1e11 }).map((cents) => cents / 100);
  const span = fc.tuple(amount, amount).map(([low, more]) => ({ low, high: add(low, more) }));
  const gold = fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100);
  const year = fc.constantFrom('lunar', 'solar');

  test('grows with what counts, by its rate once the nisab is reached', () => {
    fc.assert(
      fc.property(fc.array(span), span, gold, year, (parts, more, price, kind) => {
        const [before, after] = [zakatOf(parts, price, kind), zakatOf([...parts, more], price, kind)];
        const ends = [before.due.high, after.due.high];
        assert.ok(before.due.low <= after.due.low && (ends[0] ?? Number.NaN) <= (ends[1] ?? Number.NaN));
        assert.ok(before.due.low <= (before.due.high ?? Number.NaN));
        if (before.reaches === 'yes')
          assert.equal(after.due.low, multiply(add(before.base.low, more.low), ZAKAT_RATES[kind]));
      }),
    );
  });

  test('what is not known makes no answer "no", bounds none, and makes no certain amount larger', () => {
    fc.assert(
      fc.property(fc.array(span), span, gold, year, (parts, part, price, kind) => {
        const known = zakatOf([...parts, part], price, kind);
        const { reaches, due } = zakatOf([...parts, null], price, kind);
        assert.notEqual(reaches, 'no');
        assert.ok(due.low <= known.due.low);
        assert.ok(reaches === 'yes' ? due.high !== null : due.high === null);
      }),
    );
  });

  test('twice the shares count twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), amount, (shares, perShare) => {
        const of = (count: number) => {
          const value = multiply(count, perShare);
          return zakatOf([{ low: value, high: value }], 0.01, 'lunar').due.low;
        };
        fc.pre(multiply(shares, perShare) >= 0.85);
        assert.equal(of(2 * shares), multiply(2, of(shares)));
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { purify, readHolding } from '../../src/report/purification.ts';

const EMPTY = { shares: '', dividends: '', since: '', until: '' };

/** Apple at 2025-12-27: 10-Q 0000320193-26-000006 and 10-K 0000320193-25-000079. */
const APPLE = {
  amounts: {
    interest_income: amount(0, 11_583_600_000),
    // 416,161 + 143,756 - 124,300 (RevenueFromContractWithCustomerExcludingAssessedTax, millions).
    revenue: amount(435_617_000_000, 435_617_000_000),
  },
  // dei:EntityCommonStockSharesOutstanding.
  purification: { shares: 14_681_140_000 },
  anchor: { period_end: '2025-12-27' },
} as unknown as Parameters<typeof purify>[0];

function amount(low: number, high: number | null) {
  return { low, high };
}

describe('a holding as typed', () => {
  test('is read as exact decimals, in groups of thousands or not', () => {
    for (const [typed, read] of [
      ['100', '100'],
      [' 1250.75 ', '1250.75'],
      ['1,250,000.5', '1250000.5'],
      ['0.000001', '0.000001'],
      ['', null],
    ] as const) {
      const { holding, errors } = readHolding({ ...EMPTY, shares: typed, dividends: typed });
      assert.deepEqual([holding.shares, holding.dividends, errors], [read, read, {}]);
    }
  });

  test('is refused field by field where it is no such number or date', () => {
    for (const typed of [
      'many',
      '-1',
      '1,5',
      '1.250,75',
      '1e9',
      '0x10',
      '１００',
      '1.',
      '.5',
      '1234567890123',
    ]) {
      const { holding, errors } = readHolding({ ...EMPTY, shares: typed, dividends: '5' });
      assert.deepEqual(
        [holding.shares, holding.dividends, Object.keys(errors)],
        [null, '5', ['shares']],
        typed,
      );
    }
    for (const typed of ['soon', '2025-02-30', '27.12.2025']) {
      assert.deepEqual(Object.keys(readHolding({ ...EMPTY, since: typed }).errors), ['since']);
    }
    const backwards = readHolding({ ...EMPTY, since: '2025-12-01', until: '2025-11-30' });
    assert.deepEqual(Object.keys(backwards.errors), ['until']);
  });
});

describe('purification', () => {
  const give = (typed: Partial<typeof EMPTY>) => purify(APPLE, readHolding({ ...EMPTY, ...typed }).holding);

  test('of 100 shares and 103 dollars is between nothing and the upper end, rounded up to the cent', () => {
    const { byShare, byDividend } = give({ shares: '100', dividends: '103' });
    // 100 x 11,583.6 / 14,681.14 = 78.9012; 103 x 11,583.6 / 435,617 = 2.7389.
    assert.deepEqual(byShare, { least: '0.00', most: '78.91' });
    assert.deepEqual(byDividend, { least: '0.00', most: '2.74' });
  });

  test('is exact where floats are not', () => {
    const { byShare } = give({ shares: '999999999999.999999' });
    // 999,999,999,999.999999 x 11,583,600,000 / 14,681,140,000 = 789,012,297,410.1466...
    assert.equal(byShare?.most, '789012297410.15');
  });

  test('owes nothing by share where the shares were not held at the period end', () => {
    assert.deepEqual(give({ shares: '100', until: '2025-12-26' }).byShare, { least: '0.00', most: '0.00' });
    assert.deepEqual(give({ shares: '100', since: '2025-12-28' }).byShare, { least: '0.00', most: '0.00' });
    assert.equal(give({ shares: '100', since: '2025-12-27', until: '2025-12-27' }).byShare?.most, '78.91');
    assert.equal(give({ dividends: '103', until: '2025-12-26' }).byDividend?.most, '2.74');
  });

  test('has no upper end where the income has none, and nothing without a count or a revenue', () => {
    const holding = readHolding({ ...EMPTY, shares: '100', dividends: '103' }).holding;
    const withIncome = { ...APPLE.amounts, interest_income: amount(5, null) };
    const open = { ...APPLE, amounts: withIncome } as unknown as typeof APPLE;
    assert.deepEqual(
      [purify(open, holding).byShare?.most, purify(open, holding).byDividend?.most],
      [null, null],
    );
    const bare = { ...APPLE, amounts: {}, purification: { shares: null } } as unknown as typeof APPLE;
    assert.deepEqual([purify(bare, holding).byShare, purify(bare, holding).byDividend], [null, null]);
  });
});

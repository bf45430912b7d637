import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { add, compareQuotient, multiply, subtract } from '@common/base/exact';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';

/** Amounts as filings state them: whole, or with up to three decimals. */
const amounts = fc
  .tuple(fc.integer({ min: -9_000_000_000, max: 9_000_000_000 }), fc.integer({ min: 0, max: 3 }))
  .map(([units, decimals]) => Number(`${units}e-${decimals}`));

/** A number with at most three decimals, in thousandths. */
function thousandths(value: number): bigint {
  return BigInt(Math.round(value * 1000));
}

suite('sums and products', () => {
  test('carry no binary residue', () => {
    assert.equal(add(0.1, 0.2), 0.3);
    assert.equal(subtract(0.3, 0.1), 0.2);
    assert.equal(multiply(1.1, 1.1), 1.21);
    assert.equal(multiply(100, 0.07), 7);
    assert.equal(multiply(0.95, 1_250_000_000), 1_187_500_000);
  });

  test('a sum of decimals is the number that prints as their exact sum', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        assert.equal(add(a, b), Number(`${thousandths(a) + thousandths(b)}e-3`));
        assert.equal(subtract(a, b), Number(`${thousandths(a) - thousandths(b)}e-3`));
      }),
    );
  });

  test('a sum of cents is exact at any size', () => {
    const cents = fc
      .tuple(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.integer({ min: 0, max: 15 }))
      .map(([most, digits]) => Number(`${most / 10n ** BigInt(digits)}e-2`));
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const exact = [a, b].reduce(
          (sum, value) => sum + BigInt(new Decimal(value).times(100).toFixed()),
          0n,
        );
        assert.equal(add(a, b), Number(`${exact}e-2`));
      }),
      { numRuns: 1_000 },
    );
  });

  test('a product of decimals is the number nearest to their exact product', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const exact = Number(`${thousandths(a) * thousandths(b)}e-6`);
        assert.equal(multiply(a, b) + 0, exact + 0);
      }),
    );
  });

  test('the order of a sum does not matter', () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 12 }), (terms) => {
        assert.equal(terms.reduce(add, 0), terms.toReversed().reduce(add, 0));
      }),
    );
  });

  test('whole numbers beyond 2^53 are rounded once, not truncated', () => {
    assert.equal(add(2 ** 53, 1), 2 ** 53, 'a tie goes to the even number');
    assert.equal(add(2 ** 53, 3), 2 ** 53 + 4);
    assert.equal(multiply(94_906_267, 94_906_267), Number(94_906_267n * 94_906_267n));
  });

  test('infinity stays infinity', () => {
    assert.equal(add(Number.POSITIVE_INFINITY, 1), Number.POSITIVE_INFINITY);
    assert.equal(multiply(Number.POSITIVE_INFINITY, 2), Number.POSITIVE_INFINITY);
  });
});

suite('compareQuotient', () => {
  test('a ratio that is exactly the limit is neither above nor below it', () => {
    assert.equal(compareQuotient(30, 100, 0.3), 0);
    assert.equal(compareQuotient(33_333, 100_000, 0.33333), 0);
    assert.equal(compareQuotient(0.3, 3, 0.1), 0, '0.3 / 3 is 0.09999999999999999 in binary');
    assert.ok(0.3 / 3 < 0.1);
  });

  test('one unit in the 19th digit decides', () => {
    assert.equal(compareQuotient(300_000_000_000_001, 1_000_000_000_000_000, 0.3), 1);
    assert.equal(compareQuotient(299_999_999_999_999, 1_000_000_000_000_000, 0.3), -1);
    assert.equal(compareQuotient(300_000_000_000_000, 1_000_000_000_000_000, 0.3), 0);
  });

  test('agrees with whole-number arithmetic', () => {
    const positive = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: -1000, max: 1_000_000_000 }),
        positive,
        fc.integer({ min: 1, max: 99_999 }),
        (numerator, denominator, limit) => {
          const difference = BigInt(numerator) * 100_000n - BigInt(limit) * BigInt(denominator);
          const sign = difference === 0n ? 0 : difference < 0n ? -1 : 1;
          assert.equal(compareQuotient(numerator, denominator, Number(`${limit}e-5`)), sign);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('exact multiples of the limit are found equal', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.constantFrom(5, 30, 33, 49, 50, 70),
        (hundredth, percent) => {
          assert.equal(compareQuotient(percent * hundredth, 100 * hundredth, Number(`${percent}e-2`)), 0);
        },
      ),
    );
  });

  test('an unbounded value is above every limit', () => {
    assert.equal(compareQuotient(Number.POSITIVE_INFINITY, 5, 1e9), 1);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { type Amount, between, exactly, UNKNOWN } from '@screener/engine/amounts/amount';
import { combine, evaluateCheck } from '@screener/engine/methodologies/check';
import type { RatioCheck } from '@screener/engine/methodologies/methodology';
import fc from 'fast-check';

function check(comparison: '<' | '<=', threshold: number): RatioCheck {
  return {
    ratio: 'debt_to_total_assets',
    numerator: 'debt',
    denominator: 'total_assets',
    threshold,
    comparison,
    source: 'a rule',
    confidence: 'high',
  };
}

function filed(value: number): Amount {
  return exactly({ value, from: 'f1' }, 'reported');
}

function range(low: number, high: number | null): Amount {
  return between({ value: low, from: 'f2' }, high === null ? null : { value: high, from: 'f3' }, ['r']);
}

suite('at the exact limit', () => {
  test('"less than" fails and "does not exceed" passes', () => {
    assert.equal(evaluateCheck(check('<', 0.33), filed(33), filed(100)).status, 'fail');
    assert.equal(evaluateCheck(check('<=', 0.33), filed(33), filed(100)).status, 'pass');
  });

  test('one unit in hundreds of trillions, on either side, decides', () => {
    const assets = filed(1_000_000_000_000_000);
    for (const [debt, less, most] of [
      [299_999_999_999_999, 'pass', 'pass'],
      [300_000_000_000_000, 'fail', 'pass'],
      [300_000_000_000_001, 'fail', 'fail'],
    ] as const) {
      assert.equal(evaluateCheck(check('<', 0.3), filed(debt), assets).status, less, String(debt));
      assert.equal(evaluateCheck(check('<=', 0.3), filed(debt), assets).status, most, String(debt));
    }
  });

  test('the comparison is exact where the binary quotient is not', () => {
    assert.notEqual(0.3 / 3, 0.1);
    assert.equal(evaluateCheck(check('<=', 0.1), filed(0.3), filed(3)).status, 'pass');
    assert.equal(evaluateCheck(check('<', 0.1), filed(0.3), filed(3)).status, 'fail');
  });
});

suite('intervals', () => {
  test('inside the limit passes, outside fails, across it is unknown', () => {
    const assets = filed(100);
    const cases: readonly (readonly [number, number | null, string])[] = [
      [0, 29.9, 'pass'],
      [10, 30, 'pass'],
      [30, 30, 'pass'],
      [30, 31, 'unknown'],
      [0, null, 'unknown'],
      [30, null, 'unknown'],
      [30.1, 40, 'fail'],
      [31, null, 'fail'],
    ];
    for (const [low, high, status] of cases) {
      const result = evaluateCheck(check('<=', 0.3), range(low, high), assets);
      assert.equal(result.status, status, `[${low}, ${high}]`);
      assert.deepEqual([result.low, result.high], [low / 100, high === null ? null : high / 100]);
    }
  });

  test('a denominator that is missing, inexact, zero or negative leaves the ratio without an upper end', () => {
    for (const denominator of [UNKNOWN, range(90, 100), filed(0), filed(-5)]) {
      const result = evaluateCheck(check('<=', 0.3), filed(1), denominator);
      assert.deepEqual(
        [result.status, result.low, result.high, result.basis],
        ['unknown', 0, null, 'unknown'],
      );
    }
  });

  test('the basis is that of the weaker side', () => {
    assert.equal(evaluateCheck(check('<', 0.3), filed(1), filed(10)).basis, 'reported');
    assert.equal(evaluateCheck(check('<', 0.3), range(1, 1), filed(10)).basis, 'derived');
    assert.equal(evaluateCheck(check('<', 0.3), range(1, 2), filed(10)).basis, 'bounded');
    assert.equal(evaluateCheck(check('<', 0.3), range(1, null), filed(10)).basis, 'unknown');
  });

  test('a wider interval gives the same answer or none', () => {
    const value = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(
        fc.tuple(value, value, value, value).map((ends) => ends.sort((a, b) => a - b)),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('<' as const, '<=' as const),
        ([outerLow = 0, low = 0, high = 0, outerHigh = 0], open, openToo, comparison) => {
          const inner = range(low, open ? null : high);
          const outer = range(outerLow, open || openToo ? null : outerHigh);
          const narrow = evaluateCheck(check(comparison, 0.3), inner, filed(100)).status;
          const wide = evaluateCheck(check(comparison, 0.3), outer, filed(100)).status;
          assert.ok(wide === narrow || wide === 'unknown', `${narrow} became ${wide}`);
        },
      ),
      { numRuns: size({ quick: 500, full: 2000 }) },
    );
  });
});

test('one failed check fails a methodology, whatever else is missing', () => {
  assert.equal(combine(['pass', 'unknown', 'fail']), 'fail');
  assert.equal(combine(['pass', 'unknown']), 'unknown');
  assert.equal(combine(['pass', 'pass']), 'pass');
});

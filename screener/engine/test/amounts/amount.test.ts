import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Amount, between, exactly, sumAmounts, tighten, UNKNOWN } from '@screener/engine/amounts/amount';
import type { ComputedNumber } from '@screener/engine/amounts/expression';
import fc from 'fast-check';

function figure(value: number): ComputedNumber {
  return { value, from: `f${value}` };
}

function range(low: number, high: number | null): Amount {
  return between(figure(low), high === null ? null : figure(high), ['given']);
}

function endsOf(amount: Amount): readonly [number, number] {
  return [amount.low.value, amount.high?.value ?? Number.POSITIVE_INFINITY];
}

suite('an amount', () => {
  test('says how well it is known', () => {
    assert.equal(exactly(figure(5), 'reported').basis, 'reported');
    assert.equal(range(5, 9).basis, 'bounded');
    assert.equal(range(5, 5).basis, 'derived', 'parts that leave nothing out');
    assert.equal(range(5, null).basis, 'unknown');
    assert.deepEqual(endsOf(UNKNOWN), [0, Number.POSITIVE_INFINITY]);
  });

  test('sums end by end, has no end where a part has none, and names each rule once', () => {
    const sum = sumAmounts([range(1, 2), range(10, 20)]);
    assert.deepEqual(endsOf(sum), [11, 22]);
    assert.deepEqual(sum.rules, ['given']);
    assert.deepEqual(endsOf(sumAmounts([range(1, 2), range(10, null)])), [11, Number.POSITIVE_INFINITY]);
    assert.equal(sumAmounts([range(1, 2), UNKNOWN]).basis, 'unknown');
    const only = exactly(figure(3), 'reported');
    assert.equal(sumAmounts([only]), only, 'a sum of one filed figure is that figure');
  });
});

suite('tightening', () => {
  test('takes the lower of two upper ends and names the rule that gave it', () => {
    assert.deepEqual(tighten(range(3, 9), figure(7), 'better'), between(figure(3), figure(7), ['better']));
    assert.deepEqual(tighten(range(3, null), figure(7), 'better').rules, ['better']);
    const amount = range(3, 9);
    assert.equal(tighten(amount, figure(9), 'no better'), amount);
    assert.equal(tighten(amount, figure(11), 'worse'), amount);
    assert.equal(tighten(amount, null, 'not filed'), amount);
  });

  test('drops a bound that crosses the known part, and takes one that meets it', () => {
    const amount = range(3, 9);
    assert.equal(tighten(amount, figure(2.99), 'wrong'), amount);
    assert.deepEqual(endsOf(tighten(amount, figure(3), 'closes')), [3, 3]);
    assert.equal(tighten(amount, figure(3), 'closes').basis, 'derived');
  });
});

suite('widening never tightens', () => {
  const value = fc.integer({ min: 0, max: 40 });
  const amounts = fc
    .tuple(value, value, fc.boolean())
    .map(([a, b, open]) => range(Math.min(a, b), open ? null : Math.max(a, b)));
  const widened = fc.tuple(amounts, value, value, fc.boolean()).map(([inner, below, above, open]) => {
    const low = Math.max(0, inner.low.value - below);
    return { inner, outer: range(low, open || inner.high === null ? null : inner.high.value + above) };
  });

  function assertInside(inner: Amount, outer: Amount): void {
    const [innerLow, innerHigh] = endsOf(inner);
    const [outerLow, outerHigh] = endsOf(outer);
    assert.ok(outerLow <= innerLow && innerHigh <= outerHigh, `${endsOf(inner)} leaves ${endsOf(outer)}`);
  }

  test('a sum of wider parts is wider', () => {
    fc.assert(
      fc.property(fc.array(widened, { minLength: 1, maxLength: 4 }), (parts) => {
        assertInside(
          sumAmounts(parts.map(({ inner }) => inner)),
          sumAmounts(parts.map(({ outer }) => outer)),
        );
      }),
    );
  });

  test('a wider amount, or a looser bound, stays wider when tightened', () => {
    fc.assert(
      fc.property(widened, value, value, fc.boolean(), ({ inner, outer }, bound, looser, none) => {
        // A bound below the known part contradicts it: ADR 0009 says what holds then.
        fc.pre(bound >= inner.low.value);
        assertInside(
          tighten(inner, figure(bound), 'r'),
          tighten(outer, none ? null : figure(bound + looser), 'r'),
        );
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type ComputedNumber,
  evaluate,
  evidenceIds,
  maxOf,
  minOf,
  minusOf,
  sumOf,
  timesOf,
  ZERO,
} from '@screener/engine/amounts/expression';
import fc from 'fast-check';

const FILED = { f1: 10, f2: 4, f3: 10, f4: 0.3, f5: 0 } as const;

function filed(id: keyof typeof FILED): ComputedNumber {
  return { value: FILED[id], from: id };
}

function figureOf(id: string): number {
  const value = (FILED as Readonly<Record<string, number>>)[id];
  if (value === undefined) throw new Error(`no ${id}`);
  return value;
}

suite('a computed value says how it was computed', () => {
  test('a sum names its terms; nothing is added for what is not filed', () => {
    assert.deepEqual(sumOf([filed('f1'), ZERO, filed('f2')]), { value: 14, from: { sum: ['f1', 'f2'] } });
    assert.deepEqual(sumOf([filed('f1'), ZERO]), filed('f1'));
    assert.deepEqual(sumOf([]), ZERO);
    assert.deepEqual(sumOf([ZERO, ZERO]), ZERO);
  });

  test('a filed zero is evidence, and remains in the sum', () => {
    assert.deepEqual(sumOf([filed('f1'), filed('f5')]).from, { sum: ['f1', 'f5'] });
    assert.deepEqual(minusOf(filed('f1'), filed('f5')).from, { minus: ['f1', 'f5'] });
  });

  test('a difference, a product, a maximum and a minimum', () => {
    assert.deepEqual(minusOf(filed('f1'), filed('f2')), { value: 6, from: { minus: ['f1', 'f2'] } });
    assert.deepEqual(minusOf(filed('f1'), ZERO), filed('f1'));
    assert.deepEqual(timesOf(0.08, filed('f2')), { value: 0.32, from: { times: [0.08, 'f2'] } });
    assert.deepEqual(maxOf([filed('f1'), filed('f2'), filed('f3')]), {
      value: 10,
      from: { max: ['f1', 'f2', 'f3'] },
    });
    assert.deepEqual(minOf([filed('f1'), filed('f2')]), { value: 4, from: { min: ['f1', 'f2'] } });
    assert.deepEqual(maxOf([filed('f2')]), filed('f2'));
  });

  test('a maximum or minimum of nothing is a bug, not a number', () => {
    assert.throws(() => maxOf([]), /max of nothing/);
    assert.throws(() => minOf([]), /min of nothing/);
  });
});

suite('an auditor can recompute the value from the expression', () => {
  test('each kind, checked by hand', () => {
    assert.equal(evaluate('f1', figureOf), 10);
    assert.equal(evaluate(7, figureOf), 7);
    assert.equal(evaluate({ sum: ['f1', 'f4', 0.1] }, figureOf), 10.4);
    assert.equal(evaluate({ minus: [{ sum: ['f1', 'f2'] }, 'f4'] }, figureOf), 13.7);
    assert.equal(evaluate({ times: [0.95, { max: ['f1', 'f2'] }] }, figureOf), 9.5);
    assert.equal(evaluate({ min: ['f1', { minus: ['f2', 'f1'] }] }, figureOf), -6);
    assert.throws(() => evaluate('f9', figureOf), /no f9/);
  });

  test('every composed expression evaluates to its own value', () => {
    const leaf = fc.constantFrom('f1', 'f2', 'f3', 'f4', 'f5').map((id) => filed(id as keyof typeof FILED));
    const computed = fc.letrec<{ node: ComputedNumber }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc.constant(ZERO),
        fc.array(tie('node'), { maxLength: 3 }).map(sumOf),
        fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map(maxOf),
        fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map(minOf),
        fc.tuple(tie('node'), tie('node')).map(([a, b]) => minusOf(a, b)),
        tie('node').map((a) => timesOf(0.95, a)),
      ),
    })).node;
    fc.assert(
      fc.property(computed, ({ value, from }) => {
        assert.equal(evaluate(from, figureOf), value);
      }),
    );
  });

  test('evidenceIds gives the evidence that an expression names, each once, in order', () => {
    assert.deepEqual(evidenceIds({ minus: [{ sum: ['f2', 'f1', 'f2'] }, { times: [0.5, 'f3'] }] }), [
      'f2',
      'f1',
      'f3',
    ]);
    assert.deepEqual(evidenceIds(0), []);
  });
});

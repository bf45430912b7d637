import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { type ComputedNumber, evaluate } from '@screener/engine/amounts/expression';
import { closeFace } from '@screener/engine/concepts/face-closure';
import fc from 'fast-check';

function figure(value: number, name = `v${value}`): ComputedNumber {
  return { value, from: name };
}

function close(total: number, candidates: readonly number[], lines: readonly number[]) {
  const closed = closeFace(
    figure(total, 'total'),
    candidates.map((value) => figure(value)),
    lines.map((value) => figure(value)),
  );
  return closed === null ? null : [closed.low.value, closed.high.value];
}

suite('lines that add up', () => {
  test('prove that the candidate is the whole amount', () => {
    assert.deepEqual(close(600, [100], [300, 200]), [100, 100]);
    assert.equal(close(601, [100], [300, 200]), null);
    assert.equal(close(600, [], [300, 300]), null);
  });

  test('a line may be left out, because it may be a note’s figure inside another', () => {
    assert.deepEqual(close(600, [100], [300, 200, 60, 45]), [100, 100]);
    assert.deepEqual(close(600, [100], [-5, 0, 300, 200]), [100, 100], 'zero or less is not a line');
  });

  test('nothing at all is a proof where the total is the amount itself', () => {
    assert.deepEqual(close(100, [100], []), [100, 100]);
    assert.equal(close(100, [40], []), null);
  });

  test('where several candidates close, the amount lies between them', () => {
    assert.deepEqual(close(600, [100, 160], [300, 200, 140]), [100, 160]);
  });

  test('sums of decimals are exact', () => {
    assert.deepEqual(close(0.6, [0.1], [0.2, 0.3]), [0.1, 0.1]);
    assert.deepEqual(close(20_267.2, [303.6], [11_130.6, 4_717.1, 3_424.9, 691]), [303.6, 303.6]);
  });

  test('the upper end is expressed by the total and the lines, and has the candidate’s value', () => {
    const closed = closeFace(
      figure(600, 'total'),
      [figure(100, 'debt')],
      [figure(300, 'a'), figure(200, 'b')],
    );
    const figures: Readonly<Record<string, number>> = { total: 600, a: 300, b: 200, debt: 100 };
    assert.ok(closed !== null);
    assert.equal(
      evaluate(closed.high.from, (id) => figures[id] ?? Number.NaN),
      100,
    );
    assert.deepEqual(closed.high.from, { minus: ['total', { sum: ['a', 'b'] }] });
  });

  test('a subset is found whenever there is one, in any order', () => {
    const lines = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 10 });
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
        fc.nat(500),
        (all, face, debt) => {
          const total = debt + all.reduce((sum, line, index) => sum + (face[index] === true ? line : 0), 0);
          assert.deepEqual(close(total, [debt], all), [debt, debt]);
          assert.deepEqual(close(total, [debt], all.toReversed()), [debt, debt]);
        },
      ),
    );
  });

  test('no subset is found where there is none, compared with trying every subset', () => {
    const small = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.nat(40), fc.nat(12), small, (total, candidate, all) => {
        const subsets = new Set([0]);
        for (const line of all) for (const sum of [...subsets]) subsets.add(sum + line);
        const expected = subsets.has(total - candidate) ? [candidate, candidate] : null;
        assert.deepEqual(close(total, [candidate], all), expected);
      }),
      { numRuns: size({ quick: 500, full: 2000 }) },
    );
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { add } from '@common/base/exact';
import { type Expression, evaluate } from '@screener/engine/amounts/expression';
import type { Screening } from '@screener/engine/screening';
import fc from 'fast-check';
import { type SumLine, sumLines } from '../../src/report/sums.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

const FIGURES: Readonly<Record<string, number>> = { a: 100, b: 30, c: 7.5, d: 100, e: 0.1 };
const figureOf = (id: string) => FIGURES[id] ?? Number.NaN;
/** A line as its depth, its signed value and what it says. */
const read = (from: Expression) =>
  sumLines(from, figureOf).map(({ depth, sign, value, what }) => [depth, sign * value, what.kind]);

/** What a reader gets by adding up the lines of a depth, without those that say what other lines come to. */
function addedUp(lines: readonly SumLine[], depth: number): number {
  return lines
    .filter((line) => line.depth === depth && line.what.kind !== 'together')
    .reduce((total, { sign, value }) => add(total, sign * value), 0);
}

describe('an expression as a sum', () => {
  test('is a flat list of what is added, then of what is taken away', () => {
    assert.deepEqual(read({ minus: ['b', { sum: ['c', { minus: ['e', 'a'] }] }] }), [
      [0, 30, 'figure'],
      [0, 100, 'figure'],
      [0, -7.5, 'figure'],
      [0, -0.1, 'figure'],
    ]);
  });

  test('leaves out what is added and taken away again', () => {
    assert.deepEqual(read({ sum: ['b', { minus: [{ minus: ['a', 'b'] }, 'c'] }] }), [
      [0, 100, 'figure'],
      [0, -7.5, 'figure'],
    ]);
    assert.deepEqual(read({ minus: ['a', { sum: ['b', 'b'] }] }).length, 3);
  });

  test('names alternatives, and marks the one that is used', () => {
    const lines = sumLines({ max: [{ minus: ['a', 'b'] }, 'c'] }, figureOf);
    assert.deepEqual(
      lines.map(({ depth, value, what, used }) => [depth, value, what.kind, used]),
      [
        [0, 70, 'larger', undefined],
        [1, 100, 'figure', undefined],
        [1, 30, 'figure', undefined],
        [1, 70, 'together', true],
        [1, 7.5, 'figure', false],
      ],
    );
  });

  test('shows one figure that two tags give as one line', () => {
    const [line, ...more] = sumLines({ max: ['a', 'd'] }, figureOf);
    assert.deepEqual([line?.what, more], [{ kind: 'figure', ids: ['a', 'd'] }, []]);
  });

  test('adds up to its value, whatever it is made of', () => {
    const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.constantFrom<Expression>('a', 'b', 'c', 'd', 'e', 0, 2),
        fc.record({ sum: fc.array(tie('expression'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ minus: fc.tuple(tie('expression'), tie('expression')) }),
        fc.record({ max: fc.array(tie('expression'), { minLength: 2, maxLength: 3 }) }),
        fc.record({ min: fc.array(tie('expression'), { minLength: 2, maxLength: 3 }) }),
        fc.record({ times: fc.tuple(fc.constantFrom(0.08, 0.8, 'c'), tie('expression')) }),
      ),
    }));
    fc.assert(
      fc.property(expression, (from) => {
        assert.equal(addedUp(sumLines(from, figureOf), 0), evaluate(from, figureOf));
      }),
    );
  });
});

describe('the sums of real answers', () => {
  test('come to the amounts that the API gives, and so does every line that says together', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    for (const symbol of ['AAPL', 'MSFT', 'NVDA', 'PG', 'SNOW', 'APH', 'LPA', 'TSM']) {
      const answer = await app.screen(symbol);
      const filed = figuresOf(answer);
      for (const [name, { low, high, low_from, high_from }] of Object.entries(answer.amounts)) {
        const ends = [[low, low_from] as const, [high, high_from] as const];
        for (const [end, from] of ends) {
          if (end === null || from === null) continue;
          const lines = sumLines(from, filed);
          assert.equal(addedUp(lines, 0), end, `${symbol} ${name}`);
          assertTogether(lines, `${symbol} ${name}`);
        }
      }
    }
  });
});

function figuresOf({ evidence, market_data: market }: Pick<Screening, 'evidence' | 'market_data'>) {
  return (id: string) => evidence.find((entry) => entry.id === id)?.value ?? market.value ?? Number.NaN;
}

/** Each such line is the sum of the lines of its depth since the last one, or since a line that is less deep. */
function assertTogether(lines: readonly SumLine[], where: string): void {
  for (const [index, line] of lines.entries()) {
    if (line.what.kind !== 'together') continue;
    const before = lines.slice(0, index);
    const start = before.findLastIndex(
      ({ depth, what, used }) =>
        depth < line.depth || (depth === line.depth && (what.kind === 'together' || used !== undefined)),
    );
    assert.equal(addedUp(before.slice(start + 1), line.depth), line.value, where);
  }
}

import { type Expression, evaluate } from '@screener/engine/amounts/expression';

/** A line of a sum. Deeper lines explain the line above them that is one step less deep. */
export interface SumLine {
  readonly depth: number;
  readonly sign: 1 | -1;
  readonly what:
    | { readonly kind: 'figure'; readonly ids: readonly string[] }
    | { readonly kind: 'constant' }
    /** A multiple of a figure (`ids`), or of the value of the deeper lines (no ids). */
    | { readonly kind: 'multiple'; readonly factor: Factor; readonly ids: readonly string[] }
    | { readonly kind: 'larger' | 'smaller'; readonly of: number }
    | { readonly kind: 'together' };
  readonly value: number;
  /** Set for alternatives: whether this is the one that is used. */
  readonly used?: boolean;
}

type Factor = { readonly constant: number } | { readonly id: string };

interface Term {
  readonly sign: 1 | -1;
  readonly of: Expression;
}

/**
 * Writes an expression as lines that a person can add up: the signed values of depth 0 add up to the whole. A
 * figure that is added and subtracted again is left out, which changes nothing, because all sums are exact.
 */
export function sumLines(from: Expression, figureOf: (id: string) => number): readonly SumLine[] {
  return linesOf(termsOf(from), 0);

  function linesOf(terms: readonly Term[], depth: number): readonly SumLine[] {
    return terms.flatMap((term) => lineOf(term, depth));
  }

  function lineOf({ sign, of }: Term, depth: number): readonly SumLine[] {
    const line = { depth, sign, value: evaluate(of, figureOf) };
    if (typeof of === 'string') return [{ ...line, what: { kind: 'figure', ids: [of] } }];
    if (typeof of === 'number') return [{ ...line, what: { kind: 'constant' } }];
    if ('times' in of) return multipleOf(line, of.times);
    if ('sum' in of || 'minus' in of) throw new Error('sums and differences are flat here');
    return alternativesOf(line, of);
  }

  function multipleOf(
    line: Omit<SumLine, 'what'>,
    [factor, product]: readonly [Expression, Expression],
  ): readonly SumLine[] {
    if (typeof factor === 'object') throw new Error('a factor is a number or a figure');
    const by = typeof factor === 'number' ? { constant: factor } : { id: factor };
    if (typeof product === 'string') {
      return [{ ...line, what: { kind: 'multiple', factor: by, ids: [product] } }];
    }
    const what = { kind: 'multiple', factor: by, ids: [] } as const;
    return [{ ...line, what }, ...closed(product, line.depth + 1)];
  }

  function alternativesOf(
    line: Omit<SumLine, 'what'>,
    of: { readonly max: readonly Expression[] } | { readonly min: readonly Expression[] },
  ): readonly SumLine[] {
    const [kind, alternatives] = 'max' in of ? (['larger', of.max] as const) : (['smaller', of.min] as const);
    const ids = alternatives.filter((alternative) => typeof alternative === 'string');
    const isOneFigure = ids.length === alternatives.length && ids.every((id) => figureOf(id) === line.value);
    if (isOneFigure) return [{ ...line, what: { kind: 'figure', ids } }];
    const values = alternatives.map((alternative) => evaluate(alternative, figureOf));
    const used = values.indexOf(line.value);
    return [
      { ...line, what: { kind, of: alternatives.length } },
      ...alternatives.flatMap((alternative, index) =>
        markUsed(closed(alternative, line.depth + 1), line.depth + 1, index === used),
      ),
    ];
  }

  /** Returns the lines of an expression, and their total if there are several. */
  function closed(of: Expression, depth: number): readonly SumLine[] {
    const terms = termsOf(of);
    const lines = linesOf(terms, depth);
    const [only] = terms;
    if (terms.length === 1 && only?.sign === 1) return lines;
    const kind = only === undefined ? 'constant' : 'together';
    return [...lines, { depth, sign: 1, what: { kind }, value: evaluate(of, figureOf) }];
  }
}

/** Marks the line of an alternative that has its whole value. */
function markUsed(lines: readonly SumLine[], depth: number, used: boolean): readonly SumLine[] {
  const whole = lines.findLastIndex((line) => line.depth === depth);
  return lines.map((line, index) => (index === whole ? { ...line, used } : line));
}

/** Flattens nested sums and differences into signed terms, without those that cancel out. */
function termsOf(from: Expression): readonly Term[] {
  const left: Term[] = [];
  for (const term of flattened(from, 1)) {
    const key = JSON.stringify(term.of);
    const opposite = left.findIndex(({ sign, of }) => sign !== term.sign && JSON.stringify(of) === key);
    if (opposite === -1) left.push(term);
    else left.splice(opposite, 1);
  }
  // Added terms come first, as on paper.
  return left.toSorted((one, other) => other.sign - one.sign);
}

function flattened(from: Expression, sign: 1 | -1): readonly Term[] {
  if (from === 0) return [];
  if (typeof from === 'object' && 'sum' in from) return from.sum.flatMap((part) => flattened(part, sign));
  if (typeof from === 'object' && 'minus' in from) {
    const opposite = sign === 1 ? -1 : 1;
    return [...flattened(from.minus[0], sign), ...flattened(from.minus[1], opposite)];
  }
  return [{ sign, of: from }];
}

import { add, multiply, subtract } from '@common/base/exact';
import { Type } from 'typebox';

/**
 * How an amount was computed, over evidence ids: an auditor (or `screener/conformance/recompute`) recomputes it from
 * only the answer. A string is the id of an evidence entry; a number is a constant of a named rule.
 */
export type Expression =
  | string
  | number
  | { readonly sum: readonly Expression[] }
  | { readonly max: readonly Expression[] }
  | { readonly min: readonly Expression[] }
  | { readonly minus: readonly [Expression, Expression] }
  | { readonly times: readonly [Expression, Expression] };

/** An expression in an answer. Its schema is open: it contains itself, and its members are said in words. */
export const computation = (what: string) =>
  Type.Unsafe<Expression>(
    Type.Unknown({
      description: `${what}: an evidence id, a constant, or {"sum"|"max"|"min": [...]}, {"minus": [a, b]}, {"times": [a, b]}, of expressions`,
    }),
  );

/** A number together with how it was computed. */
export interface ComputedNumber {
  readonly value: number;
  readonly from: Expression;
  /** Where `value` is a product that was rounded: its factors, by which it is compared. */
  readonly factors?: readonly number[];
}

export const ZERO: ComputedNumber = { value: 0, from: 0 };

export function sumOf(terms: readonly ComputedNumber[]): ComputedNumber {
  const parts = terms.filter((term) => term.from !== 0);
  const [only] = parts;
  if (only === undefined) return ZERO;
  if (parts.length === 1) return only;
  return {
    value: parts.reduce((total, term) => add(total, term.value), 0),
    from: { sum: parts.map(fromOf) },
  };
}

export function maxOf(terms: readonly ComputedNumber[]): ComputedNumber {
  return extreme(terms, 'max', (a, b) => a > b);
}

export function minOf(terms: readonly ComputedNumber[]): ComputedNumber {
  return extreme(terms, 'min', (a, b) => a < b);
}

export function minusOf(whole: ComputedNumber, part: ComputedNumber): ComputedNumber {
  if (part.from === 0) return whole;
  return { value: subtract(whole.value, part.value), from: { minus: [whole.from, part.from] } };
}

export function timesOf(factor: number, term: ComputedNumber): ComputedNumber {
  return { value: multiply(factor, term.value), from: { times: [factor, term.from] } };
}

function fromOf(term: ComputedNumber): Expression {
  return term.from;
}

function extreme(
  terms: readonly ComputedNumber[],
  name: 'max' | 'min',
  better: (a: number, b: number) => boolean,
): ComputedNumber {
  const [first] = terms;
  if (first === undefined) throw new Error(`${name} of nothing`);
  if (terms.length === 1) return first;
  const value = terms.reduce((best, term) => (better(term.value, best) ? term.value : best), first.value);
  const from: Expression = name === 'max' ? { max: terms.map(fromOf) } : { min: terms.map(fromOf) };
  return { value, from };
}

/**
 * The value of an expression, with each evidence id read through `figureOf`.
 * @example evaluate({ minus: ['e1', { max: ['e2', 3] }] }, (id) => ({ e1: 10, e2: 2 })[id]) // 7
 */
export function evaluate(expression: Expression, figureOf: (id: string) => number): number {
  if (typeof expression === 'number') return expression;
  if (typeof expression === 'string') return figureOf(expression);
  if ('minus' in expression) {
    return subtract(evaluate(expression.minus[0], figureOf), evaluate(expression.minus[1], figureOf));
  }
  if ('times' in expression) {
    return multiply(evaluate(expression.times[0], figureOf), evaluate(expression.times[1], figureOf));
  }
  if ('sum' in expression) {
    return expression.sum.reduce<number>((total, term) => add(total, evaluate(term, figureOf)), 0);
  }
  const terms = 'max' in expression ? expression.max : expression.min;
  const values = terms.map((term) => evaluate(term, figureOf));
  return 'max' in expression ? Math.max(...values) : Math.min(...values);
}

/**
 * The evidence ids in an expression, in order, each once.
 * @example evidenceIds({ sum: ['e2', 'e1', { times: [2, 'e2'] }] }) // ['e2', 'e1']
 */
export function evidenceIds(expression: Expression): readonly string[] {
  const ids = new Set<string>();
  const walk = (node: Expression): void => {
    if (typeof node === 'number') return;
    if (typeof node === 'string') ids.add(node);
    else for (const child of Object.values(node).flat() as Expression[]) walk(child);
  };
  walk(expression);
  return [...ids];
}

import { add, type Fraction, fractionOf, largest, multiply, smallest, subtract, ZERO } from './fraction.ts';

/** How an end of an amount was computed, as an answer writes it in `low_from` and `high_from`. */
export type Expression =
  | { readonly kind: 'constant'; readonly value: number }
  /** An evidence id, or the id of the market figure. */
  | { readonly kind: 'figure'; readonly id: string }
  | { readonly kind: 'sum' | 'max' | 'min'; readonly terms: readonly Expression[] }
  | { readonly kind: 'minus' | 'times'; readonly terms: readonly [Expression, Expression] };

export type Figures = ReadonlyMap<string, Fraction>;

/** Returns the exact value; null if the expression names a figure that is not in the answer. */
export function evaluate(expression: Expression, figures: Figures): Fraction | null {
  if (expression.kind === 'constant') return fractionOf(expression.value);
  if (expression.kind === 'figure') return figures.get(expression.id) ?? null;
  const values: Fraction[] = [];
  for (const term of expression.terms) {
    const value = evaluate(term, figures);
    if (value === null) return null;
    values.push(value);
  }
  const [first = ZERO, second = ZERO] = values;
  if (expression.kind === 'minus') return subtract(first, second);
  if (expression.kind === 'times') return multiply(first, second);
  if (expression.kind === 'sum') return values.reduce(add, ZERO);
  return expression.kind === 'max' ? largest(values) : smallest(values);
}

/** Returns the ids that an expression names, with repetitions. */
export function idsOf(expression: Expression): readonly string[] {
  if (expression.kind === 'constant') return [];
  return expression.kind === 'figure' ? [expression.id] : expression.terms.flatMap(idsOf);
}

/** Returns the constants in an expression. */
export function constantsOf(expression: Expression): readonly number[] {
  if (expression.kind === 'figure') return [];
  return expression.kind === 'constant' ? [expression.value] : expression.terms.flatMap(constantsOf);
}

export function isSame(a: Expression, b: Expression): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * The most ways that ties are followed. A further one can only be missed as an explanation, never invented.
 */
const MOST_WAYS = 64;

/**
 * Returns the expression without its `max` and `min`: each is replaced by the term that gives its value. If
 * several terms give it, each way is returned once, as distinguished by `keyOf`.
 */
export function settle(
  expression: Expression,
  figures: Figures,
  keyOf: (id: string) => string,
): readonly Expression[] {
  if (expression.kind === 'constant' || expression.kind === 'figure') return [expression];
  if (expression.kind === 'max' || expression.kind === 'min') {
    const target = evaluate(expression, figures);
    const chosen = expression.terms.filter((term) => {
      const value = evaluate(term, figures);
      return target !== null && value !== null && subtract(value, target).numerator === 0n;
    });
    return different(
      chosen.flatMap((term) => settle(term, figures, keyOf)),
      keyOf,
    );
  }
  let ways: readonly (readonly Expression[])[] = [[]];
  for (const term of expression.terms) {
    const settled = settle(term, figures, keyOf);
    ways = ways.flatMap((way) => settled.map((choice) => [...way, choice])).slice(0, MOST_WAYS);
  }
  return different(
    ways.map((terms) => ({ ...expression, terms }) as Expression),
    keyOf,
  );
}

function different(expressions: readonly Expression[], keyOf: (id: string) => string): readonly Expression[] {
  if (expressions.length <= 1) return expressions;
  const byKey = new Map<string, Expression>();
  for (const expression of expressions) {
    const key = JSON.stringify(expression, (name, value) => (name === 'id' ? keyOf(value) : value));
    if (!byKey.has(key)) byKey.set(key, expression);
  }
  return [...byKey.values()];
}

/** A figure that is added (`+`) or subtracted (`-`) in an expression without `max` and `min`. */
interface Contribution {
  readonly sign: '+' | '-';
  readonly id: string;
}

export function contributionsOf(expression: Expression, sign: '+' | '-' = '+'): readonly Contribution[] {
  if (expression.kind === 'constant') return [];
  if (expression.kind === 'figure') return [{ sign, id: expression.id }];
  if (expression.kind !== 'minus') return expression.terms.flatMap((term) => contributionsOf(term, sign));
  const [whole, part] = expression.terms;
  return [...contributionsOf(whole, sign), ...contributionsOf(part, sign === '+' ? '-' : '+')];
}

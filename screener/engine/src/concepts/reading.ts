import { type ComputedNumber, maxOf, minOf, minusOf, ZERO } from '../amounts/expression.ts';
import { knownPart, knownParts, type Lookup, type Term } from './term.ts';

/** The filed figure of a total under alternative tags: the largest, where filers state two. */
export function filed(tags: readonly string[], lookup: Lookup): ComputedNumber | null {
  const figures = knownParts(tags, lookup);
  return figures.length === 0 ? null : maxOf(figures);
}

/** The smallest of alternative upper ends: each is a bound on its own. A filed zero is an empty cell, not a total. */
export function leastFiled(tags: readonly string[], lookup: Lookup): ComputedNumber | null {
  const figures = knownParts(tags, lookup).filter((figure) => figure.value > 0);
  return figures.length === 0 ? null : minOf(figures);
}

/** The known part of a term; zero where none of it is filed. */
export function partOf(term: Term, lookup: Lookup): ComputedNumber {
  return knownPart(term, lookup) ?? ZERO;
}

/** The rest of a whole; null if the whole is not filed, or is less than its parts, which is wrong data. */
export function residual(whole: ComputedNumber | null, parts: ComputedNumber): ComputedNumber | null {
  if (whole === null) return null;
  const rest = minusOf(whole, parts);
  return rest.value < 0 ? null : rest;
}

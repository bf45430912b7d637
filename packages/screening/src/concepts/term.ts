import type { Computed } from '../amounts/expression.ts';
import { maxOf, sumOf, timesOf } from '../amounts/expression.ts';

/**
 * A way to read a *known part* of an amount off the tags of one report. A bare name is a `us-gaap` tag.
 * Every kind is monotone: taking a fact away never makes the known part larger, which is what makes the
 * property of ADR 0004 hold by construction.
 *
 * - `sum`: disjoint parts; a part that is not filed adds nothing.
 * - `max`: alternative tags for the same thing (or a whole beside its parts): the largest that is filed.
 * - `distinct`: a sum in which equal values count once: the same debt filed under two tags is one debt.
 * - `scaled`: a figure that may be stated gross (principal before discount), taken at a fraction of itself.
 * - `nest`: whole lines of which it is not known which of the parts (note-level tags) they already contain.
 *   Counted is what cannot overlap: wholes + parts, less the largest set of parts that would fit inside.
 */
export type Term =
  | string
  | { readonly sum: readonly Term[] }
  | { readonly max: readonly Term[] }
  | { readonly distinct: readonly Term[] }
  | { readonly scaled: number; readonly of: Term }
  | { readonly nest: { readonly wholes: readonly Term[]; readonly parts: readonly Term[] } };

/** The filed value of a qualified tag, or null where the report gives none. */
export type Lookup = (tag: string) => Computed | null;

export function qualifiedTag(tag: string): string {
  return tag.includes(':') ? tag : `us-gaap:${tag}`;
}

/** Every qualified tag that a term may read. */
export function tagsOf(term: Term): readonly string[] {
  if (typeof term === 'string') return [qualifiedTag(term)];
  if ('scaled' in term) return tagsOf(term.of);
  if ('nest' in term) return [...term.nest.wholes, ...term.nest.parts].flatMap(tagsOf);
  const children = 'sum' in term ? term.sum : 'max' in term ? term.max : term.distinct;
  return children.flatMap(tagsOf);
}

/** The known part, or null when none of the term's tags is filed. A negative figure counts as not filed. */
export function knownPart(term: Term, lookup: Lookup): Computed | null {
  if (typeof term === 'string') {
    const fact = lookup(qualifiedTag(term));
    return fact !== null && fact.value >= 0 ? fact : null;
  }
  if ('scaled' in term) {
    const part = knownPart(term.of, lookup);
    return part === null ? null : timesOf(term.scaled, part);
  }
  if ('nest' in term) return nested(known(term.nest.wholes, lookup), known(term.nest.parts, lookup));
  if ('max' in term) return atLeastOne(known(term.max, lookup), maxOf);
  if ('sum' in term) return atLeastOne(known(term.sum, lookup), sumOf);
  return atLeastOne(withoutEqualValues(known(term.distinct, lookup)), sumOf);
}

function known(terms: readonly Term[], lookup: Lookup): readonly Computed[] {
  return terms.map((term) => knownPart(term, lookup)).filter((part) => part !== null);
}

function atLeastOne(
  parts: readonly Computed[],
  combine: (parts: readonly Computed[]) => Computed,
): Computed | null {
  return parts.length === 0 ? null : combine(parts);
}

function withoutEqualValues(parts: readonly Computed[]): readonly Computed[] {
  return parts.filter((part, index) => parts.findIndex((other) => other.value === part.value) === index);
}

function nested(wholes: readonly Computed[], parts: readonly Computed[]): Computed | null {
  if (wholes.length === 0) return atLeastOne(parts, sumOf);
  const room = wholes.reduce((total, whole) => total + whole.value, 0);
  const inside = largestSubsetWithin(parts, room);
  return sumOf([...wholes, ...parts.filter((part) => !inside.has(part))]);
}

/** The subset of `parts` with the largest sum not over `room`. At most 16 parts stand in any family. */
function largestSubsetWithin(parts: readonly Computed[], room: number): ReadonlySet<Computed> {
  let best: readonly Computed[] = [];
  let bestTotal = -1;
  const rest = suffixTotals(parts);
  const extend = (index: number, chosen: readonly Computed[], total: number): void => {
    if (total > bestTotal) {
      best = chosen;
      bestTotal = total;
    }
    const part = parts[index];
    // No completion can beat the best: cut the branch.
    if (part === undefined || total + (rest[index] ?? 0) <= bestTotal) return;
    if (total + part.value <= room) extend(index + 1, [...chosen, part], total + part.value);
    extend(index + 1, chosen, total);
  };
  extend(0, [], 0);
  return new Set(best);
}

function suffixTotals(parts: readonly Computed[]): readonly number[] {
  const totals: number[] = new Array(parts.length).fill(0);
  let total = 0;
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    total += parts[index]?.value ?? 0;
    totals[index] = total;
  }
  return totals;
}

import type { ComputedNumber } from '../amounts/expression.ts';
import { maxOf, sumOf, timesOf } from '../amounts/expression.ts';
import { roundingOf } from '../amounts/rounding.ts';

/**
 * A way to read a *known part* of an amount from the tags of one report. A bare name is a `us-gaap` tag.
 *
 * INVARIANT: every kind is monotone: removing a fact never makes the known part larger (ADR 0009).
 *
 * - `sum`: disjoint parts; a part that is not filed adds nothing.
 * - `max`: alternative tags for the same thing: the largest that is filed.
 * - `nest`: lines of the face, and note-level parts that a line may already contain. Each of `wholes` is a line, or
 *   the alternative tags of one. Counted are the lines, and the parts that do not fit inside them: a part larger than
 *   a line, by more than rounding, is not in it. Because a line may also be a note's figure, the largest such count
 *   over all choices of lines is taken; each of them is a known part. Where a line may hold something else besides, it
 *   counts at \`share\`.
 */
export type Term =
  | string
  | { readonly sum: readonly Term[] }
  | { readonly max: readonly Term[] }
  | {
      readonly nest: {
        readonly wholes: readonly (string | readonly string[])[];
        readonly parts: readonly Term[];
        readonly share?: number;
      };
    };

/** The filed value of a qualified tag, or null if the report gives none. */
export type Lookup = (tag: string) => ComputedNumber | null;

export function qualifiedTag(tag: string): string {
  return tag.includes(':') ? tag : `us-gaap:${tag}`;
}

/** Every qualified tag that a term may read. */
export function tagsOf(term: Term): readonly string[] {
  if (typeof term === 'string') return [qualifiedTag(term)];
  if ('nest' in term) return [...term.nest.wholes.flat(), ...term.nest.parts].flatMap(tagsOf);
  return ('sum' in term ? term.sum : term.max).flatMap(tagsOf);
}

/** The known part, or null when none of the term's tags is filed. A negative figure counts as not filed. */
export function knownPart(term: Term, lookup: Lookup): ComputedNumber | null {
  if (typeof term === 'string') {
    const fact = lookup(qualifiedTag(term));
    return fact !== null && fact.value >= 0 ? fact : null;
  }
  if ('nest' in term) return nested(term.nest, lookup);
  const parts = knownParts('sum' in term ? term.sum : term.max, lookup);
  if (parts.length === 0) return null;
  return 'sum' in term ? sumOf(parts) : maxOf(parts);
}

/** The known parts of several terms, without terms that have nothing filed. */
export function knownParts(terms: readonly Term[], lookup: Lookup): readonly ComputedNumber[] {
  return terms.map((term) => knownPart(term, lookup)).filter((part) => part !== null);
}

type Nest = Extract<Term, { readonly nest: unknown }>['nest'];

function nested({ wholes, parts, share = 1 }: Nest, lookup: Lookup): ComputedNumber | null {
  const lines = wholes.map((whole) => knownParts(typeof whole === 'string' ? [whole] : whole, lookup));
  const inside = knownParts(parts, lookup);
  let best: ComputedNumber | null = null;
  for (const chosen of choices(lines)) {
    const count = beside(chosen, inside, share);
    if (count !== null && (best === null || count.value > best.value)) best = count;
  }
  return best;
}

/** Every way to choose none or one of each line's alternatives. */
function choices(lines: readonly (readonly ComputedNumber[])[]): readonly (readonly ComputedNumber[])[] {
  return lines.reduce<readonly (readonly ComputedNumber[])[]>(
    (found, alternatives) =>
      found.flatMap((chosen) => [chosen, ...alternatives.map((line) => [...chosen, line])]),
    [[]],
  );
}

/** The lines, and the parts that are left when as much as fits is assumed to be inside them. */
function beside(
  lines: readonly ComputedNumber[],
  parts: readonly ComputedNumber[],
  share: number,
): ComputedNumber | null {
  const values = lines.map((line) => line.value);
  const room = values.reduce((total, value) => total + value, roundingOf(values));
  const inside = lines.length === 0 ? new Set<ComputedNumber>() : largestSubsetWithin(parts, room);
  const known = share === 1 ? lines : lines.map((line) => timesOf(share, line));
  const counted = [...known, ...parts.filter((part) => !inside.has(part))];
  return counted.length === 0 ? null : sumOf(counted);
}

/** The subset of `parts` with the largest sum not over `room`. A family has at most 16 parts. */
function largestSubsetWithin(parts: readonly ComputedNumber[], room: number): ReadonlySet<ComputedNumber> {
  let best: readonly ComputedNumber[] = [];
  let bestTotal = -1;
  const rest = suffixTotals(parts);
  const extend = (index: number, chosen: readonly ComputedNumber[], total: number): void => {
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

function suffixTotals(parts: readonly ComputedNumber[]): readonly number[] {
  const totals: number[] = new Array(parts.length).fill(0);
  let total = 0;
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    total += parts[index]?.value ?? 0;
    totals[index] = total;
  }
  return totals;
}

import { type Amount, between } from '../amounts/amount.ts';
import { type Computed, maxOf, ZERO } from '../amounts/expression.ts';
import { closeFace } from './face-closure.ts';

/** What is filed for one side of a balance sheet, and which part of it is wanted. */
interface Leg {
  /** The filed total that includes the amount; null where none is filed. */
  readonly total: Computed | null;
  /** Each a known part of the amount. */
  readonly candidates: readonly Computed[];
  /** Sums of candidates that may overlap: the amount only where the face proves it. */
  readonly sums?: readonly Computed[];
  /** Lines that are not part of the amount, for face closure. */
  readonly lines: readonly Computed[];
  /** Upper ends, the tightest first: what remains of the total. Null means not known. */
  readonly residuals: readonly (Computed | null)[];
  /** Id of the bound rule. */
  readonly rule: string;
}

/**
 * The amount of a leg. Where the face adds up it is exact. Otherwise its low end is the largest known part that fits
 * into the tightest residual (a larger one is a note's gross figure), and its high end the tightest residual that every
 * known part fits into: a residual that crosses a known part rests on wrong data and is dropped (ADR 0004).
 */
export function readLeg({ total, candidates, sums = [], lines, residuals, rule }: Leg): Amount {
  const known = candidates.length === 0 ? ZERO : maxOf(candidates);
  if (total === null) return between(known, null, []);
  const closed = closeFace(total, candidates.length === 0 ? [ZERO] : [...candidates, ...sums], lines);
  if (closed !== null) return between(closed.low, closed.high, [rule]);
  const ends = [...residuals, total].filter((end) => end !== null && end.value >= 0);
  const tightest = ends.reduce<Computed | null>(
    (least, end) => (end !== null && (least === null || end.value < least.value) ? end : least),
    null,
  );
  const fitting = candidates.filter((part) => tightest === null || part.value <= tightest.value);
  const low = fitting.length === 0 ? ZERO : maxOf(fitting);
  return between(low, ends.find((end) => end !== null && end.value >= known.value) ?? null, [rule]);
}

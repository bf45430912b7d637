import { type Amount, between } from '../amounts/amount.ts';
import { type ComputedNumber, maxOf, ZERO } from '../amounts/expression.ts';
import { closeFace } from './face-closure.ts';

/** The filed figures of one side of a balance sheet, and the wanted part. */
interface Leg {
  /** The filed total that includes the amount; null if none is filed. */
  readonly total: ComputedNumber | null;
  /** Terms, each a known part of the amount. */
  readonly candidates: readonly ComputedNumber[];
  /** Sums of candidates that may overlap. They are the amount only if the face proves it. */
  readonly sums?: readonly ComputedNumber[];
  /** Lines of which the face must show one for such a proof, where the sum may hold what is inside them. */
  readonly beside?: readonly ComputedNumber[];
  /** Lines that are not part of the amount, for face closure. */
  readonly lines: readonly ComputedNumber[];
  /** Upper ends: the remainders of the total. Null if unknown. */
  readonly residuals: readonly (ComputedNumber | null)[];
  /** Filed figures that include the whole amount. */
  readonly filedTotals?: readonly ComputedNumber[];
  /** Whether the face can prove that the amount is zero. */
  readonly mayBeNothing?: boolean;
  /** The id of the bound rule. */
  readonly rule: string;
}

/**
 * The amount of a leg. Where the face adds up it is exact. Otherwise its low end is the largest known part that fits
 * into the tightest residual (a larger one is a note's gross figure), and its high end the least of the residuals and
 * filed totals that every known part fits into: an end that crosses a known part rests on wrong data and is dropped
 * (ADR 0009).
 */
export function readLeg(leg: Leg): Amount {
  const { total, candidates, sums = [], beside, lines, filedTotals = [], mayBeNothing = true, rule } = leg;
  const known = candidates.length === 0 ? ZERO : maxOf(candidates);
  if (total === null) return between(known, null, []);
  const nothing = mayBeNothing && candidates.length === 0 ? [ZERO] : [];
  const closed = closeFace(total, [...nothing, ...candidates], lines, { sums, beside });
  if (closed !== null) return between(closed.low, closed.high, [rule]);
  const rests = [...leg.residuals, total].filter((end) => end !== null).filter((end) => end.value >= 0);
  const fitting = candidates.filter((part) => rests.every((rest) => part.value <= rest.value));
  const low = fitting.length === 0 ? ZERO : maxOf(fitting);
  const ends = [...filedTotals, ...rests].filter((end) => end.value >= known.value);
  return between(low, leastOf(ends), [rule]);
}

/** The end with the least value. */
export function leastOf(ends: readonly ComputedNumber[]): ComputedNumber | null {
  return ends.reduce<ComputedNumber | null>(
    (least, end) => (least === null || end.value < least.value ? end : least),
    null,
  );
}

import { add } from '@common/base/exact';
import { type ComputedNumber, minusOf, sumOf } from '../amounts/expression.ts';

/** Sums of candidates that may overlap. */
interface Sums {
  readonly sums: readonly ComputedNumber[];
  /** Where given, a sum is proven only by lines of which one is among these. */
  readonly beside?: readonly ComputedNumber[] | undefined;
}

/**
 * Whether the filed lines of one side of a balance sheet add up: a subset of `lines` and one of the `candidates` for
 * the amount sought whose sum is exactly `total`. Then nothing else is on the face, and the amount is that candidate;
 * where several close, it lies between them. Null where none closes.
 *
 * Any line may be a note's figure instead of a line of the face, which is why each may be left out. A false closure
 * needs an untagged amount that equals the wrongly counted lines to the last unit; and where several close, taking a
 * line away may leave one of them (ADR 0009).
 */
export function closeFace(
  total: ComputedNumber,
  candidates: readonly ComputedNumber[],
  lines: readonly ComputedNumber[],
  { sums, beside }: Sums = { sums: [] },
): { readonly low: ComputedNumber; readonly high: ComputedNumber } | null {
  const positive = lines.filter((line) => line.value > 0).sort((a, b) => b.value - a.value);
  const needed = beside && positive.filter((line) => beside.some(({ from }) => from === line.from));
  const closed = [
    ...candidates.map((candidate) => closing(total, candidate, positive)),
    ...sums.map((sum) => closing(total, sum, positive, needed)),
  ].filter((found) => found !== null);
  const [first] = closed;
  if (first === undefined) return null;
  const least = closed.reduce((a, b) => (b.candidate.value < a.candidate.value ? b : a), first);
  const most = closed.reduce((a, b) => (b.candidate.value > a.candidate.value ? b : a), first);
  return { low: least.candidate, high: most.rest };
}

/** The candidate, and the rest of the total beside chosen lines; of `needed`, where given, one is among these. */
function closing(
  total: ComputedNumber,
  candidate: ComputedNumber,
  lines: readonly ComputedNumber[],
  needed?: readonly ComputedNumber[],
): { readonly candidate: ComputedNumber; readonly rest: ComputedNumber } | null {
  const wanted = add(total.value, -candidate.value);
  const chosen =
    needed === undefined
      ? subsetWithSum(lines, wanted, 0, totalFrom(lines))
      : subsetWith(needed, lines, wanted);
  return chosen === null ? null : { candidate, rest: minusOf(total, sumOf(chosen)) };
}

function subsetWith(
  needed: readonly ComputedNumber[],
  lines: readonly ComputedNumber[],
  wanted: number,
): readonly ComputedNumber[] | null {
  for (const line of needed) {
    const others = lines.filter((other) => other !== line);
    const chosen = subsetWithSum(others, add(wanted, -line.value), 0, totalFrom(others));
    if (chosen !== null) return [line, ...chosen];
  }
  return null;
}

/** For each position, the sum of the lines from there on, to cut a branch that cannot reach the total. */
function totalFrom(lines: readonly ComputedNumber[]): readonly number[] {
  const totals: number[] = [];
  let total = 0;
  for (const line of lines.toReversed()) {
    total += line.value;
    totals.unshift(total);
  }
  return totals;
}

function subsetWithSum(
  lines: readonly ComputedNumber[],
  wanted: number,
  from: number,
  totals: readonly number[],
): readonly ComputedNumber[] | null {
  if (wanted === 0) return [];
  const line = lines[from];
  // A little slack for sums of decimals; equality itself is exact.
  if (line === undefined || wanted < 0 || (totals[from] ?? 0) < wanted * (1 - 1e-12)) return null;
  const withLine = subsetWithSum(lines, add(wanted, -line.value), from + 1, totals);
  return withLine === null ? subsetWithSum(lines, wanted, from + 1, totals) : [line, ...withLine];
}

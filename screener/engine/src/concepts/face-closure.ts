import { add } from '@common/base/exact';
import { type ComputedNumber, minusOf, sumOf } from '../amounts/expression.ts';

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
): { readonly low: ComputedNumber; readonly high: ComputedNumber } | null {
  const closed = candidates.flatMap((candidate) => {
    const rest = closingResidual(total, candidate, lines);
    return rest === null ? [] : [{ candidate, rest }];
  });
  const [first] = closed;
  if (first === undefined) return null;
  const least = closed.reduce((a, b) => (b.candidate.value < a.candidate.value ? b : a), first);
  const most = closed.reduce((a, b) => (b.candidate.value > a.candidate.value ? b : a), first);
  return { low: least.candidate, high: most.rest };
}

function closingResidual(
  total: ComputedNumber,
  known: ComputedNumber,
  lines: readonly ComputedNumber[],
): ComputedNumber | null {
  const positive = lines.filter((line) => line.value > 0).sort((a, b) => b.value - a.value);
  const chosen = subsetWithSum(positive, add(total.value, -known.value), 0, totalFrom(positive));
  return chosen === null ? null : minusOf(total, sumOf(chosen));
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

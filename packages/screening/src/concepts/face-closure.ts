import { add } from '@sanad/base/exact';
import { type Computed, minusOf, sumOf } from '../amounts/expression.ts';

/**
 * Whether the filed lines of one side of a balance sheet add up: a subset of `lines` whose sum, taken off `total`,
 * leaves exactly `known`. Then nothing else stands on the face, and the whole of the amount sought is known. Returns
 * what is left of the total (its value is that of `known`), or null where no subset closes.
 *
 * Any line may be a note's figure instead of a line of the face, which is why each may be left out. A false closure
 * needs an untagged amount equal, to the last unit, to the lines wrongly counted.
 *
 * INVARIANT: taking a line away never makes a closure that was not there, since every subset was tried before.
 */
export function closingResidual(
  total: Computed,
  known: Computed,
  lines: readonly Computed[],
): Computed | null {
  const wanted = add(total.value, -known.value);
  const positive = lines.filter((line) => line.value > 0);
  const chosen = subsetWithSum(positive, wanted, 0);
  return chosen === null ? null : minusOf(total, sumOf(chosen));
}

function subsetWithSum(lines: readonly Computed[], wanted: number, from: number): readonly Computed[] | null {
  if (wanted === 0) return [];
  const line = lines[from];
  if (line === undefined || wanted < 0) return null;
  const withLine = subsetWithSum(lines, add(wanted, -line.value), from + 1);
  return withLine === null ? subsetWithSum(lines, wanted, from + 1) : [line, ...withLine];
}

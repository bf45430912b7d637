import type { Static } from 'typebox';
import { choice } from '../schema-parts.ts';
import { type ComputedNumber, maxOf, minOf, sumOf, ZERO } from './expression.ts';

export const Basis = choice(
  ['reported', 'derived', 'bounded', 'unknown'],
  'How closely it is known. reported: as filed. derived: computed from filed figures that leave nothing out. bounded: only its ends are known, or one of them rests on an assumption that `approximations` names. unknown: there is no upper end',
);
export type Basis = Static<typeof Basis>;

/**
 * A non-negative amount known to lie in `[low, high]` (ADR 0009): missing figures widen it. `high` is null if
 * nothing bounds it. Money in the report's currency, not in thousands.
 */
export interface Amount {
  readonly low: ComputedNumber;
  readonly high: ComputedNumber | null;
  /** The ids of the bound rules behind the ends (see concepts/bound-rules.ts); empty for a filed figure. */
  readonly rules: readonly string[];
  readonly basis: Basis;
}

export const UNKNOWN: Amount = { low: ZERO, high: null, rules: [], basis: 'unknown' };

export function exactly(value: ComputedNumber, basis: 'reported' | 'derived'): Amount {
  return { low: value, high: value, rules: [], basis };
}

/** The amount between two ends; `[x, x]` from filed parts is derived, since the parts leave nothing out. */
export function between(low: ComputedNumber, high: ComputedNumber | null, rules: readonly string[]): Amount {
  if (high === null) return { low, high, rules, basis: 'unknown' };
  return { low, high, rules, basis: low.value === high.value ? 'derived' : 'bounded' };
}

/** Interval sum; a part with no upper end leaves the sum without one. */
export function sumAmounts(parts: readonly Amount[]): Amount {
  const low = sumOf(parts.map((part) => part.low));
  const highs = parts.map((part) => part.high).filter((high) => high !== null);
  if (highs.length < parts.length) return between(low, null, []);
  const rules = [...new Set(parts.flatMap((part) => part.rules))];
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return between(low, sumOf(highs), rules);
}

/** The tighter of two upper ends of the same amount. */
export function tighten(amount: Amount, high: ComputedNumber | null, rule: string): Amount {
  // INVARIANT: a bound below the known part is wrong data and is dropped (ADR 0009).
  if (high === null || high.value < amount.low.value) return amount;
  if (amount.high !== null && amount.high.value <= high.value) return amount;
  return between(amount.low, high, [rule]);
}

/** The amount that each of several readings of a report may be the right one of: it holds them all. */
export function hullOf(readings: readonly Amount[], rule: string): Amount {
  const [first = UNKNOWN, ...others] = readings;
  const isSame = ({ low, high }: Amount) =>
    low.value === first.low.value && high?.value === first.high?.value;
  if (others.every(isSame)) return first;
  const highs = readings.map(({ high }) => high).filter((high) => high !== null);
  const low = minOf(different(readings.map((reading) => reading.low)));
  if (highs.length < readings.length) return between(low, null, []);
  const rules = [...new Set([...readings.flatMap((reading) => reading.rules), rule])];
  return between(low, maxOf(different(highs)), rules);
}

function different(ends: readonly ComputedNumber[]): readonly ComputedNumber[] {
  return [...new Map(ends.map((end) => [JSON.stringify(end.from), end])).values()];
}

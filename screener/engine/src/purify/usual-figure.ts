import { add, multiply, quotient } from '@common/base/exact';
import type { Amount } from '../amounts/amount.ts';
import type { ComputedNumber } from '../amounts/expression.ts';

/** Where a usual figure comes from. */
export const FIGURE_KINDS = ['filed', 'filed_with_dividends', 'estimate'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** The single figure that is usually given of an amount that is known as an interval. */
interface UsualFigure {
  readonly value: number;
  readonly kind: FigureKind;
}

/** What a usual figure of interest income rests on. */
interface InterestFacts {
  readonly interest: Amount;
  /** The filed figure, if there is one, else the upper end. */
  readonly toPurify: ComputedNumber | null;
  /** Cash and interest-bearing securities at the end of the year and, if they are known, at its beginning. */
  readonly balances: readonly Amount[];
  /** The average yield of Treasury bills over the year, as a fraction; null if it is not known. */
  readonly billYield: number | null;
  /** It lends to its customers: its balances are not what its interest comes from. */
  readonly isLender: boolean;
}

/**
 * The usual figure of a year's interest income: as filed, else what the filed balances bear at the bills' average yield;
 * null if neither is known. INVARIANT: it lies inside the interval, and an upper end is a usual figure only where it is
 * a filed figure, or where the balances alone would bear more.
 */
export function usualInterest(facts: InterestFacts): UsualFigure | null {
  const { interest, toPurify } = facts;
  const { low, high } = interest;
  if (high !== null && low.value === high.value) return { value: high.value, kind: 'filed' };
  if (toPurify !== null && high !== null && isFiledWithDividends(toPurify, interest)) {
    return { value: toPurify.value, kind: 'filed_with_dividends' };
  }
  const estimate = facts.isLender ? null : atBillYield(facts);
  if (estimate === null) return null;
  const value = Math.min(Math.max(estimate, low.value), high?.value ?? Number.POSITIVE_INFINITY);
  return { value, kind: 'estimate' };
}

function isFiledWithDividends(toPurify: ComputedNumber, { high, rules }: Amount): boolean {
  return toPurify.value !== high?.value || rules.includes('interest_mixed');
}

/** Of a balance only what is filed counts: its upper end is no usual figure. */
function atBillYield({ balances, billYield }: InterestFacts): number | null {
  const filed = balances.reduce((sum, { low }) => add(sum, low.value), 0);
  if (billYield === null || filed <= 0) return null;
  return multiply(billYield, quotient([filed], [balances.length]));
}

import { addDays, type CalendarDate, daysBetween } from '@common/base/calendar';
import { add, multiply, quotient } from '@common/base/exact';
import type { FiscalYear } from './fiscal-years.ts';
import type { SplitSpan } from './splits.ts';

/** Shares of one company, bought and sold together. */
export interface Lot {
  /** As counted on the day of the sale, or today; null if it is not known. */
  readonly shares: number | null;
  /** What was received of them in dividends; null if it is not known. */
  readonly dividends: number | null;
  /** The first day on which they were held; null for always. */
  readonly bought: CalendarDate | null;
  /** The first day on which they were not; null if they are held still. */
  readonly sold: CalendarDate | null;
}

/** What to give away: between `low` and `high`, and usually `usual`, which lies between them. */
export interface Give {
  readonly low: number;
  /** Null if it is not known. */
  readonly usual: number | null;
  /** Null if nothing bounds it. */
  readonly high: number | null;
}

const NOTHING: Give = { low: 0, usual: 0, high: 0 };

/** A fiscal year, and the shares of the day of the lot for one of its count. */
interface CountedYear extends FiscalYear {
  /** Null if no count is filed, or nothing of the lot's day is known. */
  readonly splits: SplitSpan | null;
}

/** What is to be given of one lot for one fiscal year, by each method; null where a method lacks a figure. */
export interface PurifiedYear {
  readonly year: CountedYear;
  readonly days: number;
  readonly daysHeld: number;
  readonly isHeldAtEnd: boolean;
  /** By AAOIFI SS 21, 3/4/6: the holder at the period end gives for all of the year, dividend or not. */
  readonly byShare: Give | null;
  /** The same amount a share, for the days held. */
  readonly byDays: Give | null;
  /** The share of prohibited income in revenue, of the dividends. */
  readonly byDividends: Give | null;
  /** The dividends of the year that were counted; null without them. */
  readonly dividends: (Give & { readonly from: 'entered' | 'filed' }) | null;
}

const NOT_HELD: Omit<PurifiedYear, 'year' | 'days'> = {
  daysHeld: 0,
  isHeldAtEnd: false,
  byShare: NOTHING,
  byDays: NOTHING,
  byDividends: NOTHING,
  dividends: null,
};

/** Purifies a lot year by year. Dividends that were entered for several years fall to each by the days held. */
export function purifyLot(lot: Lot, years: readonly CountedYear[]): readonly PurifiedYear[] {
  const allDaysHeld = years.reduce((sum, year) => sum + daysHeldIn(lot, year), 0);
  return years.map((year) => purifyYear(lot, year, allDaysHeld));
}

function purifyYear(lot: Lot, year: CountedYear, allDaysHeld: number): PurifiedYear {
  const days = daysBetween(year.start, year.end) + 1;
  const daysHeld = daysHeldIn(lot, year);
  const isHeldAtEnd = isHeld(lot, year.end);
  if (daysHeld === 0) {
    // Dividends were received of a lot that no year here explains: nobody knows of which year they are.
    const isOpen = lot.dividends !== null && allDaysHeld === 0;
    return { ...NOT_HELD, ...(isOpen ? { byDividends: null } : {}), year, days };
  }
  const whole = wholeYear(lot, year);
  const dividends = dividendsOf(lot, year, { days, daysHeld, allDaysHeld });
  return {
    year,
    days,
    daysHeld,
    isHeldAtEnd,
    byShare: isHeldAtEnd ? whole : NOTHING,
    byDays: whole && times(whole, [daysHeld], [days]),
    byDividends: dividends && ofDividends(dividends, year),
    dividends,
  };
}

/** Days of the year on which the lot was held: from the purchase on, without the day of the sale. */
function daysHeldIn({ bought, sold }: Lot, { start, end }: CountedYear): number {
  const from = bought !== null && bought > start ? bought : start;
  const after = addDays(end, 1);
  const until = sold !== null && sold < after ? sold : after;
  return Math.max(0, daysBetween(from, until));
}

function isHeld({ bought, sold }: Lot, day: CalendarDate): boolean {
  return (bought === null || bought <= day) && (sold === null || sold > day);
}

function wholeYear({ shares }: Lot, { income, shares: count, splits }: CountedYear): Give | null {
  if (shares === null || count === null || splits === null) return null;
  const [fewest, most] = splits;
  const part = (amount: number, factor: number) => quotient([amount, shares], [count.fact.value, factor]);
  return {
    low: part(income.low, most),
    usual: income.usual === null || fewest !== most ? null : part(income.usual, most),
    high: income.high === null ? null : part(income.high, fewest),
  };
}

/** Those entered, else those filed: all of them, or, held for a part of the year, between none and all. */
function dividendsOf(
  { shares, dividends: entered }: Lot,
  { dividends: filed, splits }: CountedYear,
  { days, daysHeld, allDaysHeld }: Readonly<Record<'days' | 'daysHeld' | 'allDaysHeld', number>>,
): PurifiedYear['dividends'] {
  if (entered !== null) {
    const part = quotient([entered, daysHeld], [allDaysHeld]);
    const isAll = daysHeld === allDaysHeld;
    return { low: isAll ? part : 0, usual: part, high: isAll ? part : entered, from: 'entered' };
  }
  if (filed === null || shares === null || splits === null) return null;
  const [fewest, most] = splits;
  const all = (factor: number) => quotient([filed, shares], [factor]);
  return {
    low: daysHeld < days ? 0 : all(most),
    usual: fewest === most ? quotient([all(most), daysHeld], [days]) : null,
    high: all(fewest),
    from: 'filed',
  };
}

/** A share of 100 % bounds nothing: it is all that was received. */
function ofDividends(dividends: Give, { income, revenue }: CountedYear): Give | null {
  if (revenue === null) return null;
  const part = (amount: number | null, part: number | null) =>
    amount === null || part === null || part >= revenue ? null : quotient([amount, part], [revenue]);
  return {
    low: multiply(dividends.low, Math.min(1, quotient([income.low], [revenue]))),
    usual: part(dividends.usual, income.usual),
    high: part(dividends.high, income.high),
  };
}

function times({ low, usual, high }: Give, factors: readonly number[], divisors: readonly number[]): Give {
  const part = (amount: number) => quotient([amount, ...factors], divisors);
  return {
    low: part(low),
    usual: usual === null ? null : part(usual),
    high: high === null ? null : part(high),
  };
}

/** The sum; null if there is nothing to add, or a part is not known. */
export function sumOfGives(parts: readonly (Give | null)[]): Give | null {
  const known = parts.filter((part) => part !== null);
  if (known.length === 0 || known.length < parts.length) return null;
  const sum = (ends: readonly (number | null)[]) =>
    ends.reduce((total, end) => (total === null || end === null ? null : add(total, end)), 0);
  return {
    low: known.reduce((total, { low }) => add(total, low), 0),
    usual: sum(known.map(({ usual }) => usual)),
    high: sum(known.map(({ high }) => high)),
  };
}

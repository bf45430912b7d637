import type { CalendarDate } from '@common/base/calendar';
import { leastCents, mostCents } from '@common/base/exact';
import type { DecidedScreening } from './screened.ts';
import type { CheckAnswer } from './screening.ts';

/**
 * How far one figure may move, all others unchanged, before a methodology no longer passes. At this cent it passes; one
 * cent further it does not.
 */
export interface Reach {
  /** In the currency of the price. */
  readonly cents: number;
  /** The ratio that reaches its limit first. */
  readonly ratio: string;
}

export interface MethodologyHeadroom {
  readonly id: string;
  readonly name: string;
  /** The lowest close of one share; null where no limit rests on the market value. */
  readonly price: Reach | null;
  /** The highest debt; null where no limit rests on debt. */
  readonly debt: Reach | null;
}

export interface Headroom {
  readonly close: number;
  readonly close_date: CalendarDate;
  readonly currency: string;
  /** The upper end of debt, of which the screening is certain. */
  readonly debt: number;
  /** The day of the balance sheet. */
  readonly period_end: CalendarDate;
  readonly next_report_expected: CalendarDate | null;
  /** Of the methodologies that pass, in their order. */
  readonly methodologies: readonly MethodologyHeadroom[];
}

/**
 * The room that a compliant company has, from the intervals of its screening; null for any other, and where nothing
 * says what a share costs. A report in another currency than the price has none: a day's rate moves with the price.
 * @example headroomOf({ compliance: 'questionable' }) // null
 */
export function headroomOf(screening: DecidedScreening): Headroom | null {
  const { compliance, amounts, anchor, translation } = screening;
  const { close, date, currency } = screening.market_data;
  const debt = amounts.debt?.high ?? null;
  if (compliance !== 'compliant' || translation !== null || anchor === null || debt === null) return null;
  if (close === null || close <= 0 || date === null || currency === null) return null;
  const passing = screening.methodologies.filter(({ status }) => status === 'pass');
  return {
    ...{ close, close_date: date, currency, debt },
    period_end: anchor.period_end,
    next_report_expected: screening.next_report_expected,
    methodologies: passing.map(({ id, name, checks }) => ({
      id,
      name,
      price: highest(checks.flatMap((check) => priceReach(check, amounts, close))),
      debt: lowest(checks.flatMap((check) => debtReach(check, amounts))),
    })),
  };
}

type Amounts = DecidedScreening['amounts'];

/** The capitalisation moves with the close: `high / (cap * price / close)` reaches the limit at this price. */
function priceReach(check: CheckAnswer, amounts: Amounts, close: number): Reach | readonly [] {
  const high = amounts[check.numerator]?.high ?? null;
  const cap = amounts.market_cap?.low ?? null;
  if (check.denominator !== 'market_cap' || high === null || cap === null || cap <= 0) return [];
  const cents = leastCents([high, close], [check.threshold, cap], check.comparison === '<');
  return { cents, ratio: check.ratio };
}

function debtReach(check: CheckAnswer, amounts: Amounts): Reach | readonly [] {
  const base = amounts[check.denominator]?.low ?? null;
  if (check.numerator !== 'debt' || base === null || base <= 0) return [];
  return { cents: mostCents([check.threshold, base], check.comparison === '<'), ratio: check.ratio };
}

function highest(reaches: readonly Reach[]): Reach | null {
  return reaches.reduce<Reach | null>(
    (top, one) => (top !== null && top.cents >= one.cents ? top : one),
    null,
  );
}

function lowest(reaches: readonly Reach[]): Reach | null {
  return reaches.reduce<Reach | null>(
    (low, one) => (low !== null && low.cents <= one.cents ? low : one),
    null,
  );
}

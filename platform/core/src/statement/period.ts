import { addDays, addMonths } from '@common/base/calendar';
import { fail, type Result } from '@common/base/result';

/** Days as `2026-10-01`; `until` is the day after the last one. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** What is read for a month. */
export interface StatementPeriod extends Days {
  /** Days of decisions. */
  readonly receipts: Days;
  /** Days of bookings. */
  readonly movements: Days;
}

/** A counterparty’s clock may be behind or ahead. */
const CLOCK_DAYS = 1;
/** A payment in doubt is decided later than it was booked. */
const DOUBT_DAYS = 7;

/**
 * The days of a month, by the counterparty's bookings, and the days around it from which the other side of a booking or of
 * a receipt may be.
 * @example statementPeriod('2026-10').receipts // { from: '2026-09-30', until: '2026-11-08' }
 * @example statementPeriod('2026-10').movements // { from: '2026-09-24', until: '2026-11-02' }
 */
export function statementPeriod(month: string): StatementPeriod {
  const from = `${month}-01`;
  const until = addMonths(from, 1);
  const around = (before: number, after: number): Days => ({
    from: addDays(from, -before),
    until: addDays(until, after),
  });
  return {
    from,
    until,
    receipts: around(CLOCK_DAYS, DOUBT_DAYS),
    movements: around(DOUBT_DAYS, CLOCK_DAYS),
  };
}

/**
 * The days as a search has them, whose last day is included.
 * @example searchedDays({ from: '2026-10-01', until: '2026-11-01' }) // { from: '2026-10-01', to: '2026-10-31' }
 */
export function searchedDays({ from, until }: Days): { readonly from: string; readonly to: string } {
  return { from, to: addDays(until, -1) };
}

/**
 * Whether an instant is on one of the days.
 * @example isWithin('2026-10-31T23:59:59.999Z', { from: '2026-10-01', until: '2026-11-01' }) // true
 */
export function isWithin(instant: string, { from, until }: Days): boolean {
  const day = instant.slice(0, 10);
  return from <= day && day < until;
}

/**
 * Whether a month was over at an instant.
 * @example isOver('2026-10', '2026-10-31T23:59:59.999Z') // false
 * @example isOver('2026-10', '2026-11-01T00:00:00.000Z') // true
 */
export function isOver(month: string, at: string): boolean {
  return month < at.slice(0, 7);
}

/**
 * Whether a month had not begun at an instant.
 * @example isBefore('2026-10', '2026-09-30T23:59:59.999Z') // true
 */
export function isBefore(month: string, at: string): boolean {
  return at.slice(0, 7) < month;
}

/**
 * Refuses a month that has not begun; null for any other.
 * @example futureFault('2026-12', '2026-11-30T09:00:00.000Z').error.message // '2026-12 has not begun: there is no statement of it yet.'
 */
export function futureFault(month: string, at: string): Result<never, 'month_not_begun'> | null {
  if (!isBefore(month, at)) return null;
  return fail('month_not_begun', `${month} has not begun: there is no statement of it yet.`);
}

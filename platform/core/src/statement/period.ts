import { addDays, addMonths } from '@common/base/calendar';

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

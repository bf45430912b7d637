import { addMonths, type CalendarDate } from '@common/base/calendar';

/**
 * The highest yield of US Treasury bills of up to a year in each quarter, in percent a year.
 *
 * Source: Federal Reserve, Statistical Release H.15, secondary market (3-month bills: FRED series DTB3 and
 * TB3MS). Each figure is the highest of the quarter's days rounded up to a quarter of a point or more, with
 * room for 6-month and one-year bills and for the difference between discount and yield, and never under 0.5.
 * So an error can only make the limit looser.
 */
export const HIGHEST_BILL_RATES: Readonly<Record<number, readonly number[]>> = {
  2007: [5.25, 5.25, 5.25, 4.5],
  2008: [3.5, 2.75, 2.5, 2],
  2009: [1, 0.75, 0.75, 0.5],
  2010: [0.5, 0.5, 0.5, 0.5],
  2011: [0.5, 0.5, 0.5, 0.5],
  2012: [0.5, 0.5, 0.5, 0.5],
  2013: [0.5, 0.5, 0.5, 0.5],
  2014: [0.5, 0.5, 0.5, 0.5],
  2015: [0.5, 0.5, 0.5, 0.75],
  2016: [0.75, 0.75, 0.75, 1],
  2017: [1.25, 1.5, 1.5, 2],
  2018: [2.25, 2.5, 2.75, 3],
  2019: [2.75, 2.75, 2.5, 2],
  2020: [1.75, 0.5, 0.5, 0.5],
  2021: [0.5, 0.5, 0.5, 0.5],
  2022: [2, 3.5, 4.5, 5],
  2023: [5.5, 5.75, 5.75, 5.75],
  2024: [5.75, 5.75, 5.75, 5],
  2025: [4.5, 4.75, 4.75, 4.5],
  2026: [4, 4.25],
};

/** Months before the end of a period over which bills count: some of the paper held was bought before the period. */
export const BILL_RATE_MONTHS = 18;
/** How many points above the bill rate other paper may pay. */
export const POINTS_ABOVE_BILLS = 3;
/** The limit in percent if the table or the currency gives no tighter one. */
export const HIGHEST_YIELD = 8;

/**
 * The share of a balance of cash and securities that a year of interest is assumed to stay under, for the twelve months
 * to `periodEnd`. A quarter that the table does not have, and any currency but the dollar, has the highest limit.
 */
export function yieldLimit(periodEnd: CalendarDate, currency: string | null): number {
  if (currency !== 'USD') return HIGHEST_YIELD / 100;
  const last = quarterOf(periodEnd);
  let highest = 0;
  for (let quarter = quarterOf(addMonths(periodEnd, -BILL_RATE_MONTHS)); quarter <= last; quarter += 1) {
    const rate = HIGHEST_BILL_RATES[Math.floor(quarter / 4)]?.[quarter % 4];
    highest = Math.max(highest, rate ?? HIGHEST_YIELD);
  }
  return Math.min(HIGHEST_YIELD, highest + POINTS_ABOVE_BILLS) / 100;
}

/** Quarters since the year zero. */
function quarterOf(date: CalendarDate): number {
  return Number(date.slice(0, 4)) * 4 + Math.floor((Number(date.slice(5, 7)) - 1) / 3);
}

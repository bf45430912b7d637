import { addMonths, type CalendarDate } from '@common/base/calendar';
import { add, quotient } from '@common/base/exact';

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

/**
 * The average yield of 3-month US Treasury bills in each month, in percent a year, on a discount basis.
 *
 * Source: Federal Reserve, Statistical Release H.15, secondary market (FRED series TB3MS), to June 2026.
 */
export const AVERAGE_BILL_RATES: Readonly<Record<number, readonly number[]>> = {
  2007: [4.98, 5.03, 4.94, 4.87, 4.73, 4.61, 4.82, 4.2, 3.89, 3.9, 3.27, 3],
  2008: [2.75, 2.12, 1.26, 1.29, 1.73, 1.86, 1.63, 1.72, 1.13, 0.67, 0.19, 0.03],
  2009: [0.13, 0.3, 0.21, 0.16, 0.18, 0.18, 0.18, 0.17, 0.12, 0.07, 0.05, 0.05],
  2010: [0.06, 0.11, 0.15, 0.16, 0.16, 0.12, 0.16, 0.16, 0.15, 0.13, 0.14, 0.14],
  2011: [0.15, 0.13, 0.1, 0.06, 0.04, 0.04, 0.04, 0.02, 0.01, 0.02, 0.01, 0.01],
  2012: [0.03, 0.09, 0.08, 0.08, 0.09, 0.09, 0.1, 0.1, 0.11, 0.1, 0.09, 0.07],
  2013: [0.07, 0.1, 0.09, 0.06, 0.04, 0.05, 0.04, 0.04, 0.02, 0.05, 0.07, 0.07],
  2014: [0.04, 0.05, 0.05, 0.03, 0.03, 0.04, 0.03, 0.03, 0.02, 0.02, 0.02, 0.03],
  2015: [0.03, 0.02, 0.03, 0.02, 0.02, 0.02, 0.03, 0.07, 0.02, 0.02, 0.12, 0.23],
  2016: [0.26, 0.31, 0.29, 0.23, 0.27, 0.27, 0.3, 0.3, 0.29, 0.33, 0.45, 0.51],
  2017: [0.51, 0.52, 0.74, 0.8, 0.89, 0.98, 1.07, 1.01, 1.03, 1.07, 1.23, 1.32],
  2018: [1.41, 1.57, 1.7, 1.76, 1.86, 1.9, 1.96, 2.03, 2.13, 2.25, 2.33, 2.37],
  2019: [2.37, 2.39, 2.4, 2.38, 2.35, 2.17, 2.1, 1.95, 1.89, 1.65, 1.54, 1.54],
  2020: [1.52, 1.52, 0.29, 0.14, 0.13, 0.16, 0.13, 0.1, 0.11, 0.1, 0.09, 0.09],
  2021: [0.08, 0.04, 0.03, 0.02, 0.02, 0.04, 0.05, 0.05, 0.04, 0.05, 0.05, 0.06],
  2022: [0.15, 0.33, 0.44, 0.76, 0.98, 1.49, 2.23, 2.63, 3.13, 3.72, 4.15, 4.25],
  2023: [4.54, 4.65, 4.69, 4.92, 5.14, 5.16, 5.25, 5.3, 5.32, 5.34, 5.27, 5.24],
  2024: [5.22, 5.24, 5.24, 5.24, 5.25, 5.24, 5.2, 5.05, 4.72, 4.51, 4.42, 4.27],
  2025: [4.21, 4.22, 4.2, 4.21, 4.25, 4.23, 4.25, 4.12, 3.92, 3.82, 3.78, 3.59],
  2026: [3.57, 3.6, 3.61, 3.61, 3.6, 3.66],
};

/**
 * The average yearly yield of the bills over the months whose middle lies in a period, as a fraction; null if the table
 * lacks one of them, or the amounts are not in dollars.
 * @example averageBillYield('2024-07-01', '2024-09-30', 'USD') // 0.0499
 */
export function averageBillYield(
  start: CalendarDate,
  end: CalendarDate,
  currency: string | null,
): number | null {
  if (currency !== 'USD') return null;
  const rates: (number | undefined)[] = [];
  for (let middle = `${start.slice(0, 7)}-15`; middle <= end; middle = addMonths(middle, 1)) {
    if (middle < start) continue;
    rates.push(AVERAGE_BILL_RATES[Number(middle.slice(0, 4))]?.[Number(middle.slice(5, 7)) - 1]);
  }
  const known = rates.filter((rate) => rate !== undefined);
  if (known.length === 0 || known.length < rates.length) return null;
  return quotient([known.reduce(add, 0)], [known.length, 100]);
}

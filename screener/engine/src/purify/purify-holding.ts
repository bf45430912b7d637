import type { CalendarDate } from '@common/base/calendar';
import type { ScreeningInput } from '../screening-input.ts';
import { type FiscalYear, fiscalYearEnds, readFiscalYear } from './fiscal-years.ts';
import { type Lot, type PurifiedYear, purifyLot } from './purify-lot.ts';
import { SplitReader } from './splits.ts';

/**
 * Returns what purifies a lot of a company's shares for the fiscal years that `isAsked` by their ends, oldest first, from
 * the annual reports filed by `asOf`. Years of which none is here are left out. Lots come one by one, so that a server can
 * do something else between two; what they share is read once.
 */
export function lotPurifier(
  input: ScreeningInput,
  isAsked: (end: CalendarDate, lot: Lot) => boolean,
): (lot: Lot) => readonly PurifiedYear[] {
  const ends = fiscalYearEnds(input);
  const years = new Map<CalendarDate, FiscalYear | null>();
  const splits = new SplitReader(input);
  return (lot) => {
    const day = lot.sold !== null && lot.sold < input.asOf ? lot.sold : input.asOf;
    const asked = ends.filter((end) => isAsked(end, lot));
    const counted = asked.flatMap((end) => {
      if (!years.has(end)) years.set(end, readFiscalYear(input, end));
      const year = years.get(end) ?? null;
      return year === null ? [] : [{ ...year, splits: year.shares && splits.between(year.shares, day) }];
    });
    return purifyLot(lot, counted);
  };
}

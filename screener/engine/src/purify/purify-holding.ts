import type { CalendarDate } from '@common/base/calendar';
import type { ScreeningInput } from '../screening-input.ts';
import { fiscalYearEnds, readFiscalYear } from './fiscal-years.ts';
import { type Lot, type PurifiedYear, purifyLot } from './purify-lot.ts';
import { splitsBetween } from './splits.ts';

/**
 * Purifies each lot of a company's shares for the fiscal years that `isAsked` by their ends, oldest first, from the
 * annual reports filed by `asOf`. Years of which none is here are left out.
 */
export function purifyHolding(
  input: ScreeningInput,
  lots: readonly Lot[],
  isAsked: (end: CalendarDate, lot: Lot) => boolean,
): readonly (readonly PurifiedYear[])[] {
  const ends = fiscalYearEnds(input);
  const years = new Map<CalendarDate, ReturnType<typeof readFiscalYear>>();
  const spans = new Map<string, ReturnType<typeof splitsBetween>>();
  return lots.map((lot) => {
    const day = lot.sold !== null && lot.sold < input.asOf ? lot.sold : input.asOf;
    const asked = ends.filter((end) => isAsked(end, lot));
    const counted = asked.flatMap((end) => {
      if (!years.has(end)) years.set(end, readFiscalYear(input, end));
      const year = years.get(end) ?? null;
      if (year === null) return [];
      const key = `${end} ${day}`;
      if (!spans.has(key)) spans.set(key, year.shares && splitsBetween(input, year.shares, day));
      return [{ ...year, splits: spans.get(key) ?? null }];
    });
    return purifyLot(lot, counted);
  });
}

import { addDays, type CalendarDate, daysBetween } from '@common/base/calendar';
import { multiply } from '@common/base/exact';
import type { RateSeries } from '@screener/engine/rates/rate-series';

/**
 * Writes the rates of a series as text that compresses well: the number of decimals, the first date, then for each
 * rate the days since the one before and the change in units of the last decimal: `4 2010-01-04 0:14389 1:53`.
 */
export function encodeRates(rates: RateSeries['rates']): string {
  const decimals = rates.reduce((most, [, value]) => Math.max(most, decimalsOf(value)), 0);
  const unit = 10 ** decimals;
  const [start = ''] = rates[0] ?? [];
  let [date, before] = [start, 0];
  const steps = rates.map(([day, value]) => {
    const units = Math.round(multiply(value, unit));
    const step = `${daysBetween(date, day)}:${units - before}`;
    [date, before] = [day, units];
    return step;
  });
  return [decimals, start, ...steps].join(' ');
}

/** Reads what `encodeRates` wrote, to the same numbers. */
export function decodeRates(text: string): RateSeries['rates'] {
  const [decimals = '0', start = '', ...steps] = text.split(' ');
  const unit = 10 ** Number(decimals);
  let [date, units]: [CalendarDate, number] = [start, 0];
  return steps.map((step) => {
    const at = step.indexOf(':');
    const days = Number(step.slice(0, at));
    if (days > 0) date = addDays(date, days);
    units += Number(step.slice(at + 1));
    return [date, units / unit] as const;
  });
}

function decimalsOf(value: number): number {
  const [, part = ''] = String(value).split('.');
  return part.length;
}

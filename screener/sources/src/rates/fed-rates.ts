import { basename } from 'node:path';
import { type CalendarDate, isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { RateSeries } from '@screener/engine/rates/rate-series';
import { readMaybeGzipped } from '../maybe-gzipped.ts';
import type { RatesRefusal } from './ecb-rates.ts';

/**
 * The countries of the Federal Reserve's H.10 whose currency is read. Venezuela is left out: its currency was replaced
 * twice, and the series does not say where.
 */
const CURRENCIES: Readonly<Record<string, string>> = {
  Australia: 'AUD',
  Brazil: 'BRL',
  Canada: 'CAD',
  China: 'CNY',
  Denmark: 'DKK',
  Euro: 'EUR',
  'Hong Kong': 'HKD',
  India: 'INR',
  Japan: 'JPY',
  Malaysia: 'MYR',
  Mexico: 'MXN',
  'New Zealand': 'NZD',
  Norway: 'NOK',
  Singapore: 'SGD',
  'South Africa': 'ZAR',
  'South Korea': 'KRW',
  'Sri Lanka': 'LKR',
  Sweden: 'SEK',
  Switzerland: 'CHF',
  Taiwan: 'TWD',
  Thailand: 'THB',
  'United Kingdom': 'GBP',
};

/** A month's average may differ by this share from the average of the ECB's rates; 0.6 % is the most since 2009. */
const TOLERANCE = 0.02;
/** A month with fewer of the ECB's rates than this is not compared. */
const LEAST_DAYS = 15;

/**
 * Reads monthly averages of the H.10 rates (`Date,Country,Exchange rate`, gzipped or not), and returns those of the
 * currencies that `ecb` lacks, as units of the currency for one dollar.
 *
 * The file's own description says that four of its series have the other direction, and its newest values contradict
 * that. So each series that the ECB has too is compared with it, month by month: the file is refused if one of them
 * is the other way round or elsewhere, since the direction of the rest would then be a guess.
 */
export async function readFedFile(
  path: string,
  ecb: readonly RateSeries[],
): Promise<Result<readonly RateSeries[], RatesRefusal>> {
  const name = basename(path);
  try {
    return parseFedCsv(new TextDecoder().decode(await readMaybeGzipped(path)), name, ecb);
  } catch (error) {
    return unreadable(name, `it cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
}

export function parseFedCsv(
  csv: string,
  name: string,
  ecb: readonly RateSeries[],
): Result<readonly RateSeries[], RatesRefusal> {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/);
  if (header !== 'Date,Country,Exchange rate') return unreadable(name, 'its columns have other names');
  const series = new Map<string, [CalendarDate, number][]>();
  for (const [index, line] of lines.entries()) {
    const [date = '', country = '', rate = '', more] = line.split(',');
    const value = Number(rate);
    if (!isCalendarDate(date) || !date.endsWith('-01') || !(value > 0) || more !== undefined) {
      return unreadable(name, `line ${index + 2} is not a month, a country and a positive rate`);
    }
    const currency = CURRENCIES[country];
    if (currency === undefined) continue;
    const rates = series.get(currency) ?? [];
    rates.push([date, value]);
    series.set(currency, rates);
  }
  const quoted = new Set(['EUR', ...ecb.map(({ currency }) => currency)]);
  let compared = 0;
  for (const [currency, rates] of series) {
    if (!quoted.has(currency)) continue;
    const averages = averagesInDollars(ecb, currency);
    for (const [date, value] of rates) {
      const average = averages.get(date.slice(0, 7));
      if (average === undefined) continue;
      compared += 1;
      if (Math.abs(value / average - 1) > TOLERANCE) {
        const rule = `the ECB’s rates of that month average ${average.toPrecision(6)} for one dollar`;
        return unreadable(name, `${currency} of ${date.slice(0, 7)} is ${value}, but ${rule}`);
      }
    }
  }
  if (compared === 0) return unreadable(name, 'no month of it can be compared with the ECB’s rates');
  return ok(
    [...series]
      .filter(([currency]) => !quoted.has(currency))
      .map(([currency, rates]) => ({
        currency,
        source: 'fed',
        rates: rates.sort(([a], [b]) => (a < b ? -1 : 1)),
      })),
  );
}

/** The averages of the ECB's daily rates by month, as units of the currency for one dollar. */
function averagesInDollars(ecb: readonly RateSeries[], currency: string): ReadonlyMap<string, number> {
  const ratesOf = (code: string) => ecb.find((series) => series.currency === code)?.rates ?? [];
  const dollars = ratesOf('USD');
  const own = new Map(ratesOf(currency));
  const months = Map.groupBy(
    dollars.flatMap(([date, dollar]) => {
      const units = currency === 'EUR' ? 1 : own.get(date);
      return units === undefined ? [] : [{ month: date.slice(0, 7), rate: units / dollar }];
    }),
    ({ month }) => month,
  );
  return new Map(
    [...months]
      .filter(([, days]) => days.length >= LEAST_DAYS)
      .map(([month, days]) => [month, days.reduce((total, { rate }) => total + rate, 0) / days.length]),
  );
}

function unreadable(name: string, reason: string): Result<never, RatesRefusal> {
  return fail('rates_unreadable', `${name}: ${reason}`);
}

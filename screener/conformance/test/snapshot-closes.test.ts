import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { addDays } from '@common/base/calendar';
import { unwrap } from '@common/base/result';
import { readSnapshot } from '@screener/service/use-cases/read-snapshot';
import { readMonthEnds } from '@screener/sources/prices/month-ends';

/** A close by ticker and date. */
type Closes = ReadonlyMap<string, ReadonlyMap<string, number>>;

const ROOT = join(import.meta.dirname, '../../..');
const WHOLE = join(ROOT, '../shared/data/market/closes_check_2024-08_2026-08.csv.gz');
/** A sample of it: every ticker whose whole history the snapshot has, and some of the others on the newest date. */
const SAMPLE = join(ROOT, 'screener/conformance/vectors/closes/second-source.csv');
/** Rows that were the closes of the day before, and are dated so: the other months end on their last session. */
const MENDED = ['2021-10-28', '2025-04-29', '2025-10-30'];
const HALF_A_CENT = 0.0051;

const snapshot = unwrap(await readSnapshot(join(ROOT, 'screener/data/snapshot')));
const closes: Closes = new Map(
  [...snapshot.quotes].map(([symbol, quotes]) => [
    symbol,
    new Map(quotes.map(({ date, close }) => [date, close])),
  ]),
);
const sample = parse(readFileSync(SAMPLE, 'utf8'));

describe('the closes of the snapshot, held against a second source', () => {
  test('each of its months has one date, the same for all tickers', () => {
    const dates = datesOf(closes);
    assert.equal(dates.length, 67);
    assert.equal(new Set(dates.map((date) => date.slice(0, 7))).size, 67);
    assert.deepEqual([dates[0], dates.at(-1)], ['2021-02-26', snapshot.asOf]);
    for (const date of MENDED) assert.ok(dates.includes(date), date);
  });

  test('every close of the sample is the same to the cent, in each month', () => {
    assert.equal(datesOf(sample).length, 25);
    assert.ok([...sample.values()].every((series) => series.has('2026-08-21')));
    assert.deepEqual(monthsThatDisagree(closes, sample, 1), []);
  });

  test('the compact file of every ticker has the same closes, and no other date', () => {
    const ends = readMonthEnds(snapshot.monthEnds);
    assert.deepEqual(ends.dates, datesOf(closes));
    for (const [symbol, quotes] of snapshot.quotes) {
      const all = new Map(ends.quotesOf(symbol).map((quote) => [quote.date, quote]));
      for (const quote of quotes) assert.deepEqual(all.get(quote.date), quote, symbol);
    }
    assert.equal(ends.quotesOf('KO').length, 67, 'a company without facts here');
    // Iconix had the ticker until 2021, an owner of ships has it since 2024.
    assert.deepEqual(ends.quotesOf('ICON').map(({ date }) => date)[0], '2024-07-31');
  });

  test('every close of the second source that is in the snapshot agrees', (t) => {
    if (!existsSync(WHOLE)) return t.skip('../shared/data/market absent');
    const whole = parse(gunzipSync(readFileSync(WHOLE)).toString());
    assert.equal(whole.size, 668);
    assert.deepEqual(monthsThatDisagree(closes, whole, 0.9), []);
  });

  test('a month dated one session off is found, whichever it is', () => {
    for (const date of datesOf(sample)) {
      for (const step of [-1, 1]) {
        const moved = movedTo(closes, date, sessionBeside(date, step));
        assert.ok(monthsThatDisagree(moved, sample, 1).includes(date.slice(0, 7)), `${date} by ${step}`);
      }
    }
  });

  test('the closes of another session under the right date are found', () => {
    const dates = datesOf(sample);
    for (const [index, date] of dates.slice(1).entries()) {
      const before = dates[index] ?? '';
      const wrong = new Map(
        [...closes].map(([symbol, series]) => {
          const other = series.get(before);
          return [symbol, other === undefined ? series : new Map(series).set(date, other)];
        }),
      );
      assert.deepEqual(monthsThatDisagree(wrong, sample, 1), [date.slice(0, 7)], date);
    }
  });
});

/**
 * The months in which fewer than `share` of the check's closes are in `held` to the cent on the same date, or which
 * `held` dates otherwise than the check.
 */
function monthsThatDisagree(held: Closes, check: Closes, share: number): readonly string[] {
  const heldDates = datesOf(held);
  return datesOf(check)
    .filter((date) => {
      const month = date.slice(0, 7);
      if (heldDates.some((other) => other.startsWith(month) && other !== date)) return true;
      const pairs = [...check].flatMap(([symbol, series]) => {
        const expected = series.get(date);
        const own = held.get(symbol);
        // Tickers without history are held on the newest date alone.
        const isHeld = own !== undefined && (own.size > 1 || date === snapshot.asOf);
        return expected === undefined || !isHeld ? [] : [[expected, own.get(date)] as const];
      });
      const equal = pairs.filter(([expected, close]) => close !== undefined && isSame(expected, close));
      return pairs.length === 0 || equal.length < share * pairs.length;
    })
    .map((date) => date.slice(0, 7));
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < HALF_A_CENT;
}

function datesOf(of: Closes): readonly string[] {
  return [...new Set([...of.values()].flatMap((series) => [...series.keys()]))].sort();
}

/** The weekday before or after. */
function sessionBeside(date: string, step: number): string {
  const beside = addDays(date, step);
  const weekday = new Date(`${beside}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 ? sessionBeside(beside, step) : beside;
}

function movedTo(of: Closes, from: string, to: string): Closes {
  return new Map(
    [...of].map(([symbol, series]) => [
      symbol,
      new Map([...series].map(([date, close]) => [date === from ? to : date, close])),
    ]),
  );
}

/** `date,ticker,close` */
function parse(csv: string): Closes {
  const closesOf = new Map<string, Map<string, number>>();
  for (const line of csv.trim().split('\n').slice(1)) {
    const [date = '', ticker = '', close = ''] = line.split(',');
    closesOf.set(ticker, (closesOf.get(ticker) ?? new Map<string, number>()).set(date, Number(close)));
  }
  return closesOf;
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MarketQuote } from '@screener/engine/facts';
import fc from 'fast-check';
import { encodeMonthEnds, readMonthEnds } from '../../src/prices/month-ends.ts';

const SOURCE = 'a listing';
const DATES = ['2021-02-26', '2021-03-31', '2021-04-30', '2021-05-28', '2021-06-30'];

const closes = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100),
  fc.integer({ min: 1, max: 999_999 }).map((units) => units / 1_000_000),
);
const capitalisations = fc.option(fc.integer({ min: 1, max: 4_000_000_000_000 }), { nil: null });
const series = fc.array(fc.option(fc.tuple(closes, capitalisations), { nil: null }), {
  maxLength: DATES.length,
});

function quotesOf(symbol: string, rows: readonly (readonly [number, number | null] | null)[]): MarketQuote[] {
  return rows.flatMap((row, index) => {
    const date = DATES[index];
    if (row === null || date === undefined) return [];
    const [close, marketCap] = row;
    return [{ symbol, date, close, currency: 'USD', marketCap, source: SOURCE }];
  });
}

describe('month-end closes in a compact form', () => {
  test('any quotes are read back to the last digit', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[A-Z]{1,4}(-[A-Z])?$/), series, { maxKeys: 250 }),
        (all) => {
          const quotes = new Map(
            Object.entries(all)
              .map(([symbol, rows]) => [symbol, quotesOf(symbol, rows)] as const)
              .filter(([, rows]) => rows.length > 0),
          );
          const read = readMonthEnds(encodeMonthEnds(quotes, SOURCE));
          for (const [symbol, rows] of quotes) assert.deepEqual(read.quotesOf(symbol), rows);
          for (const symbol of ['', 'A', 'ZZZZZ', '~']) {
            assert.deepEqual(read.quotesOf(symbol), quotes.get(symbol) ?? []);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('a company whose shares stay the same costs a few bytes a month', () => {
    const rows = DATES.map((_, index) => [100 + index, (100 + index) * 5_000_000] as const);
    const names = Array.from({ length: 1_000 }, (_, at) => `T${at}`);
    const bytes = encodeMonthEnds(new Map(names.map((name) => [name, quotesOf(name, rows)])), SOURCE);
    assert.ok(bytes.length < 10 * names.length, `${bytes.length} bytes`);
  });
});

import { basename } from 'node:path';
import type { CalendarDate } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import { readMaybeGzipped } from '../maybe-gzipped.ts';
import { readCsvTable } from './csv-table.ts';
import { EXCHANGE_SCREENER_HEADER } from './exchange-screener-csv.ts';
import { toSecSymbol } from './sec-symbol.ts';

/** From when to when the month-ends of an exchange's listing have a symbol. */
export interface ListingSpan {
  readonly symbol: string;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  /** The listing's name of the security on the last date: `Apple Inc. Common Stock`. */
  readonly name: string;
}

/** Reads the spans of all symbols of a month-end file, ordered by symbol. */
export async function readListingSpans(
  path: string,
): Promise<Result<readonly ListingSpan[], 'market_invalid_file'>> {
  const spans = new Map<string, ListingSpan>();
  const refusal = readCsvTable(
    await readMaybeGzipped(path),
    { file: basename(path), headers: [EXCHANGE_SCREENER_HEADER] },
    (row) => {
      const symbol = toSecSymbol(row.get('symbol'));
      if (symbol === null) return null;
      const date = row.get('trading_date');
      const known = spans.get(symbol) ?? { symbol, first: date, last: '', name: '' };
      spans.set(symbol, {
        symbol,
        first: date < known.first ? date : known.first,
        ...(date > known.last
          ? { last: date, name: row.get('name') }
          : { last: known.last, name: known.name }),
      });
      return null;
    },
  );
  return refusal ?? ok([...spans.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1)));
}

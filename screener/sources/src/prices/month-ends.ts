import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { CalendarDate } from '@common/base/calendar';
import type { MarketQuote } from '@screener/engine/facts';

/**
 * Closes and capitalisations of every ticker at the same few dates, in a compact form that is read ticker by ticker:
 * a line of JSON (dates, source, and where each block begins), then compressed blocks of a hundred tickers. All
 * quotes are in US dollars.
 *
 * A close is a whole number of units of the ticker's smallest decimal, and is written as the change since the one
 * before. A capitalisation is written as the change of the number of shares that it implies, which is mostly none,
 * and what the rounding of close x shares leaves.
 */
interface Header {
  readonly source: string;
  readonly dates: readonly CalendarDate[];
  /** The first ticker, and where the block begins, in bytes after the header. */
  readonly blocks: readonly (readonly [first: string, start: number])[];
}

const TICKERS_PER_BLOCK = 100;
/** Blocks that stay decompressed: callers ask in the order of tickers, or for the same few. */
const BLOCKS_KEPT = 8;
const NEWLINE = 10;

/** Encodes series of one source. The same quotes give the same bytes. */
export function encodeMonthEnds(
  quotes: ReadonlyMap<string, readonly MarketQuote[]>,
  source: string,
): Uint8Array {
  const dates = [...new Set([...quotes.values()].flatMap((series) => series.map(({ date }) => date)))].sort();
  const places = new Map(dates.map((date, index) => [date, index]));
  const symbols = [...quotes.keys()].sort();
  const blocks: [string, number][] = [];
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at < symbols.length; at += TICKERS_PER_BLOCK) {
    const some = symbols.slice(at, at + TICKERS_PER_BLOCK);
    const lines = some.map((symbol) => encodeSeries(symbol, quotes.get(symbol) ?? [], places));
    // Columns of one kind beside each other compress better.
    const columns = [0, 1, 2].map((column) => lines.map((line) => line[column] ?? '').join('\n'));
    const block = brotliCompressSync(columns.join('\n'));
    blocks.push([some[0] ?? '', start]);
    parts.push(block);
    start += block.length;
  }
  const header: Header = { source, dates, blocks };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...parts]);
}

type Line = readonly [about: string, closes: string, shares: string];

function encodeSeries(
  symbol: string,
  quotes: readonly MarketQuote[],
  places: ReadonlyMap<CalendarDate, number>,
): Line {
  const sorted = quotes.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const decimals = sorted.reduce((most, { close }) => Math.max(most, decimalsOf(close)), 0);
  const first = places.get(sorted[0]?.date ?? '') ?? 0;
  const closes: string[] = [];
  const shares: string[] = [];
  let [place, before, count] = [first, 0, 0];
  for (const { date, close, marketCap } of sorted) {
    for (const target = places.get(date) ?? 0; place < target; place += 1) {
      closes.push('x');
      shares.push('');
    }
    place += 1;
    const units = Math.round(close * 10 ** decimals);
    closes.push(String(units - before));
    before = units;
    if (marketCap === null) {
      shares.push('n');
      continue;
    }
    if (!isWhole(marketCap, close)) {
      shares.push(`c${marketCap}`);
      continue;
    }
    const isSame = Math.abs(marketCap - Math.round(close * count)) <= 1;
    const now = isSame ? count : Math.round(marketCap / close);
    const rest = marketCap - Math.round(close * now);
    shares.push(`${now === count ? '' : now - count}${rest === 0 ? '' : `/${rest}`}`);
    count = now;
  }
  return [`${symbol} ${decimals} ${first}`, closes.join(','), shares.join(',')];
}

/** Whether a capitalisation can be written as a number of shares: anything else is written as it is. */
function isWhole(marketCap: number, close: number): boolean {
  return Number.isSafeInteger(marketCap) && Number.isSafeInteger(Math.round(marketCap / close));
}

/** Digits after the point; a number below a millionth is written with an exponent. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e-');
  const [, part = ''] = digits.split('.');
  return part.length + Number(exponent);
}

export interface MonthEnds {
  readonly dates: readonly CalendarDate[];
  /** The ticker's quotes, oldest first; none if the file has no such ticker. */
  quotesOf(symbol: string): readonly MarketQuote[];
}

/** Reads what `encodeMonthEnds` wrote; decompresses a block when one of its tickers is asked for. */
export function readMonthEnds(bytes: Uint8Array): MonthEnds {
  const end = bytes.indexOf(NEWLINE);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as Header;
  const { dates, blocks } = header;
  const kept = new Map<number, ReadonlyMap<string, Line>>();
  function linesOf(block: number): ReadonlyMap<string, Line> {
    const known = kept.get(block) ?? decodeBlock(bytes.subarray(end + 1), blocks, block);
    kept.delete(block);
    kept.set(block, known);
    const [oldest] = kept.keys();
    if (kept.size > BLOCKS_KEPT && oldest !== undefined) kept.delete(oldest);
    return known;
  }
  return {
    dates,
    quotesOf(symbol) {
      const block = blocks.findLastIndex(([first]) => first <= symbol);
      const line = block === -1 ? undefined : linesOf(block).get(symbol);
      return line === undefined ? [] : decodeSeries(symbol, line, header);
    },
  };
}

function decodeBlock(body: Uint8Array, blocks: Header['blocks'], block: number): ReadonlyMap<string, Line> {
  const [, start = 0] = blocks[block] ?? [];
  const [, end = body.length] = blocks[block + 1] ?? [];
  const lines = brotliDecompressSync(body.subarray(start, end)).toString('utf8').split('\n');
  const count = lines.length / 3;
  return new Map(
    lines
      .slice(0, count)
      .map((about, index) => [
        about.slice(0, about.indexOf(' ')),
        [about, lines[count + index] ?? '', lines[2 * count + index] ?? ''],
      ]),
  );
}

function decodeSeries(
  symbol: string,
  [about, closes, shares]: Line,
  { dates, source }: Header,
): readonly MarketQuote[] {
  const [, decimals = '0', first = '0'] = about.split(' ');
  const unit = 10 ** Number(decimals);
  const changes = shares.split(',');
  let [units, count] = [0, 0];
  return closes.split(',').flatMap((step, index): readonly MarketQuote[] => {
    const date = dates[Number(first) + index];
    if (step === 'x' || date === undefined) return [];
    units += Number(step);
    const close = units / unit;
    const quote = { symbol, date, close, currency: 'USD', source };
    const change = changes[index] ?? '';
    if (change === 'n') return [{ ...quote, marketCap: null }];
    if (change.startsWith('c')) return [{ ...quote, marketCap: Number(change.slice(1)) }];
    const [moved = '', rest = '0'] = change.split('/');
    count += Number(moved);
    return [{ ...quote, marketCap: Math.round(close * count) + Number(rest) }];
  });
}

import { fail, ok, type Result } from '@common/base/result';
import { CsvError, parse } from 'csv-parse/sync';
import { type Column, type Header, headerIn } from './columns.ts';
import { type DayOrder, dayOrderOf, isNoDay, typedDay } from './typed-day.ts';
import { LONGEST_LINE, typedLine } from './typed-line.ts';
import { type DecimalSign, decimalSignOf, typedNumber } from './typed-number.ts';

/** One position, as its owner or a broker wrote it. */
export interface HeldLine {
  /** In the text, from 1. */
  readonly line: number;
  /** What it calls itself, as written: a ticker, a name or an ISIN. */
  readonly asked: string;
  /** Other words for the same: the ISIN, the name of the security. Empty where there are none. */
  readonly alsoAsked: readonly string[];
  /** A venue outside the United States; null where none is given. */
  readonly foreignVenue: string | null;
  /** Decimals; null where the list has none. */
  readonly quantity: string | null;
  readonly value: string | null;
  readonly cost: string | null;
  /** Of value and cost; null where the list does not say. */
  readonly currency: string | null;
  readonly kind: 'security' | 'cash' | 'option' | 'short';
  /** Received in a year, a decimal; null where the list has none. */
  readonly dividends: string | null;
  /** Days, YYYY-MM-DD, or as written where that may be several days or none; null where the list has none. */
  readonly bought: string | null;
  readonly sold: string | null;
  /** Why it is held, for zakat: one of `HELD_FOR`, or as written; null where the list does not say. */
  readonly heldFor: string | null;
}

/** To sell at a gain, or for what it yields. */
export const HELD_FOR = ['trade', 'income'] as const;
export type HeldFor = (typeof HELD_FOR)[number];

export interface ReadHoldings {
  readonly lines: readonly HeldLine[];
  /** Lines that say nothing that can be read. Sums, blank lines and notes around a broker's table are none. */
  readonly unread: readonly { readonly line: number; readonly text: string }[];
}

export type HoldingsRefusal = 'no_holdings' | 'too_many_holdings' | 'list_of_trades' | 'invalid_csv';

/** The most lines of a portfolio, with those that cannot be read. */
export const MOST_HOLDINGS = 500;
/** The most characters of a text of holdings: a broker's file of 500 lines has about 100,000, and a statement more. */
export const MOST_HOLDINGS_CHARACTERS = 400_000;
/** What a broker writes above its table. */
const HEADER_WITHIN = 50;
const MOST_TEXT = 80;
/** A statement has other tables too, but no more lines than this. */
const MOST_TABLE_LINES = 5_000;
/** No broker writes longer rows; what is longer is not read. */
const LONGEST_ROW = 2_000;
/** The columns that are read stand before this one. */
const MOST_CELLS = 200;
/** A longer cell is a note. */
const LONGEST_CELL = 200;

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads positions from a list as brokers export it, or from lines as people type them: `AAPL 40`, `Microsoft, 20`,
 * `Costco $1,200`, `cash 1204.11`, `AAPL 40, dividends 41.20, bought 2024-03-01, sold 2025-06-30`, `NVDA 45 trade`. A list is known by its
 * header, wherever it stands; columns are found by name.
 */
export function readHoldings(text: string): Result<ReadHoldings, HoldingsRefusal> {
  if (text.length > MOST_HOLDINGS_CHARACTERS) return tooMany({ characters: MOST_HOLDINGS_CHARACTERS });
  const table = findTable(text);
  if (table !== null && !table.ok) return table;
  const read = table === null ? readTyped(text) : readTable(table.value);
  if (read === null) return tooMany({});
  if (read.lines.length === 0 && !read.hasContradictions)
    return fail(
      'no_holdings',
      'No holding was found. Write one on each line: a ticker or a name, then how many: AAPL 40. Or give a CSV file with a column for the symbol and one for the quantity or value.',
    );
  return ok({ lines: read.lines, unread: read.unread });
}

/** `detail` has the numbers of the message, for words in other languages; so has that of `invalid_csv`. */
function tooMany(detail: { readonly characters?: number }): Result<never, 'too_many_holdings'> {
  const { characters } = detail;
  const what = characters === undefined ? 'more' : `more than ${characters} characters`;
  const message = `A portfolio has at most ${MOST_HOLDINGS} lines; this one has ${what}.`;
  return fail('too_many_holdings', message, { most: MOST_HOLDINGS, ...detail });
}

/** What is read, as it is read: null as soon as there is more than a portfolio has. */
class Reading {
  readonly lines: HeldLine[] = [];
  readonly unread: { line: number; text: string }[] = [];
  /** Whether something was found that cannot be so: then it is told, even of the only line. */
  hasContradictions = false;

  get isFull(): boolean {
    return this.lines.length + this.unread.length > MOST_HOLDINGS;
  }
}

interface Table {
  readonly header: Header;
  readonly rows: readonly Row[];
  /** Rows that are too long to be read. */
  readonly unread: ReadHoldings['unread'];
  readonly decimal: DecimalSign;
  readonly dayOrder: DayOrder;
}

/** Null if no line is the header of a list. */
function findTable(text: string): Result<Table, HoldingsRefusal> | null {
  const lines = text.split(/\r?\n/);
  let ofTrades = false;
  for (const [index, line] of lines.slice(0, HEADER_WITHIN).entries()) {
    for (const delimiter of [',', ';', '\t']) {
      if (!line.includes(delimiter) || isTooLong(line)) continue;
      const [cells = []] = cellsOf(line, delimiter) ?? [];
      const header = headerIn(cells);
      if (header === null) continue;
      if (header.isOfTrades) {
        ofTrades = true;
        continue;
      }
      if (lines.length > MOST_TABLE_LINES) return tooMany({});
      const rows = rowsBelow(lines, index, delimiter, cells);
      if (rows === null)
        return fail(
          'invalid_csv',
          `The file cannot be read as CSV below line ${index + 1}: a quote is not closed.`,
          { line: index + 1 },
        );
      const unread = lines.flatMap((text, at) =>
        isTooLong(text) && at > index ? [{ line: at + 1, text: text.slice(0, MOST_TEXT) }] : [],
      );
      const days = (['bought', 'sold'] as const).flatMap((column) => header.columns.get(column) ?? []);
      return ok({
        header,
        rows,
        unread,
        decimal: decimalSignOf(rows.flatMap((row) => row.cells)),
        dayOrder: dayOrderOf(rows.flatMap(({ cells }) => days.map((at) => cells[at] ?? ''))),
      });
    }
  }
  if (!ofTrades) return null;
  return fail(
    'list_of_trades',
    'This is a list of trades: it says what was bought and sold, not what is held. Export your positions (or holdings, or portfolio) instead.',
  );
}

function isTooLong(row: string): boolean {
  return row.length > LONGEST_ROW;
}

/**
 * The rows of one table: to the next header or the end. In a statement of Interactive Brokers each row begins with the
 * name of its table and what it is: `Open Positions,Data,Summary,...`; lots and sums repeat what the summary says.
 */
function rowsBelow(
  lines: readonly string[],
  headerAt: number,
  delimiter: string,
  header: readonly string[],
): readonly Row[] | null {
  const below = lines.slice(headerAt + 1).map((text) => (isTooLong(text) ? '' : text));
  const records = cellsOf(below.join('\n'), delimiter);
  if (records === null) return null;
  const isStatement = header[1] === 'Header';
  const rows: Row[] = [];
  let line = headerAt + 1;
  for (const { cells, height } of withHeights(records)) {
    line += height;
    if (isStatement) {
      if (cells[0] !== header[0] || cells[1] !== 'Data' || (cells[2] ?? 'Summary') !== 'Summary') continue;
    } else if (headerIn(cells) !== null) break;
    rows.push({ line, cells });
  }
  return rows;
}

/** How many lines each row takes, and as much of it as is read. */
function withHeights(records: readonly (readonly string[])[]) {
  return records.map((cells) => ({
    cells: cells.slice(0, MOST_CELLS).map((cell) => cell.slice(0, LONGEST_CELL)),
    height: cells.join('').split('\n').length,
  }));
}

function cellsOf(text: string, delimiter: string): string[][] | null {
  try {
    const how = { delimiter, bom: true, relax_column_count: true, relax_quotes: true, trim: true } as const;
    return parse(text, how);
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

const SUM = /^(?:(?:account|grand|sub|portfolio|positions?)[ -]?)?total\b|^(?:gesamt|totaal|summe)\b/i;
/** Below a position, E*TRADE lists what was bought on each day. */
const LOT = /^\d{1,2}\/\d{1,2}\/\d{2,4}$/;
const EMPTY = /^(?:[-–—.]*|#?n\/a|n\.a\.?)$/i;
const CASH =
  /\*\*$|^(?:cash|bargeld|geld|usd|eur|gbp|chf|cad)$|^cash\b|\b(?:money market|cash fund|sweep|pending activity)\b/i;
const OPTION = /\boptions?\b|^-[A-Z]+\d{6}[CP]/i;
/** The day on which an option ends, before what it is: `AAPL 05/15/2026 255.00 C`, `NVDA 19MAR27 250 P`. */
const OPTION_DAY = /\b\d{1,2}\/\d{1,2}\/\d{2,4}\b|\b\d{2}[A-Z]{3}\d{2}\b/i;
const CALL_OR_PUT = /\b[CP](?:ALL|UT)?$/i;
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
/** Venues of the United States, in the words of brokers and by market identifier code. */
const US_VENUE =
  /^(?:nasdaq\w*|nyse.*|new york.*|amex|arca|bats|cboe.*|otc.*|pink.*|us|usa|x(?:nas|nys|ase|nms|ngs|ncm)|arcx|bats)$/i;

function readTable({ header, rows, unread, decimal, dayOrder }: Table): Reading | null {
  const read = new Reading();
  read.unread.push(...unread);
  for (const row of rows) {
    const cell = (column: Column): string => {
      const text = row.cells[header.columns.get(column) ?? -1] ?? '';
      return EMPTY.test(text) ? '' : text;
    };
    const number = (column: Column) => typedNumber(cell(column), decimal);
    const day = (column: 'bought' | 'sold'): string | null => {
      const text = cell(column);
      if (text === '' || isNoDay(text)) return null;
      return typedDay(text, dayOrder) ?? text.slice(0, MOST_TEXT);
    };
    const names = [cell('symbol'), cell('isin'), cell('name')].filter((name) => name !== '');
    const [asked, ...alsoAsked] = names;
    const [quantity, value] = [number('quantity'), number('value')];
    if (asked === undefined || LOT.test(asked) || names.some((name) => SUM.test(name))) continue;
    if (quantity === null && value === null) {
      // Notes stand alone in their row.
      if (row.cells.filter((text) => text !== '').length > 1)
        read.unread.push({ line: row.line, text: asked.slice(0, MOST_TEXT) });
      if (read.isFull) return null;
      continue;
    }
    read.lines.push({
      line: row.line,
      asked: asked.slice(0, MOST_TEXT),
      alsoAsked: alsoAsked.map((name) => name.slice(0, MOST_TEXT)),
      foreignVenue: foreignVenueOf(cell('exchange'), names),
      quantity: quantity?.number ?? null,
      value: value?.number ?? null,
      cost: number('cost')?.number ?? null,
      currency: cell('currency').toUpperCase() || value?.currency || header.currency,
      kind: kindOf(names, cell('type'), quantity?.number ?? value?.number ?? ''),
      dividends: number('dividends')?.number ?? null,
      bought: day('bought'),
      sold: day('sold'),
      heldFor: heldForOf(cell('held for')),
    });
    if (read.isFull) return null;
  }
  return read;
}

/** Other words are kept as they are: `not for trade` is no `trade`. */
function heldForOf(cell: string): string | null {
  const [, known] = /^(?:(?:to|for) )?(trade|income)$/i.exec(cell) ?? [];
  return known?.toLowerCase() ?? (cell.slice(0, MOST_TEXT) || null);
}

/** An ISIN says which share it is, wherever it is held. */
function foreignVenueOf(venue: string, names: readonly string[]): string | null {
  return venue === '' || US_VENUE.test(venue) || names.some((name) => ISIN.test(name)) ? null : venue;
}

function kindOf(names: readonly string[], type: string, amount: string): HeldLine['kind'] {
  if (OPTION.test(type) || names.some(isOption)) return 'option';
  if (/^cash\b/i.test(type) || names.some((name) => CASH.test(name))) return 'cash';
  return amount.startsWith('-') ? 'short' : 'security';
}

function isOption(name: string): boolean {
  return OPTION.test(name) || (OPTION_DAY.test(name) && CALL_OR_PUT.test(name));
}

function readTyped(text: string): Reading | null {
  const written: { line: number; text: string }[] = [];
  for (const [index, each] of text.split(/\r?\n/).entries()) {
    const line = each.trim();
    if (line !== '') written.push({ line: index + 1, text: line });
    if (written.length > MOST_HOLDINGS) return null;
  }
  const short = written.filter((one) => one.text.length <= LONGEST_LINE);
  const decimal = decimalSignOf(short.flatMap((each) => each.text.split(/\s/)));
  const read = new Reading();
  for (const each of written) {
    const held = each.text.length > LONGEST_LINE ? null : readLine(each, decimal);
    if (held === null || 'contradiction' in held) {
      const text = held === null ? each.text : held.contradiction;
      read.hasContradictions ||= held !== null;
      read.unread.push({ line: each.line, text: text.slice(0, MOST_TEXT) });
    } else read.lines.push(held);
  }
  return read;
}

function readLine(
  { line, text }: { readonly line: number; readonly text: string },
  decimal: DecimalSign,
): HeldLine | { readonly contradiction: string } | null {
  const { asked, amount: written, dividends, days, purpose } = typedLine(text);
  const amount = typedNumber(written ?? '', decimal);
  if (!/\p{L}|^\d/u.test(asked) || asked.length > MOST_TEXT) return null;
  if (written !== null && amount === null) return null;
  const [[bought = null, ...boughtAgain], [sold = null, ...soldAgain]] = [days.bought, days.sold];
  if (boughtAgain.length > 0 || soldAgain.length > 0) {
    const told = [...days.bought.map((day) => `bought ${day}`), ...days.sold.map((day) => `sold ${day}`)];
    return { contradiction: `${asked}: ${told.join(', ')}` };
  }
  const kind = kindOf([asked], '', amount?.number ?? '');
  // Of cash there is an amount, and no number of shares.
  const isMoney = amount !== null && (amount.currency !== null || kind === 'cash');
  return {
    line,
    asked,
    alsoAsked: [],
    foreignVenue: null,
    quantity: isMoney ? null : (amount?.number ?? null),
    value: isMoney ? amount.number : null,
    cost: null,
    currency: amount?.currency ?? null,
    kind,
    dividends: typedNumber(dividends ?? '', decimal)?.number ?? null,
    bought,
    sold,
    heldFor: purpose,
  };
}

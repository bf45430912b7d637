import { fail, ok, type Result } from '@common/base/result';
import { CsvError, parse } from 'csv-parse/sync';
import { type Column, type Header, headerIn } from './columns.ts';
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
  /** Days, as written; null where the list has none. */
  readonly bought: string | null;
  readonly sold: string | null;
  /** Why it is held, for zakat; null where the list does not say. */
  readonly heldFor: HeldFor | null;
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

/** The most lines of a portfolio. */
export const MOST_HOLDINGS = 500;
/** The most characters of a text of holdings: a broker's file of 500 lines has about 100,000. */
export const MOST_HOLDINGS_CHARACTERS = 1_000_000;
/** What a broker writes above its table. */
const HEADER_WITHIN = 50;
const MOST_TEXT = 80;

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
  if (text.length > MOST_HOLDINGS_CHARACTERS)
    return tooMany(`more than ${MOST_HOLDINGS_CHARACTERS} characters`, {
      characters: MOST_HOLDINGS_CHARACTERS,
    });
  const table = findTable(text);
  if (table !== null && !table.ok) return table;
  const read = table === null ? readTyped(text) : readTable(table.value);
  if (read.lines.length > MOST_HOLDINGS) {
    const { length: lines } = read.lines;
    return tooMany(`${lines} lines`, { lines });
  }
  if (read.lines.length === 0)
    return fail(
      'no_holdings',
      'No holding was found. Write one on each line: a ticker or a name, then how many: AAPL 40. Or give a CSV file with a column for the symbol and one for the quantity or value.',
    );
  return ok(read);
}

/** `detail` has the numbers of the message, for words in other languages; so has that of `invalid_csv`. */
function tooMany(
  what: string,
  detail: { readonly lines: number } | { readonly characters: number },
): Result<never, 'too_many_holdings'> {
  const message = `A portfolio has at most ${MOST_HOLDINGS} lines; this one has ${what}.`;
  return fail('too_many_holdings', message, { most: MOST_HOLDINGS, ...detail });
}

interface Table {
  readonly header: Header;
  readonly rows: readonly Row[];
  readonly decimal: DecimalSign;
}

/** Null if no line is the header of a list. */
function findTable(text: string): Result<Table, HoldingsRefusal> | null {
  const lines = text.split(/\r?\n/);
  let ofTrades = false;
  for (const [index, line] of lines.slice(0, HEADER_WITHIN).entries()) {
    for (const delimiter of [',', ';', '\t']) {
      if (!line.includes(delimiter)) continue;
      const [cells = []] = cellsOf(line, delimiter) ?? [];
      const header = headerIn(cells);
      if (header === null) continue;
      if (header.isOfTrades) {
        ofTrades = true;
        continue;
      }
      const rows = rowsBelow(lines, index, delimiter, cells);
      if (rows === null)
        return fail(
          'invalid_csv',
          `The file cannot be read as CSV below line ${index + 1}: a quote is not closed.`,
          { line: index + 1 },
        );
      return ok({ header, rows, decimal: decimalSignOf(rows.flatMap((row) => row.cells)) });
    }
  }
  if (!ofTrades) return null;
  return fail(
    'list_of_trades',
    'This is a list of trades: it says what was bought and sold, not what is held. Export your positions (or holdings, or portfolio) instead.',
  );
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
  const records = cellsOf(lines.slice(headerAt + 1).join('\n'), delimiter);
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

function withHeights(records: readonly (readonly string[])[]) {
  return records.map((cells) => ({ cells, height: 1 + cells.join('').split('\n').length - 1 }));
}

function cellsOf(text: string, delimiter: string): string[][] | null {
  try {
    return parse(text, { delimiter, bom: true, relax_column_count: true, relax_quotes: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

const SUM = /^(?:(?:account|grand|sub|portfolio|positions?)[ -]?)?total\b|^(?:gesamt|totaal|summe)\b/i;
/** Below a position, E*TRADE lists what was bought on each day. */
const LOT = /^\d{1,2}\/\d{1,2}\/\d{2,4}$/;
const EMPTY = /^[-–—.]*$/;
const CASH =
  /\*\*+$|^(?:cash|bargeld|geld|usd|eur|gbp|chf|cad)$|^cash\b|\b(?:money market|cash fund|sweep|pending activity)\b/i;
const OPTION =
  /\boptions?\b|^-[A-Z]+\d{6}[CP]|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b.*\b[CP](?:ALL|UT)?$|\b\d{2}[A-Z]{3}\d{2}\b.*\b[CP]$/i;
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
/** Venues of the United States, in the words of brokers and by market identifier code. */
const US_VENUE =
  /^(?:nasdaq\w*|nyse.*|new york.*|amex|arca|bats|cboe.*|otc.*|pink.*|us|usa|x(?:nas|nys|ase|nms|ngs|ncm)|arcx|bats)$/i;

function readTable({ header, rows, decimal }: Table): ReadHoldings {
  const lines: HeldLine[] = [];
  const unread: { line: number; text: string }[] = [];
  for (const row of rows) {
    const cell = (column: Column): string => {
      const text = row.cells[header.columns.get(column) ?? -1] ?? '';
      return EMPTY.test(text) ? '' : text;
    };
    const number = (column: Column) => typedNumber(cell(column), decimal);
    const names = [cell('symbol'), cell('isin'), cell('name')].filter((name) => name !== '');
    const [asked, ...alsoAsked] = names;
    const [quantity, value] = [number('quantity'), number('value')];
    if (asked === undefined || LOT.test(asked) || names.some((name) => SUM.test(name))) continue;
    if (quantity === null && value === null) {
      // Notes stand alone in their row.
      if (row.cells.filter((text) => text !== '').length > 1)
        unread.push({ line: row.line, text: asked.slice(0, MOST_TEXT) });
      continue;
    }
    lines.push({
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
      bought: cell('bought').slice(0, MOST_TEXT) || null,
      sold: cell('sold').slice(0, MOST_TEXT) || null,
      heldFor: HELD_FOR.find((one) => cell('held for').toLowerCase().endsWith(one)) ?? null,
    });
  }
  return { lines, unread };
}

/** An ISIN says which share it is, wherever it is held. */
function foreignVenueOf(venue: string, names: readonly string[]): string | null {
  return venue === '' || US_VENUE.test(venue) || names.some((name) => ISIN.test(name)) ? null : venue;
}

function kindOf(names: readonly string[], type: string, amount: string): HeldLine['kind'] {
  if (OPTION.test(type) || names.some((name) => OPTION.test(name))) return 'option';
  if (/^cash\b/i.test(type) || names.some((name) => CASH.test(name))) return 'cash';
  return amount.startsWith('-') ? 'short' : 'security';
}

/** What stands between a name and its number. */
const LAST_NUMBER =
  /^(.*?)[\s,;:|\t]+([$€£¥]?\s?[\d.,'’]+(?:\s?(?:[$€£¥]|[A-Z]{3}))?|[A-Z]{3}\s[\d.,'’]+)\s*(?:shares?|stocks?|units?)?$/;
const FIRST_NUMBER = /^([\d.,'’]+)\s*(?:x|×|shares?(?:\s+of)?|units?(?:\s+of)?)?\s+(\p{L}.*)$/iu;

function readTyped(text: string): ReadHoldings {
  const typed = text.split(/\r?\n/).map((each, index) => ({ line: index + 1, text: each.trim() }));
  const decimal = decimalSignOf(typed.flatMap((each) => each.text.split(/\s+/)));
  const lines: HeldLine[] = [];
  const unread: { line: number; text: string }[] = [];
  for (const each of typed.filter((one) => one.text !== '')) {
    const held = readLine(each, decimal);
    if (held === null) unread.push({ line: each.line, text: each.text.slice(0, MOST_TEXT) });
    else lines.push(held);
  }
  return { lines, unread };
}

const DAY = /[\s,;]+(bought|sold)[\s:]+(\d{4}-\d{2}-\d{2})(?=[\s,;]|$)/gi;
/** Only after a number: a name may have the word too. */
const PURPOSE = /(\d)[\s,;]+(?:(?:to|for)\s+)?(trade|income)$/i;
const DIVIDENDS = /(\d)[\s,;]+dividends[\s:]+([$\d](?:[\d.,]*\d)?)(?=[\s,;]|$)/i;

function readLine(
  { line, text: typed }: { readonly line: number; readonly text: string },
  decimal: DecimalSign,
) {
  const days = new Map([...typed.matchAll(DAY)].map(([, what = '', day = '']) => [what.toLowerCase(), day]));
  const dated = typed.replace(DAY, '').replace(/[\s,;]+$/, '');
  const purpose = PURPOSE.exec(dated)?.[2]?.toLowerCase();
  const undated = dated.replace(PURPOSE, '$1');
  const dividends = typedNumber(DIVIDENDS.exec(undated)?.[2] ?? '', decimal);
  const text = undated.replace(DIVIDENDS, '$1').replace(/[\s,;]+$/, '');
  const last = LAST_NUMBER.exec(text);
  const first = last === null ? FIRST_NUMBER.exec(text) : null;
  const asked = (last?.[1] ?? first?.[2] ?? text).replace(/[\s,;:|]+$/, '');
  const amount = typedNumber(last?.[2] ?? first?.[1] ?? '', decimal);
  if (!/\p{L}|^\d/u.test(asked) || asked.length > MOST_TEXT) return null;
  if ((last !== null || first !== null) && amount === null) return null;
  const kind = kindOf([asked], '', amount?.number ?? '');
  // Of cash there is an amount, and no number of shares.
  const isMoney = amount !== null && (amount.currency !== null || kind === 'cash');
  const held: HeldLine = {
    line,
    asked,
    alsoAsked: [],
    foreignVenue: null,
    quantity: isMoney ? null : (amount?.number ?? null),
    value: isMoney ? amount.number : null,
    cost: null,
    currency: amount?.currency ?? null,
    kind,
    dividends: dividends?.number ?? null,
    bought: days.get('bought') ?? null,
    sold: days.get('sold') ?? null,
    heldFor: HELD_FOR.find((one) => one === purpose) ?? null,
  };
  return held;
}

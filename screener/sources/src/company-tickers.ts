import { fail, ok, type Result } from '@common/base/result';
import { type Cik, normaliseCik } from './cik.ts';
import { parseJsonObject } from './json-document.ts';

/** One ticker of the SEC's lists. */
export interface TickerRow {
  /** In the SEC's spelling: a class of shares follows a hyphen (BRK-B). */
  readonly symbol: string;
  readonly cik: Cik;
  readonly name: string;
  /** Only in `company_tickers_exchange`. */
  readonly exchange: string | null;
}

/** One class of a fund, of `company_tickers_mf`. */
export interface FundClassRow {
  readonly symbol: string;
  readonly cik: Cik;
  readonly seriesId: string;
  readonly classId: string;
}

type TickersRefusal = 'corrupt_tickers';

/**
 * One to six letters or digits, and up to four more behind a hyphen for a class, series, warrant or unit; or a CIK in
 * ten digits, for a filer that has no ticker. Each of the 10,391 tickers of the SEC's list of April 2026 fits.
 */
const WELL_FORMED = /^(?:[A-Z0-9]{1,6}(?:-[A-Z0-9]{1,4})?|CIK\d{10})$/;
const LONGEST = 13;

const NORMAL = /^[A-Z0-9-]*$/;

/**
 * The SEC's spelling of a ticker as people write it: `brk.b`, `BRK/B` and `BRK B` are `BRK-B`. Only ASCII letters are
 * folded, so that no letter of another script becomes a ticker.
 */
export function normaliseTicker(text: string): string {
  if (text.length > 64 || NORMAL.test(text)) return text;
  const trimmed = text.replace(/^ +| +$/g, '');
  return trimmed.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()).replaceAll(/[./ ]/g, '-');
}

export function isWellFormedTicker(symbol: string): boolean {
  return symbol.length <= LONGEST && WELL_FORMED.test(symbol);
}

/**
 * Reads `company_tickers.json` or `company_tickers_exchange.json`. A malformed ticker is skipped: one mistake
 * by the SEC must not block the others.
 */
export function parseCompanyTickers(bytes: Uint8Array): Result<readonly TickerRow[], TickersRefusal> {
  const document = parseJsonObject(bytes, 'corrupt_tickers', 'the list of tickers');
  if (!document.ok) return document;
  const columns = table(document.value);
  const rows =
    columns ??
    Object.values(document.value).map((row) => {
      const { cik_str: cik, ticker, title } = isRecord(row) ? row : {};
      return { cik, ticker, name: title, exchange: null };
    });
  return collect(rows, ({ cik, ticker, name, exchange }) => {
    const number = normaliseCik(cik);
    if (number === null || typeof ticker !== 'string' || typeof name !== 'string') return null;
    const symbol = normaliseTicker(ticker);
    if (!isWellFormedTicker(symbol)) return 'skipped';
    return { symbol, cik: number, name, exchange: textOrNull(exchange) };
  });
}

/**
 * Reads `company_tickers_mf.json`. Skips classes without a ticker, and placeholders for one (`n/a`, `(NWAKX)`, the
 * seven-letter names of insurance portfolios): no exchange lists them.
 */
export function parseFundClasses(bytes: Uint8Array): Result<readonly FundClassRow[], TickersRefusal> {
  const document = parseJsonObject(bytes, 'corrupt_tickers', 'the list of fund classes');
  if (!document.ok) return document;
  const rows = table(document.value);
  if (rows === null) return fail('corrupt_tickers', 'the list of fund classes has no columns');
  return collect(rows, ({ cik, symbol, seriesId, classId }) => {
    const number = normaliseCik(cik);
    if (number === null || typeof seriesId !== 'string' || typeof classId !== 'string') return null;
    if (symbol === null || symbol === 'n/a') return 'skipped';
    if (typeof symbol !== 'string') return null;
    const ticker = normaliseTicker(symbol);
    return isWellFormedTicker(ticker) ? { symbol: ticker, cik: number, seriesId, classId } : 'skipped';
  });
}

/** Reads `{"fields": [...], "data": [[...]]}` as records; null for another shape. */
function table(
  document: Readonly<Record<string, unknown>>,
): readonly Readonly<Record<string, unknown>>[] | null {
  const { fields, data } = document;
  if (!Array.isArray(fields) || !Array.isArray(data)) return null;
  return data.map((row: unknown) =>
    Array.isArray(row) ? Object.fromEntries(fields.map((field, at) => [String(field), row[at]])) : {},
  );
}

function collect<Row, Parsed>(
  rows: readonly Row[],
  parse: (row: Row) => Parsed | 'skipped' | null,
): Result<readonly Parsed[], TickersRefusal> {
  if (rows.length === 0) return fail('corrupt_tickers', 'the list is empty');
  const parsed: Parsed[] = [];
  for (const [index, row] of rows.entries()) {
    const one = parse(row);
    if (one === null) {
      return fail('corrupt_tickers', `row ${index} is not in the SEC’s format`, { row: index });
    }
    if (one !== 'skipped') parsed.push(one);
  }
  return ok(parsed);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

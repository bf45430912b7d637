import { fail, ok, type Result } from '@common/base/result';
import { isRecord } from '../provider-http.ts';
import { toSecSymbol } from '../sec-symbol.ts';

/** One ticker of the daily listing, in US dollars. */
export interface ListingRow {
  /** As the SEC writes it: `BRK-B`. */
  readonly symbol: string;
  /** The last sale: the close, if the session had ended when the listing was made. */
  readonly close: number;
  /** The close of the session before: the last sale less the net change. Null where no change is given. */
  readonly previous: number | null;
  /**
   * The capitalisation of the whole company, even for one class of its shares; null if the listing gives
   * none, or zero.
   */
  readonly marketCap: number | null;
}

/** The used ones of the twelve fields; all are strings. */
const FIELDS = ['symbol', 'lastsale', 'netchange', 'marketCap'] as const;
/** With a smaller share of readable prices, it is not the file that we know. */
const LEAST_READABLE = 0.9;
const DOLLARS = /^\$?(\d{1,9}(?:\.\d{1,6})?)$/;
const CHANGE = /^-?\d{1,9}(?:\.\d{1,6})?$/;
const AMOUNT = /^\d{1,16}(?:\.\d{1,6})?$/;
const PERCENT = 100;

/**
 * The rows of one exchange's `<exchange>_full_tickers.json`. A row without a usable price is left out, and so is a
 * symbol whose rows contradict each other; a file in which a field has another name or type, or in which too many
 * prices are unreadable, is refused whole.
 */
export function parseListing(
  text: string,
  file: string,
): Result<readonly ListingRow[], 'market_unexpected_content'> {
  const refuse = (what: string) =>
    fail('market_unexpected_content', `${file}: ${what}. No price of it is used.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse(/^\s*</.test(text) ? 'a web page instead of JSON' : 'not whole JSON');
  }
  if (!Array.isArray(json)) return refuse('not a list of tickers');
  const rows = new Map<string, ListingRow | null>();
  let unreadable = 0;
  for (const item of json as readonly unknown[]) {
    if (!isRecord(item)) return refuse('an entry that is not a ticker');
    const missing = FIELDS.find((field) => typeof item[field] !== 'string');
    if (missing !== undefined) return refuse(`an entry without the text field "${missing}"`);
    const row = readRow(item as Readonly<Record<string, string>>);
    if (row === 'unreadable') unreadable += 1;
    if (typeof row === 'string') continue;
    const earlier = rows.get(row.symbol);
    rows.set(row.symbol, earlier === undefined || isSameRow(earlier, row) ? row : null);
  }
  const read = [...rows.values()].filter((row) => row !== null);
  if (read.length === 0) return refuse('no price');
  if (unreadable > (1 - LEAST_READABLE) * json.length) {
    const part = Math.round((PERCENT * unreadable) / json.length);
    return refuse(`${part} % of its prices are not numbers of dollars`);
  }
  return ok(read);
}

/** `unlisted`: a symbol that the SEC does not list (when-issued shares, test symbols). */
function readRow(item: Readonly<Record<string, string>>): ListingRow | 'unreadable' | 'unlisted' {
  const text = (field: (typeof FIELDS)[number]) => item[field]?.trim() ?? '';
  const symbol = toSecSymbol(text('symbol'));
  if (symbol === null) return 'unlisted';
  const close = Number(DOLLARS.exec(text('lastsale'))?.[1] ?? 0);
  if (close === 0) return 'unreadable';
  const change = CHANGE.test(text('netchange')) ? Number(text('netchange')) : null;
  const cap = AMOUNT.test(text('marketCap')) ? Number(text('marketCap')) : 0;
  const previous = change === null || close - change <= 0 ? null : close - change;
  return { symbol, close, previous, marketCap: cap === 0 ? null : cap };
}

function isSameRow(a: ListingRow | null, b: ListingRow): boolean {
  return a !== null && a.close === b.close && a.previous === b.previous && a.marketCap === b.marketCap;
}

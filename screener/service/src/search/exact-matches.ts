import { isCommonStock } from '@screener/engine/concepts/market-cap';
import type { FormerListing } from '@screener/engine/names/former-listing';
import { normaliseName } from '@screener/engine/names/normalise-name';
import { type Alias, aliasKey } from './known-names.ts';
import type { Match } from './match.ts';
import { cikIn, tickersIn } from './read-query.ts';
import { type Entry, entriesFrom, entriesOf, type Tables } from './tables.ts';

export type Found = readonly [entry: Entry, match: Match];

interface ExactMatches {
  /** Best first. */
  readonly found: readonly Found[];
  readonly former: readonly FormerListing[];
  /** Whether the text is a ticker, a number or a whole name that is known. */
  readonly isSure: boolean;
}

/** How much larger a company must be for its name to come before the ticker of another one: FORD is not Ford Motor's. */
const MUCH_LARGER = 20;

/** Finds what a text is as a whole: a ticker of today or of the past, a number, an everyday name. */
export function findExactly(tables: Tables, text: string): ExactMatches {
  const { names } = tables;
  const symbols = tickersIn(text);
  const [listed] = symbols.flatMap((symbol) => entriesOf(tables.bySymbol, symbol));
  // A ticker that another company has now is that company's.
  const isTaken = listed !== undefined && !listed.isEnded;
  const [ended] = isTaken ? [] : symbols.flatMap((symbol) => names.formerOf(symbol) ?? []);
  const present = largestOfName(tables, text);
  const known = tables.aliases.of(aliasKey(text));
  const alias = isStillListed(known, present) ? null : known;
  const ofTicker: readonly Found[] = listed === undefined ? [] : [[listed, 'ticker']];
  const ofFormer = found(tables, ended?.renamed_to ?? null, 'former_ticker');
  const byTicker = [...ofFormer, ...ofTicker, ...numberFound(tables, text)];
  const byName = aliasFound(tables, alias);
  const [best] = byTicker;
  const named = byName[0] ?? present;
  const saysName = listed === undefined || SMALL_LETTER.test(text);
  if (best !== undefined && named !== undefined && saysName && isMuchLarger(named, best)) {
    return { found: [named, ...byTicker], former: [], isSure: true };
  }
  const former = ended ?? (best === undefined ? alias?.former : undefined) ?? null;
  const all = [...byTicker, ...byName];
  return {
    found: all,
    former: former === null ? [] : [former],
    isSure: all.length > 0 || former !== null || isKnownElsewhere(tables, symbols, alias),
  };
}

/** A ticker in capitals is meant as one; `coke` and `ford` are names. */
const SMALL_LETTER = /\p{Ll}/u;

/** Whether the text surely means a ticker that is not stored here: nothing that looks like it is meant. */
function isKnownElsewhere({ names }: Tables, symbols: readonly string[], alias: Alias | null): boolean {
  return alias !== null || symbols.some((symbol) => names.isNamed(symbol));
}

function aliasFound(tables: Tables, alias: Alias | null): readonly Found[] {
  if (alias === null) return [];
  const symbols = alias.former === null ? alias.symbols : [...alias.symbols, alias.former.symbol];
  return symbols.flatMap((symbol) => found(tables, symbol, alias.match));
}

function found(tables: Tables, symbol: string | null, match: Match): readonly Found[] {
  if (symbol === null) return [];
  return entriesOf(tables.bySymbol, symbol).map((entry) => [entry, match]);
}

function numberFound(tables: Tables, text: string): readonly Found[] {
  const cik = cikIn(text);
  const ofFiler = (cik === null ? [] : (tables.byCik.get(cik) ?? [])).toSorted((a, b) => a.place - b.place);
  if (ofFiler.length > 0) return ofFiler.map((entry): Found => [entry, 'number']);
  const ofShare = found(tables, tables.names.numbers.symbolOf(text), 'number');
  // A number is of one class of shares, and the report of a fund may name the company alone: the others stand beside it.
  const classes = ofShare.flatMap(([entry]) => otherClasses(tables, entry));
  return [...ofShare, ...classes.map((entry): Found => [entry, 'number'])];
}

/** Returns the other classes of a company's common stock: GOOG for GOOGL, BRK-B for BRK-A. */
function otherClasses({ byCik }: Tables, { ticker: { symbol, cik } }: Entry): readonly Entry[] {
  const [root = ''] = symbol.split('-');
  return (byCik.get(cik) ?? []).filter(({ ticker }) => {
    const [other = ''] = ticker.symbol.split('-');
    const isNear = Math.abs(other.length - root.length) <= 1;
    const isSame = isNear && (other.startsWith(root) || root.startsWith(other));
    return ticker.symbol !== symbol && ticker.type === 'company' && isSame && isCommonStock(ticker.symbol);
  });
}

function isMuchLarger([named]: Found, [ticker]: Found): boolean {
  return named !== ticker && ticker.size > 0 && named.size > MUCH_LARGER * ticker.size;
}

/** Returns the largest company whose name begins with the words typed. */
function largestOfName(tables: Tables, text: string): Found | undefined {
  const words = normaliseName(text);
  const [entry] = entriesFrom(tables.byName, words.replaceAll(' ', ''))
    .filter(({ name, isEnded }) => !isEnded && (name === words || name.startsWith(`${words} `)))
    .toSorted((a, b) => b.size - a.size);
  return words === '' || entry === undefined ? undefined : [entry, 'name_start'];
}

/**
 * Whether a listing that ended, of which only the exchanges' listing tells, is of a company that is still listed: it
 * may have been another of its securities.
 */
function isStillListed(alias: Alias | null, present: Found | undefined): boolean {
  return alias?.former?.source === null && alias.symbols.length === 0 && present !== undefined;
}

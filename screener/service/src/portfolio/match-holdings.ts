import { setImmediate } from 'node:timers/promises';
import { add } from '@common/base/exact';
import { normaliseName } from '@screener/engine/names/normalise-name';
import type { HeldLine } from '@screener/sources/holdings/read-holdings';
import { isSureMatch } from '../search/match.ts';
import type { Search } from '../search/search.ts';
import type { SearchHit } from '../search/search-index.ts';
import type { FindableTicker } from '../store/search.store.ts';

/** One security, from all lines that name it. */
export interface MatchedHolding {
  readonly symbol: string;
  readonly name: string | null;
  readonly lines: readonly HeldLine[];
  /** The sum; null where no line has a quantity. */
  readonly quantity: number | null;
}

/** Why a line is not among the holdings. */
export type ApartKind = 'cash' | 'option' | 'short' | 'foreign' | 'unmatched';

export interface LineApart {
  readonly line: HeldLine;
  readonly kind: ApartKind;
  /** Tickers that it may mean. */
  readonly candidates: readonly FindableTicker[];
}

interface Matched {
  readonly holdings: readonly MatchedHolding[];
  readonly apart: readonly LineApart[];
}

const MOST_CANDIDATES = 3;
/** For how many lines that are not found something near is looked for, which takes longer than any other search. */
const MOST_NEAR = 10;
const DOLLARS = 'USD';

/**
 * Finds the listing of each line, and adds up lines of one listing. INVARIANT: a line that only resembles a listing is
 * kept apart with what it may mean: nobody’s verdict is another company’s.
 */
export async function matchHoldings(search: Search, lines: readonly HeldLine[]): Promise<Matched> {
  const found = new Map<string, FindableTicker>();
  const perSymbol = new Map<string, HeldLine[]>();
  const apart: LineApart[] = [];
  for (const line of lines) {
    if (line.kind !== 'security') {
      apart.push({ line, kind: line.kind, candidates: [] });
      continue;
    }
    // Searching is all computation: others have their turn between two lines.
    await setImmediate();
    const unmatched = apart.filter(({ kind }) => kind === 'unmatched').length;
    const { ticker, candidates } = await findListing(search, line, unmatched < MOST_NEAR);
    if (ticker === null || (await isElsewhere(search, line, ticker))) {
      const isForeign = ticker !== null || line.foreignVenue !== null;
      apart.push({ line, kind: isForeign ? 'foreign' : 'unmatched', candidates });
      continue;
    }
    found.set(ticker.symbol, ticker);
    perSymbol.set(ticker.symbol, [...(perSymbol.get(ticker.symbol) ?? []), line]);
  }
  const holdings = [...perSymbol].map(([symbol, of]) => ({
    symbol,
    name: found.get(symbol)?.name ?? null,
    lines: of,
    quantity: sumOf(of.map(({ quantity }) => quantity)),
  }));
  return { holdings, apart };
}

/** Null if there is nothing to add; a line without a number adds nothing. */
export function sumOf(numbers: readonly (string | null)[]): number | null {
  return numbers.reduce<number | null>(
    (sum, number) => (number === null ? sum : add(sum ?? 0, Number(number))),
    null,
  );
}

async function findListing(search: Search, line: HeldLine, near: boolean) {
  const candidates = new Map<string, FindableTicker>();
  for (const asked of [line.asked, ...line.alsoAsked]) {
    const found = await search.find(asked, MOST_CANDIDATES, { near });
    if (!found.ok || found.value.several) continue;
    const [best] = found.value.results;
    if (best !== undefined && isMeant(asked, best)) return { ticker: plain(best), candidates: [] };
    for (const hit of [...found.value.results, ...found.value.did_you_mean])
      candidates.set(hit.symbol, plain(hit));
  }
  return { ticker: null, candidates: [...candidates.values()].slice(0, MOST_CANDIDATES) };
}

/** What a name may lack: `Amphenol` is Amphenol Corp. */
const LEGAL_FORMS = /^(?: (?:inc|corp|co|cos|ltd|plc|llc|lp|sa|ag|nv|se))*$/;

/** Part of a name is not enough: `Gold` is a metal, and the beginning of a mine’s name. */
function isMeant(asked: string, { match, name }: SearchHit): boolean {
  if (isSureMatch(match)) return true;
  const [typed, full] = [normaliseName(asked), normaliseName(name ?? '')];
  return typed !== '' && full.startsWith(typed) && LEGAL_FORMS.test(full.slice(typed.length));
}

/**
 * Whether the line is of a listing in another country, whose ticker only happens to be one of the United States: it has
 * a foreign venue, or another currency and no name or number that leads to the same company.
 */
async function isElsewhere(search: Search, line: HeldLine, ticker: FindableTicker): Promise<boolean> {
  if (line.foreignVenue !== null) return true;
  if (line.currency === null || line.currency === DOLLARS) return false;
  for (const asked of line.alsoAsked) {
    const found = await search.find(asked, 1);
    const [best] = found.ok ? found.value.results : [];
    if (best?.cik === ticker.cik) return false;
  }
  return line.alsoAsked.length > 0 || !isNumber(line.asked);
}

/** An ISIN or CUSIP is of one security, whatever the currency of the account. */
function isNumber(asked: string): boolean {
  return /\d{3}/.test(asked) && /^[A-Z0-9]{9,12}$/.test(asked);
}

function plain({ symbol, name, exchange, type, cik, facts_at_hand }: FindableTicker): FindableTicker {
  return { symbol, name, exchange, type, cik, facts_at_hand };
}

import { setImmediate } from 'node:timers/promises';
import { isCommonStock } from '@screener/engine/concepts/market-cap';
import type { FormerListing } from '@screener/engine/names/former-listing';
import { normaliseName } from '@screener/engine/names/normalise-name';
import { type AnswerOf, choice, object } from '@screener/engine/schema-parts';
import { FindableTicker, type RankedTicker } from '../store/search.store.ts';
import { type Found, findExactly } from './exact-matches.ts';
import { type KnownNames, NAMES_PER_TURN, NO_NAMES } from './known-names.ts';
import { isSureMatch, MATCHES, type Match } from './match.ts';
import { matchNames } from './name-matches.ts';
import {
  maybePartsOf,
  partsOf,
  shareClassIn,
  tickerWords,
  withoutPictures,
  withoutWordsAround,
} from './read-query.ts';
import { correctSpelling } from './spelling.ts';
import { type Entry, makeTables, type Tables } from './tables.ts';

export const SearchHit = object({
  ...FindableTicker.properties,
  match: choice(
    MATCHES,
    'How it matches: by the ticker; by a CIK, ISIN or CUSIP; by a ticker that it once had; by an everyday name or a name that it once had; by the beginning of the ticker, of the name, of words in it, or anywhere in it; or, where nothing else does, by its nearest spelling',
  ),
});
export type SearchHit = AnswerOf<typeof SearchHit>;

/** What a search finds. */
interface FoundTickers {
  readonly hits: readonly SearchHit[];
  /** Listings that ended and that the text names. */
  readonly former: readonly FormerListing[];
  /** Whether the text names several things; then each has one hit, in the order typed. */
  readonly isSeveral: boolean;
}

/** Tickers ready to be searched. An index never changes. */
export interface SearchIndex {
  /** Returns the best `limit` hits, best first. */
  find(text: string, limit: number): FoundTickers;
  /** Returns the tickers and names nearest to a perhaps mistyped `text`, at most `limit`. */
  near(text: string, limit: number): readonly FindableTicker[];
}

export async function indexTickers(
  tickers: readonly RankedTicker[],
  names: KnownNames = NO_NAMES,
): Promise<SearchIndex> {
  const named: Omit<Entry, 'place'>[] = [];
  const sizes = sizesOf(tickers);
  for (const [at, ranked] of tickers.entries()) {
    if (at % NAMES_PER_TURN === 0) await setImmediate();
    const { marketCap: _, ...ticker } = ranked;
    const name = ticker.name === null ? '' : normaliseName(ticker.name);
    const size = sizes.get(ticker.cik)?.marketCap ?? 0;
    named.push({ ticker, name, size, isEnded: names.formerOf(ticker.symbol) !== null });
  }
  const tables = makeTables(named, names, await names.aliases());
  return {
    find: (text, limit) => find(tables, text, limit),
    near(text, limit) {
      const { hits, former } = find(tables, text, limit);
      // What is surely known, as a listing that ended or a fund that is not stored here, is no typo.
      const sure = hits.filter(({ match }) => isSureMatch(match));
      if (sure.length > 0) return sure.map(withoutMatch);
      if (hits.length === 0 && (former.length > 0 || findExactly(tables, text).isSure)) return [];
      const spelled = correctSpelling(tables, text).map(({ ticker }) => ticker);
      const near = [...hits.map(withoutMatch), ...spelled];
      return [...new Map(near.map((ticker) => [ticker.symbol, ticker])).values()].slice(0, limit);
    },
  };
}

/**
 * Returns the size of each company, from its plainest ticker: what a listing gives for preferred stock or
 * warrants is not the company's.
 */
function sizesOf(tickers: readonly RankedTicker[]): ReadonlyMap<string, RankedTicker> {
  const plainest = new Map<string, RankedTicker>();
  for (const ticker of tickers) {
    if (ticker.type !== 'company' || ticker.marketCap === null) continue;
    const known = plainest.get(ticker.cik);
    const isPlainer = known === undefined || ticker.symbol.length < known.symbol.length;
    if (isPlainer && (isCommonStock(ticker.symbol) || known === undefined)) plainest.set(ticker.cik, ticker);
  }
  return plainest;
}

/**
 * Reads a text in the order of what is surest: as one ticker, number or name; as several of them; as part of a name;
 * as a name with words around it; as a name that is mistyped.
 */
function find(tables: Tables, typed: string, limit: number): FoundTickers {
  const text = withoutPictures(typed);
  const exact = findExactly(tables, text);
  if (exact.isSure) {
    const others = exact.found.length === 0 ? [] : matchNames(tables, text, limit);
    return answer([...exact.found, ...others], exact.former, limit);
  }
  const listed = findSeveral(tables, partsOf(text), limit);
  if (listed !== null) return listed;
  const ofClass = findClass(tables, text);
  if (ofClass.length > 0) return answer(ofClass, [], limit);
  const byName = matchNames(tables, text, limit);
  if (byName.length > 0) return answer(byName, exact.former, limit);
  for (const parts of [tickerWords(text), maybePartsOf(text)]) {
    const surely = findSeveral(tables, parts, limit, { isSure: true });
    if (surely !== null) return surely;
  }
  const bare = withoutWordsAround(text);
  if (bare !== null) {
    const found = find(tables, bare, limit);
    if (found.hits.length > 0 || found.former.length > 0) return found;
  }
  const spelled = correctSpelling(tables, text).map((entry): Found => [entry, 'spelling']);
  return answer(spelled, exact.former, limit);
}

/** Finds one class of a company's shares, before its others; nothing unless the company has several. */
function findClass(tables: Tables, text: string): readonly Found[] {
  const asked = shareClassIn(text);
  if (asked === null) return [];
  const [[company, match] = []] = [
    ...findExactly(tables, asked.name).found,
    ...matchNames(tables, asked.name, 1),
  ];
  if (company === undefined) return [];
  const siblings = tables.byCik.get(company.ticker.cik) ?? [];
  const one = siblings.find(({ ticker }) => ticker.symbol.endsWith(`-${asked.letter}`));
  if (one !== undefined) return [one, company].map((entry): Found => [entry, 'name_words']);
  return match === 'ticker' ? [[company, match]] : [];
}

/**
 * Finds each of several things; null if one of them is not the name of something: the beginning of a name, or, if
 * `isSure`, nothing less than a ticker, a number or a whole name.
 */
function findSeveral(
  tables: Tables,
  parts: readonly string[] | null,
  limit: number,
  { isSure = false } = {},
): FoundTickers | null {
  const found: Found[] = [];
  const former: FormerListing[] = [];
  for (const part of parts ?? []) {
    const one = findExactly(tables, part);
    const named = isSure ? [] : matchNames(tables, part, 1).filter(([, match]) => match === 'name_start');
    const [best] = [...one.found, ...named];
    if (best === undefined && one.former.length === 0) return null;
    if (best !== undefined) found.push(best);
    former.push(...one.former);
  }
  return parts === null ? null : { ...answer(found, former, limit), isSeveral: true };
}

function answer(found: readonly Found[], former: readonly FormerListing[], limit: number): FoundTickers {
  const first = new Map<Entry, Match>();
  for (const [entry, match] of found) if (!first.has(entry)) first.set(entry, match);
  const hits = [...first].slice(0, limit).map(([{ ticker }, match]) => ({ ...ticker, match }));
  return { hits, former, isSeveral: false };
}

function withoutMatch({ symbol, name, exchange, type, cik, facts_at_hand }: SearchHit): FindableTicker {
  return { symbol, name, exchange, type, cik, facts_at_hand };
}

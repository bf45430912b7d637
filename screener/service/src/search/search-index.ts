import { setImmediate } from 'node:timers/promises';
import { isCommonStock } from '@screener/engine/concepts/market-cap';
import { normaliseName } from '@screener/engine/names/normalise-name';
import { type AnswerOf, choice, object } from '@screener/engine/schema-parts';
import { normaliseTicker } from '@screener/sources/company-tickers';
import { FindableTicker, type RankedTicker } from '../store/search.store.ts';
import { editDistance } from './edit-distance.ts';

/** The ways to match, best first. */
const MATCHES = ['ticker', 'ticker_prefix', 'name_start', 'name_words', 'name_part'] as const;
type Match = (typeof MATCHES)[number];

export const SearchHit = object({
  ...FindableTicker.properties,
  match: choice(
    MATCHES,
    'How it matches, best first: by the ticker, by its beginning, by the beginning of the name, of words in it, or anywhere in it',
  ),
});
export type SearchHit = AnswerOf<typeof SearchHit>;

/** Tickers ready to be searched by ticker and by name. An index never changes. */
export interface SearchIndex {
  /** Returns the best `limit` hits, best first. */
  find(text: string, limit: number): readonly SearchHit[];
  /** Returns the tickers and names nearest to a perhaps mistyped `text`, at most `limit`. */
  near(text: string, limit: number): readonly FindableTicker[];
}

interface Entry {
  readonly ticker: FindableTicker;
  /** The normalised name; empty if there is none. */
  readonly name: string;
  /** The company's market capitalisation; 0 if it is not known. */
  readonly size: number;
  /** The entry's place in the order of equally good hits. */
  readonly place: number;
}

/** Entries by a key, sorted by the keys, so that keys with the same beginning are adjacent. */
type SortedEntries = readonly (readonly [key: string, entries: readonly Entry[]])[];

interface Tables {
  readonly bySymbol: SortedEntries;
  readonly byWord: SortedEntries;
  /** Tickers by their first and by their last letter; words by their first. */
  readonly symbolsByEnd: ReadonlyMap<string, readonly Entry[]>;
  readonly wordsByStart: ReadonlyMap<string, SortedEntries>;
}

/**
 * How many names are normalised between two turns of the event loop, so that other requests are answered in
 * the meantime.
 */
const NAMES_PER_TURN = 500;
/** A shorter text is part of nearly every name. */
const SHORTEST_PART = 3;
/** A shorter word is too close to too many others. */
const SHORTEST_WORD = 4;
/** From this length on, two edits still count as a typo. */
const LONG_WORD = 7;

export async function indexTickers(tickers: readonly RankedTicker[]): Promise<SearchIndex> {
  const named: Omit<Entry, 'place'>[] = [];
  const sizes = sizesOf(tickers);
  for (const [at, ranked] of tickers.entries()) {
    if (at % NAMES_PER_TURN === 0) await setImmediate();
    const { marketCap: _, ...ticker } = ranked;
    const name = ticker.name === null ? '' : normaliseName(ticker.name);
    named.push({ ticker, name, size: sizes.get(ticker.cik)?.marketCap ?? 0 });
  }
  const entries = named.sort(byPreference).map((entry, place): Entry => ({ ...entry, place }));
  const byWord = sorted(
    Map.groupBy(
      pairs(entries, ({ name }) => wordsOf(name)),
      ([word]) => word,
    ),
  );
  const tables: Tables = {
    byWord,
    bySymbol: sorted(
      Map.groupBy(
        pairs(entries, ({ ticker }) => [ticker.symbol]),
        ([symbol]) => symbol,
      ),
    ),
    symbolsByEnd: grouped(pairs(entries, ({ ticker: { symbol } }) => endsOf(symbol))),
    wordsByStart: Map.groupBy(byWord, ([word]) => word.slice(0, 1)),
  };
  return {
    find: (text, limit) => find(tables, text, limit),
    near(text, limit) {
      const found = [
        ...find(tables, text, limit).map(withoutMatch),
        ...[...nearTickers(tables, text), ...nearNames(tables, text)].map(({ ticker }) => ticker),
      ];
      return [...new Map(found.map((ticker) => [ticker.symbol, ticker])).values()].slice(0, limit);
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
    if (known === undefined || ticker.symbol.length < known.symbol.length) plainest.set(ticker.cik, ticker);
  }
  return plainest;
}

/**
 * Orders entries: those that can be screened first, those traded over the counter last; common stock before
 * preferred stock; then the larger company, and the plainer name and ticker.
 */
function byPreference(a: Omit<Entry, 'place'>, b: Omit<Entry, 'place'>): number {
  return (
    Number(b.ticker.facts_at_hand) - Number(a.ticker.facts_at_hand) ||
    Number(a.ticker.exchange === 'OTC') - Number(b.ticker.exchange === 'OTC') ||
    Number(a.name === '') - Number(b.name === '') ||
    Number(isCommonStock(b.ticker.symbol)) - Number(isCommonStock(a.ticker.symbol)) ||
    b.size - a.size ||
    a.name.length - b.name.length ||
    a.ticker.symbol.length - b.ticker.symbol.length ||
    (a.ticker.symbol < b.ticker.symbol ? -1 : 1)
  );
}

type Pair = readonly [key: string, entry: Entry];

function pairs(entries: readonly Entry[], keysOf: (entry: Entry) => readonly string[]): readonly Pair[] {
  return entries.flatMap((entry) => keysOf(entry).map((key): Pair => [key, entry]));
}

function grouped(all: readonly Pair[]): ReadonlyMap<string, readonly Entry[]> {
  const groups = [...Map.groupBy(all, ([key]) => key)];
  return new Map(groups.map(([key, group]) => [key, group.map(([, entry]) => entry)]));
}

function sorted(groups: ReadonlyMap<string, readonly Pair[]>): SortedEntries {
  return [...groups]
    .map(([key, group]) => [key, group.map(([, entry]) => entry)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function wordsOf(name: string): readonly string[] {
  return [...new Set(name.split(' '))].filter((word) => word !== '');
}

/** Returns the keys for a ticker's first and last letter. */
function endsOf(symbol: string): readonly string[] {
  return [`${symbol.slice(0, 1)}*`, `*${symbol.slice(-1)}`];
}

function find(tables: Tables, text: string, limit: number): readonly SearchHit[] {
  const symbol = normaliseTicker(text.trim());
  const words = wordsOf(normaliseName(text));
  const hits = new Map<Entry, Match>();
  for (const entry of symbol === '' ? [] : beginningWith(tables.bySymbol, symbol)) {
    hits.set(entry, entry.ticker.symbol === symbol ? 'ticker' : 'ticker_prefix');
  }
  const add = (entries: readonly Entry[]) => {
    for (const entry of entries) {
      const match = hits.has(entry) ? null : nameMatch(entry, words);
      if (match !== null) hits.set(entry, match);
    }
  };
  const longest = longestOf(words);
  if (longest !== '') add(beginningWith(tables.byWord, longest));
  if (hits.size < limit && longest.length >= SHORTEST_PART) {
    add(tables.byWord.flatMap(([word, entries]) => (word.includes(longest) ? entries : [])));
  }
  return [...hits]
    .sort(([a, how], [b, other]) => MATCHES.indexOf(how) - MATCHES.indexOf(other) || a.place - b.place)
    .slice(0, limit)
    .map(([{ ticker }, match]) => ({ ...ticker, match }));
}

function nameMatch({ name }: Entry, words: readonly string[]): Match | null {
  if (name.startsWith(words.join(' '))) return 'name_start';
  const spaced = ` ${name}`;
  if (words.every((word) => spaced.includes(` ${word}`))) return 'name_words';
  return words.every((word) => name.includes(word)) ? 'name_part' : null;
}

function beginningWith(table: SortedEntries, start: string): readonly Entry[] {
  const found: Entry[] = [];
  for (let at = firstFrom(table, start); table[at]?.[0].startsWith(start) === true; at += 1) {
    found.push(...(table[at]?.[1] ?? []));
  }
  return found;
}

/** Returns the place of the first key that is not before `key`. */
function firstFrom(table: SortedEntries, key: string): number {
  let [low, high] = [0, table.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((table[middle]?.[0] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Finds tickers one edit away. A single edit leaves the first letter or the last one unchanged. */
function nearTickers({ symbolsByEnd }: Tables, text: string): readonly Entry[] {
  const symbol = normaliseTicker(text.trim());
  if (symbol.length < 2) return [];
  const candidates = new Set(endsOf(symbol).flatMap((end) => symbolsByEnd.get(end) ?? []));
  return [...candidates]
    .filter(({ ticker }) => editDistance(symbol, ticker.symbol, 1) === 1)
    .sort((a, b) => a.place - b.place);
}

/** Finds names with a word like the longest one typed. The first letter is taken as typed right. */
function nearNames({ wordsByStart }: Tables, text: string): readonly Entry[] {
  const typed = longestOf(wordsOf(normaliseName(text)));
  if (typed.length < SHORTEST_WORD) return [];
  const most = typed.length >= LONG_WORD ? 2 : 1;
  return (wordsByStart.get(typed.slice(0, 1)) ?? [])
    .map(([word, entries]) => ({ edits: editDistance(typed, word, most), entries }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
    .flatMap(({ entries }) => entries);
}

function longestOf(words: readonly string[]): string {
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

function withoutMatch({ symbol, name, exchange, type, cik, facts_at_hand }: FindableTicker): FindableTicker {
  return { symbol, name, exchange, type, cik, facts_at_hand };
}

import { isCommonStock } from '@screener/engine/concepts/market-cap';
import type { FindableTicker } from '../store/search.store.ts';
import { type Alias, type Aliases, aliasKey, type KnownNames } from './known-names.ts';

/** A ticker, with what ranks it. */
export interface Entry {
  readonly ticker: FindableTicker;
  /** The normalised name; empty if there is none. */
  readonly name: string;
  /** The company's market capitalisation; 0 if it is not known. */
  readonly size: number;
  /** Whether its listing has ended. */
  readonly isEnded: boolean;
  /** The entry's place in the order of equally good hits. */
  readonly place: number;
}

/** Entries by a key, sorted by the keys, so that keys with the same beginning are adjacent. */
type SortedEntries = readonly (readonly [key: string, entries: readonly Entry[]])[];

/** All that is looked up in a search. */
export interface Tables {
  readonly names: KnownNames;
  /** Everyday and former names, those of filers among them. */
  readonly aliases: Aliases;
  readonly bySymbol: SortedEntries;
  readonly byWord: SortedEntries;
  /** By the whole name, without its spaces. */
  readonly byName: SortedEntries;
  readonly byCik: ReadonlyMap<string, readonly Entry[]>;
  /** Tickers by their first and by their last letter; words by their first. */
  readonly symbolsByEnd: ReadonlyMap<string, readonly Entry[]>;
  readonly wordsByStart: ReadonlyMap<string, SortedEntries>;
  /** The same, by their first letter. */
  readonly aliasesByStart: ReadonlyMap<string, readonly Alias[]>;
}

export function makeTables(
  named: readonly Omit<Entry, 'place'>[],
  names: KnownNames,
  known: Aliases,
): Tables {
  const entries = named.toSorted(byPreference).map((entry, place): Entry => ({ ...entry, place }));
  const byWord = sorted(entries, ({ name }) => wordsOf(name));
  const byCik = Map.groupBy(entries, ({ ticker }) => ticker.cik);
  const aliases = withFilers(known, names, byCik);
  return {
    names,
    aliases,
    byWord,
    bySymbol: sorted(entries, ({ ticker }) => [ticker.symbol]),
    byName: sorted(entries, ({ name }) => (name === '' ? [] : [name.replaceAll(' ', '')])),
    byCik,
    symbolsByEnd: grouped(entries, ({ ticker: { symbol } }) => endsOf(symbol)),
    wordsByStart: Map.groupBy(byWord, ([word]) => word.slice(0, 1)),
    aliasesByStart: Map.groupBy(aliases.all, ({ key }) => key.slice(0, 1)),
  };
}

/** Adds the names that filers once had, which lead to the filer's first ticker. */
function withFilers(
  known: Aliases,
  { filerNames }: KnownNames,
  byCik: ReadonlyMap<string, readonly Entry[]>,
): Aliases {
  const byKey = new Map<string, Alias>();
  for (const { name, cik } of filerNames) {
    const key = aliasKey(name);
    const [first] = byCik.get(cik) ?? [];
    if (first === undefined || key === '' || known.of(key) !== null) continue;
    byKey.set(key, { key, match: 'former_name', symbols: [first.ticker.symbol], former: null });
  }
  return { of: (key) => known.of(key) ?? byKey.get(key) ?? null, all: [...known.all, ...byKey.values()] };
}

/**
 * Orders entries: listings that have ended and those traded over the counter last; common stock before preferred stock;
 * then the larger company; those that can be screened; and the plainer name and ticker.
 */
function byPreference(a: Omit<Entry, 'place'>, b: Omit<Entry, 'place'>): number {
  return (
    Number(a.isEnded) - Number(b.isEnded) ||
    Number(a.ticker.exchange === 'OTC') - Number(b.ticker.exchange === 'OTC') ||
    Number(a.name === '') - Number(b.name === '') ||
    Number(isCommonStock(b.ticker.symbol)) - Number(isCommonStock(a.ticker.symbol)) ||
    b.size - a.size ||
    Number(b.ticker.facts_at_hand) - Number(a.ticker.facts_at_hand) ||
    a.name.length - b.name.length ||
    a.ticker.symbol.length - b.ticker.symbol.length ||
    (a.ticker.symbol < b.ticker.symbol ? -1 : 1)
  );
}

type KeysOf = (entry: Entry) => readonly string[];

function grouped(entries: readonly Entry[], keysOf: KeysOf): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const key of keysOf(entry)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [entry]);
      else group.push(entry);
    }
  }
  return groups;
}

function sorted(entries: readonly Entry[], keysOf: KeysOf): SortedEntries {
  return [...grouped(entries, keysOf)].sort(([a], [b]) => (a < b ? -1 : 1));
}

export function wordsOf(name: string): readonly string[] {
  return [...new Set(name.split(' '))].filter((word) => word !== '');
}

/** Returns the keys for a ticker's first and last letter. */
export function endsOf(symbol: string): readonly string[] {
  return [`${symbol.slice(0, 1)}*`, `*${symbol.slice(-1)}`];
}

/** Returns the entries whose key is `key`. */
export function entriesOf(table: SortedEntries, key: string): readonly Entry[] {
  const row = table[firstFrom(table, key)];
  return row?.[0] === key ? row[1] : [];
}

export function entriesFrom(table: SortedEntries, start: string): readonly Entry[] {
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

import { normaliseName } from '@screener/engine/names/normalise-name';
import { normaliseTicker } from '@screener/sources/company-tickers';
import { editDistance } from './edit-distance.ts';
import { aliasKey } from './known-names.ts';
import { longestOf } from './name-matches.ts';
import { type Entry, endsOf, entriesFrom, entriesOf, type Tables, wordsOf } from './tables.ts';

/** A shorter word is too close to too many others. */
const SHORTEST_WORD = 4;
const SHORTEST_TICKER = 2;
/** From this length on, two edits still count as a typo. */
const LONG_WORD = 7;
/** An edit counts as much as a company that is a thousand times larger: nvidea is NVIDIA, not Navidea. */
const EDIT = 3;
/** Tickers are close to one another: an edit in a ticker says less than one in a name. */
const EDIT_OF_TICKER = 5;
const LEAST_SIZE = 1e6;

/**
 * Returns the tickers whose ticker, name or everyday name is nearest to a mistyped text, best first. Of two that are
 * equally near, people mean the larger company.
 */
export function correctSpelling(tables: Tables, text: string): readonly Entry[] {
  const scores = new Map<Entry, number>();
  const add = (entry: Entry, cost: number) => {
    const size = entry.isEnded ? LEAST_SIZE : Math.max(entry.size, LEAST_SIZE);
    const score = Math.log10(size) - cost - (entry.ticker.exchange === 'OTC' ? 2 : 0);
    scores.set(entry, Math.max(scores.get(entry) ?? Number.NEGATIVE_INFINITY, score));
  };
  addTickers(tables, text, add);
  addAliases(tables, text, add);
  addNames(tables, text, add);
  return [...scores].sort(([a, one], [b, other]) => other - one || a.place - b.place).map(([entry]) => entry);
}

type Add = (entry: Entry, cost: number) => void;

/** Adds tickers one edit away. A single edit leaves the first letter or the last one unchanged. */
function addTickers({ bySymbol, symbolsByEnd }: Tables, text: string, add: Add): void {
  const symbol = normaliseTicker(text.trim());
  if (symbol.length < SHORTEST_TICKER) return;
  for (const entry of entriesOf(bySymbol, symbol)) add(entry, 0);
  for (const entry of new Set(endsOf(symbol).flatMap((end) => symbolsByEnd.get(end) ?? []))) {
    if (editDistance(symbol, entry.ticker.symbol, 1) === 1) add(entry, EDIT_OF_TICKER);
  }
}

function addAliases(tables: Tables, text: string, add: Add): void {
  const key = aliasKey(text);
  if (key.length < SHORTEST_WORD) return;
  for (const { key: known, symbols } of tables.aliasesByStart.get(key.slice(0, 1)) ?? []) {
    const edits = editDistance(key, known, mostFor(key));
    if (edits > mostFor(key)) continue;
    for (const symbol of symbols) {
      for (const entry of entriesOf(tables.bySymbol, symbol)) add(entry, edits * EDIT - 1);
    }
  }
}

/** Adds names that have a word like each long one typed. One that is like none is passed over, unless it is the longest. */
function addNames(tables: Tables, text: string, add: Add): void {
  let common: ReadonlyMap<Entry, number> = new Map();
  let isFirst = true;
  const words = wordsOf(normaliseName(text)).filter((word) => word.length >= SHORTEST_WORD);
  const longest = longestOf(words);
  for (const word of words) {
    const costs = costsOf(tables, word);
    if (costs.size === 0 && word === longest) return;
    if (costs.size === 0) continue;
    const both = new Map<Entry, number>();
    for (const [entry, cost] of costs) {
      const earlier = isFirst ? 0 : common.get(entry);
      if (earlier !== undefined) both.set(entry, earlier + cost);
    }
    // A word that fits no name that the others fit is passed over, too.
    if (both.size > 0) common = both;
    isFirst = false;
  }
  for (const [entry, cost] of common) add(entry, cost);
}

/** What it costs to take a word for one of an entry's name. The first letter is taken as typed right. */
function costsOf({ byWord, wordsByStart }: Tables, word: string): ReadonlyMap<Entry, number> {
  const costs = new Map<Entry, number>();
  const most = mostFor(word);
  for (const entry of entriesFrom(byWord, word)) costs.set(entry, 0);
  for (const [known, entries] of wordsByStart.get(word.slice(0, 1)) ?? []) {
    const edits = editDistance(word, known, most);
    if (edits > most) continue;
    for (const entry of entries) {
      const isFirst = entry.name.startsWith(known);
      const cost = edits * EDIT - (isFirst ? 1 : 0);
      costs.set(entry, Math.min(costs.get(entry) ?? Number.POSITIVE_INFINITY, cost));
    }
  }
  return costs;
}

function mostFor(word: string): number {
  return word.length >= LONG_WORD ? 2 : 1;
}

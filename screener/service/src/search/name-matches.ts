import { isCommonStock } from '@screener/engine/concepts/market-cap';
import { normaliseName } from '@screener/engine/names/normalise-name';
import { normaliseTicker } from '@screener/sources/company-tickers';
import type { Found } from './exact-matches.ts';
import { aliasKey } from './known-names.ts';
import type { Match } from './match.ts';
import { type Entry, entriesFrom, type Tables, wordsOf } from './tables.ts';

/** A shorter text is part of nearly every name. */
const SHORTEST_PART = 3;
/** A shorter beginning of a former or everyday name leads to too many of them. */
const SHORTEST_ALIAS_START = 5;

/** What a way to match is worth, in powers of ten of a company's size. */
const WORTH: Readonly<Partial<Record<Match, number>>> = {
  ticker_prefix: 1,
  brand: 1,
  name_start: 1,
  name_words: 0,
  former_name: -1,
  name_part: -6,
};
/** Typing a whole word of a name says more than typing a part of it. */
const WHOLE_WORDS = 1.5;
const LEAST_SIZE = 1e6;

/**
 * Finds tickers by their beginning and by words of their names, the best first. Parts of words count only where there
 * are fewer than `limit` others.
 */
export function matchNames(tables: Tables, text: string, limit: number): readonly Found[] {
  const symbol = normaliseTicker(text.trim());
  const words = wordsOf(normaliseName(text));
  const squashed = words.join('');
  const hits = new Map<Entry, Match>();
  const add = (entries: readonly Entry[], how: (entry: Entry) => Match | null) => {
    for (const entry of entries) {
      const match = hits.has(entry) ? null : how(entry);
      if (match !== null) hits.set(entry, match);
    }
  };
  if (symbol !== '') add(entriesFrom(tables.bySymbol, symbol), () => 'ticker_prefix');
  const longest = longestOf(words);
  if (longest !== '') {
    add(entriesFrom(tables.byWord, longest), (entry) => nameMatch(entry, words));
    add(entriesFrom(tables.byName, squashed), () => 'name_start');
  }
  if (hits.size === 0) addAliases(tables, text, add);
  if (hits.size < limit && longest.length >= SHORTEST_PART) {
    add(
      tables.byWord.flatMap(([word, entries]) => (word.includes(longest) ? entries : [])),
      (entry) => nameMatch(entry, words),
    );
  }
  return [...hits]
    .map(([entry, match]) => ({ entry, match, score: scoreOf(entry, match, words) }))
    .sort((a, b) => b.score - a.score || a.entry.place - b.entry.place)
    .map(({ entry, match }): Found => [entry, match]);
}

/** Adds the tickers whose everyday or former name begins with the text. */
function addAliases(
  tables: Tables,
  text: string,
  add: (entries: readonly Entry[], how: (entry: Entry) => Match) => void,
): void {
  const key = aliasKey(text);
  if (key.length < SHORTEST_ALIAS_START) return;
  for (const alias of tables.aliasesByStart.get(key.slice(0, 1)) ?? []) {
    if (!alias.key.startsWith(key)) continue;
    add(
      alias.symbols.flatMap((symbol) => entriesFrom(tables.bySymbol, symbol).slice(0, 1)),
      () => alias.match,
    );
  }
}

/** The size of the company, in powers of ten, and what the way to match is worth. */
function scoreOf(entry: Entry, match: Match, words: readonly string[]): number {
  const { ticker, name, size, isEnded } = entry;
  const isWhole = match !== 'ticker_prefix' && ` ${name} `.includes(` ${words.join(' ')} `);
  return (
    Math.log10(Math.max(size, LEAST_SIZE)) +
    (WORTH[match] ?? 0) +
    (isWhole ? WHOLE_WORDS : 0) -
    (ticker.exchange === 'OTC' ? 2 : 0) -
    (isCommonStock(ticker.symbol) ? 0 : 6) -
    (isEnded ? 3 : 0)
  );
}

function nameMatch({ name }: Entry, words: readonly string[]): Match | null {
  if (name.startsWith(words.join(' '))) return 'name_start';
  const spaced = ` ${name}`;
  if (words.every((word) => spaced.includes(` ${word}`))) return 'name_words';
  return words.every((word) => name.includes(word)) ? 'name_part' : null;
}

export function longestOf(words: readonly string[]): string {
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

import { setImmediate } from 'node:timers/promises';
import type { FormerListing } from '@screener/engine/names/former-listing';
import { normaliseName } from '@screener/engine/names/normalise-name';
import type { FormerName, FormerSymbol, SnapshotSymbols } from '@screener/sources/snapshot/symbols';
import { indexNumbers, type NumberIndex } from './security-numbers.ts';

/** An everyday name of a company or fund, and the tickers that it stands for, best first. */
export interface EverydayName {
  readonly name: string;
  readonly symbols: readonly string[];
}

/** A former listing of which somebody wrote down what became of it. */
export interface ToldListing extends Omit<FormerListing, 'name' | 'last_listed'> {
  /** The company's name, and other names that people look for it by. */
  readonly names: readonly string[];
}

/** By what else tickers can be found, as the files have it. */
interface NameFiles {
  readonly everyday: readonly EverydayName[];
  readonly told: readonly ToldListing[];
  readonly symbols: SnapshotSymbols;
}

/** A name that leads to tickers, or to a listing that ended. */
export interface Alias {
  readonly key: string;
  readonly match: 'brand' | 'former_name';
  readonly symbols: readonly string[];
  /** The listing that ended, if the name was its. */
  readonly former: FormerListing | null;
}

/** Everyday names, and names of listings that ended. */
export interface Aliases {
  /** Everyday names come before former ones. */
  of(key: string): Alias | null;
  readonly all: readonly Alias[];
}

/** The same, ready to be searched. */
export interface KnownNames {
  formerOf(symbol: string): FormerListing | null;
  /** Reads the names once, when first asked: that takes longer than a command runs. */
  aliases(): Promise<Aliases>;
  /** Former names of filers, which lead to a filer's ticker. */
  readonly filerNames: readonly FormerName[];
  readonly numbers: NumberIndex;
  /** Whether an everyday name leads to this ticker, so that it exists although it may not be stored here. */
  isNamed(symbol: string): boolean;
}

/**
 * How many names are normalised between two turns of the event loop, so that other requests are answered in
 * the meantime.
 */
export const NAMES_PER_TURN = 500;

export const NO_NAMES = knownNames({
  everyday: [],
  told: [],
  symbols: { former: [], names: [], numbers: [] },
});

/** Legal forms at the end of a name, which nobody types. */
const LEGAL_END = /(?: (?:inc|corp|co|cos|ltd|plc|llc|lp|sa|nv|ag|ab|se|as|spa|adr|holdings?|group|the))+$/;
/** Vowel signs and the like, which Arabic text may have or not. */
const ARABIC_MARKS = /[\u064b-\u065f\u0670\u0640]/g;

/**
 * A name in the form in which aliases are compared: normalised, without legal form and spaces.
 * @example aliasKey('The Coca-Cola Company') // 'cocacola'
 */
export function aliasKey(name: string): string {
  const words = normaliseName(name).replace(ARABIC_MARKS, '');
  return words.replace(LEGAL_END, '').replaceAll(' ', '');
}

export function knownNames(files: NameFiles): KnownNames {
  const { everyday, told, symbols } = files;
  const listed = new Map(symbols.former.map((row) => [row.symbol, row]));
  const former = new Map<string, FormerListing>([
    ...symbols.former.map((row) => [row.symbol, fromListing(row)] as const),
    ...told.map((row) => [row.symbol, fromTold(row, listed.get(row.symbol))] as const),
  ]);
  const named = new Set(everyday.flatMap(({ symbols: meant }) => meant));
  let aliases: Promise<Aliases> | null = null;
  return {
    formerOf: (symbol) => former.get(symbol) ?? null,
    aliases() {
      aliases ??= readAliases(files, former);
      return aliases;
    },
    filerNames: symbols.names,
    numbers: indexNumbers(symbols.numbers),
    isNamed: (symbol) => named.has(symbol),
  };
}

async function readAliases(
  { everyday, told, symbols }: NameFiles,
  former: ReadonlyMap<string, FormerListing>,
): Promise<Aliases> {
  const byKey = new Map<string, Alias>();
  const add = (name: string, alias: Omit<Alias, 'key'>) => {
    const key = aliasKey(name);
    if (key !== '' && !byKey.has(key)) byKey.set(key, { key, ...alias });
  };
  const addEnded = (symbol: string, name: string) => {
    const ended = former.get(symbol) ?? null;
    add(name, { match: 'former_name', symbols: now(ended), former: ended });
  };
  for (const { name, symbols: meant } of everyday)
    add(name, { match: 'brand', symbols: meant, former: null });
  for (const { symbol, names } of told) for (const name of names) addEnded(symbol, name);
  const isTold = new Set(told.map(({ symbol }) => symbol));
  for (const [at, { symbol, name }] of symbols.former.entries()) {
    if (at % NAMES_PER_TURN === 0) await setImmediate();
    if (!isTold.has(symbol)) addEnded(symbol, name);
  }
  return { of: (key) => byKey.get(key) ?? null, all: [...byKey.values()] };
}

function now(former: FormerListing | null): readonly string[] {
  return former === null || former.renamed_to === null ? [] : [former.renamed_to];
}

function fromListing({ symbol, name, lastListed, renamedTo }: FormerSymbol): FormerListing {
  return {
    symbol,
    name,
    fate: renamedTo === null ? 'delisted' : 'renamed',
    by: null,
    renamed_to: renamedTo,
    successor: null,
    month: null,
    last_listed: lastListed,
    source: null,
  };
}

function fromTold({ names, ...told }: ToldListing, listed: FormerSymbol | undefined): FormerListing {
  const [name = told.symbol] = names;
  const { symbol, ...rest } = told;
  return { symbol, name, ...rest, last_listed: listed?.lastListed ?? null };
}

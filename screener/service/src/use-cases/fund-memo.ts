import type { HoldingScreening } from '@screener/engine/funds/holding-screening';
import type { ListingRef } from '@screener/engine/funds/resolve-holding';
import { normaliseName } from '@screener/engine/names/normalise-name';
import { LRUCache } from 'lru-cache';
import type { ListingName } from '../store/store.ts';

/**
 * What look-throughs share: companies by name, and companies already screened. Everything is valid for one
 * generation of the store; the next one empties it.
 */
export interface FundMemo {
  at(generation: number): GenerationMemo;
  /**
   * Runs one look-through after the other. Each may hold thousands of lines, and they would not be faster
   * together.
   */
  inTurn<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Listings by normalised name. */
export type NameIndex = ReadonlyMap<string, readonly ListingRef[]>;

export interface GenerationMemo {
  /** Returns the index of names; calls `read` once per generation. */
  names(read: () => Promise<readonly ListingName[]>): Promise<NameIndex>;
  readonly screenings: Pick<LRUCache<string, HoldingScreening>, 'get' | 'set'>;
}

/** How many screened companies are kept, each for one date and rule set; the whole market is 10,000. */
const MOST_SCREENINGS = 20_000;

export function createFundMemo(): FundMemo {
  let current = -1;
  let memo = emptyMemo();
  let last: Promise<unknown> = Promise.resolve();
  return {
    inTurn(work) {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
    at(generation) {
      if (generation !== current) {
        current = generation;
        memo = emptyMemo();
      }
      return memo;
    },
  };
}

function emptyMemo(): GenerationMemo {
  let index: Promise<NameIndex> | undefined;
  return {
    names: (read) => {
      index ??= read().then(indexNames);
      return index;
    },
    screenings: new LRUCache<string, HoldingScreening>({ max: MOST_SCREENINGS }),
  };
}

function indexNames(listings: readonly ListingName[]): NameIndex {
  const index = new Map<string, ListingRef[]>();
  for (const { symbol, cik, names } of listings) {
    for (const name of new Set(names.map(normaliseName))) {
      if (name === '') continue;
      const known = index.get(name);
      const listing = { symbol, cik, name: names.at(-1) ?? '' };
      if (known === undefined) index.set(name, [listing]);
      else known.push(listing);
    }
  }
  return index;
}

import type { ListingStore } from '../listing/listing.store.ts';
import type { ScreenerStore } from '../store/store.ts';

/** In the stores of facts, funds and listings. */
export const SAVES = /^(save|replace)/;

/** Who wants to know that this process wrote what answers are made of: reading from a replica, it must not miss that. */
export interface Writes {
  tell(): void;
  listen(listener: () => void): void;
}

export function createWrites(): Writes {
  const listeners: (() => void)[] = [];
  return {
    tell() {
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}

/**
 * A store that tells of each write. A write that failed is told too: it may have been committed all the same.
 * INVARIANT: `writes` matches the names of all methods that write what answers read.
 */
export function tellWrites<Store extends object>(store: Store, writes: RegExp, tell: () => void): Store {
  const told = Object.entries(store)
    .filter(([name]) => writes.test(name))
    .map(([name, write]) => [
      name,
      async (...given: unknown[]) => {
        try {
          return await write(...given);
        } finally {
          tell();
        }
      },
    ]);
  return { ...store, ...Object.fromEntries(told) };
}

/** Clocks of several machines may differ by this much. */
const CLOCKS_APART_MS = 60_000;

/** Whether an instant is so recent that a replica which is no further behind than `mostLagMs` may lack what was written then. */
export function recentWithin(mostLagMs: number, clock: () => number): (at: number) => boolean {
  return (at) => clock() - at < mostLagMs + CLOCKS_APART_MS;
}

/**
 * The store of live mode. What it is told to be fresh may have been fetched by another process a moment ago: the answer
 * is made of that, and not of what a replica had before it.
 */
export function tellFetched(
  store: ScreenerStore,
  isRecent: (at: number) => boolean,
  tell: () => void,
): ScreenerStore {
  return {
    ...store,
    async factsCheckedAt(cik) {
      const at = await store.factsCheckedAt(cik);
      if (at !== null && isRecent(at)) tell();
      return at;
    },
    async setting(name) {
      const value = await store.setting(name);
      if (value !== null && CHECKED_AT.test(name) && isRecent(Number(value))) tell();
      return value;
    },
  };
}

/** The same for the daily listing: that its closes are stored is seen here, and its answers must have them. */
export function tellListed(store: ListingStore, tell: () => void): ListingStore {
  let seen: string | null = null;
  return {
    ...tellWrites(store, SAVES, tell),
    async state() {
      const state = await store.state();
      const stored = state?.stored ?? null;
      if (stored !== seen) tell();
      seen = stored;
      return state;
    },
  };
}

/** Settings that hold when the SEC was asked. */
const CHECKED_AT = /_checked_at\b/;

/**
 * The answer of {@link SecRateStore.takeSlot}. It has durations, not instants, because clocks of machines
 * need not agree.
 */
export type SlotAnswer =
  /** The request leaves now; the slot is used up. */
  | { readonly kind: 'go' }
  /** Ask again after `forMs`. */
  | { readonly kind: 'wait'; readonly forMs: number }
  /** Nothing leaves for `forMs`. */
  | { readonly kind: 'held'; readonly forMs: number };

/**
 * The store of the pace of requests to the SEC. The SEC counts requests per operator, so every process that
 * talks to it must share one store. One process uses {@link createMemoryRateStore}; several use one row in a
 * shared database with the columns `last_departure` and `held_until`, both on the database's clock `now`:
 *
 * - `takeSlot`, atomically: when `held_until > now`, answer `held` for `held_until - now`; when `now <
 *   last_departure + spacingMs`, answer `wait` for the difference; otherwise set `last_departure = now` and
 *   answer `go`. (One conditional update; where it changes no row, read the row for the answer.)
 * - `hold`: set `held_until = max(held_until, now + forMs)`; a hold is never shortened.
 *
 * A store that cannot answer throws, and then no request leaves.
 */
export interface SecRateStore {
  takeSlot(spacingMs: number): Promise<SlotAnswer>;
  hold(forMs: number): Promise<void>;
}

/** The store for a deployment in which only one process talks to the SEC. `clock` in milliseconds. */
export function createMemoryRateStore(clock: () => number): SecRateStore {
  let nextDeparture = Number.NEGATIVE_INFINITY;
  let heldUntil = Number.NEGATIVE_INFINITY;
  return {
    async takeSlot(spacingMs) {
      const now = clock();
      if (heldUntil > now) return { kind: 'held', forMs: heldUntil - now };
      if (now < nextDeparture) return { kind: 'wait', forMs: nextDeparture - now };
      nextDeparture = now + spacingMs;
      return { kind: 'go' };
    },
    async hold(forMs) {
      heldUntil = Math.max(heldUntil, clock() + forMs);
    },
  };
}

import type { CalendarDate } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import { EXCHANGE_SCREENER_SOURCE } from '@screener/sources/prices/exchange-screener-csv';
import {
  type DailyListing,
  datingPricesOf,
  type ListingCommit,
} from '@screener/sources/prices/listing/daily-listing';
import {
  DATING_NAMES,
  type DatedPrices,
  type DatingPrices,
  dateListing,
  isSamePrice,
} from '@screener/sources/prices/listing/date-listing';
import type { ListingRow } from '@screener/sources/prices/listing/parse-listing';
import type { MarketFailureCode } from '@screener/sources/prices/market-data';
import type { ScreenerStore } from '../store/store.ts';
import type { ListingCloses, ListingState, ListingStore } from './listing.store.ts';

export interface ListingDeps {
  readonly listing: DailyListing;
  readonly listingStore: ListingStore;
  readonly store: Pick<ScreenerStore, 'quotes'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface ListingProgress {
  readonly done: number;
  readonly total: number;
}

interface ReadOptions {
  /** Stops the reading between two versions; what has been dated by then is stored. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ListingProgress) => void;
}

export type ListingRefusal = MarketFailureCode | 'no_dated_close';

/**
 * How many versions are requested at once. Each is immutable, so their order matters only when they are
 * dated.
 */
const AT_ONCE = 4;

/**
 * Dates the versions of the daily listing since the last dated one, starting from the closes of the snapshot.
 * Stores the closes of the newest version, and of the one before it if the newest confirms it. A version that
 * cannot be dated to one session is not used. Each step is stored, so that an interrupted run continues.
 */
export async function readListing(
  deps: ListingDeps,
  { signal, onProgress }: ReadOptions = {},
): Promise<Result<ListingState, ListingRefusal>> {
  const { listing, listingStore, clock } = deps;
  const start = await startOf(deps);
  if (start === null) return NO_DATED_CLOSE;
  const commits = await listing.commitsAfter(start.readThrough);
  if (!commits.ok) return commits;
  let state = start;
  for (let at = 0; at < commits.value.length; at += AT_ONCE) {
    signal?.throwIfAborted();
    onProgress?.({ done: at, total: commits.value.length });
    const some = commits.value.slice(at, at + AT_ONCE);
    const prices = await Promise.all(some.map((commit) => listing.datingPrices(commit)));
    for (const [index, commit] of some.entries()) {
      const read = prices[index];
      if (read === undefined) continue;
      const isNewest = at + index === commits.value.length - 1;
      if (!read.ok && (isNewest || read.error.code !== 'market_unexpected_content')) {
        await listingStore.saveState(state);
        return read;
      }
      // An old version that is no listing is skipped: the next one shows that a session is missing.
      state = read.ok ? advance(state, commit, read.value) : { ...state, readThrough: commit.madeAt };
    }
    await listingStore.saveState(state);
  }
  onProgress?.({ done: commits.value.length, total: commits.value.length });
  return storeCloses(deps, { ...state, checkedAt: clock() });
}

const NO_DATED_CLOSE = {
  ok: false,
  error: {
    code: 'no_dated_close',
    message:
      'The daily listing is dated by closes of large companies, and the store has none of a known date: start with the embedded snapshot.',
  },
} as const;

/** Returns the stored state, unless the snapshot's closes are newer; null if there is neither. */
async function startOf({ store, listingStore }: ListingDeps): Promise<ListingState | null> {
  const [known, anchor] = await Promise.all([listingStore.state(), anchorOf(store)]);
  if (known !== null && (anchor === null || anchor.latest <= known.latest)) return known;
  if (anchor === null) return null;
  const readThrough = Date.parse(`${anchor.latest}T00:00:00Z`);
  return { ...anchor, commit: null, before: null, readThrough, checkedAt: 0, stored: null };
}

/** Finds the newest date on which the snapshot has closes of enough of the names; null if there is none. */
async function anchorOf(store: ListingDeps['store']): Promise<DatedPrices | null> {
  const series = await Promise.all(DATING_NAMES.map((name) => store.quotes(name)));
  const byDate = Map.groupBy(
    series.flat().filter(({ source }) => source === EXCHANGE_SCREENER_SOURCE),
    ({ date }) => date,
  );
  const dates = [...byDate].filter(([, quotes]) => quotes.length >= LEAST_NAMES).map(([date]) => date);
  const newest: CalendarDate | undefined = dates.sort().at(-1);
  if (newest === undefined) return null;
  const last = Object.fromEntries((byDate.get(newest) ?? []).map(({ symbol, close }) => [symbol, close]));
  return { prices: { last, previous: {} }, earliest: newest, latest: newest };
}

/** With fewer closes, no listing could be compared with them. */
const LEAST_NAMES = 12;

function advance(state: ListingState, commit: ListingCommit, prices: DatingPrices): ListingState {
  const step = dateListing(state, prices, commit.madeAt);
  const readThrough = commit.madeAt;
  if (step.kind === 'refused') return { ...state, readThrough };
  const { earliest, latest } = step;
  const follows = step.kind === 'next' && state.commit !== null && state.earliest === state.latest;
  const before =
    follows && state.commit !== null
      ? { commit: state.commit, session: state.latest }
      : step.kind === 'same'
        ? state.before
        : null;
  return { ...state, prices, earliest, latest, commit, before, readThrough };
}

/** Stores the closes of the newest version, if it has one date and they are not stored yet. */
async function storeCloses(
  { listing, listingStore }: ListingDeps,
  state: ListingState,
): Promise<Result<ListingState, ListingRefusal>> {
  const { commit, before } = state;
  if (commit === null || state.earliest !== state.latest || state.stored === commit.sha) {
    await listingStore.saveState(state);
    return ok(state);
  }
  const rows = await listing.rows(commit);
  if (!rows.ok) return rows;
  const earlier = before === null ? null : await listing.rows(before.commit);
  if (earlier !== null && !earlier.ok) return earlier;
  const stored = { ...state, prices: datingPricesOf(rows.value), stored: commit.sha };
  await listingStore.saveCloses(
    stored,
    { session: state.latest, rows: rows.value },
    before === null || earlier === null
      ? null
      : { session: before.session, rows: confirmedBy(rows.value, earlier.value) },
  );
  return ok(stored);
}

/**
 * Returns the closes that the next listing repeats as the close before its own. A ticker that it contradicts
 * (a split) is left out.
 */
function confirmedBy(rows: readonly ListingRow[], earlier: readonly ListingRow[]): ListingCloses['rows'] {
  const previous = new Map(rows.map((row) => [row.symbol, row.previous]));
  return earlier.filter(({ symbol, close }) => {
    const confirmed = previous.get(symbol) ?? null;
    return confirmed !== null && isSamePrice(confirmed, close);
  });
}

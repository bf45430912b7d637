import { fail, ok, type Result } from '@common/base/result';
import { lastFinishedSession, previousTradingDay } from '@screener/sources/prices/trading-days';
import type { ScreenerStore } from '../store/store.ts';
import { LATE, within } from '../timing/time-limit.ts';
import type { LiveQuotes } from '../use-cases/live-quotes.ts';
import type { ListingState } from './listing.store.ts';
import { type ListingDeps, type ListingProgress, type ListingRefusal, readListing } from './read-listing.ts';

export interface LiveListing extends LiveQuotes {
  /** Reads the listing now, however recently the source was asked; joins a reading that is under way. */
  read(onProgress?: (progress: ListingProgress) => void): Promise<Result<ListingState, ListingRefusal>>;
  /** Reads the listing if a newer version is to be expected and the source was not asked recently. */
  keepCurrent(): Promise<Result<'fresh' | 'updated', 'prices_unavailable'>>;
  state(): Promise<ListingState | null>;
}

interface LiveListingDeps extends ListingDeps {
  readonly store: Pick<ScreenerStore, 'quotes' | 'unreached' | 'saveUnreached'>;
  /** How long one call waits; the reading continues after it. */
  readonly waitMs?: number;
  /** Aborted when the program ends. A failure after that says nothing about the source. */
  readonly ending: AbortSignal;
}

/** A new version appears once a day, some hours after the session. */
const CHECK_MS = 3_600_000;
const FAILURE_MS = 10 * 60_000;
const WAIT_MS = 10_000;
/** A listing this many sessions old has stopped. */
const STALE_SESSIONS = 5;
const LISTING = 'daily listing';

/** Provides closes from the daily listing of all US tickers, which needs no key (ADR 0015). */
export function createLiveListing(deps: LiveListingDeps): LiveListing {
  const { store, listingStore, clock, ending, waitMs = WAIT_MS } = deps;
  let flight: Promise<Result<ListingState, ListingRefusal>> | null = null;

  async function readOnce(onProgress?: (progress: ListingProgress) => void) {
    const read = await readListing(deps, {
      signal: ending,
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    if (!read.ok && !ending.aborted) {
      await store.saveUnreached(LISTING, { until: clock() + FAILURE_MS, message: read.error.message });
    }
    return read;
  }
  const read: LiveListing['read'] = (onProgress) => {
    flight ??= readOnce(onProgress).finally(() => {
      flight = null;
    });
    return flight;
  };
  async function keepCurrent(
    known: ListingState | null,
    limitMs: number | null,
  ): Promise<Result<'fresh' | 'updated', 'prices_unavailable'>> {
    const finished = lastFinishedSession(clock());
    if (known !== null && isCurrent(known, finished)) return ok('fresh');
    if (known !== null && clock() - known.checkedAt < CHECK_MS) return outcomeOf(known, finished, 'fresh');
    const unreached = await store.unreached(LISTING, clock());
    if (unreached !== null) return fail('prices_unavailable', unreached.message);
    const answer = await (limitMs === null ? read() : within(read(), limitMs));
    if (answer === LATE) return fail('prices_unavailable', STILL_READING);
    if (!answer.ok) return fail('prices_unavailable', answer.error.message);
    return outcomeOf(answer.value, finished, 'updated');
  }

  return {
    read,
    state: () => listingStore.state(),
    keepCurrent: async () => keepCurrent(await listingStore.state(), null),
    async refreshQuotes(_symbol, until) {
      const known = await listingStore.state();
      return known !== null && until <= known.earliest ? ok('fresh') : keepCurrent(known, waitMs);
    },
  };
}

const STILL_READING =
  'The daily listing is still being read; the first time this takes up to a few minutes. Ask again then.';

function isCurrent(state: ListingState, finished: string): boolean {
  return state.stored !== null && state.stored === state.commit?.sha && state.latest >= finished;
}

function outcomeOf(
  state: ListingState,
  finished: string,
  outcome: 'fresh' | 'updated',
): Result<'fresh' | 'updated', 'prices_unavailable'> {
  const { earliest, latest } = state;
  if (earliest !== latest) {
    return fail(
      'prices_unavailable',
      `The newest daily listing is of ${earliest} or ${latest}. Its source does not say which, so it is not used.`,
    );
  }
  let oldest = finished;
  for (let session = 0; session < STALE_SESSIONS; session += 1) oldest = previousTradingDay(oldest);
  return latest < oldest
    ? fail('prices_unavailable', `The daily listing stopped: its newest close is of ${latest}.`)
    : ok(outcome);
}

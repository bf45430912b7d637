import { formatInstant } from '@common/base/instant';
import type { LiveListing } from '../listing/live-listing.ts';
import type { IndexStore } from './index.store.ts';

/** How current the stored facts and prices are, as `/health` tells it. */
export interface CurrentState {
  readonly facts: {
    /** The newest day of the SEC's index of filings that has been read. */
    readonly index_through: string | null;
    /** Companies that filed since they were last fetched. */
    readonly companies_due: number;
    readonly last_run_at: string | null;
    /** Why the last run did not finish. */
    readonly problem: string | null;
  };
  /** Null where prices do not come from the daily listing. */
  readonly prices: {
    /** The session of the newest close; null if there is none, or if it is undecided. */
    readonly session: string | null;
    readonly last_checked_at: string | null;
  } | null;
}

export type ReadCurrentState = () => Promise<CurrentState>;

export function currentStateOf(
  indexStore: Pick<IndexStore, 'state'>,
  listing: Pick<LiveListing, 'state'> | null,
): ReadCurrentState {
  return async () => {
    const [index, prices] = await Promise.all([indexStore.state(), listing?.state() ?? null]);
    const checkedAt = prices?.checkedAt ?? 0;
    return {
      facts: {
        index_through: index.days?.last ?? null,
        companies_due: index.due,
        last_run_at: index.runAt === null ? null : formatInstant(index.runAt),
        problem: index.message,
      },
      prices:
        listing === null
          ? null
          : {
              session: prices !== null && prices.earliest === prices.latest ? prices.latest : null,
              last_checked_at: checkedAt === 0 ? null : formatInstant(checkedAt),
            },
    };
  };
}

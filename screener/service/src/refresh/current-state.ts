import { formatInstant } from '@common/base/instant';
import { type AnswerOf, count, nullable, nullableText } from '@screener/engine/schema-parts';
import { Type } from 'typebox';
import type { LiveListing } from '../listing/live-listing.ts';
import type { IndexStore } from './index.store.ts';

/** How current the stored facts and prices are, as reported by `/health`. */
export const CurrentState = Type.Object(
  {
    facts: Type.Object(
      {
        index_through: nullableText(
          'The newest day of the SEC’s index of filings that was read (YYYY-MM-DD); null before the first',
        ),
        companies_due: count('Companies that filed since they were last fetched'),
        last_run_at: nullableText('When the index was last read, in UTC; null if never'),
        problem: nullableText('Why the last run did not finish; null where it did'),
      },
      { description: 'Of the SEC’s filings' },
    ),
    prices: nullable(
      Type.Object({
        session: nullableText('The trading day of the newest close (YYYY-MM-DD); null if there is none'),
        last_checked_at: nullableText('When the listing was last fetched, in UTC; null if never'),
      }),
      'Of the daily listing; null where prices come from elsewhere',
    ),
  },
  {
    description:
      'How current stored facts and prices are: the newest day of the SEC’s index of filings that was read, companies that filed since they were fetched, and the session of the newest close. Null where live mode is off.',
  },
);
export type CurrentState = AnswerOf<typeof CurrentState>;

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

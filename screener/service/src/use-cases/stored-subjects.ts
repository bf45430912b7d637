import type { MarketQuote } from '@screener/engine/facts';
import type { Listing, ScreenerStore } from '../store/store.ts';
import { type ScreeningSubject, subjectOf } from './compute-screening.ts';

/** A listing with what it is screened from, as stored: the facts are many times larger when they are decoded. */
export interface StoredSubject {
  readonly listing: Listing;
  readonly facts: Uint8Array | null;
  readonly quotes: readonly MarketQuote[];
}

/** How many listings have their stored facts in memory at once. */
const PAGE = 50;

/** All listings with stored facts, by symbol, after that of `after`. */
export async function* storedSubjects(
  store: Pick<ScreenerStore, 'listingsWithFacts' | 'funds'>,
  after: string | null,
): AsyncGenerator<StoredSubject> {
  for (let last = after; ; ) {
    const page: readonly Listing[] = await store.listingsWithFacts(last, PAGE);
    const [facts, quotes] = await Promise.all([
      store.funds.factsOf([...new Set(page.map(({ cik }) => cik))]),
      store.funds.quotesOf(page.map(({ symbol }) => symbol)),
    ]);
    for (const listing of page) {
      const { cik, symbol } = listing;
      yield { listing, facts: facts.get(cik) ?? null, quotes: quotes.get(symbol) ?? [] };
    }
    if (page.length < PAGE) return;
    last = page.at(-1)?.symbol ?? null;
  }
}

type Work<Job, Answer> = (subject: ScreeningSubject, job: Job) => Answer;

/** Decodes the subject of each job in this thread, which has the store, and works on it. */
export function withStore<Job extends StoredSubject, Answer>(
  store: Pick<ScreenerStore, 'rates'>,
  work: Work<Job, Answer>,
) {
  return async (job: Job): Promise<Answer> =>
    work(await subjectOf(store, job.listing, job.facts, job.quotes), job);
}

/** The same in a thread without the store. Answers null for a subject that needs exchange rates. */
export function withoutStore<Job extends StoredSubject, Answer>(work: Work<Job, Answer>) {
  return async (job: Job): Promise<Answer | null> => {
    let lacksRates = false;
    const none = async () => {
      lacksRates = true;
      return [];
    };
    const subject = await subjectOf({ rates: none }, job.listing, job.facts, job.quotes);
    return lacksRates ? null : work(subject, job);
  };
}

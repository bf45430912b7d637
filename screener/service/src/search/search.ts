import { fail, ok, type Result } from '@common/base/result';
import { FormerListing } from '@screener/engine/names/former-listing';
import { type AnswerOf, flag, list, object, text } from '@screener/engine/schema-parts';
import { FindableTicker, type SearchStore } from '../store/search.store.ts';
import { type KnownNames, NO_NAMES } from './known-names.ts';
import { indexTickers, SearchHit, type SearchIndex } from './search-index.ts';

/** The most characters of a search, after trimming. */
export const LONGEST_SEARCH = 80;
export const MOST_HITS = 50;
export const DEFAULT_HITS = 10;
/** How many tickers are proposed for an unknown one. */
const MOST_SUGGESTIONS = 5;
/** A changed store is read again at most this often; in live mode it changes with every company fetched. */
const REREAD_MS = 60_000;
/** The same limit if nothing is found: the name may have been imported a moment ago. */
const REREAD_FOR_NOTHING_MS = 5_000;

export const SearchAnswer = object(
  {
    query: text('What was searched for, trimmed'),
    results: list(SearchHit, 'Best first; if several things are searched for, one for each, in their order'),
    several: flag('Whether several things are searched for: AAPL, MSFT'),
    former: list(
      FormerListing,
      'Listings that ended and that the query names, with what became of them. Their present ticker, if there is one, is among the results',
    ),
    did_you_mean: list(
      FindableTicker,
      'Where nothing is found: the tickers and names nearest to it. Close ones are results, with match spelling',
    ),
  },
  { title: 'Search', description: 'Tickers that were found' },
);
export type SearchAnswer = AnswerOf<typeof SearchAnswer>;

interface FindHow {
  readonly near?: boolean;
}

/** Finds tickers by ticker or name, in memory. */
export interface Search {
  /** Returns what became of a ticker that is not listed any longer; null for every other. */
  formerOf(symbol: string): FormerListing | null;
  /** With `near: false` it proposes nothing where nothing is found: that takes as long as the search itself. */
  find(text: string, limit: number, how?: FindHow): Promise<Result<SearchAnswer, 'invalid_search'>>;
  /** Proposes tickers for one that is not known. */
  suggest(text: string): Promise<readonly FindableTicker[]>;
}

type ReadsTickers = SearchStore & { readonly generation: () => Promise<number> };

export function createSearch(store: ReadsTickers, clock: () => number, names: KnownNames = NO_NAMES): Search {
  let built: {
    readonly index: Promise<SearchIndex>;
    readonly generation: number;
    readonly at: number;
  } | null = null;
  const current = async (rereadMs = REREAD_MS): Promise<SearchIndex> => {
    const generation = await store.generation();
    const isOld = built !== null && built.generation !== generation && clock() - built.at >= rereadMs;
    if (built === null || isOld) {
      const index = store.findableTickers().then((tickers) => indexTickers(tickers, names));
      built = { index, generation, at: clock() };
      index.catch(() => {
        built = null;
      });
    }
    return built.index;
  };
  return {
    formerOf: names.formerOf,
    async find(text, limit, { near = true } = {}) {
      const query = text.trim();
      if (query === '' || query.length > LONGEST_SEARCH || limit < 1 || limit > MOST_HITS) {
        return fail(
          'invalid_search',
          `Search for 1 to ${LONGEST_SEARCH} characters of a ticker or name, with a limit of 1 to ${MOST_HITS}.`,
        );
      }
      let index = await current();
      let found = index.find(query, limit);
      if (found.hits.length === 0) {
        const newer = await current(REREAD_FOR_NOTHING_MS);
        if (newer !== index) found = newer.find(query, limit);
        index = newer;
      }
      const { hits: results, former, isSeveral: several } = found;
      const did_you_mean = results.length > 0 || !near ? [] : index.near(query, MOST_SUGGESTIONS);
      return ok({ query, results, several, former, did_you_mean });
    },
    async suggest(text) {
      return text.length > LONGEST_SEARCH ? [] : (await current()).near(text, MOST_SUGGESTIONS);
    },
  };
}

/**
 * Words suggestions as ` Did you mean AAPL (Apple Inc.) or APLE (Apple Hospitality REIT, Inc.)?`; empty if
 * there are none.
 */
export function didYouMean(suggestions: readonly FindableTicker[]): string {
  const names = suggestions
    .slice(0, 3)
    .map(({ symbol, name }) => (name === null ? symbol : `${symbol} (${name})`));
  return names.length === 0 ? '' : ` Did you mean ${OR.format(names)}?`;
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

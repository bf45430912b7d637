import { phrase } from '../phrase.ts';

/** Parts that several pages show. */
export const PARTS = {
  watch: 'Watch',
  watchThis: <T>(symbol: T) => phrase`Watch ${symbol}`,
  onThisPage: 'On this page',
  noVerdict: 'no verdict',
  /** Follows a name. */
  hasNoVerdict: <T>(mark: T) => phrase`has ${mark}`,
  was: <T>(mark: T, day: T) => phrase`was ${mark} on ${day}`,
  is: <T>(mark: T) => phrase`is ${mark}`,
  isByOldReport: <T>(mark: T) => phrase`is ${mark} by an old report`,
  isAsOf: <T>(mark: T, day: T) => phrase`is ${mark} as of ${day}`,
  rangeAndLimit: (range: string, limit: string) => `${range}, limit ${limit}`,
};

/** What the shapes of an interval's drawing mean. */
export const INTERVAL_KEY = {
  filed: 'as filed',
  derived: 'calculated from filed figures',
  bounded: 'not filed: somewhere between the two ends',
  limit: 'the limit, always at the same place',
  beyond: 'extends beyond 1.5 times the limit',
};

/** Where the data come from, at the foot of each page. */
export const DATA = {
  line: <T>(text: T) => phrase`Data: ${text}`,
  bulk: 'filings imported from the SEC’s bulk files.',
  none: 'none yet.',
  snapshot: <T>(day: T) =>
    phrase`an embedded snapshot, with closing prices up to ${day}. Filings may end earlier: each answer is dated.`,
  live: <T>(filed: T | null, closed: T | null) => {
    if (filed === null)
      return closed === null
        ? phrase`SEC filings, fetched on demand.`
        : phrase`SEC filings, fetched on demand; closing prices of ${closed}.`;
    return closed === null
      ? phrase`SEC filings to ${filed}, fetched on demand.`
      : phrase`SEC filings to ${filed}, fetched on demand; closing prices of ${closed}.`;
  },
};

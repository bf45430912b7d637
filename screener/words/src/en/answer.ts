import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';

const JUDGED = {
  pass: 'The business passes',
  review: 'The business needs a human review',
  fail: 'The business is prohibited',
};
type Judged = keyof typeof JUDGED;

/** The start page with the answer of a search. */
export const ANSWER = {
  hasNoVerdict: (symbol: string) => `${symbol} has no verdict`,
  assumes: 'What the answer assumes',
  besides: 'Besides the filings themselves.',
  forPrograms: <T>(figures: T, changes: T | null) =>
    changes === null
      ? phrase`For programs: ${figures} (JSON).`
      : phrase`For programs: ${figures}, and ${changes} (JSON).`,
  allFigures: 'all figures with their filings',
  howChanged: 'how the verdict changed',
  howReached: 'How we reach a verdict',
  namesakes: <T>(links: T) => phrase`Others with this name: ${links}`,
  screened: (symbol: string) => `${symbol}, screened`,
  fullReport: 'Full report with all evidence (free account)',
  neither: 'This is neither a pass nor a fail.',
  /** The verdicts that are still possible, joined by `or`. */
  onlyCanBe: (verdicts: string) => `It can only be ${verdicts}.`,
  businessNotKnown: 'What the company does is not known here.',
  /** `what` the company does, in a clause. */
  businessFromReport: <T>(status: Judged, what: T, report: T) =>
    phrase`${JUDGED[status]}: ${what}. Source: its own annual report, ${report}.`,
  itsBusiness: 'its business',
  /** `line` of business is why it does not pass; null if it passes. */
  businessByCode: (status: Judged, line: string | null, industry: string) =>
    `${JUDGED[status]}${line === null ? '' : ` (${line})`}, by the industry code that the company gives the SEC: ${industry}.`,
  nothingToDraw:
    'A prohibited business decides by itself: no ratio could change the verdict, so none is drawn.',
};

/** The four figures below an answer. */
export const FIGURES = {
  none: 'none',
  notKnown: 'not known',
  score: 'Score',
  asNoVerdict: 'as there is no verdict',
  of100: 'of 100',
  prohibited: 'the core business is prohibited',
  atMost: (cap: number, verdict: string) => `at most ${cap} where ${verdict}`,
  mostLost: (component: string) => `most lost on ${component}`,
  toPurify: 'To purify',
  ofDividends: 'of dividends',
  /** `more` is the coverage of a fund, or an amount a share. */
  ofDividendsOfFund: (more: string) => `of dividends, ${more}`,
  ofDividendsAnd: (more: string) => `of dividends; ${more}`,
  noFigures: 'no figures to calculate it from',
  figures: 'Figures',
  noReport: 'we have no report',
  formTo: <T>(form: string, date: T) => phrase`${form} to ${date}`,
  formToTooOld: <T>(form: string, date: T) => phrase`${form} to ${date}: too old for a verdict`,
  price: 'Price',
  noPriceNeeded: 'none is needed without figures',
  noMarketCap: 'so no ratio to the market cap',
  priceAndAge: (price: string, age: string) => `${price}, ${age}`,
  holdings: 'Holdings',
  noHoldings: 'we have no report of them',
  nportTo: <T>(date: T) => phrase`Form N-PORT to ${date}`,
  withVerdict: 'With a verdict',
  ofNetAssets: 'of net assets; the rest is open',
};

/** Methodologies, each by one check. */
export const GLANCE = {
  nearest: 'Nearest check',
  within: 'within',
  beyond: 'beyond',
  result: 'Result',
  label: 'Methodologies, each by its check nearest to the limit',
};

/** Searches that lead to no single answer. */
export const NO_ANSWER = {
  search: (typed: string) => `Search: ${typed}`,
  again: 'Search again',
  hint: 'US listings only, by ticker or name.',
  suggestions: 'Suggestions',
  fund: 'fund',
  which: 'Which one do you mean?',
  fitting: <T>(count: number, isCut: boolean, typed: T) =>
    isCut
      ? phrase`The first ${count} tickers and names that fit ${typed}.`
      : phrase`${count} tickers and names that fit ${typed}.`,
  nothing: 'No company or fund by that name',
  notKnown: <T>(typed: T, near: number) => {
    const closest = counted('en', near, { one: 'This one comes closest.', other: 'These come closest.' });
    return near === 0
      ? phrase`We know no US listing called ${typed}.`
      : phrase`We know no US listing called ${typed}. ${closest}`;
  },
  ended: 'This listing has ended',
  endedWhy: (what: string) => `${what}. A company that is not listed is not screened.`,
  successor: <T>(link: T) => phrase`${link}, the company that it went to`,
  screenThis: <T>(symbol: T) => phrase`Screen ${symbol}`,
  unreadable: 'That cannot be a ticker or a name',
  typeOne: 'Type a ticker such as AAPL, or a name such as Apple.',
  unavailable: 'The SEC does not answer right now',
  tryLater: <T>(typed: T, minutes: number | null) => {
    const when = minutes === null ? 'in a few minutes' : `in ${minutes} min`;
    return phrase`Nothing about ${typed} is stored here, so there is no answer without the SEC’s server. Try again ${when}.`;
  },
};

/** Several companies and funds in one table. */
export const SEVERAL = {
  title: (count: number) => `${count} companies and funds`,
  ticker: 'Ticker',
  verdict: 'Verdict',
  why: 'Why',
  compare: 'Compare the two, check by check',
  screenIt: 'Screen it',
};

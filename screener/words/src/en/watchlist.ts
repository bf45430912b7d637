import type { CalendarDate } from '@common/base/calendar';
import { capitalised, listed } from '@common/base/english';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import { phrase } from '../phrase.ts';
import { small } from './numbers.ts';

/** A refusal of the service, in English. */
interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** A verdict in words, and what has it. */
interface Named {
  readonly name: string;
  readonly verdict: string;
}

/** A check that changed. */
interface Turned {
  /** Within a sentence. */
  readonly ratio: string;
  readonly to: CheckStatus;
  readonly methodologies: readonly string[];
}

/** A figure that moved, with its amounts written out; null where there was none, or is none. */
interface Moved {
  readonly concept: string;
  /** In English. */
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly isMore: boolean;
}

const NOW: Readonly<Record<CheckStatus, string>> = {
  pass: 'now passes',
  fail: 'now fails',
  unknown: 'can no longer be decided',
};

function turned({ ratio, to, methodologies }: Turned): string {
  return `${capitalised(ratio)} ${NOW[to]} at ${listed(methodologies)}`;
}

function moved({ name, from, to, isMore }: Moved): string {
  if (from === null) return to === null ? `${name} changed` : `${name} of ${to} came in`;
  if (to === null) return `${name} is no longer known`;
  return `${name} ${isMore ? 'rose' : 'fell'} from ${from} to ${to}`;
}

const RULES = 'The rules or formulas here changed, not the company’s figures.';

/** What changed, in the head of the page. */
const HEADLINE = {
  none: (watched: number) =>
    watched === 1
      ? 'Your one ticker did not change this month'
      : `None of your ${small(watched)} changed this month`,
  some: (changed: number, watched: number) => {
    if (watched === 1) return 'Your one ticker changed this month';
    if (changed < watched)
      return `${capitalised(small(changed))} of your ${small(watched)} changed this month`;
    return watched === 2 ? 'Both changed this month' : `All your ${small(watched)} changed this month`;
  },
  noVerdictChanged: 'No verdict changed in the last twelve months.',
  last: <T>({ name, verdict }: Named, day: T) =>
    phrase`The last change: ${name} became ${verdict} on ${day}.`,
  became: (changed: readonly Named[]) =>
    `${listed(changed.map(({ name, verdict }, at) => `${name}${at === 0 ? ' became' : ''} ${verdict}`))}.`,
  ranOut: (names: readonly string[]) => `We no longer have enough data on ${listed(names)}.`,
  withoutReport: (lacking: number, watched: number) =>
    watched === 1
      ? 'It has no recent report.'
      : `${lacking} of ${watched} ${lacking === 1 ? 'has' : 'have'} no recent report.`,
};

/** Each change, and the one fact that decided it. */
const CHANGES = {
  title: 'What changed',
  note: <T>(alerts: T) =>
    phrase`A change of verdict or of a check, and the one fact that decided it. ${alerts}`,
  alerts: 'Set up alerts',
  none: 'Nothing in the last twelve months. Each change appears here with its date, its cause and its filing.',
  noRecentReport: 'no recent report',
  /** Read between two marks. */
  now: ', now',
  missing: (_code: string, message: string) => `${capitalised(message)}.`,
  ofRules: (check: Turned | null) => (check === null ? RULES : `${turned(check)}. ${RULES}`),
  ofBusiness: 'Its line of business is judged differently.',
  ofCheck: (check: Turned) => `${turned(check)}.`,
  ofFigure: (check: Turned | null, figure: Moved) =>
    check === null ? `${moved(figure)}.` : `${turned(check)}: ${moved(figure)}.`,
};

/** A line for each ticker. */
const TABLE = {
  caption: 'The tickers you watch',
  company: 'Company',
  verdict: 'Verdict',
  score: 'Score',
  nearest: 'Nearest to its limit',
  within: 'within',
  beyond: 'beyond',
  toPurify: 'To purify',
  figures: 'Figures',
  noFigures: 'none',
  notScreened: 'not screened',
  on: <T>(day: T) => phrase`on ${day}`,
  asOf: <T>(day: T) => phrase`as of ${day}`,
  span: <T>(from: T, to: T) => phrase`${from} to ${to}`,
  byOldReport: 'by an old report',
  /** After the day of an old verdict. */
  stale: <T>(when: T) => phrase`${when}, no recent report`,
  since: <T>(day: T) => phrase`since ${day}`,
  sinceOrEarlier: (year: string) => `since ${year} or earlier`,
  byHoldings: 'by its holdings',
  nothingToDraw: 'The report of this fund has nothing to draw.',
  prohibited: 'A prohibited business decides by itself.',
  noRatio: 'No ratio is known.',
  nextOverdue: 'next overdue',
  remove: 'Remove',
  removeThis: (name: string) => `Remove ${name}`,
};

const PROBLEMS: Readonly<Record<string, string>> = {
  timeout: 'Not screened in time. Load the page again in a moment.',
  internal_error: 'Something failed on our side. Load the page again in a moment.',
  ticker_not_found: 'This ticker is no longer in the SEC’s list.',
};

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** The companies and funds that an account watches. */
export const WATCHLIST = {
  description: 'The companies and funds that you watch, and what changed.',
  empty: 'Nothing watched yet',
  emptyLead: 'Add a company or a fund, and you will see here when its verdict changes, and why.',
  whose: (byWhom: string, isClassic: boolean) =>
    `Verdicts ${byWhom}${isClassic ? ', in the classic edition' : ''}.`,
  choose: 'Change',
  headline: HEADLINE,
  changes: CHANGES,
  table: TABLE,
  add: 'Add companies or funds, by ticker or name',
  example: 'AAPL, MSFT, nvidia',
  watchThis: (symbol: string) => `Watch ${symbol}`,
  several: 'The result for each',
  watchedAs: <T>(typed: T, symbol: T) => phrase`${typed}: watched as ${symbol}`,
  notWatched: <T>(typed: T, why: string) => phrase`${typed}: ${why}`,
  suggestions: 'Suggestions',
  /** `calls` is the count as the page writes it. */
  usage: (
    tier: 'free' | 'partner',
    used: { readonly calls: number; readonly shown: string; readonly today: CalendarDate },
    watched: { readonly count: number; readonly most: number },
  ) => {
    const month = MONTH.format(new Date(`${used.today}T00:00:00Z`));
    const calls = `${used.shown} ${used.calls === 1 ? 'call' : 'calls'} in ${month}`;
    return `${tier === 'free' ? 'Free' : 'Partner'} tier: ${calls}, ${watched.count} of ${watched.most} tickers watched.`;
  },
  download: 'Download as CSV',
  usageLink: 'Usage',
  refusal: ({ message }: Refusal) => message,
  problem: ({ code, message }: Refusal) => PROBLEMS[code] ?? message,
};

import { capitalised, listed, sentence } from '@common/base/english';
import { type Phrase, phrase } from '../phrase.ts';
import { small } from './numbers.ts';

/** What a holding was and is, in words, and why. */
interface Turn {
  readonly was: string;
  readonly is: string;
  /** A sentence. */
  readonly reason: string;
}

interface Share {
  readonly verdict: string;
  readonly share: string;
}

const holdings = (count: number) => `${small(count)} ${count === 1 ? 'holding' : 'holdings'}`;

/** The question. */
const ASK = {
  title: 'What do you own?',
  lead: 'Paste your holdings, one per line: a ticker or name, then the quantity. You need no account.',
  get: {
    verdict: 'A verdict for each holding',
    verdictText: 'With the share of your money behind each verdict.',
    decision: 'What needs a decision',
    decisionText: 'Listed first, with the reason in one sentence.',
    methodologies: 'What each methodology says',
    methodologiesText: 'The ones that you follow come first.',
  },
  notStored: <T>(purification: T, zakat: T) =>
    phrase`Your holdings are not logged, and not stored unless you save the list in your account: they come back to you in the page, and are gone when you close it. The same list works for ${purification} and ${zakat}.`,
  example: 'AAPL 40\nMicrosoft 20\nNVDA, 45\nCostco $1,200',
  hint: (most: number) =>
    `Up to ${most} lines. A quantity, or a value in dollars: both work. Or paste the text of a CSV file as your broker exports it.`,
  check: 'Check my portfolio',
};

/** The answer as a sentence that ends in a verdict. */
const TITLE = {
  nothing: 'Nothing here is held today and listed in the United States',
  one: <T>(verdict: T, hasNone: boolean) =>
    hasNone ? phrase`Your one holding has ${verdict}` : phrase`Your one holding is ${verdict}`,
  /** `verdict` is compliant. */
  some: <T>(passing: number, all: number, verdict: T) => {
    if (passing === all) return phrase`All ${small(all)} are ${verdict}`;
    if (passing === 0) return phrase`None of your ${small(all)} is known to be ${verdict}`;
    return phrase`${capitalised(small(passing))} of your ${small(all)} ${passing === 1 ? 'is' : 'are'} ${verdict}`;
  },
};

/** By whom the verdicts are, and of when. */
const WHEN = {
  by: (byWhom: string, isClassic: boolean) =>
    `${capitalised(byWhom)}${isClassic ? ', in the classic edition' : ''}.`,
  noScreening: 'We have no screening.',
  /** A first day is null where all are of the last; the last close, where there is none. */
  asOf: <T>(first: T | null, last: T, firstClose: T | null, lastClose: T | null) => {
    const closes: Phrase<T> =
      lastClose === null
        ? []
        : firstClose === null
          ? phrase`; closing prices of ${lastClose}`
          : phrase`; closing prices of ${firstClose} to ${lastClose}`;
    const verdicts: Phrase<T> =
      first === null ? phrase`As of ${last}` : phrase`Verdicts of ${first} to ${last}`;
    return [...verdicts, ...closes, '.'];
  },
};

/** The shares of value. */
const SHARES = {
  label: (shares: readonly Share[]) =>
    `Shares of value: ${shares.map(({ verdict, share }) => `${verdict} ${share}`).join(', ')}`,
  valueAndCount: (value: string, count: number) => `${value}, ${holdings(count)}`,
  without: (count: number) =>
    `${capitalised(holdings(count))} ${count === 1 ? 'has no value, so it counts' : 'have no value, so they count'} in no share: we have no closing price, or a line gives no quantity.`,
};

/** What needs a decision. */
const DECISIONS = {
  title: (count: number) => `${capitalised(small(count))} ${count === 1 ? 'needs' : 'need'} a decision`,
  note: 'They fail, or a figure is missing or too old.',
  notScreened: 'We could not screen it just now. Check again in a moment.',
  ofValue: <T>(share: T) => phrase`${share} of value`,
  missing: 'What is missing',
  why: 'See why',
  /** What a link leads to, for those who hear it. */
  about: (action: string, symbol: string) => `${action}: ${symbol}`,
  /** `verdict` was the last one, and `why` says why; `stale` says why there is none of today. */
  lastVerdict: (verdict: string, day: string, why: string, stale: string) =>
    `${capitalised(verdict)} on ${day}: ${why} ${stale}`,
};

/** What is compliant, in a table. */
const TABLE = {
  title: (count: number) => `Compliant: ${holdings(count)}`,
  note: 'By weight.',
  company: 'Company',
  shares: 'Shares',
  value: 'Value',
  weight: 'Weight',
  noValue: 'no value',
  failsAt: (methodologies: readonly string[]) => `Fails at ${methodologies.join(' and ')}`,
};

/** What each methodology says. */
const METHODOLOGIES = {
  title: 'By methodology',
  note: 'Shares of value, and below each the number of holdings.',
  methodology: 'Methodology',
  passes: 'Passes',
  fails: 'Fails',
  notKnown: 'Not known',
};

const KINDS = {
  cash: 'Cash',
  option: 'Option',
  short: 'Sold short',
  foreign: 'Listed in another country',
  unmatched: 'Unmatched',
  sold: 'Sold',
  bought_later: 'Bought later,',
};

/** A line that is not held today has the day on which it was sold, or is bought. */
function kindOn(kind: keyof typeof KINDS, day: string | null): string {
  return day === null ? KINDS[kind].replace(/,$/, '') : `${KINDS[kind]} on ${day}`;
}

/** Lines that are in no share. */
const APART = {
  title: 'Kept apart',
  note: 'Not counted in the shares above.',
  line: <T>(kind: keyof typeof KINDS, asked: T, day: string | null) => phrase`${kindOn(kind, day)}: ${asked}`,
  /** In a file. */
  notCounted: (kind: keyof typeof KINDS, day: string | null) =>
    `not counted: ${day === null ? kind : `${kind} ${day}`}`,
  place: (line: number, units: string | null) =>
    units === null ? `Line ${line}.` : `Line ${line}, ${units} units.`,
  didYouMean: <T>(candidates: readonly T[]): Phrase<T> => [
    'Did you mean ',
    ...candidates.flatMap((one, at) => (at === 0 ? [one] : [', ', one])),
    '?',
  ],
  unread: <T>(text: T) => phrase`Not understood: ${text}`,
};

/** The list in the reader's account. */
const KEPT = {
  savedOn: <T>(day: T) => phrase`You saved this list on ${day}.`,
  asCsv: 'Its lines as CSV',
  remove: 'Delete my saved list',
  notStored: 'This list is not stored. With an account you can save it and see what changes.',
  signUp: 'Create an account and take this list along',
  replace: 'Replace my saved list',
  save: 'Save this list',
  hint: 'Pressing this button stores the list in your account, until you delete it.',
};

/** What is different since the reader last looked. A verdict that only grew old is never told as one that changed. */
const CHANGES = {
  title: (day: string) => `Since ${day}`,
  note: 'When you last looked, on an earlier day.',
  otherChoice: 'You follow other methodologies or rules now, so we do not compare the verdicts.',
  nothing: 'Nothing changed.',
  added: (names: readonly string[]) => sentence(`New in your list: ${listed(names)}`),
  gone: (names: readonly string[]) => sentence(`No longer in your list: ${listed(names)}`),
  changed: <T>(name: T, { was, is, reason }: Turn) => phrase`${name} is now ${is}; it was ${was}. ${reason}`,
  lapsed: <T>(name: T, { is }: Turn) => phrase`${name} has no recent report. Its last verdict was ${is}.`,
  renewed: <T>(name: T, { is }: Turn) => phrase`${name} has a recent report again, and is ${is} as before.`,
  lost: <T>(name: T, { was, reason }: Turn) => phrase`${name} has no verdict now; it was ${was}. ${reason}`,
  gained: <T>(name: T, { is, reason }: Turn) => phrase`${name} now has a verdict: ${is}. ${reason}`,
};

/** What somebody owns, and what the methodologies say of it. */
export const PORTFOLIO = {
  ask: ASK,
  title: TITLE,
  when: WHEN,
  shares: SHARES,
  decisions: DECISIONS,
  table: TABLE,
  methodologies: METHODOLOGIES,
  apart: APART,
  kept: KEPT,
  changes: CHANGES,
  change: 'Change holdings or methodologies',
};

import { phrase } from '../phrase.ts';
import { small } from './numbers.ts';

const METHODS = {
  by_share: 'By share',
  by_dividends: 'By dividends',
  by_days: 'By share, for the days held',
};

/** What stands in the margin beside the holdings. */
const FORMULAS = {
  by_share: 'Shares held at the end of the fiscal year × prohibited income a share.',
  by_days: 'The amount a share, for the days held.',
  by_dividends: 'Dividends × the share of prohibited income in revenue.',
};

const APART = {
  cash: 'cash, which is not counted here',
  option: 'an option, which is not counted',
  short: 'sold short, which is not counted',
  foreign: 'listed in another country, and not counted',
  unmatched: 'no listing found; write its ticker',
};

/** How the amount of one holding comes about. */
const HOW = {
  coveredRate: (rate: string) => `covered rate ${rate}`,
  lots: (lots: number, years: number) =>
    `${lots > 1 ? `${small(lots)} lots` : 'one lot'}, ${small(years)} fiscal ${years === 1 ? 'year' : 'years'}`,
  ofDividends: (amount: string, from: 'entered' | 'filed', rate: string, isEstimate: boolean) =>
    `${amount} of dividends${from === 'filed' ? ' as filed' : ''} × ${rate}${isEstimate ? ', est.' : ''}`,
  ofShares: (shares: number | null, each: string, isEstimate: boolean) =>
    `${shares} × ${each}${isEstimate ? ', est.' : ''}`,
  notHeldOn: (day: string) => `not held on ${day}`,
};

/** Where a figure comes from. */
const SOURCES = {
  covered: (weight: string) => `Covered rate: holdings of ${weight} of net assets, whose own rate is known`,
  filed: 'Interest income as filed',
  filed_with_dividends: 'Interest and dividends, filed as one figure',
  estimate: (rate: string) => `Estimate: cash and securities at the average Treasury bill yield, ${rate}`,
  notKnown: 'Not known',
};

/** Why a holding is not in the sum, and what to do. */
const MISSING = {
  excluded:
    'The business itself is excluded, so there is no rate: what to do with its dividends is a question for a scholar.',
  noReport: <T>(year: number | null, newest: T | null) => {
    const which = year === null ? 'since the purchase' : `that ends in ${year}`;
    return newest === null
      ? phrase`We have no annual report of this company.`
      : phrase`We have no annual report for a fiscal year ${which}. The newest ends on ${newest}.`;
  },
  noDate: 'Add the day on which you bought it, or choose one year.',
  otherCurrency: (currency: string | null, amount: string) =>
    `Its report is in ${currency ?? 'another currency'}: ${amount}, not added to dollars.`,
  fundDividends: 'A fund: add the dividends that you received.',
  fundByShare:
    'A fund counts only by dividends, at the rate of those of its holdings whose own rate is known.',
  notHeldThen:
    'It was not held in the fiscal years that are asked for, so its dividends are of another year. Choose that year.',
  noDividends: 'Add the dividends that you received: none are filed here.',
  noShares: 'Write how many shares you held.',
  noFigure: (least: string | null) => {
    const why =
      'No usual figure is known: no interest income is filed, or shares were split and no filing says how.';
    return least === null ? why : `${why} It is at least ${least}.`;
  },
};

/** What to give away of a year. */
export const PURIFICATION = {
  title: 'Your purification',
  lead: 'How much of a year’s income from your shares to give away. You need no account.',
  get: {
    figure: 'A usual figure for each holding',
    figureText: 'With the total. Each figure is as filed, or an estimate that says so.',
    range: 'The range of each figure',
    rangeText: 'From the least to the most that the filings allow.',
    methods: 'Both methods',
    methodsText: 'By share and by dividends, with the reports behind them.',
  },
  example: 'AAPL 40, dividends 41.20\nMicrosoft 20\nNVDA 45, bought 2024-03-01',
  hint: (most: number) =>
    `Up to ${most} lines: a ticker or a name, then how many shares, as counted today or on the day you sold. Add what you know: dividends 41.20, bought 2024-03-01, sold 2025-06-30. Where you leave dividends out, those that the company filed are used if they are here. Or paste a CSV file with these columns.`,
  year: 'Fiscal years that end in',
  everyYear: 'every year since I bought',
  methodology: 'Methodology that you follow',
  when: (year: number | null, counted: number, all: number) =>
    `${year === null ? 'Every fiscal year since the purchase' : `Fiscal years that end in ${year}`}, ${small(counted)} of ${small(all)} ${all === 1 ? 'holding' : 'holdings'}.`,
  toGive: 'To give away, usual figure',
  atLeast: (low: string) => `At least ${low}; no upper end is known.`,
  allAsFiled: 'All of it as filed.',
  between: (low: string, high: string) => `Between ${low} and ${high}.`,
  without: (symbols: readonly string[]) => `Without ${symbols.join(', ')}.`,
  method: 'How to count',
  methods: METHODS,
  askedForBy: (methodology: string) => `asked for by ${methodology}`,
  youFollow: (methodology: string) => `You follow ${methodology}.`,
  formulas: FORMULAS,
  source: 'Source',
  usual: 'Usual',
  range: 'Range',
  asFiled: 'as filed',
  inAll: 'In all',
  how: HOW,
  sources: SOURCES,
  notInSum: 'Not in the sum',
  notInSumNote: 'And what to know about the rest.',
  fails: <T>(name: T) =>
    phrase`${name} is in the sum, but fails today by the methodology that you follow: what else to do is a question for a scholar.`,
  apart: <T>(asked: T, line: number, kind: keyof typeof APART) =>
    phrase`${asked}, line ${line}: ${APART[kind]}.`,
  unread: <T>(text: T, line: number) =>
    phrase`${text}, line ${line}: not understood. Write it like this: AAPL 40, dividends 41.20, bought 2024-03-01.`,
  missing: MISSING,
  calculated: <T>(day: T) =>
    phrase`Calculated on ${day} from annual reports filed with the SEC. A calculation, not a ruling.`,
  change: 'Change holdings, year or methodology',
  /** The last line of the table for one’s records. */
  record: (day: string, note: string) => `Calculated on ${day}. ${note}`,
};

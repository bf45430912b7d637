import type { OwnFigure } from '@screener/engine/own-figures';
import { phrase } from '../phrase.ts';

/** Two tickers side by side. */
export const COMPARE = {
  title: 'Compare two companies',
  otherForms: 'Other forms of this comparison',
  pageTitle: (one: string, other: string) => `${one}, ${other}`,
  titleHas: (symbol: string, verdict: string) => `${symbol} has ${verdict}`,
  titleIs: (symbol: string, verdict: string) => `${symbol} is ${verdict}`,
  titleWas: (symbol: string, verdict: string) => `${symbol} was ${verdict}`,
  enterTwo: 'Enter two tickers that we know.',
  lead: 'Two tickers side by side: verdicts, and each ratio beside the same limit.',
  ticker: 'Ticker',
  compareWith: 'Compare with',
  asOf: 'As of',
  rules: 'Rules',
  show: 'Show',
  change: 'Change',
  pair: <T>(one: T, other: T) => phrase`${one}, ${other}`,
  and: <T>(one: T, other: T) => phrase`${one} and ${other}`,
  reportOf: <T>(symbol: T) => phrase`Report of ${symbol}`,
  swap: 'Swap',
  inPlaceOf: <T>(typed: T) => phrase`In place of ${typed}`,
  suggestions: 'Suggestions',
  fundAndCompany:
    'A fund is judged by what it holds, and a company by its own figures: their checks do not compare.',
  engine: (version: string) => `Engine ${version}.`,
  areBoth: <T>(verdict: T) => phrase`are both ${verdict}`,
  symbolIs: <T>(symbol: T, verdict: T) => phrase`${symbol} ${verdict}`,
  andSymbolIs: <T>(symbol: T, verdict: T) => phrase`and ${symbol} ${verdict}`,
  bothAsOf: <T>(day: T, rules: string) => phrase`Both as of ${day}, by the ${rules} rules.`,
  eachAsOf: <T>(a: T, dayA: T, b: T, dayB: T, rules: string) =>
    phrase`${a} as of ${dayA}, ${b} as of ${dayB}, by the ${rules} rules. Choose a date to see both on one day.`,
  allSame: (checks: number) => `All ${checks} checks have the same result for both.`,
  part: (parted: number, checks: number) => `They differ on ${parted} of ${checks} checks.`,
  partAt: (parted: number, checks: number, ratios: string) =>
    `They differ on ${parted} of ${checks} checks: ${ratios}.`,
  partUnknown: (parted: number, checks: number, symbols: string) =>
    `They differ on ${parted} of ${checks} checks, because no ratio of ${symbols} is known.`,
  parted: (ratio: string, symbolA: string, a: string, symbolB: string, b: string) =>
    `${ratio.charAt(0).toLowerCase()}${ratio.slice(1)} (${symbolA} ${a}, ${symbolB} ${b})`,
  glance: {
    caption: 'At a glance',
    verdict: 'Verdict',
    basedOn: 'Based on',
    score: 'Score',
    closest: 'Closest to a limit',
    purify: 'To purify',
    figures: 'Figures',
    industry: 'Industry',
    limit: <T>(range: T, limit: string) => phrase`${range}, limit ${limit}`,
    aFund: 'a fund: judged by its holdings',
    code: (sic: string, status: string) => `SIC ${sic}, ${status}`,
    statuses: { pass: 'passes', fail: 'fails', review: 'for a person to judge', unknown: 'undecided' },
  },
  checks: {
    title: 'The checks',
    note: 'One limit for both, at the same place in each column. Left of the line passes.',
    tinted: 'In the tinted rows the two have different results.',
    head: 'Check and limit',
    statuses: <T>(symbolA: string, a: T, symbolB: string, b: T) => phrase`${symbolA} ${a}, ${symbolB} ${b}`,
    different: ', different results',
    noSuchCheck: 'has no such check',
    noBound: 'not known: nothing filed bounds it',
  },
  amounts: {
    title: 'Amounts',
    note: 'What the ratios are made of, in each report’s own currency.',
  },
  scores: {
    title: 'Score',
    caption: 'Scores',
    note: 'How far from every limit. It never changes a verdict.',
    none: 'none: no verdict',
    outOf: <T>(score: T, most: number) => phrase`${score} of ${most}`,
  },
};

const LABELS: Readonly<Record<OwnFigure, readonly [label: string, hint: string]>> = {
  cash: ['Cash and cash equivalents', 'Balance sheet'],
  current_securities: [
    'Short-term securities that earn interest',
    'Balance sheet: marketable securities, short-term investments; 0 if there are none',
  ],
  noncurrent_securities: ['Long-term securities that earn interest', 'Balance sheet; 0 if there are none'],
  receivables: ['Receivables', 'Balance sheet: all of them'],
  total_assets: ['Total assets', 'Balance sheet'],
  debt: ['Debt', 'Balance sheet: everything borrowed, current and long-term; 0 if there is none'],
  revenue: ['Revenue of twelve months', 'Income statement'],
  interest_income: ['Interest income of the same twelve months', 'Income statement or its notes'],
  market_cap: ['Market capitalisation', 'Price times all shares'],
};

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** A verdict by figures that the reader enters. */
export const OWN = {
  reportOf: <T>(symbol: T) => phrase`Report of ${symbol}`,
  heading: <T>(name: T) => phrase`Enter the figures of ${name} yourself`,
  lead: 'Copy them from the newest annual or quarterly report, all in one unit, such as millions of dollars. What you leave empty is not known, which never counts as a pass.',
  nothingStored:
    'You get the checks of this site on your figures. Nothing is stored, and no figure is checked against a filing.',
  figures: 'The figures',
  yourFigures: 'Your figures',
  atTheSec: 'Its reports at the SEC',
  labels: LABELS,
  capHint: (hint: string, cap: string, day: string) => `${hint}: ${cap} on ${day}, by the daily listing`,
  check: 'Check these figures',
  has: <T>(name: T, mark: T) => phrase`By your figures, ${name} has ${mark}`,
  is: <T>(name: T, mark: T) => phrase`By your figures, ${name} is ${mark}`,
  computed: (rules: string) => `Computed from what you entered, not from filings, by the ${rules} rules.`,
  couldBe: (verdicts: readonly string[]) =>
    `It could still be ${OR.format(verdicts)}: enter what is missing.`,
  unchanged: <T>(name: T) => phrase`The verdict of this site on ${name} is unchanged: it has none.`,
  businessPasses: 'Its business passes.',
  businessReview: 'Its business is for a person to judge.',
  businessUnknown: 'What its business is, is not known here.',
  checks: 'The checks',
  checksNote: 'On your figures. Left of the line passes.',
  figureMissing: 'A figure is missing.',
  writeAFigure: 'Write a number such as 83,062 or 1250.5: not negative, at most 12 digits and 3 decimals.',
  aboveZero: 'Write a number greater than zero.',
  assetsTooFew:
    'Total assets are less than cash, securities and receivables together: check that all figures have one unit.',
};

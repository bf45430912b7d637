import { phrase } from '../phrase.ts';
import { ALTERNATIVES, ASSUMPTIONS, HEADROOM, PURIFICATION, REFUSED, SCORE } from './report-amounts.ts';
import { COMPARE, OWN } from './report-compare.ts';
import { ARITHMETIC, LEDGER, OVERLAYS, SCALE } from './report-evidence.ts';
import { FUND, FUND_WEIGHTS, HOLDINGS } from './report-fund.ts';
import { FLIPS, HISTORY } from './report-history.ts';
import { CHECKS, NO_VERDICT, VERDICT } from './report-verdict.ts';

/** What the parts of a report share. */
const GENERAL = {
  byYourFigures: (symbol: string) => `${symbol}, by your figures`,
  none: 'none',
  notKnown: 'not known',
  /** Between parts of a sentence that have commas in themselves. */
  semicolon: '; ',
  noNameFiled: 'no name filed',
  watch: 'Watch',
  tools: {
    asOf: 'As of',
    rules: 'Rules',
    show: 'Show',
    change: 'Change',
    compare: 'Compare',
    selfChecking: 'Self-checking file',
    print: 'Print',
    otherForms: 'Other forms of this report',
  },
  colophon: {
    filingsTo: <T>(day: T) => phrase`SEC filings to ${day}.`,
    screened: <T>(day: T, rules: string, engine: string) =>
      phrase`Screened as of ${day}. Rules: ${rules}. Engine ${engine}.`,
  },
  /** A report at the SEC by its form and period; and when the next one is due. */
  reportTo: <T>(form: string, end: T) => phrase`${form} to ${end}`,
  reportToNext: <T>(form: string, end: T, due: string, next: T) => phrase`${form} to ${end}; ${due} ${next}`,
  /** Which methodologies give the verdict shown, and the verdict of all. */
  whose: (chosen: string, all: string, verdict: string) => `${chosen}. ${all}: ${verdict}.`,
};

/** The report of a company or a fund, and what leads to it. */
export const REPORT = {
  ...GENERAL,
  verdict: VERDICT,
  noVerdict: NO_VERDICT,
  checks: CHECKS,
  purification: PURIFICATION,
  headroom: HEADROOM,
  alternatives: ALTERNATIVES,
  assumptions: ASSUMPTIONS,
  score: SCORE,
  refused: REFUSED,
  fund: FUND,
  fundWeights: FUND_WEIGHTS,
  holdings: HOLDINGS,
  history: HISTORY,
  flips: FLIPS,
  arithmetic: ARITHMETIC,
  ledger: LEDGER,
  scale: SCALE,
  overlays: OVERLAYS,
  compare: COMPARE,
  own: OWN,
};

import { phrase } from '../phrase.ts';

const TIMES = [
  'never',
  'once',
  'twice',
  'three times',
  'four times',
  'five times',
  'six times',
  'seven times',
  'eight times',
  'nine times',
];

const times = (count: number) => TIMES[count] ?? `${count} times`;

/** How ratios and verdicts changed. */
export const HISTORY = {
  title: 'History',
  hint: 'Each change, and what caused it',
  changes: (count: number) => (count === 0 ? 'no change' : count === 1 ? '1 change' : `${count} changes`),
  noneKept: <T>(symbol: T, day: T) =>
    phrase`No screening of ${symbol} up to ${day} is kept, so there is nothing to compare with. One is kept whenever a filing, a price or a rule changes the answer.`,
  oneKept: <T>(day: T, verdict: T) =>
    phrase`One screening is kept: ${day}, ${verdict}. The drawing begins with the second one, when a filing, a price or a rule changes the answer.`,
  whatChanged: 'What changed, newest first',
  noChange: <T>(from: T) =>
    phrase`No check crossed its limit since ${from}, and the verdict stayed the same.`,
  whole: 'The whole history',
  chart: (ratio: string) => `${ratio}, at each filing`,
  /** What a chart writes beside its values. */
  onChart: {
    limit: (limits: string) => `limit ${limits}`,
    now: (value: string) => `now ${value}`,
    notKnown: 'not known',
    begins: (value: string) => `The scale begins at ${value}.`,
    ends: (limits: string, now: string) => `Limit ${limits}, now ${now}.`,
  },
  nothing: 'nothing',
  point: (value: string, day: string) => `${value} on ${day}`,
  /** Describes a chart to those who hear it. */
  label: (ratio: string, limit: string, first: string, last: string, flips: number) =>
    `${ratio}, limit ${limit}: from ${first} to ${last}; ${flips === 0 ? 'the result never changed' : `the result changed ${times(flips)}`}.`,
  rules: (rules: string) => `By the ${rules} rules.`,
  screenings: <T>(count: number, since: T, rules: string) =>
    phrase`${count} ${count === 1 ? 'screening' : 'screenings'} since ${since}, by the ${rules} rules.`,
  turned: (turns: number) =>
    turns === 0 ? 'The verdict never changed.' : `The verdict changed ${times(turns)}.`,
  causes: {
    filing: (count: number) => `by a filing ${times(count)}`,
    price: (count: number) => `by a price ${times(count)}`,
    rules: (count: number) => `by a change of the rules ${times(count)}`,
    business: (count: number) => `by the line of business ${times(count)}`,
    data: (count: number) => `by the filings that we have ${times(count)}`,
  },
  decided: (causes: string) => `The changes were decided ${causes}.`,
  key: 'The line is the end of each ratio’s interval that decides. Red is beyond the limit, dots are undecided, a gap is not known.',
  allFigures: 'All figures behind the drawings',
  tableCaption: 'Each screening with its ratios, newest first',
  screened: 'Screened',
  report: 'Report',
  verdict: 'Verdict',
  earlier: <T>(changes: number, screenings: number, since: T) =>
    phrase`Earlier: ${changes} ${changes === 1 ? 'change' : 'changes'} in ${screenings} screenings since ${since}`,
  earlierAndOlder: <T>(changes: number, screenings: number, since: T) =>
    phrase`Earlier: ${changes} ${changes === 1 ? 'change' : 'changes'} in ${screenings} screenings since ${since}, and older ones`,
  earlierLabel: 'Earlier changes, newest first',
};

const CONCEPTS: Readonly<Record<string, string>> = {
  market_cap: 'market value',
  close: 'share price',
  total_assets: 'total assets',
  current_assets: 'current assets',
  total_liabilities: 'total liabilities',
  revenue: 'revenue',
  net_interest: 'interest income less expense',
};

/** Totals, which get larger or smaller. Of other figures there is more or less. */
const SIZED: ReadonlySet<string> = new Set([
  'total_assets',
  'current_assets',
  'total_liabilities',
  'current_liabilities',
  'market_cap',
  'revenue',
]);

/** What turned a check or the verdict. */
export const FLIPS = {
  still: 'still',
  became: 'became',
  untilThen: (verdict: string) => `Until then it was ${verdict}.`,
  ofTheRules: 'The rules or formulas of this service changed; no filed figure decided.',
  ofTheBusiness: 'The line of business is judged differently now.',
  noCheck: 'No check crossed its limit.',
  noFigure: 'No check crossed its limit and no figure moved. What changed is which filings we have.',
  noReport: 'There was no report to screen.',
  missing: (_code: string, message: string) => `Missing: ${message}.`,
  noneAlone: 'No figure alone decides.',
  noneMoved: 'No filed figure moved.',
  check: (ratio: string, methodologies: readonly string[]) => `${ratio} (${methodologies.join(', ')})`,
  concept: (concept: string) => CONCEPTS[concept] ?? null,
  newPrice: (name: string, amount: string) => `A price is known now: ${name}, ${amount}.`,
  newFigure: (name: string, amount: string) => `New in the sum: ${name}, ${amount}.`,
  noPrice: (name: string, amount: string) => `We no longer have a price. The last ${name} was ${amount}.`,
  gone: (name: string, amount: string) => `No longer in the sum, ${name}: it was ${amount}.`,
  rose: (concept: string, name: string, from: string, to: string) =>
    `${SIZED.has(concept) ? 'Larger' : 'More'} ${name}: ${from} to ${to}.`,
  fell: (concept: string, name: string, from: string, to: string) =>
    `${SIZED.has(concept) ? 'Smaller' : 'Less'} ${name}: ${from} to ${to}.`,
  filing: (accession: string) => `Filing ${accession}`,
  noReportHere: 'no report',
  reportOf: <T>(form: string, day: T) => phrase`${form} of ${day}`,
};

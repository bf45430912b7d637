import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';

/** The head of a company’s report. */
export const VERDICT = {
  secNumber: (cik: number) => `SEC number ${cik}`,
  industry: (sic: string, industry: string | null) => `SIC ${sic}${industry === null ? '' : `, ${industry}`}`,
  noIndustry: 'Industry not known here',
  neither: (why: string) => `${why} This is neither a pass nor a fail.`,
  /** The check that decides, or that is nearest to its limit. */
  nearest: <T>(ratio: string, methodology: string, range: T) => phrase`${ratio}, ${methodology}: ${range}`,
  score: {
    label: 'Score',
    of: (most: number) => `of ${most}`,
    withoutVerdict: 'without a verdict, no score',
    atMostThat: (verdict: string) => `${verdict}: at most that`,
    mostLost: (component: string) => `most lost on ${component}`,
  },
  purify: {
    label: 'To purify',
    noBound: 'nothing filed bounds the interest income',
    ofDividends: (aShare: string | null, filed: string | null) =>
      `of dividends${aShare === null ? '' : `; ${aShare}`}${filed === null ? '' : `; ${filed} with dividends, as filed`}`,
  },
  figures: { label: 'Figures', noReport: 'no report is screened' },
  price: {
    label: 'Price',
    capitalisation: 'capitalisation',
    note: (what: string, age: string) => `${what}, ${age}`,
  },
  missing: 'What is missing',
  possible: 'What is still possible',
  ruledOut: (verdict: string, failed: readonly string[], names: string) =>
    failed.length === 0
      ? `– ${verdict} is ruled out.`
      : `– ${verdict} is ruled out: ${names} ${failed.length === 1 ? 'fails' : 'fail'}.`,
  /** What a verdict would take, after its word. */
  takes: {
    oneFails: (name: string) => `if ${name} fails`,
    onePasses: (name: string) => `if ${name} passes`,
    allPass: (names: string) => `if ${names} pass`,
    anyFails: (names: string) => `if any of ${names} fails`,
    someFail: (count: number, names: string) => `if ${count} or more of ${names} fail`,
    fewFail: (most: number, names: string) => `if no more than ${most} of ${names} fail`,
    fewAndOneFail: (most: number, names: string) =>
      `if no more than ${most} of ${names} fail, and at least one`,
  },
  last: <T>(verdict: string, day: T) => phrase`The last verdict was ${verdict}, on ${day}.`,
};

export const NO_VERDICT = {
  heading: <T>(name: T, mark: T) => phrase`${name} has ${mark}`,
  headingOn: <T>(name: T, mark: T, day: T) => phrase`${name} has ${mark} for ${day}`,
  noRecentData: 'We have no recent financial data for this company.',
  todo: {
    title: 'What you can do',
    operator: (contact: string) => `Its operator: ${contact}`,
    seeReport: (symbol: string) => `See the report of ${symbol}`,
    tellMe: 'Tell me when there is a verdict',
    tellMeNote: 'On your watchlist, with the alerts that you have set up',
    seeLast: 'See the last verdict',
    lastNote: <T>(day: T, verdict: string) => phrase`${day}: ${verdict}`,
    openReport: 'Open the report at the SEC',
    enter: 'Enter the figures yourself',
    enterNote: 'From its newest report; we apply the same checks',
  },
  known: {
    title: 'What we do know',
    business: 'Business',
    review: 'needs review',
    unknown: ['Debt', 'Cash and securities', 'Interest income'],
    noRecent: 'no recent report',
    noneHere: 'no report here',
    price: 'Price',
  },
};

/** The business, and each check against its limit. */
export const CHECKS = {
  title: 'The checks',
  aside: 'Each limit is drawn at the same place, so the eye can run down one line. Left of the line passes.',
  hint: 'Business, debt, cash, interest income',
  someFail: (count: number) => counted('en', count, { one: '1 fails', other: `${count} fail` }),
  someOpen: (open: number, all: number) => `${open} of ${all} open`,
  allPass: (count: number) => `all ${count} pass`,
  check: 'Check',
  ratio: 'Ratio',
  within: 'within',
  beyond: 'beyond',
  result: 'Result',
  noRatio: (methodologies: number) =>
    `No ratio can be calculated, so the checks of the ${methodologies} methodologies are not drawn.`,
  business: {
    title: 'What the company does',
    judge: 'for a person to judge',
    noCode: 'No industry code is known.',
    code: (sic: string, industry: string | null) => {
      const told = `SIC ${sic}${industry === null ? '' : `, ${industry}`}`;
      return told.endsWith('.') ? told : `${told}.`;
    },
    clear: 'No prohibited line of business was found.',
    unknown: 'Nothing here says what it does, so it is neither passed nor failed.',
    source: (source: string, confidence: string) => `Source: ${source}; confidence ${confidence}.`,
    bySic: (label: string, sic: string, note: string | null) =>
      `${label}, by SIC ${sic}${note === null ? '' : `: ${note}`}.`,
    byList: (label: string, note: string | null) =>
      `${label}, by our list of companies${note === null ? '' : `: ${note}`}.`,
  },
  excludes: (lines: string) => `It excludes ${lines}, whatever the ratios.`,
  divided: <T>(top: T, bottom: T) => phrase`${top} ÷ ${bottom}`,
  dividedPriced: <T>(top: T, priced: string, bottom: T) => phrase`${top} (${priced}) ÷ ${bottom}`,
  sum: 'sum',
  sumOf: (amount: string) => `the sum of ${amount}`,
  noCap: (why: string) => `No market cap: ${why}.`,
  noBound: (amounts: readonly string[]) => `Nothing filed bounds ${amounts.join(' or ')}.`,
};

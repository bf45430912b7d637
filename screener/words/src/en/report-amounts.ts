import { phrase } from '../phrase.ts';

/** What to give away of what a holding earned, with a calculator. */
export const PURIFICATION = {
  title: 'Purification',
  note: 'What to give away from what you earned.',
  hint: 'For your shares and your year',
  writeANumber:
    'Write a number such as 1250.75: digits, with a point before decimals, at most 12 digits and 6 decimals.',
  writeADate: 'Write an existing date as YYYY-MM-DD, or leave it empty.',
  lastBeforeFirst: 'The last day is before the first.',
  sharesOn: <T>(day: T) => phrase`Shares you held on ${day}`,
  sharesOnAfterSplit: <T>(day: T, split: string) =>
    phrase`Shares you held on ${day}, as counted after the ${split} split`,
  periodEnd: 'the period end',
  dividends: (currency: string) => `Dividends you received in the twelve months, ${currency}`,
  since: 'Held since',
  until: 'Sold on',
  calculate: 'Calculate',
  twelveMonths: <T>(end: T, currency: string) => phrase`For the twelve months to ${end}, ${currency}`,
  method: 'Method',
  atLeast: 'At least',
  atMost: 'At most',
  byShare: 'By share (AAOIFI 3/4/6)',
  byDividend: 'By dividend',
  noCount: 'no share count is filed',
  sharesTimes: (shares: string | null, factor: string) =>
    shares === null ? `shares × ${factor}` : `${shares} shares × ${factor}`,
  dividendsTimes: (dividends: string | null, rate: string) => `${dividends ?? 'dividends'} × ${rate}`,
  notHeld: 'not held at the period end',
  isRange:
    'No exact interest income is filed, so the true amount lies between the two; giving the larger leaves nothing behind.',
  asFiled: (rate: string) =>
    `By the figure as filed, in which interest and dividends stand together, the share is ${rate}.`,
  rule: 'Under AAOIFI, the holder of a share at the end of the period gives by the share, dividend or not; someone who sold before gives nothing by the share. Scholars differ on gains. Amounts are rounded up to the cent.',
  ofTheTimeHeld: 'Count only the dividends of the time in which you held the shares.',
  ordinaryShares:
    'The count is of ordinary shares as filed: if you hold depositary shares, multiply by the ordinary shares that each stands for.',
};

/** How far price and debt may move before a methodology fails: `now` by a verdict of today, `earlier` by any other. */
export const HEADROOM = {
  title: 'Room to the limits',
  now: {
    note: <T>(close: T, balance: T) =>
      phrase`If nothing else changes. From the close of ${close} and the balance sheet of ${balance}.`,
    hint: 'How far price and debt may move',
    byPrice: (methodology: string, price: string, fall: string, close: string) =>
      `If the price falls, ${methodology} is the first to fail by the market value of one day: below ${price}, ${fall} under the close of ${close}.`,
    byDebt: (methodology: string, debt: string, rise: string) =>
      `If debt rises, ${methodology} is the first to fail: above ${debt}, ${rise} more than on that balance sheet.`,
    priceTo: 'Price may fall to',
    debtTo: 'Debt may rise to',
    small: (debt: string) =>
      `A cent beyond these amounts, the methodology no longer passes. Debt is counted at its upper end, ${debt}.`,
  },
  earlier: {
    note: <T>(close: T, balance: T) =>
      phrase`If nothing else had changed. From the close of ${close} and the balance sheet of ${balance}.`,
    hint: 'How far price and debt could have moved',
    byPrice: (methodology: string, price: string, fall: string, close: string) =>
      `If the price had fallen, ${methodology} would have been the first to fail by the market value of one day: below ${price}, ${fall} under the close of ${close}.`,
    byDebt: (methodology: string, debt: string, rise: string) =>
      `If debt had risen, ${methodology} would have been the first to fail: above ${debt}, ${rise} more than on that balance sheet.`,
    priceTo: 'Price could fall to',
    debtTo: 'Debt could rise to',
    small: (debt: string) =>
      `A cent beyond these amounts, the methodology would not have passed. Debt was counted at its upper end, ${debt}.`,
  },
  past: <T>(day: T) => phrase`This was the room on ${day}. It may have changed since.`,
  stale: 'This is the room by an old report. A newer report is overdue, and may have changed it.',
  nextIs: <T>(day: T) =>
    phrase`The next report is expected on ${day}: our estimate, a year after last year’s was filed.`,
  nextWas: <T>(day: T) =>
    phrase`The next report was expected on ${day}: our estimate, a year after last year’s was filed.`,
  methodology: 'Methodology',
  noLimit: 'no limit',
  lower: (fall: string) => `${fall} lower`,
  more: (rise: string) => `${rise} more`,
  averageOf: (months: number) => `average of ${months} months`,
  translated: <T>(currency: string, day: T) =>
    phrase`The report is in ${currency}. Over the market value, debt counts at the exchange rate of ${day}; the next report will have a rate of its own.`,
  averages:
    'Where an average stands, the rules of the methodology average the market value over those months, and one day’s price does not move it. These amounts use the market value of one day, as the verdict does.',
};

/** Compliant companies of the same industry. */
export const ALTERNATIVES = {
  title: 'Compliant alternatives',
  note: (industry: string) => `${industry}, nearest in size first.`,
  noIndustry: 'We cannot place this company in an industry, so we cannot name a similar one.',
  none: (industry: string) => `We know no compliant company in this industry: ${industry}.`,
  allOfIndustry: 'All compliant companies of this industry',
  all: 'All compliant companies',
  used: (share: string) => `${share} of its nearest limit`,
  usedOn: <T>(share: string, day: T) => phrase`${share} of its nearest limit, on ${day}`,
};

/** Short titles of assumptions by id, whose sentences stand beside them. */
const ASSUMPTION_TITLES: Readonly<Record<string, string>> = {
  point_in_time_market_cap: 'Market value on one day',
  interest_income_is_the_proxy: 'Interest stands for prohibited income',
  interest_yield: 'Interest is bounded, not known',
  interest_mixed: 'Interest together with dividends',
  interest_line_renamed: 'A line under a new name',
  interest_net_of_investment_expense: 'Interest net of expenses',
  finance_leases: 'Finance leases are debt',
  snapshot_date: 'Not today',
  facts_end_early: 'Newer reports may be missing',
};

export const ASSUMPTIONS = {
  title: 'What is assumed',
  hint: 'Read this before you rely on the answer',
  note: 'Read this before you rely on the answer.',
  titleOf: (id: string) => ASSUMPTION_TITLES[id] ?? id.replaceAll('_', ' '),
  /** For information, by the averages that some methodologies specify; each part is one of `average`. */
  averages: <T>(day: T, parts: T) => phrase`The day is ${day}. For information: ${parts}.`,
  average: <T>(months: number, present: number, cap: string, methodology: string, mark: T) =>
    present < months
      ? phrase`on its average of ${months} months (we have ${present}), ${cap}, ${methodology} ${mark}`
      : phrase`on its average of ${months} months, ${cap}, ${methodology} ${mark}`,
};

export const SCORE = {
  title: 'The score',
  note: 'How far from every limit. It never changes the verdict.',
  hint: 'How far from every limit',
  outOf: (score: number | string, most: number) => `${score} of ${most}`,
  component: 'Component',
  kept: 'Filled: kept',
  points: 'Points',
  decidedBy: 'Decided by',
  total: 'Score',
  capped: (verdict: string, most: number | undefined) => `${verdict}: at most ${most}`,
  business: (status: string, confidence: string) => `${status}; confidence ${confidence}`,
  allExact: 'every ratio is exact',
  ranges: (ranges: number, all: number) =>
    `${ranges} of ${all} ratios ${ranges === 1 ? 'is a range' : 'are ranges'}`,
  noCheck: 'no check is on it',
  worst: (range: string, limit: string) => `${range}, limit ${limit}`,
};

/** Why there is no report. */
export const REFUSED = {
  titles: {
    malformed_ticker: 'This is not a ticker',
    ticker_not_found: 'No company or fund with this ticker',
    invalid_as_of: 'There is no report for this date',
    unknown_rules: 'There are no such rules',
    unknown_methodology: 'There is no such methodology',
    unknown_overlay: 'There is no such overlay',
    invalid_holdings: 'There is no such list of holdings',
    not_recomputable: 'This report cannot be computed again',
    facts_unavailable: 'The SEC is not available right now',
  },
  ended: 'This listing has ended',
  successor: <T>(report: T) => phrase`${report}, the company that it went to`,
  reportOf: <T>(symbol: T) => phrase`Report of ${symbol}`,
  allOverlays: 'Show all overlays',
  allHoldings: 'Show all holdings',
  search: 'Search for a company, by name or ticker',
  correct: 'Correct it here:',
  suggestions: 'Suggestions',
};

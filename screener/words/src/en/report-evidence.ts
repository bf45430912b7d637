import { phrase } from '../phrase.ts';

/** Each amount as a sum. */
export const ARITHMETIC = {
  title: 'The arithmetic',
  hint: 'Each ratio from filed figures',
  note: (scale: string) =>
    `${scale}. Small figures point to the evidence at the end. Of two alternatives, the one marked › is used.`,
  twelveMonths: <T>(amount: T, end: T) => phrase`${amount}, twelve months to ${end}`,
  atLeast: (figure: string) => `at least ${figure}`,
  noUpper: 'At most: nothing that is filed bounds it.',
  upper: 'At most:',
  noLower: 'At least: 0. No filed figure sets a lower end.',
  lower: 'At least:',
  upperEnd: <T>(amount: T) => phrase`${amount}, at most`,
  lowerEnd: <T>(amount: T) => phrase`${amount}, at least`,
  otherSide: <T>(notes: T) =>
    phrase`Checked from the other side, by what the rest of the balance sheet leaves${notes}: the same figure.`,
  showOtherSide: 'Show the other side',
  identity: 'By accounting',
  assumption: 'Our assumption',
  rule: <T>(kind: T, rule: T, formula: T) => phrase`${kind}, rule ${rule}: ${formula}.`,
  why: 'Why',
  used: 'used:',
  less: 'less',
  nothing: 'nothing',
  rounding: 'room for what filings round',
  together: 'together',
  shareOf: <T>(factor: string, figure: T) => phrase`${factor} of ${figure}`,
  shareOfWhatFollows: (factor: string) => `${factor} of what follows`,
  times: <T>(factor: T, figure: T) => phrase`${factor} × ${figure}`,
  whatFollows: 'what follows',
  largerOf: (alternatives: number): string => (alternatives === 2 ? 'the larger of' : 'the largest of'),
  smallerOf: (alternatives: number): string => (alternatives === 2 ? 'the smaller of' : 'the smallest of'),
  same: <T>(tags: T) => phrase`and ${tags}, the same`,
  at: <T>(day: T) => phrase`at ${day}`,
  closeOf: <T>(day: T, source: T) => phrase`Close of ${day}, ${source}`,
  capOf: <T>(day: T, source: T) => phrase`Market capitalisation of ${day}, ${source}`,
};

const CONCEPTS: Readonly<Record<string, string>> = {
  debt: 'borrowing',
  total_liabilities: 'all liabilities',
  liabilities_without_interest: 'owed, without interest',
  current_assets_without_interest: 'current, without interest',
  noncurrent_assets_without_interest: 'long-term, without interest',
  noncurrent_securities: 'long-term securities',
};

/** Each figure as filed. */
export const LEDGER = {
  title: 'Evidence',
  hint: 'Every figure with its filing',
  count: (figures: number) => (figures === 1 ? '1 figure' : `${figures} figures`),
  note: 'Each figure used above, as filed with the SEC. Accession numbers open the filing.',
  unless: (scale: string) => `${scale} unless it says otherwise`,
  filed: <T>(report: T, day: T) => phrase`${report}, filed ${day}`,
  atTheSec: 'at the SEC',
  inPlaceOf: (figure: string, form: string, accession: string) =>
    `in place of ${figure} in ${form} ${accession}`,
  concept: (concept: string) => CONCEPTS[concept] ?? concept.replaceAll('_', ' '),
  shares: (count: string, divisor: 1 | 1_000 | 1_000_000) =>
    `${count}${{ 1: '', 1000: ' thousand', 1000000: ' m' }[divisor]} shares`,
  priceOf: <T>(day: T) => phrase`Price of ${day}`,
  captionFrom: <T>(title: T, source: T) => phrase`${title}, ${source}`,
  close: 'Close',
  capitalisation: 'Market capitalisation',
  atClose: (close: string) => `at a close of ${close}`,
  rates: (from: string, to: string) => `Exchange rates from ${from} to ${to}`,
  asPublished: <T>(title: T) => phrase`${title}, as published`,
  oneFor: (currency: string, base: string) => `${currency} for one ${base}`,
  averageOf: <T>(from: T, to: T) => phrase`average of ${from} – ${to}`,
};

/** The unit of a report's sums. */
export const SCALE = {
  whole: (units: string) => `Whole ${units}`,
  thousands: (units: string) => `Thousands of ${units}`,
  millions: (units: string) => `Millions of ${units}`,
  unitsOfTheReport: 'units of the report’s currency',
  currency: (code: string) =>
    new Intl.NumberFormat('en-GB', { style: 'currency', currency: code, currencyDisplay: 'name' })
      .formatToParts(2)
      .find(({ type }) => type === 'currency')?.value ?? code,
};

/** Official lists and industries beside the verdict. */
export const OVERLAYS = {
  title: 'Values, apart from the verdict',
  hint: 'Official lists and industries',
  note: 'Official lists and industries. They never change the verdict or the score.',
  offer: (lists: number, industries: number) =>
    `Check ${lists} kinds of official lists and ${industries} industries`,
  listsOf: <T>(day: T) => phrase`By the lists of ${day}.`,
  notChecked: <T>(mark: T, message: string) => phrase`${mark}: ${message}`,
  notCheckedMark: 'not checked',
  why: (_code: string, message: string) => message,
  rule: 'A list is matched by known ticker or exact name only: not listed means that the name is not on it at its date, not that there is no exposure. What is not checked has no answer at all.',
  listed: 'listed',
  notListed: 'Not listed',
  as: <T>(name: T) => phrase`As ${name}.`,
  asOn: <T>(name: T, list: T, day: T) => phrase`As ${name} on ${list} of ${day}.`,
  asOnEnjoined: <T>(name: T, list: T, day: T) =>
    phrase`As ${name} on ${list} of ${day}, which a court has enjoined.`,
  checked: <T>(lists: T) => phrase`Checked: ${lists}.`,
  list: <T>(name: T, day: T) => phrase`${name}, ${day}`,
  flagged: 'flagged',
  notFlagged: 'Not flagged',
  byTable: <T>(result: T) => phrase`${result} by our table of companies.`,
  bySicAndTable: <T>(result: T, sic: string) => phrase`${result} by SIC ${sic} and our table of companies.`,
  because: <T>(result: T, reason: string) => phrase`${result}: ${reason}.`,
};

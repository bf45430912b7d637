import { phrase } from '../phrase.ts';
import { small } from './numbers.ts';

/** What the form offers. */
const CHOICES = {
  heldFor: { income: 'for income', trade: 'to trade' },
  year: { lunar: 'lunar, 2.5%', solar: 'solar, 2.577%' },
  goldUnit: { ounce: 'a troy ounce', gram: 'a gram' },
  securities: { with: 'counted', without: 'not counted' },
};

const APART = {
  cash: 'cash that is not in US dollars: add it to other wealth',
  below_zero:
    'cash below zero, which is not deducted: if you deduct what you owe, enter other wealth less this amount',
  no_amount: 'cash without an amount that we can read: write it like this: cash 1,204.11',
  option: 'an option, which is not counted',
  short: 'sold short, which is not counted',
  foreign: 'listed in another country: add its value to other wealth',
  unmatched: 'no listing found; write its ticker',
};

const REACHED = { yes: 'Reached', no: 'Not reached', open: 'Not known whether it is reached' };

/** Why the amount is what it is. */
const WHY = {
  below: (base: string, nisab: string) => `What counts, ${base}, is less than the nisab, ${nisab}.`,
  mayReach: (base: string, nisab: string) =>
    `What is known to count, ${base}, is less than the nisab, ${nisab}. With what is left out it may reach it.`,
  open: (base: string, nisab: string) =>
    `What is known to count, ${base}, may or may not reach the nisab, ${nisab}: the filings leave it open.`,
  noneKnown: 'Nothing that counts is known.',
  rate: (pct: number, base: string) => `${pct}% of ${base}.`,
  openAmount: 'The filings allow this range; its upper end covers everything that is counted.',
  /** `SPUS, TSM and 12 more` */
  without: (names: readonly string[], more: number) =>
    `Without ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
};

/** The arithmetic, step by step. */
const STEPS = {
  title: 'Arithmetic',
  note: 'Every step, for your records.',
  step: 'Step',
  dollars: 'US dollars',
  trade: 'Shares held to trade',
  tradeHow: 'market value',
  income: 'Shares held for income',
  incomeHow: 'your part of the company’s assets that count',
  cash: 'Cash in the list',
  cashHow: 'in full',
  other: 'Other wealth',
  otherHow: 'as you entered it',
  all: 'What counts in all',
  allHow: 'the sum',
  allKnownHow: 'the sum, without what is left out',
  reached: REACHED,
  nisab: 'Nisab',
  nisabHow: (grams: number, price: string, reached: keyof typeof REACHED) =>
    `${grams} grams of gold × ${price}. ${REACHED[reached]}`,
  zakat: 'Zakat',
  zakatHow: (pct: number, reached: keyof typeof REACHED) =>
    ({
      yes: `${pct}% of what counts`,
      no: 'nothing below the nisab',
      open: `${pct}% of what counts, if it reaches the nisab`,
    })[reached],
};

interface Sheet {
  /** Whether short-term securities are in `cash`. */
  readonly hasSecurities: boolean;
  readonly cash: string;
  readonly receivables: string;
  readonly inventories: string;
  readonly total: string;
  readonly shares: string;
  /** Shares of today for one of these, at least and at most; null where none were split. */
  readonly factor: { readonly low: string; readonly high: string } | null;
}

/** How the amount of one holding comes about. */
const HOW = {
  income: (shares: string, each: string) => `For income: ${shares} × ${each}.`,
  /** `Cash $45.3 bn, receivables $70.3 bn, inventories $5.9 bn: in all $121.5 bn, over 14,681,140,000 shares.` */
  sheet: ({ hasSecurities, cash, receivables, inventories, total, shares, factor }: Sheet) => {
    const title = hasSecurities ? 'Cash and short-term securities' : 'Cash';
    const split = factor === null ? '' : ` × ${spanOf(factor)}`;
    return `${title} ${cash}, receivables ${receivables}, inventories ${inventories}: in all ${total}, over ${shares}${split} shares.`;
  },
  overdue: 'A newer report is overdue, and we do not have it.',
  given: 'To trade: as given',
  close: <T>(shares: string, price: string, day: T) =>
    phrase`To trade: ${shares} × ${price}, the close of ${day}`,
};

function spanOf({ low, high }: NonNullable<Sheet['factor']>): string {
  return low === high ? high : `${low} to ${high}`;
}

/** Why a holding is in no sum, and what to do. */
const MISSING = {
  noValue: 'We have no recent closing price. Write its value in dollars: Costco $1,200.',
  notListed:
    'It is no longer listed, and its shares may no longer exist. Write what you hold for it now, or its value in dollars to trade: ATVI $950 trade.',
  noMeasure: 'Write how many shares on each of its lines, or a value in US dollars on each of them.',
  noShares: 'Write how many shares you hold: a value is not enough for a part of the company.',
  fund: 'A fund: its filings give no balance sheets of what it holds. Mark it “trade” to count its market value.',
  noBalance:
    'We have no report of the last 18 months with a share count. Mark it “trade” to count its market value.',
  otherCurrency: (currency: string | null) =>
    `Its report is in ${currency ?? 'another currency'}, and is not added to dollars. Mark it “trade” to count its market value.`,
  notBounded: (least: string) =>
    `Its balance sheet does not say how much counts at most. It is at least ${least}.`,
};

/** The table for one’s records. */
const RECORD = {
  notCounted: (kind: keyof typeof APART) => `not counted: ${kind}`,
  sold: 'no longer held',
  notYet: 'not held yet',
  unread: 'not understood',
  cash: 'Cash',
  reaches: 'Whether the nisab is reached',
  due: (pct: number, year: keyof typeof CHOICES.year) => `Zakat at ${pct}% (${year} year)`,
  calculated: (day: string, gold: number, note: string) =>
    `Calculated on ${day}, gold at ${gold} USD a gram. ${note}`,
};

/** The zakat of shares. */
export const ZAKAT = {
  title: 'Your zakat',
  lead: 'The zakat of your shares, from their prices or from balance sheets. You need no account.',
  get: {
    amount: 'The amount, with its arithmetic',
    amountText: 'What counts of each holding, the nisab, and the rate.',
    ways: 'Two ways to count',
    waysText: 'One for shares held to trade, one for shares held for income.',
    sources: 'The sources',
    sourcesText: <T>(rules: T) => phrase`Each balance sheet with its filing, and ${rules}.`,
    rules: 'each rule with its text',
  },
  example: 'AAPL 40\nMicrosoft 20\nNVDA 45 trade\ncash 1,204.11',
  hint: (most: number) =>
    `Up to ${most} lines: a ticker or a name, then how many shares. End a line with “trade” or “income” where it differs from the choice below. Or paste a CSV file as your broker exports it.`,
  labels: {
    heldFor: 'You hold them',
    year: 'Your zakat year',
    goldUnit: 'For',
    securities: 'Short-term securities',
  },
  choices: CHOICES,
  ways: 'Shares held to trade count at their market value. Shares held for income, or for years, count at your part of the company’s cash, receivables and inventories.',
  gold: 'Gold price, dollars',
  goldHint: 'Gold of 24 carats, on the day on which your zakat is due.',
  wrongGold:
    'Write a price in US dollars of 0.01 or more, with a comma for thousands and two decimals: 3,710.50.',
  other: 'Other wealth that counts',
  otherHint:
    'Other wealth: cash, gold and goods for trade, in US dollars. It counts towards the nisab. Cash in your list counts already. Short-term securities that a company owns can count with its cash.',
  wrongOther: 'Write an amount in US dollars, with a comma for thousands and two decimals: 1,204.11.',
  when: (year: keyof typeof CHOICES.year, counted: number, all: number) =>
    `For a ${year} year, ${small(counted)} of ${small(all)} ${all === 1 ? 'holding' : 'holdings'} counted.`,
  due: 'Zakat due',
  nothing: 'nothing',
  why: WHY,
  steps: STEPS,
  counts: 'Counts',
  countsNote: 'What counts of each: its value, or your part of the balance sheet.',
  how: HOW,
  leftOut: 'Left out',
  leftOutNote: 'In no sum above.',
  apart: <T>(asked: T, line: number, kind: keyof typeof APART) =>
    phrase`${asked}, line ${line}: ${APART[kind]}.`,
  sold: <T>(text: T, line: number) => phrase`${text}, line ${line}: no longer held.`,
  notYet: <T>(text: T, line: number) => phrase`${text}, line ${line}: not held yet.`,
  unread: <T>(text: T, line: number) => phrase`${text}, line ${line}: not understood.`,
  missing: MISSING,
  calculated: <T>(day: T) => phrase`Calculated on ${day}.`,
  change: 'Change holdings, gold price or year',
  record: RECORD,
};

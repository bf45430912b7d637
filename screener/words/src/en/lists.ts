import { capitalised, sentence } from '@common/base/english';
import {
  LEADER_KEYS,
  LEFT_OUT_REASONS,
  type LeaderKey,
  type LeftOutReason,
  VALUE_FIGURES,
  VALUE_MEASURES,
  type ValueFigure,
  type ValueMeasureName,
} from '@screener/engine/rankings/formulas';
import { phrase } from '../phrase.ts';

/** The orders of a list. */
type Order = 'limit' | 'size' | 'name' | 'score' | 'value';
/** What an order goes by: how much of its limit a company uses, its score, or its value. */
type By = 'limit' | 'score' | 'value';
type Size = 'large' | 'middle' | 'small';

/** The lists of compliant companies. */
export const LISTS = {
  compliant: 'Compliant',
  /** `compliant` is the word above, which a page puts beside its shape. */
  title: <T>(order: Order, compliant: T) => {
    if (order === 'score') return phrase`${compliant} companies, safest first`;
    if (order === 'value') return phrase`${compliant} companies by value`;
    return phrase`${compliant} companies, by industry`;
  },
  description: {
    limit:
      'US companies that pass Sharia screening, by industry, each with how much of its nearest limit it uses.',
    score: 'Companies that every methodology passes, ordered by how far each stays from the limits.',
    value:
      'Companies that every methodology passes, ordered by filed equity, sales, cash, earnings and free cash flow for their price.',
  } satisfies Record<By, string>,
  /** `shown` is the count as the page writes it; `byWhom` are the methodologies; `of` are an industry and a size. */
  count: (count: number, shown: string, isPast: boolean, byWhom: string, of: readonly string[]) => {
    const among = of.length === 0 ? '' : `${of.join(', ')}: `;
    if (count === 1) return `${among}1 company ${isPast ? 'was' : 'is'} compliant ${byWhom}.`;
    return `${among}${shown} companies ${isPast ? 'were' : 'are'} compliant ${byWhom}.`;
  },
  lead: {
    limit: 'The percentage is how much of its nearest limit a company uses: less is safer.',
    score: 'They are ordered by score: how far each stays from every limit, of 100 points.',
    value: 'They are ordered by what each has filed for a dollar of its market price.',
  } satisfies Record<By, string>,
  basis: <T>(day: T, age: string, rules: string) =>
    phrase`Based on data up to ${day} (${age}), rules: ${rules}.`,
  allStale: 'None of them has a verdict for today, because we have no later report.',
  someStale: (count: number, shown: string) =>
    `${shown} of them ${count === 1 ? 'has' : 'have'} no verdict for today, because we have no later report.`,
  /** Says nothing of the future in any order, and of all methodologies where a choice cannot change the order. */
  note: {
    limit: 'This is not advice.',
    score:
      'A high score says nothing about the price of a share, and is not advice. It is by all five methodologies.',
    value: 'Filed figures say nothing about what a share will be worth, and this is not advice.',
  } satisfies Record<By, string>,
  /** Of an order that goes by all methodologies. */
  whateverChosen: 'A choice of methodologies does not change this order.',
  /** `rules` are those of the list, which are not the reader’s. */
  otherRules: (rules: string) =>
    `Your account follows other rules than these: lists are by the ${rules} ones.`,
  otherIndustries: 'Other industries',
  allIndustries: 'All industries',
  someOf: <T>(count: number, all: string, link: T) => phrase`${count} of ${all}. ${link}`,
  /** What is only heard tells links of the same words apart. */
  showAll: (industry: string) => ({ seen: 'Show all', heard: ` in ${industry}` }),
  industry: 'Industry',
  every: (_count: number, inWords: string) => `All ${inWords}`,
  size: 'Size',
  anySize: 'Any size',
  sizes: {
    large: 'Over $10 bn',
    middle: '$2 bn to $10 bn',
    small: 'Under $2 bn',
  } satisfies Record<Size, string>,
  order: 'Order',
  orders: {
    limit: 'Safest first',
    size: 'Largest first',
    name: 'A to Z',
    score: 'By score',
    value: 'By value',
  } satisfies Record<Order, string>,
  show: 'Show',
  nobody: 'No company here has a compliant verdict. The reasons are below.',
  noMatch: <T>(link: T) => phrase`No company matches this choice. ${link}`,
  showEvery: 'Show all',
  previous: 'Previous',
  next: 'Next',
  pages: 'Pages',
  page: (page: number, pages: number, companies: string) =>
    `Page ${page} of ${pages}, ${companies} companies`,
  key: { title: 'The drawings', note: 'Left of the line passes.' },
  nothingYet: 'Nothing is listed here yet.',
  reload:
    'A server screens the companies it knows once after its first start. That takes seconds with the embedded snapshot, and about a minute for the whole market: reload this page then.',
};

/** The list of funds. */
export const FUND_LIST = {
  kinds: 'What is listed',
  companies: 'Companies',
  funds: 'Funds',
  marked: 'Compliant',
  /** `compliant` is the word above, which a page puts beside its shape. */
  title: <T>(compliant: T) => phrase`${compliant} funds`,
  description:
    'US funds whose holdings pass Sharia screening, each with the share of them that is compliant and known.',
  /** `byWhom` are the methodologies. */
  count: (count: number, shown: string, isPast: boolean, byWhom: string) => {
    if (count === 0) return `No fund whose holdings we know is compliant ${byWhom}.`;
    if (count === 1) return `1 fund ${isPast ? 'was' : 'is'} compliant ${byWhom}.`;
    return `${shown} funds ${isPast ? 'were' : 'are'} compliant ${byWhom}.`;
  },
  lead: 'A fund is judged by what it holds. What has no verdict counts against it until we know more.',
  /** The limits, as percentages. */
  limits: <T>(nonCompliant: string, doubtful: string, link: T) =>
    phrase`A compliant fund has at most ${nonCompliant} of its net assets in non-compliant holdings, and at most ${doubtful} with questionable ones. These limits are ours: no standard sets any. ${link}`,
  how: 'How we judge a fund',
  allStale: 'None of them has a verdict of today, because no later report of their holdings is here.',
  someStale: (count: number, shown: string) =>
    `${shown} of them ${count === 1 ? 'has' : 'have'} no verdict of today, because no later report of the holdings is here.`,
  fund: 'Fund',
  compliant: 'Compliant',
  nonCompliant: 'Non-compliant',
  known: 'With a verdict',
  size: 'Net assets',
  against: {
    nonCompliantPasses: 'Non-compliant',
    doubtfulPasses: 'Non-compliant or questionable',
  },
  nearest: (what: string, range: string) => `${what}, ${range} of net assets`,
  holdingsOf: <T>(day: T) => phrase`Holdings of ${day}`,
  holdingsOfOldReport: <T>(day: T) => phrase`Holdings of ${day}; no recent report`,
  open: {
    title: 'No verdict',
    note: 'Too many of their holdings have no verdict. The largest compliant share first, by net assets.',
    first: (shown: string, all: string) => `${shown} of ${all}.`,
  },
  others: {
    title: 'Not listed',
    note: (screened: string) => `Of the ${screened} funds whose holdings are known here.`,
    funds: (count: number, shown: string) => `${shown} ${count === 1 ? 'fund' : 'funds'}.`,
    nonCompliant: (limit: string) => `More than ${limit} of net assets is in non-compliant holdings.`,
    questionable: 'More is non-compliant or questionable than a compliant fund may hold.',
    tooOld: 'Old holdings',
    tooOldMeans: 'The newest report of their holdings is too old to say anything.',
  },
};

/** Rows of these lists. */
export const LIST_ROWS = {
  company: 'Company',
  marketCap: 'Market cap',
  used: 'Used',
  ofLimit: 'of limit',
  nearest: 'Nearest to its limit',
  within: 'within',
  beyond: 'beyond',
  score: 'Score',
  places: 'Places',
  place: (place: number) => `${place}${ENDINGS[PLURALS.select(place)]}`,
  /** `others` are the further tickers of the company. */
  tickers: <T>(first: T, others: T) => phrase`${first}, ${others}`,
  compliantOn: <T>(day: T) => phrase`Compliant on ${day}`,
  compliantByOldReport: <T>(day: T) => phrase`Compliant on ${day}; no recent report`,
  failsAt: (names: string) => `Fails at ${names}`,
  undecidedAt: (names: string) => `Undecided at ${names}`,
  interest: 'Interest',
  ratio: (amount: string, share: string, of: string) => `${capitalised(amount)}, ${share} of ${of}`,
  watch: (symbol: string) => ({ seen: 'Watch', heard: ` ${symbol}` }),
};

const PLURALS = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

const FIGURES: Readonly<Record<ValueFigure, string>> = {
  equity: 'equity',
  revenue: 'revenue',
  cash_beyond_debt: 'cash beyond debt',
  earnings: 'earnings',
  free_cash_flow: 'free cash flow',
  market_cap: 'market capitalisation',
  market_cap_and_debt: 'market capitalisation and debt',
};

interface Left {
  /** Null for a verdict, which pages show by its mark. */
  readonly title: string | null;
  readonly text: string;
}

const VERDICTS_LEFT: Readonly<Partial<Record<LeftOutReason, string>>> = {
  questionable: 'One or two methodologies fail, or the business is for a person to judge.',
  non_compliant: 'The business is prohibited, or three or more methodologies fail.',
  not_screenable: 'Something that is not filed, or that we do not know, could still change the answer.',
};

/** What is not listed and why, and how score and value order what is. */
export const LIST_RULES = {
  notListed: {
    title: 'Not listed',
    note: (left: string, screened: string) =>
      `${left} of the ${screened} listings whose filings are known here. Funds have a list of their own.`,
    listings: (count: number, shown: string) => `${shown} ${count === 1 ? 'listing' : 'listings'}.`,
  },
  leftOut: (code: LeftOutReason): Left => {
    const text = VERDICTS_LEFT[code];
    return text === undefined
      ? { title: code.replaceAll('_', ' '), text: sentence(LEFT_OUT_REASONS[code]) }
      : { title: null, text };
  },
  order: {
    title: 'The order',
    note: 'The first of these that differs decides between two companies.',
    /** Names of figures are between backticks. */
    key: (name: LeaderKey) => {
      const { key, why } = LEADER_KEYS[name];
      return { key: sentence(key), why: sentence(why) };
    },
  },
  measures: {
    title: 'The measures',
    note: 'All weigh the same. A place is 1 plus the number of companies with more; equal figures share one.',
    names: {
      book_yield: 'Equity',
      sales_yield: 'Sales',
      net_cash_yield: 'Net cash',
      earnings_yield: 'Earnings',
      free_cash_yield: 'Free cash',
    } satisfies Record<ValueMeasureName, string>,
    over: (numerator: ValueFigure, denominator: ValueFigure) =>
      sentence(`${FIGURES[numerator]} over ${FIGURES[denominator]}`),
    why: (measure: ValueMeasureName): string =>
      VALUE_MEASURES.find(({ name }) => name === measure)?.why ?? '',
    which: 'Which figures these are',
    least: 'Each is the end of its range that flatters the company least.',
    figure: (name: ValueFigure) => sentence(`${FIGURES[name]}: ${VALUE_FIGURES[name]}`),
  },
};

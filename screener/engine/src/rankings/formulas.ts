/** What is ranked, in which order and why. The methodology page shows this text. */

/** What runs rebuild: two rankings of companies, and the list of funds, which has no ranks. */
export const RANKING_KINDS = ['leaders', 'value', 'funds'] as const;
export type RankingKind = (typeof RANKING_KINDS)[number];
export type CompanyRanking = Exclude<RankingKind, 'funds'>;

/**
 * Raise this if a line changes its shape, or a ranking its order. A stored ranking with another number counts
 * as none and is built again.
 */
export const RANKING_VERSION = 4;

/** Keys of the leaderboard, by name; the first that differs decides. */
export const LEADER_KEYS = {
  score: { key: 'higher `score`', why: 'the distance from the limits, which the list ranks' },
  data_quality: {
    key: 'higher `data_quality` component',
    why: 'among equal scores, the one that rests on tighter figures',
  },
  purification: {
    key: 'lower upper end of the purification percentage; unknown comes last',
    why: 'among equally well filed scores, the one that leaves least to give away',
  },
  ticker: {
    key: 'ticker, in alphabetical order',
    why: 'so that equals stand in the same order everywhere',
  },
} as const;
export type LeaderKey = keyof typeof LEADER_KEYS;

/** The amounts behind the value measures: each is the end of its interval that flatters the company least. */
export const VALUE_FIGURES = {
  equity:
    'equity of the owners at the report’s period end: as filed, or all equity less that of minority owners where both are filed',
  revenue: 'lower end of total revenue over the trailing twelve months',
  cash_beyond_debt: 'lower end of cash and current securities less the upper end of debt, at least 0',
  earnings: 'net income of the owners over the trailing twelve months, at least 0',
  free_cash_flow:
    'cash from operations less capital expenditure over the trailing twelve months, at least 0; unknown where either is not filed',
  market_cap: 'upper end of market capitalisation',
  market_cap_and_debt: 'upper end of market capitalisation plus the upper end of debt',
} as const;
export type ValueFigure = keyof typeof VALUE_FIGURES;

interface ValueMeasure {
  readonly name: string;
  readonly numerator: ValueFigure;
  /** INVARIANT: positive, and larger the higher the price: of two tickers of a filer the cheaper leads everywhere. */
  readonly denominator: ValueFigure;
  readonly why: string;
}

/**
 * The value screen's measures: filed fundamentals per dollar of price, more is better. All weigh the same: a company
 * has a place in each (1 plus the number of companies with more), and companies are ranked by the sum of their places.
 */
export const VALUE_MEASURES = [
  {
    name: 'book_yield',
    numerator: 'equity',
    denominator: 'market_cap',
    why: 'What the owners’ books hold for what the owners’ shares cost. The equity includes any preferred stock: it is not always filed apart.',
  },
  {
    name: 'sales_yield',
    numerator: 'revenue',
    denominator: 'market_cap_and_debt',
    why: 'Sales belong to owners and lenders together, so the price is that of both: debt does not make a company cheap.',
  },
  {
    name: 'net_cash_yield',
    numerator: 'cash_beyond_debt',
    denominator: 'market_cap',
    why: 'The part of the price that is backed by cash no lender can claim. Borrowed cash earns nothing.',
  },
  {
    name: 'earnings_yield',
    numerator: 'earnings',
    denominator: 'market_cap',
    why: 'What the owners’ shares earned in a year for what they cost. A loss counts as nothing earned: over a higher price it would look smaller.',
  },
  {
    name: 'free_cash_yield',
    numerator: 'free_cash_flow',
    denominator: 'market_cap',
    why: 'Earnings are an estimate, cash is counted. It is what the business took in after paying for what it must replace.',
  },
] as const satisfies readonly ValueMeasure[];
export type ValueMeasureName = (typeof VALUE_MEASURES)[number]['name'];

/** Keys after the sum of places; the first that differs decides. */
export const VALUE_TIES: readonly { readonly key: string; readonly why: string }[] = [
  { key: 'higher `book_yield`', why: 'the measure that rests on one filed figure' },
  { key: 'ticker, in alphabetical order', why: 'so that equals stand in the same order everywhere' },
];

/** Why a screened listing is in no ranking. For which apply where, see `leaderOf` and `valueCandidateOf`. */
export const LEFT_OUT_REASONS = {
  not_screenable: 'the screening could not be decided',
  non_compliant: 'the screening is non-compliant',
  questionable: 'the screening is questionable',
  another_ticker: 'another ticker of the same filer represents it',
  market_cap_not_known: 'no market capitalisation is known',
  report_in_other_currency:
    'the report is in another currency than the price, and flows have no rate of one day',
  equity_not_filed: 'the report gives no equity of the owners alone',
  equity_not_positive: 'stockholders’ equity is zero or negative: a yield on it would mean nothing',
  revenue_not_known: 'no revenue is known for the trailing twelve months',
  debt_not_bounded: 'nothing bounds the debt',
  earnings_not_stored:
    'the stored facts hold no earnings for any period; they are probably from an earlier version: import them again',
  earnings_not_known: 'no net income is known for the trailing twelve months',
  cash_flow_not_known: 'no cash flow from operations is known for the trailing twelve months',
  capital_expenditure_not_known: 'no capital expenditure is known for the trailing twelve months',
} as const;
export type LeftOutReason = keyof typeof LEFT_OUT_REASONS;

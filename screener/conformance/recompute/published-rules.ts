import { addMonths } from './dates.ts';
import { decimal, type Fraction } from './fraction.ts';

/**
 * The published rules as an auditor copies them from the methodology page and the documents that it names: limits,
 * verdict, score. Percentages are written as fractions of one.
 */

/** The ECB publishes no rates on weekends, on these days, on Good Fridays and on Easter Mondays. */
export const NO_RATES = ['01-01', '05-01', '12-25', '12-26'];
export const EASTER_SUNDAYS =
  '2009-04-12 2010-04-04 2011-04-24 2012-04-08 2013-03-31 2014-04-20 2015-04-05 2016-03-27 2017-04-16 2018-04-01 2019-04-21 2020-04-12 2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21 2031-04-13 2032-03-28 2033-04-17 2034-04-09 2035-03-25'.split(
    ' ',
  );
/** How far a day may be from the average of its month. */
export const MONTHLY_AVERAGE_WIDTH: Fraction = decimal('0.33');

export interface PublishedCheck {
  readonly ratio: string;
  readonly numerator: string;
  readonly denominator: string;
  /** The check passes if ratio <comparison> limit. */
  readonly comparison: '<' | '<=';
  readonly limit: Fraction;
}

interface PublishedMethodology {
  readonly id: string;
  /**
   * Months of the trailing average that the methodology's text specifies, shown for information; null if it
   * has none.
   */
  readonly averageMonths: number | null;
  readonly checks: readonly PublishedCheck[];
}

/** Builds a check. A ratio's denominator is what follows its last `_to_`. */
function check(ratio: string, numerator: string, comparison: '<' | '<=', limit: string): PublishedCheck {
  const denominator = ratio.split('_to_').at(-1) ?? '';
  return { ratio, numerator, denominator, comparison, limit: decimal(limit) };
}

const CASH_ALL = 'cash_and_all_securities';
const CASH_CURRENT = 'cash_and_current_securities';

const AAOIFI: PublishedMethodology = {
  id: 'aaoifi',
  averageMonths: null,
  checks: [
    check('debt_to_market_cap', 'debt', '<=', '0.30'),
    check('deposits_to_market_cap', CASH_ALL, '<=', '0.30'),
    check('prohibited_income_to_revenue', 'interest_income', '<=', '0.05'),
  ],
};

const FTSE: PublishedMethodology = {
  id: 'ftse',
  averageMonths: null,
  checks: [
    check('debt_to_total_assets', 'debt', '<', '0.33333'),
    check('cash_and_current_securities_to_total_assets', CASH_CURRENT, '<', '0.33333'),
    check('receivables_and_cash_to_total_assets', 'receivables_and_cash', '<', '0.50'),
    check('prohibited_income_to_revenue', 'interest_income', '<=', '0.05'),
  ],
};

const msci = (receivablesLimit: string): PublishedMethodology => ({
  id: 'msci',
  averageMonths: null,
  checks: [
    check('debt_to_total_assets', 'debt', '<=', '0.3333'),
    check('cash_and_current_securities_to_total_assets', CASH_CURRENT, '<=', '0.3333'),
    check('receivables_and_cash_to_total_assets', 'receivables_and_cash', '<=', receivablesLimit),
  ],
});

const DEBT_ALONE = [check('debt_to_market_cap', 'debt', '<', '0.33')];

const debtCashReceivables = (receivablesLimit: string): readonly PublishedCheck[] => [
  ...DEBT_ALONE,
  check('cash_and_securities_to_market_cap', CASH_ALL, '<', '0.33'),
  check('receivables_to_market_cap', 'receivables', '<', receivablesLimit),
];

/** Each rule set with its methodologies, in the order of the audit matrix. */
export const RULE_SETS: Readonly<Record<'current' | 'classic', readonly PublishedMethodology[]>> = {
  current: [
    AAOIFI,
    { id: 'djim', averageMonths: 24, checks: DEBT_ALONE },
    FTSE,
    msci('0.70'),
    { id: 'sp', averageMonths: 36, checks: DEBT_ALONE },
  ],
  classic: [
    AAOIFI,
    { id: 'djim', averageMonths: 24, checks: debtCashReceivables('0.33') },
    FTSE,
    msci('0.3333'),
    { id: 'sp', averageMonths: 36, checks: debtCashReceivables('0.49') },
  ],
};

/** This many failed methodologies make the whole verdict non-compliant. */
export const FAILS_FOR_NON_COMPLIANT = 3;

export const SCORE_CAPS = {
  compliant: decimal('100'),
  questionable: decimal('69'),
  non_compliant: decimal('39'),
  not_screenable: decimal('0'),
} as const;

export const BUSINESS_SCORE = {
  max: 20,
  pass: decimal('20'),
  review: decimal('10'),
  fail: decimal('0'),
  unknown: decimal('0'),
} as const;

/** A component is as good as the worst check on its numerators; a pass earns half, headroom the other half. */
export const RATIO_COMPONENTS: Readonly<Record<string, { max: number; numerators: readonly string[] }>> = {
  debt: { max: 25, numerators: ['debt'] },
  cash_and_interest_bearing: { max: 15, numerators: [CASH_CURRENT, CASH_ALL] },
  receivables: { max: 10, numerators: ['receivables', 'receivables_and_cash'] },
  prohibited_income: { max: 20, numerators: ['interest_income'] },
};
export const PASSING_SHARE = decimal('0.5');
export const DATA_QUALITY_MAX = 10;

/** An anchor older than this at the screening date is not screened. */
export const ANCHOR_AGE_LIMIT_MONTHS = 18;
/** A close older than this does not count as a price. */
export const PRICE_AGE_LIMIT_DAYS = 45;
/** A smaller share count on a cover page is a placeholder. */
export const LEAST_SHARES = decimal('10000');
/** This share of a window's month-ends must be present for a trailing average to be given. */
export const LEAST_SHARE_OF_MONTHS = decimal('0.75');
/** A fiscal year of 52 or 53 weeks, or a calendar year. */
export const YEAR_DAYS = { least: 350, most: 380 } as const;
/** Fiscal quarters of 52/53-week years start and end up to about a week off. */
export const SLACK_DAYS = 8;
/** What investing may cost, as a share of the balance per year: the rule `interest_net_of_investment_expense`. */
export const EXPENSE_LIMIT = 0.0075;
/**
 * The rule `interest_yield`, in percent per year: the rate of bills plus these points, at most `MOST_YIELD`.
 */
const POINTS_ABOVE_BILLS = 3;
const MOST_YIELD = 8;
const BILL_MONTHS = 18;

/**
 * The highest rate of Treasury bills by quarter, as published with the rule: the year and its quarters, in percent.
 */
const BILL_RATES = new Map(
  `2007: 5.25 5.25 5.25 4.5; 2008: 3.5 2.75 2.5 2; 2009: 1 .75 .75 .5; 2010: .5 .5 .5 .5; 2011: .5 .5 .5 .5;
   2012: .5 .5 .5 .5; 2013: .5 .5 .5 .5; 2014: .5 .5 .5 .5; 2015: .5 .5 .5 .75; 2016: .75 .75 .75 1;
   2017: 1.25 1.5 1.5 2; 2018: 2.25 2.5 2.75 3; 2019: 2.75 2.75 2.5 2; 2020: 1.75 .5 .5 .5; 2021: .5 .5 .5 .5;
   2022: 2 3.5 4.5 5; 2023: 5.5 5.75 5.75 5.75; 2024: 5.75 5.75 5.75 5; 2025: 4.5 4.75 4.75 4.5; 2026: 4 4.25`
    .split(';')
    .flatMap((line) => {
      const [year = '', rates = ''] = line.split(':');
      return rates
        .trim()
        .split(' ')
        .map((rate, index): [string, number] => [`${year.trim()} ${index + 1}`, Number(rate)]);
    }),
);

/** Returns the share of the balance that a year of interest stays below, for the twelve months to `end`. */
export function yieldLimit(end: string, currency: string | null): number {
  if (currency !== 'USD') return MOST_YIELD / 100;
  const months = Array.from({ length: BILL_MONTHS + 1 }, (_, back) => addMonths(end, -back));
  const rates = months.map((day) => {
    const quarter = Math.ceil(Number(day.slice(5, 7)) / 3);
    return BILL_RATES.get(`${day.slice(0, 4)} ${quarter}`) ?? MOST_YIELD;
  });
  return Math.min(MOST_YIELD, Math.max(...rates) + POINTS_ABOVE_BILLS) / 100;
}

/**
 * Companies that lend to their customers. Interest is part of their revenue, and a filed line is only a part
 * of it.
 */
export const CAPTIVE_LENDERS: readonly string[] =
  `0000037996 0001467858 0000315189 0000018230 0000075362 0000793952 0001567094 0000217346 0000091440 0000051143
   0001645590 0001571996 0000078814 0001770450 0001170010
   0000858877 0001690820 0000350698 0001023128 0000799850 0001580864 0001594805 0001650164 0000896878 0001512673
   0001633917 0001099590 0001662991 0001820953 0001647639 0001529864 0001584207 0000840489 0000876523 0000933036
   0001808834 0001309108 0001703399 0001855612 0001745431 0001712807 0001094517 0000715153 0001605484`.split(
    /\s+/,
  );
/** Debt that a note states as principal counts at this share, because the carrying amount is smaller. */
export const PRINCIPAL_SHARE = 0.95;
/** The share at which accrued and other liabilities, which may hold debt, are taken off a residual. */
export const MIXED_SHARE = 0.8;
/** Filed lines may miss their total by two units of the coarsest of these that divides the totals. */
export const ROUNDING_UNITS = 2;
export const PRECISIONS: readonly number[] = [1_000_000, 100_000, 1_000, 1];
/** The precisions for a total in a note. */
export const PRECISIONS_OF_NOTES: readonly number[] = [100_000_000, 10_000_000, ...PRECISIONS];

/** What every answer must say about itself. */
export const STANDING_APPROXIMATIONS: readonly string[] = [
  'point_in_time_market_cap',
  'interest_income_is_the_proxy',
];

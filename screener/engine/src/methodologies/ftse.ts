import type { Editions, Methodology } from './methodology.ts';

const SOURCE = 'FTSE Global Equity Shariah Index Series Ground Rules, v4.6, February 2026';

const EDITION: Methodology = {
  id: 'ftse',
  name: 'FTSE Yasaar',
  shortName: 'FTSE',
  edition: 'FTSE Global Equity Shariah Index Series, v4.6, February 2026',
  averageMonths: null,
  note: 'The second ratio counts cash and current interest-bearing securities: with non-current ones, Apple would fail, yet every fund that follows these rules holds it.',
  checks: [
    {
      ratio: 'debt_to_total_assets',
      numerator: 'debt',
      denominator: 'total_assets',
      threshold: 0.33333,
      comparison: '<',
      source: `${SOURCE}: less than 33.333 %`,
      confidence: 'high',
    },
    {
      ratio: 'cash_and_current_securities_to_total_assets',
      numerator: 'cash_and_current_securities',
      denominator: 'total_assets',
      threshold: 0.33333,
      comparison: '<',
      source: `${SOURCE}: less than 33.333 %`,
      confidence: 'high',
    },
    {
      ratio: 'receivables_and_cash_to_total_assets',
      numerator: 'receivables_and_cash',
      denominator: 'total_assets',
      threshold: 0.5,
      comparison: '<',
      source: `${SOURCE}: less than 50 %`,
      confidence: 'high',
    },
    {
      ratio: 'prohibited_income_to_revenue',
      numerator: 'interest_income',
      denominator: 'revenue',
      threshold: 0.05,
      comparison: '<=',
      source: `${SOURCE}: does not exceed 5 %`,
      confidence: 'high',
    },
  ],
};

/** Both rule sets have the same figures. */
export const FTSE: Editions = { current: EDITION, classic: EDITION };

import type { Editions, Methodology } from './methodology.ts';

const CURRENT: Methodology = {
  id: 'sp',
  name: 'S&P Shariah',
  shortName: 'S&P',
  edition: 'S&P Shariah Indices Methodology, May 2025',
  averageMonths: 36,
  note: 'One ratio since September 2023, according to a single published reading.',
  checks: [
    {
      ratio: 'debt_to_market_cap',
      numerator: 'debt',
      denominator: 'market_cap',
      threshold: 0.33,
      comparison: '<',
      source: 'S&P Shariah Indices Methodology, May 2025: less than 33 %',
      confidence: 'low',
    },
  ],
};

const CLASSIC: Methodology = {
  id: 'sp',
  name: 'S&P Shariah',
  shortName: 'S&P',
  edition: 'S&P Shariah Indices Methodology, editions before September 2023',
  averageMonths: 36,
  note: 'The text that most sites still publish. S&P dropped cash and receivables in September 2023.',
  checks: [
    {
      ratio: 'debt_to_market_cap',
      numerator: 'debt',
      denominator: 'market_cap',
      threshold: 0.33,
      comparison: '<',
      source: 'S&P Shariah Indices Methodology, before September 2023: less than 33 %',
      confidence: 'high',
    },
    {
      ratio: 'cash_and_securities_to_market_cap',
      numerator: 'cash_and_all_securities',
      denominator: 'market_cap',
      threshold: 0.33,
      comparison: '<',
      source: 'S&P Shariah Indices Methodology, before September 2023: less than 33 %',
      confidence: 'high',
    },
    {
      ratio: 'receivables_to_market_cap',
      numerator: 'receivables',
      denominator: 'market_cap',
      threshold: 0.49,
      comparison: '<',
      source: 'S&P Shariah Indices Methodology, before September 2023: less than 49 %',
      confidence: 'high',
    },
  ],
};

export const SP: Editions = { current: CURRENT, classic: CLASSIC };

import type { Editions, Methodology } from './methodology.ts';

const CURRENT: Methodology = {
  id: 'djim',
  name: 'DJIM',
  shortName: 'DJIM',
  edition: 'Dow Jones Islamic Market Indices Methodology, February 2026, Appendix A',
  averageMonths: 24,
  note: 'One ratio since September 2023. The memory rule (a stock within two points of the limit keeps its status for two periods) is not applied: screening has no memory.',
  checks: [
    {
      ratio: 'debt_to_market_cap',
      numerator: 'debt',
      denominator: 'market_cap',
      threshold: 0.33,
      comparison: '<',
      source: 'Dow Jones Islamic Market Indices Methodology, February 2026, Appendix A: less than 33 %',
      confidence: 'medium',
    },
  ],
};

const CLASSIC: Methodology = {
  id: 'djim',
  name: 'DJIM',
  shortName: 'DJIM',
  edition: 'Dow Jones Islamic Market Indices Methodology, editions before 2023',
  averageMonths: 24,
  note: 'The text that most sites still publish. DJIM dropped receivables in March 2023 and cash in September 2023.',
  checks: [
    {
      ratio: 'debt_to_market_cap',
      numerator: 'debt',
      denominator: 'market_cap',
      threshold: 0.33,
      comparison: '<',
      source: 'Dow Jones Islamic Market Indices Methodology, before 2023: less than 33 %',
      confidence: 'high',
    },
    {
      ratio: 'cash_and_securities_to_market_cap',
      numerator: 'cash_and_all_securities',
      denominator: 'market_cap',
      threshold: 0.33,
      comparison: '<',
      source: 'Dow Jones Islamic Market Indices Methodology, before 2023: less than 33 %',
      confidence: 'high',
    },
    {
      ratio: 'receivables_to_market_cap',
      numerator: 'receivables',
      denominator: 'market_cap',
      threshold: 0.33,
      comparison: '<',
      source: 'Dow Jones Islamic Market Indices Methodology, before 2023: less than 33 %',
      confidence: 'high',
    },
  ],
};

export const DJIM: Editions = { current: CURRENT, classic: CLASSIC };

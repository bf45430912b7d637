import type { Editions, Methodology } from './methodology.ts';

const STANDARD = 'AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds)';

const EDITION: Methodology = {
  id: 'aaoifi',
  name: 'AAOIFI SS 21',
  shortName: 'AAOIFI',
  edition: 'Shari’ah Standard 21, clause 3/4',
  averageMonths: null,
  note: 'Deposits of any term count, so the second ratio includes securities of any maturity. Interest income is the proxy for prohibited income.',
  checks: [
    {
      ratio: 'debt_to_market_cap',
      numerator: 'debt',
      denominator: 'market_cap',
      threshold: 0.3,
      comparison: '<=',
      source: `${STANDARD}, 3/4/2: does not exceed 30 %`,
      confidence: 'high',
    },
    {
      ratio: 'deposits_to_market_cap',
      numerator: 'cash_and_all_securities',
      denominator: 'market_cap',
      threshold: 0.3,
      comparison: '<=',
      source: `${STANDARD}, 3/4/3: does not exceed 30 %`,
      confidence: 'high',
    },
    {
      ratio: 'prohibited_income_to_revenue',
      numerator: 'interest_income',
      denominator: 'revenue',
      threshold: 0.05,
      comparison: '<=',
      source: `${STANDARD}, 3/4/4: does not exceed 5 %`,
      confidence: 'medium',
    },
  ],
};

/** The same text is in both rule sets: no later edition changes its figures. */
export const AAOIFI: Editions = { current: EDITION, classic: EDITION };

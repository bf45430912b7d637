import type { Editions, Methodology, RatioCheck } from './methodology.ts';

const SOURCE = 'MSCI Islamic Index Series Methodology';

const DEBT_AND_CASH: readonly RatioCheck[] = [
  {
    ratio: 'debt_to_total_assets',
    numerator: 'debt',
    denominator: 'total_assets',
    threshold: 0.3333,
    comparison: '<=',
    source: `${SOURCE}: may not exceed 33.33 %`,
    confidence: 'high',
  },
  {
    ratio: 'cash_and_current_securities_to_total_assets',
    numerator: 'cash_and_current_securities',
    denominator: 'total_assets',
    threshold: 0.3333,
    comparison: '<=',
    source: `${SOURCE}: may not exceed 33.33 %`,
    confidence: 'high',
  },
];

const CURRENT: Methodology = {
  id: 'msci',
  name: 'MSCI Islamic',
  shortName: 'MSCI',
  edition: 'MSCI Islamic Index Series Methodology, 2025 editions',
  averageMonths: null,
  note: 'Limits for staying in the index (entry is stricter: 30 %, 30 %, 46 %). The third limit rests on two independent readings.',
  checks: [
    ...DEBT_AND_CASH,
    {
      ratio: 'receivables_and_cash_to_total_assets',
      numerator: 'receivables_and_cash',
      denominator: 'total_assets',
      threshold: 0.7,
      comparison: '<=',
      source: `${SOURCE}, 2025: may not exceed 70 %`,
      confidence: 'low',
    },
  ],
};

const CLASSIC: Methodology = {
  id: 'msci',
  name: 'MSCI Islamic',
  shortName: 'MSCI',
  edition: 'MSCI Islamic Index Series Methodology, editions before April 2025',
  averageMonths: null,
  note: 'The text that most sites still publish.',
  checks: [
    ...DEBT_AND_CASH,
    {
      ratio: 'receivables_and_cash_to_total_assets',
      numerator: 'receivables_and_cash',
      denominator: 'total_assets',
      threshold: 0.3333,
      comparison: '<=',
      source: `${SOURCE}, before April 2025: may not exceed 33.33 %`,
      confidence: 'high',
    },
  ],
};

export const MSCI: Editions = { current: CURRENT, classic: CLASSIC };

/** What a ratio is made of. Money amounts come from the anchor's balance sheet or the trailing twelve months. */
export type Numerator =
  | 'debt'
  | 'cash_and_current_securities'
  | 'cash_and_all_securities'
  | 'receivables'
  | 'receivables_and_cash'
  | 'interest_income';
export type Denominator = 'market_cap' | 'total_assets' | 'revenue';

/** How far a reading of the rule's text is backed: see `source`. */
export type Confidence = 'high' | 'medium' | 'low';

export interface RatioCheck {
  /** Name of the ratio in answers, such as `debt_to_market_cap`. */
  readonly ratio: string;
  readonly numerator: Numerator;
  readonly denominator: Denominator;
  /** Fraction, not percent. */
  readonly threshold: number;
  /** The check passes when `ratio <comparison> threshold`. */
  readonly comparison: '<' | '<=';
  readonly source: string;
  readonly confidence: Confidence;
}

export type MethodologyId = 'aaoifi' | 'djim' | 'ftse' | 'msci' | 'sp';
export type RuleSetId = 'current' | 'classic';

/** One methodology in one edition: data, so that a correction is a line. */
export interface Methodology {
  readonly id: MethodologyId;
  readonly name: string;
  readonly edition: string;
  readonly checks: readonly RatioCheck[];
  /** Trailing average of market cap that the text specifies, in months; the service uses the point in time. */
  readonly averageMonths: number | null;
  readonly note: string;
}

export interface RuleSet {
  readonly id: RuleSetId;
  readonly description: string;
  readonly methodologies: readonly Methodology[];
}

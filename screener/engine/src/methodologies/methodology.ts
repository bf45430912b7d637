import type { Static } from 'typebox';
import { choice } from '../schema-parts.ts';

/** What a ratio is made of. Money amounts come from the anchor's balance sheet or the trailing twelve months. */
export type Numerator =
  | 'debt'
  | 'cash_and_current_securities'
  | 'cash_and_all_securities'
  | 'receivables'
  | 'receivables_and_cash'
  | 'interest_income';
export type Denominator = 'market_cap' | 'total_assets' | 'revenue';

export const Confidence = choice(
  ['high', 'medium', 'low'],
  'How well the reading of that text is supported: a property of the rule, not of the company',
);
export type Confidence = Static<typeof Confidence>;

export const Comparison = choice(['<', '<='], 'The check passes when value comparison threshold');

export interface RatioCheck {
  /** The name of the ratio in answers, such as `debt_to_market_cap`. */
  readonly ratio: string;
  readonly numerator: Numerator;
  readonly denominator: Denominator;
  /** A fraction, not percent. */
  readonly threshold: number;
  readonly comparison: Static<typeof Comparison>;
  readonly source: string;
  /** Of the reading of `source`. */
  readonly confidence: Confidence;
}

/** `current`: the editions in force. `classic`: the texts before them, which most sites still publish. */
export const RULE_SET_IDS = ['current', 'classic'] as const;
export type RuleSetId = (typeof RULE_SET_IDS)[number];
export const Rules = choice(
  RULE_SET_IDS,
  'The rule set: current, the editions in force; classic, the texts before them',
);

/** One methodology in one edition: data, so that a correction is one line. */
export interface Methodology {
  /** Short, lower case, the same in every edition: the id in answers and in stored history. */
  readonly id: string;
  readonly name: string;
  /** Its name within a sentence. */
  readonly shortName: string;
  readonly edition: string;
  readonly checks: readonly RatioCheck[];
  /** Trailing average of market cap that the text specifies, in months; the service uses the point in time. */
  readonly averageMonths: number | null;
  readonly note: string;
}

/** A methodology in the edition of each rule set: what its file exports. */
export type Editions = Readonly<Record<RuleSetId, Methodology>>;

export interface RuleSet {
  readonly id: RuleSetId;
  readonly description: string;
  readonly methodologies: readonly Methodology[];
}

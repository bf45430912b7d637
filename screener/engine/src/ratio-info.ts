import { type AnswerOf, choice, object, text } from './schema-parts.ts';

/** What a ratio of answers is, for a reader who shows it. */
export const RatioInfo = object({
  label: text('The ratio in plain words'),
  unit: choice(['fraction'], 'fraction: 0.3 is 30 %'),
  numerator: text('Name of an entry of amounts'),
  denominator: text('Name of an entry of amounts'),
});
export type RatioInfo = AnswerOf<typeof RatioInfo>;

/** Names of amounts that their identifier does not say plainly. */
const AMOUNT_WORDS: Readonly<Record<string, string>> = {
  cash_and_current_securities: 'cash and current interest-bearing securities',
  cash_and_all_securities: 'cash and all interest-bearing securities',
  receivables_and_cash: 'receivables and cash',
  market_cap: 'market capitalisation',
};

/**
 * An amount of answers within a sentence.
 * @example amountWords('market_cap') // 'market capitalisation'
 * @example amountWords('total_assets') // 'total assets'
 */
export function amountWords(name: string): string {
  return AMOUNT_WORDS[name] ?? name.replaceAll('_', ' ');
}

export function ratioInfo(numerator: string, denominator: string): RatioInfo {
  return { label: ratioLabel({ numerator, denominator }), unit: 'fraction', numerator, denominator };
}

/**
 * A ratio in plain words.
 * @example ratioLabel({ numerator: 'debt', denominator: 'market_cap' }) // 'debt over market capitalisation'
 */
export function ratioLabel({ numerator, denominator }: Pick<RatioInfo, 'numerator' | 'denominator'>): string {
  return `${amountWords(numerator)} over ${amountWords(denominator)}`;
}

/** Describes a ratio of answers, for programs that show it. */
export interface RatioInfo {
  /** In plain words, such as `debt over market capitalisation`. */
  readonly label: string;
  /** `fraction`: 0.3 is 30 %. */
  readonly unit: 'fraction';
  readonly numerator: string;
  readonly denominator: string;
}

/** Names of amounts that their identifier does not say plainly. */
const AMOUNT_WORDS: Readonly<Record<string, string>> = {
  cash_and_current_securities: 'cash and current interest-bearing securities',
  cash_and_all_securities: 'cash and all interest-bearing securities',
  receivables_and_cash: 'receivables and cash',
  market_cap: 'market capitalisation',
};

/** An amount of answers within a sentence. */
export function amountWords(name: string): string {
  return AMOUNT_WORDS[name] ?? name.replaceAll('_', ' ');
}

export function ratioInfo(numerator: string, denominator: string): RatioInfo {
  return { label: ratioLabel({ numerator, denominator }), unit: 'fraction', numerator, denominator };
}

export function ratioLabel({ numerator, denominator }: Pick<RatioInfo, 'numerator' | 'denominator'>): string {
  return `${amountWords(numerator)} over ${amountWords(denominator)}`;
}

import type { Findings } from './findings.ts';
import { type TranslationAnswer, translationAnswer } from './rates/translation-answer.ts';

/** How the balances were put into the currency of the price; null if they were in it. */
export function translationOf({
  marketCap,
  priced,
}: Pick<Findings, 'marketCap' | 'priced'>): TranslationAnswer | null {
  const translation = marketCap.ok ? marketCap.value.translation : null;
  return translation === null || priced === null ? null : translationAnswer(translation, priced);
}

import { REFUSALS as AR } from './ar/refusals.ts';
import { REFUSALS as EN } from './en/refusals.ts';
import { type Face, PAGE } from './face.ts';
import type { Language } from './language.ts';

const REFUSALS: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

/**
 * Explains to the reader of a page why there is no screening: without terms of the API, and without commands
 * that only an operator can run.
 */
export function refusalOnPage(
  { code, message }: { readonly code: string; readonly message: string },
  typed: string,
  face: Face = PAGE,
): string {
  const { unknownTicker, invalidDate, other } = REFUSALS[face.language];
  switch (code) {
    case 'ticker_not_found':
      return unknownTicker(typed);
    case 'invalid_as_of':
      return invalidDate;
    default:
      return other(code, message);
  }
}

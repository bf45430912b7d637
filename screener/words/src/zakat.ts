import { GIVING as AR } from './ar/giving.ts';
import { GIVING as EN } from './en/giving.ts';
import { type Face, PAGE } from './face.ts';
import type { Language } from './language.ts';

const GIVING: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

/** The rules for programs; pages ask `zakatInWords`. */
export const ZAKAT_IN_WORDS = EN.zakat;

/** Says what counts, and by whose rule. */
export function zakatInWords(face: Face = PAGE): string {
  return GIVING[face.language].zakat;
}

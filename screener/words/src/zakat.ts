import { type Face, PAGE } from './face.ts';
import { WORDS, wordsOf } from './words.ts';

/** The rules for programs; pages ask `zakatInWords`. */
export const ZAKAT_IN_WORDS = WORDS.en.giving.zakat;

/** Says what counts, and by whose rule. */
export function zakatInWords(face: Face = PAGE): string {
  return wordsOf(face).giving.zakat;
}

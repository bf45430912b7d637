import { AR } from './ar/words.ts';
import { EN, type Words } from './en/words.ts';
import type { Face } from './face.ts';
import { isolated } from './isolate.ts';
import { DIRECTIONS, type Language } from './language.ts';

export type { Words };

export const WORDS: Readonly<Record<Language, Words>> = { en: EN, ar: AR };

/** Returns the words in the language of a face. */
export function wordsOf({ language }: Pick<Face, 'language'>): Words {
  return WORDS[language];
}

/** Keeps the direction of a value, such as a name, an amount or a range, within the language of the face. */
export function leftToRight(value: string, { language }: Pick<Face, 'language'>): string {
  return DIRECTIONS[language] === 'rtl' ? isolated(value) : value;
}

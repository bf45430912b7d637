import { DIRECTIONS, type Language } from './language.ts';

const [START, END] = ['\u2066', '\u2069'];
/** Digits and their separators keep their order in any direction. */
const BARE_NUMBER = /^[\d.,]*$/;
const ARABIC = /\p{Script=Arabic}/u;

/**
 * Isolates a text whose direction is left to right, such as a ticker, a percentage or a range, so that it keeps this
 * direction within Arabic. A text with Arabic in it, as a range with Arabic units, stays as it is.
 */
export function isolated(text: string): string {
  if (ARABIC.test(text)) return text;
  const bare = text.replaceAll(START, '').replaceAll(END, '');
  return BARE_NUMBER.test(bare) ? bare : `${START}${bare}${END}`;
}

/** Keeps the direction of a value, such as a name, an amount or a range, within a language. */
export function leftToRight(value: string, { language }: { readonly language: Language }): string {
  return DIRECTIONS[language] === 'rtl' ? isolated(value) : value;
}

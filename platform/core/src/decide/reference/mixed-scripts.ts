/** Scripts that are written together in one word: Japanese, Chinese and Korean, also with Latin letters. */
const EAST_ASIAN = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul'];
const OTHERS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Cherokee', 'Coptic', 'Hebrew', 'Arabic'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Thai', 'Lao', 'Myanmar', 'Khmer', 'Ethiopic', 'Lisu', 'Tifinagh', 'Nko', 'Canadian_Aboriginal'],
  ...['Deseret', 'Osage', 'Warang_Citi', 'Vai', 'Runic', 'Gothic', 'Old_Italic', 'Carian', 'Lydian'],
];

const scriptOf = (name: string) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const;
const EAST = new RegExp(`[${EAST_ASIAN.map((name) => `\\p{Script=${name}}`).join('')}]`, 'u');
const SCRIPTS = OTHERS.map(scriptOf);
/** An unbroken run of letters. */
const WORD = /[\p{L}\p{M}]+/gu;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Whether a word of the text mixes letters of different scripts, as only somebody does who wants it to look
 * like another (Unicode TS 39, "highly restrictive").
 * @example hasMixedScripts('INV-\u0418\u041d\u0412') // false
 * @example hasMixedScripts('\u0406NV-900') // true
 */
export function hasMixedScripts(text: string): boolean {
  if (ASCII.test(text)) return false;
  return [...text.matchAll(WORD)].some(([word]) => {
    const names = SCRIPTS.filter(([, script]) => script.test(word)).map(([name]) => name);
    if (EAST.test(word)) return names.some((name) => name !== 'Latin');
    return names.length > 1;
  });
}

import { withPlainDigits } from '../decide/reference/digits.ts';

/** Shorter texts are looked for as whole words: they are parts of many others. */
const SHORT = 4;

/**
 * Whether a text, or a text or number anywhere in a JSON value, has this one in one of its usual spellings: without regard
 * to case, accents, spaces and signs, in the digits of any script; an amount also with separators and zeros. It may find too
 * much, and so withholds too much.
 * @example mentions({ memo: 'We pay 1,250.00 EUR' }, '1250') // true
 * @example mentions(['ACME Ltd.', 'rent'], 'acme-ltd') // true
 * @example mentions('Hauptstrasse 5', 'Hauptstraße') // true
 * @example mentions('invoice 12504', '1250') // false
 */
export function mentions(value: unknown, sought: string): boolean {
  if (typeof value === 'string' || typeof value === 'number') return textMentions(String(value), sought);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => mentions(member, sought));
}

function textMentions(text: string, sought: string): boolean {
  const [folded, soughtFolded] = [fold(text), fold(sought)];
  const amount = /^(\d+)(?:\.(\d+))?$/.exec(soughtFolded);
  if (amount !== null) return amountPattern(amount[1] ?? '', amount[2] ?? '').test(folded);
  const [plain, letters] = [wordsOf(soughtFolded), lettersOf(soughtFolded)];
  if (letters.length >= SHORT) return lettersOf(folded).includes(letters);
  return plain !== '' && ` ${wordsOf(folded)} `.includes(` ${plain} `);
}

/** People group digits by three, by two (1,25,000), or by four, so that one sign may stand between any two of them. */
function amountPattern(whole: string, decimals: string): RegExp {
  const digits = [...whole.replace(/^0+(?=\d)/, '')].join('[^\\p{L}\\p{N}]?');
  const kept = decimals.replace(/0+$/, '');
  const fraction = kept === '' ? '(?:[.,]0+)?' : `[.,]${kept}0*`;
  // INVARIANT: everything in it is digits, or written here.
  return new RegExp(`(?<!\\d|\\d[.,])0*${digits}${fraction}(?!\\d|[.,]\\d)`, 'u');
}

/** Numbers that would join the digits before them, such as the mark of a footnote. */
const OWN_NUMBER = /\p{No}/gu;
/** Accents, vowel signs, and what nobody sees. */
const PASSED_OVER = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const ASCII = /^\p{ASCII}*$/u;

/**
 * The one spelling of all that differ in form, case, accents or digits. Capitals alone fold most: `ß` is SS, and each of
 * the four letters i of Turkish is I; `ẞ` has to be small before.
 */
function fold(text: string): string {
  if (ASCII.test(text)) return text.toUpperCase();
  const plain = text.replace(OWN_NUMBER, ' $&').normalize('NFKD').toLowerCase().toUpperCase();
  return withPlainDigits(plain.normalize('NFKD').replace(PASSED_OVER, ''))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}

/** Words of letters and digits, with a space between them. */
function wordsOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

function lettersOf(folded: string): string {
  return wordsOf(folded).replaceAll(' ', '');
}

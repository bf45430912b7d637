import { LOOK_ALIKES } from './look-alikes.ts';
import { noiseWords } from './noise-words.ts';

/** A run of letters, or of digits (then in 0 to 9). */
export interface Token {
  readonly text: string;
  readonly isNumber: boolean;
  /** Nothing stands between it and the token before: `INV` and `7` in `INV7`. */
  readonly isGlued: boolean;
}

/** Each run, with what stands before it. */
const TOKEN = /([^\p{L}\p{M}\p{N}]*)([0-9]+|(?:(?![0-9])[\p{L}\p{M}\p{N}])+)/gu;
const DIGIT = /\p{Nd}/u;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;
/** Accents and points that no letter has of its own, such as `e` with a mark that no character combines. */
const LOOSE_MARKS = /\p{Script=Inherited}/gu;
/** At most so many words are left out at either end of a memo. */
const MOST_NOISE = 8;
const CAPITALS = /\p{Lu}/gu;

/**
 * The canonical form of a reference: two references with the same form are the same. Compatible characters
 * (NFKC), case, the digits of every script and capital letters that look Latin are one; whatever is neither
 * letter nor digit separates, and so does the boundary of letters and digits; words such as "invoice" are left
 * out, unless nothing else is there. Empty if there is no letter and no digit.
 * @example canonicalReference('Invoice inv. 900') // 'INV-900'
 * @example canonicalReference('INV1-12') // 'INV-1-12'
 * @example canonicalReference('Payment') // 'PAYMENT'
 */
export function canonicalReference(text: string): string {
  const tokens = tokensOf(text);
  const telling = withoutNoise(tokens);
  return (telling.length === 0 ? tokens : telling).map((token) => token.text).join('-');
}

/** The tokens of a reference without words that say nothing; all tokens if no other is there. */
export function tellingTokens(text: string): readonly Token[] {
  const tokens = tokensOf(text);
  const telling = withoutNoise(tokens);
  return telling.length === 0 ? tokens : telling;
}

/**
 * The reference in a memo: the memo without the words at its ends that say nothing. Empty if nothing else is
 * there. The memo's own spelling stays.
 * @example referenceIn('Payment of invoice INV-7') // 'INV-7'
 * @example referenceIn('Payment') // ''
 */
export function referenceIn(memo: string): string {
  if (withoutNoise(tokensOf(memo)).length === 0) return '';
  const words = memo.trim().split(/\s+/u);
  const canonical = canonicalReference(memo);
  const isSame = (from: number, to: number) =>
    canonicalReference(words.slice(from, to).join(' ')) === canonical;
  const most = Math.min(words.length - 1, MOST_NOISE);
  // From the longest start that may go: "no." alone may not, but "Invoice no." may.
  let from = most;
  while (from > 0 && !isSame(from, words.length)) from -= 1;
  let to = Math.max(from + 1, words.length - MOST_NOISE);
  while (to < words.length && !isSame(from, to)) to += 1;
  return words.slice(from, to).join(' ');
}

function tokensOf(text: string): Token[] {
  return [...fold(text).matchAll(TOKEN)].map(([, before = '', run = ''], index) => ({
    text: run,
    isNumber: /^[0-9]/.test(run),
    isGlued: before === '' && index > 0,
  }));
}

/** The text in capitals, with one character for those that are the same in a reference. */
function fold(text: string): string {
  return text
    .replaceAll('№', ' no ')
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(LOOSE_MARKS, '')
    .normalize('NFKC')
    .replace(OTHER_DIGITS, digitOf)
    .replace(CAPITALS, (letter) => LOOK_ALIKES.get(letter) ?? letter);
}

/** Unicode lists the digits of a script from its zero on, ten by ten. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

const NOISE = noiseWords(fold);

function withoutNoise(tokens: readonly Token[]): Token[] {
  const isNoise = tokens.map(({ text }) => NOISE.words.has(text));
  const isBeside = ({ text }: Token) => NOISE.beside.has(text);
  // A word such as "of" goes with its neighbour, in either direction.
  for (const [index, token] of tokens.entries())
    isNoise[index] ||= isBeside(token) && isNoise[index - 1] === true;
  for (const [index, token] of [...tokens.entries()].reverse()) {
    isNoise[index] ||= isBeside(token) && isNoise[index + 1] === true;
  }
  return tokens.flatMap((token, index) =>
    isNoise[index] ? [] : [isNoise[index - 1] ? { ...token, isGlued: false } : token],
  );
}

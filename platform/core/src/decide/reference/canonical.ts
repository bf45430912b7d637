import { withPlainDigits } from './digits.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { noiseWords } from './noise-words.ts';

/** A run of letters, or of digits (then in 0 to 9). */
export interface Token {
  readonly text: string;
  readonly isNumber: boolean;
  /** What stands between it and the token before; empty between `INV` and `7` in `INV7`. */
  readonly gap: string;
}

/** Each run, with what stands before it. */
const TOKEN = /([^\p{L}\p{M}\p{N}]*)([0-9]+|(?:(?![0-9])[\p{L}\p{M}\p{N}])+)/gu;
/** Accents and points that no letter has of its own, such as `e` with a mark that no character combines. */
const LOOSE_MARKS = /\p{Script=Inherited}/gu;
/** A fraction, or digits raised behind a digit: NFKC alone would make one number of `1½` and `11/2`, and of `2²` and `22`. */
const OWN_NUMBER =
  /[\u{bc}-\u{be}\u{2150}-\u{215f}\u{2189}]|(?<=\p{Nd})[\u{b2}\u{b3}\u{b9}\u{2070}-\u{2079}]+/gu;
/** At most so many words are left out at either end of a memo. */
const MOST_NOISE = 8;
const CAPITALS = /\p{Lu}/gu;

/**
 * The canonical form of a reference: two references with the same form are the same. Compatible characters
 * (NFKC), case, the digits of every script and capital letters that look Latin are one; whatever is neither
 * letter nor digit separates, and so does the boundary of letters and digits; words such as "invoice" are left
 * out, unless nothing else is there or they may be part of the numbering. Empty if there is no letter and no digit.
 * @example canonicalReference('Invoice inv. 900') // 'INV-900'
 * @example canonicalReference('INV1-12') // 'INV-1-12'
 * @example canonicalReference('Invoice NO-7') // 'NO-7'
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
  if (!isTelling(memo)) return '';
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
  const found = words.slice(from, to).join(' ');
  return isTelling(found) ? found : '';
}

function tokensOf(text: string): Token[] {
  return [...fold(text).matchAll(TOKEN)].map(([, before = '', run = ''], index) => ({
    text: run,
    isNumber: /^[0-9]/.test(run),
    gap: index === 0 ? ' ' : before,
  }));
}

/** The text in capitals, with one character for those that are the same in a reference. */
function fold(text: string): string {
  // What follows changes no such text any further.
  if (isAscii(text)) return text.toUpperCase();
  const plain = text
    .replaceAll('№', ' no. ')
    .replace(OWN_NUMBER, ' $&')
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(LOOSE_MARKS, '')
    .normalize('NFKC');
  return withPlainDigits(plain).replace(CAPITALS, (letter) => LOOK_ALIKES.get(letter) ?? letter);
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

const NOISE = noiseWords(fold);

/**
 * Whether a reference says which invoice, payment or record it is: words that say nothing alone do not.
 * @example isTelling('INV-7') // true
 * @example isTelling('Invoice') // false
 * @example isTelling('n/a') // false
 */
export function isTelling(text: string): boolean {
  const tokens = tokensOf(text);
  const isNone = NOISE.none.has(tokens.map((token) => token.text).join(' '));
  return !isNone && withoutNoise(tokens).length > 0;
}

function withoutNoise(tokens: readonly Token[]): Token[] {
  const isNoise = tokens.map(({ text }, index) => {
    const isCount = NOISE.payments.has(text) && tokens[index + 1]?.isNumber === true;
    return NOISE.words.has(text) && !isCount;
  });
  // "of" goes with the word before it. "LA Invoice 5" may be of a place, as "DE Invoice 5" is of another.
  for (const [index, token] of tokens.entries())
    isNoise[index] ||= isNoise[index - 1] === true && mayBeLeftOut(token, tokens[index + 1]);
  return tokens.flatMap((token, index) =>
    isNoise[index] ? [] : [isNoise[index - 1] ? { ...token, gap: ' ' } : token],
  );
}

/**
 * Whether a word says nothing where it stands, beside one that says nothing: "no." before a number does, `NO-`,
 * `DE-` and `N-` may be the letters of a series, and a series must never be taken for another.
 */
function mayBeLeftOut({ text }: Token, next: Token | undefined): boolean {
  if (!NOISE.beside.has(text)) return false;
  if (next?.isNumber !== true) return true;
  if (!NOISE.numbers.has(text)) return false;
  return text.length === 1 ? /[.:°]/u.test(next.gap) : /[.:°\s]/u.test(next.gap);
}

import { type Token, tellingTokens } from './canonical.ts';

/** Why two references that differ are probably the same. */
type ReferenceSign = 'leading_zeros' | 'look_alike' | 'more_words' | 'other_order';

/** Characters that are taken for a digit, in writing and by machines that read scans. */
const DIGIT_LIKE: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };
const LIKE = /[OILZSB]/g;
/** A run with a digit, in which digit-like letters count as digits. */
const NUMBER_LIKE = /([0-9OILZSB]*[0-9][0-9OILZSB]*)/;
const ACCENTS = /\p{Script=Inherited}/gu;

/** A reference as a list of numbers without leading zeros, and a list of words. */
interface Parts {
  readonly numbers: readonly string[];
  readonly words: readonly string[];
}
type Pair = readonly [one: Parts, other: Parts];

/**
 * How alike two references are: `same`, probably the same for the reason given, or null for different ones.
 * Numbers decide: references with other numbers, or the same in another order, are different.
 * @example compareReferences('INV-900', 'Invoice inv 900') // 'same'
 * @example compareReferences('INV-900', 'INV-0900') // 'leading_zeros'
 * @example compareReferences('INV-900', 'INV-9OO') // 'look_alike'
 * @example compareReferences('A1', 'A1 again') // 'more_words'
 * @example compareReferences('INV 1-12', 'INV 11-2') // null
 */
export function compareReferences(one: string, other: string): 'same' | ReferenceSign | null {
  const [a, b] = [tellingTokens(one), tellingTokens(other)];
  const isSameBy = (spell: (tokens: readonly Token[]) => string) => spell(a) === spell(b);
  if (isSameBy((tokens) => tokens.map(({ text }) => text).join('-'))) return 'same';
  if (isSameBy((tokens) => tokens.map(withoutZeros).join('-'))) return 'leading_zeros';
  const pairs = [plainParts, looseParts]
    .map((read): Pair => [read(a), read(b)])
    .filter(([x, y]) => equal(x.numbers, y.numbers));
  if (isSameBy(skeleton)) return 'look_alike';
  if (pairs.some(([x, y]) => isPart(x.words, y.words) && isPart(y.words, x.words))) return 'other_order';
  if (pairs.some(([x, y]) => isPart(x.words, y.words) || isPart(y.words, x.words))) return 'more_words';
  return null;
}

/**
 * Texts of which two references share at least one if they are the same or probably the same. References that
 * share one may still be different.
 * @example referenceKeys('INV-0900') // ['900', '1-900']
 * @example referenceKeys('2026-1-12') // ['2026-1-12']
 */
export function referenceKeys(text: string): readonly string[] {
  const tokens = tellingTokens(text);
  const folded = skeleton(tokens).match(/[0-9]+/g) ?? [];
  const readings = [plainParts(tokens).numbers, looseParts(tokens).numbers, folded];
  return [...new Set(readings.map((numbers) => numbers.join('-')))];
}

function plainParts(tokens: readonly Token[]): Parts {
  return {
    numbers: tokens.filter(({ isNumber }) => isNumber).map(withoutZeros),
    words: tokens.filter(({ isNumber }) => !isNumber).map(({ text }) => text),
  };
}

function looseParts(tokens: readonly Token[]): Parts {
  const words = wordsOf(tokens);
  return {
    numbers: words.flatMap(numbersIn),
    words: words.flatMap((word) =>
      word.split(NUMBER_LIKE).filter((part, index) => index % 2 === 0 && part !== ''),
    ),
  };
}

function numbersIn(word: string): string[] {
  return word
    .split(NUMBER_LIKE)
    .filter((_, index) => index % 2 === 1)
    .map((run) => trimmed(asDigits(run)));
}

/** Everything that looks alike is one. */
function skeleton(tokens: readonly Token[]): string {
  return wordsOf(tokens)
    .flatMap((word) => asDigits(word).match(/[0-9]+|[^0-9]+/g) ?? [])
    .map(trimmed)
    .join('-');
}

/** The tokens that nothing separates, together, without accents. */
function wordsOf(tokens: readonly Token[]): readonly string[] {
  const words: string[] = [];
  for (const { text, isGlued } of tokens) {
    const plain = text.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
    if (isGlued && words.length > 0) words.push(`${words.pop()}${plain}`);
    else words.push(plain);
  }
  return words;
}

function asDigits(text: string): string {
  return text.replace(LIKE, (letter) => DIGIT_LIKE[letter] ?? letter);
}

function withoutZeros({ text, isNumber }: Token): string {
  return isNumber ? trimmed(text) : text;
}

function trimmed(run: string): string {
  return run.replace(/^0+(?=[0-9])/, '');
}

function equal(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** Whether the other list has each of these words, as often. */
function isPart(words: readonly string[], others: readonly string[]): boolean {
  const left = [...others];
  return words.every((word) => {
    const at = left.indexOf(word);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

import { type Token, tellingTokens } from './canonical.ts';
import { coarse } from './coarse.ts';

/** Why two references that differ are probably the same. */
type ReferenceSign =
  | 'leading_zeros'
  | 'look_alike'
  | 'other_groups'
  | 'more_words'
  | 'more_numbers'
  | 'other_order';

/** Characters that are taken for a digit, in writing and by machines that read scans. */
const DIGIT_LIKE: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };
const LIKE = /[OILZSB]/g;
/** A run with a digit, in which digit-like letters count as digits. */
const NUMBER_LIKE = /([0-9OILZSB]*[0-9][0-9OILZSB]*)/;
const ZEROS = /(?<![0-9])0+(?=[0-9])/g;
/** The years of payments. A wider range takes more invoices' own numbers for a year. */
const YEAR = /^20[0-4][0-9]$/;

/** A reference as a list of numbers without leading zeros, and a list of words. */
interface Parts {
  readonly numbers: readonly string[];
  readonly words: readonly string[];
}

/** A reference that was read once, however many it is compared with. */
export interface ReadReference {
  readonly canonical: string;
  readonly withoutZeros: string;
  /** What is needed only where those differ. */
  readonly looks: () => Looks;
}

/** A reference as people and machines read it. */
interface Looks {
  readonly skeleton: string;
  readonly joined: string;
  readonly groups: number;
  /** Plain and loose parts, of the reference itself and of what is seen at a glance. */
  readonly parts: readonly Parts[];
}

/**
 * Reads a reference, to compare it or to make its keys.
 * @example readReference('Invoice inv 900').canonical // 'INV-900'
 */
export function readReference(text: string): ReadReference {
  const tokens = tellingTokens(text);
  let looks: Looks | undefined;
  return {
    canonical: tokens.map((token) => token.text).join('-'),
    withoutZeros: tokens.map(withoutZeros).join('-'),
    looks: () => {
      looks ??= looksOf(text, tokens);
      return looks;
    },
  };
}

function looksOf(text: string, tokens: readonly Token[]): Looks {
  const atGlance = glance(text, tokens);
  return {
    skeleton: skeleton(atGlance).join('-'),
    joined: joined(atGlance),
    groups: groups(atGlance),
    parts: [tokens, atGlance].flatMap((of) => [plainParts(of), looseParts(of)]),
  };
}

/**
 * How alike two references are: `same`, probably the same for the reason given, or null for different ones.
 * `same` is precise, since it is refused; the others are held for a person. Numbers decide: references with other
 * numbers, as many, or the same in another order, are different.
 *
 * | one | other | |
 * |---|---|---|
 * | INV-900 | Invoice inv 900 | same |
 * | INV-900 | INV-0900 | leading_zeros |
 * | INV-900 | INV-9OO | look_alike |
 * | INV-1234 | INV-1,234 | other_groups |
 * | A1 | A1 again | more_words |
 * | A1 | A1, 27 Nov 2026 | more_numbers |
 * | INV 1-12 | INV 11-2 | null |
 *
 * @example compareReferences(readReference('INV-900'), readReference('Invoice inv 900')) // 'same'
 */
export function compareReferences(one: ReadReference, other: ReadReference): 'same' | ReferenceSign | null {
  if (one.canonical === other.canonical) return 'same';
  if (one.withoutZeros === other.withoutZeros) return 'leading_zeros';
  const [a, b] = [one.looks(), other.looks()];
  if (a.skeleton === b.skeleton) return 'look_alike';
  if (a.joined === b.joined && a.groups !== b.groups) return 'other_groups';
  const read = a.parts.flatMap((x, index) => {
    const y = b.parts[index];
    return y === undefined ? [] : [[x, y] as const];
  });
  const equals = read.filter(([x, y]) => areEqual(x.numbers, y.numbers));
  if (equals.some(([x, y]) => isPart(x.words, y.words) && isPart(y.words, x.words))) return 'other_order';
  if (equals.some(([x, y]) => isPart(x.words, y.words) || isPart(y.words, x.words))) return 'more_words';
  return read.some(([x, y]) => isWithin(x, y) || isWithin(y, x)) ? 'more_numbers' : null;
}

/** The keys of a reference: the first's own and the second's asked share one. */
interface ReferenceKeys {
  readonly own: readonly string[];
  readonly asked: readonly string[];
}

/**
 * Texts by which a store finds references: if two are the same or probably the same, the own keys of the one share a
 * text with the asked keys of the other. References that share one may still be different.
 * @example referenceKeys(readReference('QA-0900')).own // ['one 900', 'like QA9']
 * @example referenceKeys(readReference('4711/2026/12')).own
 *   // ['two 4711 12', 'any 4711', 'any 2026', 'any 12', 'both 4711 2026', 'both 4711 12', 'both 2026 12', 'like 471122612']
 * @example referenceKeys(readReference('Rent March')).own // ['word RENT', 'word MARCH', 'like RENTMARCH']
 */
export function referenceKeys(reference: ReadReference): ReferenceKeys {
  const { parts, joined: text } = reference.looks();
  const lists = parts.map(({ numbers }) => numbers);
  const words = parts
    .flatMap((part) => (part.numbers.length > 0 ? [] : part.words))
    .map((word) => `word ${word}`);
  // Without letters and digits it would be one key of all of a payee's payments, and soon of more than are read.
  const like = text === '' ? [] : [`like ${likeness(text)}`];
  const unique = (...keys: (readonly string[])[]) => [...new Set(keys.flat())];
  return {
    own: unique(lists.flatMap(keysAsPart), lists.flatMap(keysAsWhole), words, like),
    asked: unique(lists.flatMap(askedForWholes), lists.flatMap(askedForParts), words, like),
  };
}

/**
 * One text for all references with one skeleton, and for all with the same letters and digits, however grouped: it
 * depends on either alone, since a number that is trimmed keeps a digit between the letters beside it.
 */
function likeness(text: string): string {
  return text.replaceAll('RN', 'M').replaceAll('0', '');
}

/** From so many numbers on, a reference has no key for each two of them. */
const MANY = 9;
/** From so many numbers on, a reference does not ask for each two of them. */
const TOO_MANY = 17;

/**
 * The keys by which a reference is found that is part of another: by its two most telling numbers, since one alone,
 * such as a customer's number, can be in all references of a payee.
 */
function keysAsPart(numbers: readonly string[]): string[] {
  const [first, second] = telling(numbers);
  if (first === undefined) return [];
  return [second === undefined ? `one ${first}` : `two ${first} ${second}`];
}

/** Finds those of which each number is among these. What has two numbers or more has a key for any of them. */
function askedForParts(numbers: readonly string[]): string[] {
  const ones = numbers.map((number) => `one ${number}`);
  if (numbers.length < TOO_MANY) return [...ones, ...pairsOf(numbers).map((two) => `two ${two}`)];
  return [...ones, ...numbers.map((number) => `any ${number}`)];
}

/** The keys by which a reference is found that has all numbers of another, and one more: equals share one as parts. */
function keysAsWhole(numbers: readonly string[]): string[] {
  if (numbers.length < 2) return [];
  const each = numbers.map((number) => `any ${number}`);
  if (numbers.length === 2) return each;
  if (numbers.length < MANY) return [...each, ...pairsOf(numbers).map((two) => `both ${two}`)];
  return [...each, ...numbers.map((number) => `long ${number}`)];
}

/** Finds those that have all of these numbers. */
function askedForWholes(numbers: readonly string[]): string[] {
  const [first, second] = telling(numbers);
  if (first === undefined) return [];
  return second === undefined ? [`any ${first}`] : [`both ${first} ${second}`, `long ${first}`];
}

/**
 * The two numbers that say most, or the only one, in the order in which they stand: a long number says more than a short
 * one, and a year least. Of two that say as much, the later one is more often the invoice's.
 */
function telling(numbers: readonly string[]): readonly string[] {
  const isYear = (number: string) => Number(YEAR.test(number));
  return [...numbers.entries()]
    .sort(([i, a], [j, b]) => isYear(a) - isYear(b) || b.length - a.length || j - i)
    .slice(0, 2)
    .sort(([i], [j]) => i - j)
    .map(([, number]) => number);
}

/** Each two numbers, in the order in which they stand. */
function pairsOf(numbers: readonly string[]): string[] {
  return numbers.flatMap((one, index) => numbers.slice(index + 1).map((other) => `${one} ${other}`));
}

/** The tokens of the reference as it looks at a glance. */
function glance(text: string, tokens: readonly Token[]): readonly Token[] {
  const seen = coarse(text);
  return seen === text ? tokens : tellingTokens(seen);
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
function skeleton(tokens: readonly Token[]): readonly string[] {
  return wordsOf(tokens)
    .flatMap(
      (word) =>
        asDigits(word)
          .replaceAll('RN', 'M')
          .match(/[0-9]+|[^0-9]+/g) ?? [],
    )
    .map(trimmed);
}

/** The reference without what separates, and how many numbers it is made of. */
function joined(tokens: readonly Token[]): string {
  return asDigits(tokens.map(({ text }) => text).join('')).replace(ZEROS, '');
}

function groups(tokens: readonly Token[]): number {
  return tokens.filter(({ isNumber }) => isNumber).length;
}

/** The tokens that nothing separates, together. */
function wordsOf(tokens: readonly Token[]): readonly string[] {
  const words: string[] = [];
  for (const { text, gap } of tokens) {
    if (gap === '' && words.length > 0) words.push(`${words.pop()}${text}`);
    else words.push(text);
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

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** Whether the other has all of this one's numbers, in their order, and all of its words. */
function isWithin(one: Parts, other: Parts): boolean {
  if (one.numbers.length === 0 || !isPart(one.words, other.words)) return false;
  let next = 0;
  for (const number of other.numbers) if (number === one.numbers[next]) next += 1;
  return next === one.numbers.length;
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

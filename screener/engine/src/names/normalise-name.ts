/**
 * Company names, brought to one spelling so that two of them can be compared as whole strings. Nothing is
 * fuzzy here: two names that are not identical after these steps are different names.
 */

/** Every answer that rests on a name contains this version. Raise it with any change to `normaliseName`. */
export const NAME_RULE_VERSION = 'name/2';

/** Trademark signs, which decompose into letters, and invisible characters: soft hyphen, zero width. */
const UNSEEN = /[\u2122\u2120\u00ae\u00a9]|\p{Cf}/gu;
/** Standalone accents that stand for an apostrophe. */
const APOSTROPHES = /[`\u00b4\u2018]/g;
const LETTER_MARKS = /[\u0300-\u036f]/g;
const DELETED = /[.'\u2019\u02bc]/g;
const NOT_LETTER_OR_DIGIT = /[^\p{L}\p{N}\p{M}]+/gu;
const LEADING_THE = /^(?:the )+(?=.)/;

/**
 * What EDGAR appends to a name to tell filers apart: two or three letters (`/DE/`, `\DE`, `/ADR`, `/NEW`), or one of
 * the places that it spells out. One letter is part of the name (`A/S`).
 */
const EDGAR_TAIL =
  / ?[/\\] ?(?:[a-z]{2,3}|canada|delaware|switzerland|cayman(?: islands)?|marshall islands) ?[/\\]?$/;

/** Legal-form words, each with the one spelling that is kept. */
const LEGAL_WORDS: Readonly<Record<string, string>> = {
  limited: 'ltd',
  company: 'co',
  companies: 'cos',
  corporation: 'corp',
  incorporated: 'inc',
  aktiengesellschaft: 'ag',
  aktiebolag: 'ab',
  aktieselskab: 'as',
};

/**
 * Legal forms of several words at the end of a name, after `LEGAL_WORDS`. INVARIANT: no inserted word occurs in another
 * phrase, or normalising twice would differ from once.
 */
const LEGAL_PHRASES = Object.entries({
  'public ltd co': 'plc',
  'ltd liability co': 'llc',
  'ltd liability partnership': 'llp',
  'ltd partnership': 'lp',
  'societe anonyme': 'sa',
  'naamloze vennootschap': 'nv',
  'p l c': 'plc',
  'l l c': 'llc',
  'l l p': 'llp',
  'l p': 'lp',
  'a b': 'ab',
  'a g': 'ag',
  'a s': 'as',
  'n a': 'na',
  'n v': 'nv',
  's a': 'sa',
});

/**
 * A company's name in the one spelling used for comparison, whole string against whole string. In this order:
 * compatibility decomposition, marks removed from Latin letters, case folded; EDGAR's tails removed; `&` to "and"; full
 * stops and apostrophes deleted; other punctuation to one space; a leading "the" removed; the legal form in one
 * spelling, never removed ("Costar Group Co., Ltd." is not "CoStar Group, Inc."). Any string is accepted; one without a
 * letter or a digit gives the empty string, which names nobody.
 * @example normaliseName('The Coca-Cola Company /DE/') // 'coca cola co'
 * @example normaliseName('™') // ''
 */
export function normaliseName(name: string): string {
  const words = withoutTails(fold(name).replace(/\s+/g, ' ').trim())
    .replaceAll('&', ' and ')
    .replace(DELETED, '')
    .replace(NOT_LETTER_OR_DIGIT, ' ')
    .trim()
    .replace(LEADING_THE, '');
  return inOneLegalForm(words);
}

/**
 * Upper-casing before lower-casing folds what lower-casing alone keeps apart (ß and ss, the two small sigmas). A capital
 * ß is its own upper case: it is lower-cased first.
 */
function fold(name: string): string {
  return name
    .replace(UNSEEN, '')
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKD')
    .replace(LETTER_MARKS, '');
}

/**
 * Remove one tail after another: a hostile text could make a single pattern for any number of them run for
 * years.
 */
function withoutTails(name: string): string {
  const shorter = name.replace(EDGAR_TAIL, '').trimEnd();
  return shorter === name ? name : withoutTails(shorter);
}

function inOneLegalForm(words: string): string {
  const short = words
    .split(' ')
    .map((word) => (Object.hasOwn(LEGAL_WORDS, word) ? LEGAL_WORDS[word] : word))
    .join(' ');
  for (const [phrase, form] of LEGAL_PHRASES) {
    if (short.endsWith(` ${phrase}`)) return `${short.slice(0, -phrase.length)}${form}`;
  }
  return short;
}

const DIGIT = /\p{Nd}/u;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;

/**
 * The digits of every script as 0 to 9.
 * @example withPlainDigits('\u0669\u0660') // '90'
 */
export function withPlainDigits(text: string): string {
  return text.replace(OTHER_DIGITS, digitOf);
}

/** Unicode lists the digits of a script from its zero on, ten by ten. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

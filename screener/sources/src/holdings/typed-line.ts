/**
 * Takes a line of holdings apart into words. INVARIANT: the time is linear in the length of a line. Whitespace is single
 * here, each repetition is bounded or begins where nothing can precede it, and ends are read backwards by hand: an
 * expression that may begin anywhere in a run reads the run again from each of its places.
 */

/** More than any line of a person: what is longer is not read. */
export const LONGEST_LINE = 200;

/** The words of a line, as written. */
interface TypedLine {
  readonly asked: string;
  /** With the sign or code of a currency; null where the line has no number. */
  readonly amount: string | null;
  readonly dividends: string | null;
  /** Each day once. A line with several of one kind contradicts itself. */
  readonly days: { readonly bought: readonly string[]; readonly sold: readonly string[] };
  readonly purpose: string | null;
}

const DAY = /[ ,;]{1,3}(bought|sold)[ :]{1,3}(\d{4}-\d{2}-\d{2})(?=[ ,;]|$)/gi;
/** Only after a number: a name may have the word too. */
const PURPOSE = /(\d)[ ,;]{1,3}(?:(?:to|for) )?(trade|income)$/i;
const DIVIDENDS = /(\d)[ ,;]{1,3}dividends[ :]{1,3}([$\d][\d.,]{0,29})(?=[ ,;]|$)/i;
const UNIT = / ?(?:shares?|stocks?|units?)$/;
const FIRST_NUMBER = /^([\d.,'’]{1,30}) ?(?:x|×|shares?(?: of)?|units?(?: of)?)? (\p{L}.*)$/iu;

/** Returns the words of a line of at most `LONGEST_LINE` characters. */
export function typedLine(line: string): TypedLine {
  const typed = line.replace(/\s+/g, ' ');
  const days = { bought: new Set<string>(), sold: new Set<string>() };
  for (const [, what = '', day = ''] of typed.matchAll(DAY))
    days[what.toLowerCase() === 'sold' ? 'sold' : 'bought'].add(day);
  const dated = withoutEnd(typed.replace(DAY, ''), ' ,;');
  const undated = dated.replace(PURPOSE, '$1');
  const text = withoutEnd(undated.replace(DIVIDENDS, '$1'), ' ,;');
  const { name, amount } = lastNumber(text.replace(UNIT, '')) ??
    firstNumber(text) ?? { name: text, amount: null };
  return {
    asked: withoutEnd(name, ' ,;:|'),
    amount,
    dividends: withoutEnd(DIVIDENDS.exec(undated)?.[2] ?? '', '.,') || null,
    days: { bought: [...days.bought], sold: [...days.sold] },
    purpose: PURPOSE.exec(dated)?.[2]?.toLowerCase() ?? null,
  };
}

interface Numbered {
  readonly name: string;
  readonly amount: string;
}

const SEPARATORS = ' ,;:|';
const DIGITS = "0123456789.,'’";
const SIGNS = '$€£¥';
const MINUS = '-−';
const CODE = /^[A-Z]{3}$/;

/** `Costco $1,200`, `Costco 1200 USD`, `Microsoft,20`: what stands before the last number, and the number. */
function lastNumber(text: string): Numbered | null {
  const end = withoutCurrency(text);
  const start = startOf(text, DIGITS, end);
  if (start === end) return null;
  const at = startOfAmount(text, start);
  if (at > 0 && SEPARATORS.includes(text.charAt(at - 1))) {
    const amount = withoutStart(text.slice(at), ',');
    return { name: text.slice(0, at), amount };
  }
  // A comma separates too, where nothing else does.
  const comma = at === start ? text.indexOf(',', start) : -1;
  if (comma === -1 || comma >= end) return null;
  return { name: text.slice(0, comma), amount: withoutStart(text.slice(comma), ',') };
}

function firstNumber(text: string): Numbered | null {
  const [, amount, name] = FIRST_NUMBER.exec(text) ?? [];
  return amount === undefined || name === undefined ? null : { name, amount };
}

/** Where a number ends that may have a sign or a code of a currency behind it. */
function withoutCurrency(text: string): number {
  const [last, code] = [text.slice(-1), text.slice(-3)];
  const length = last !== '' && SIGNS.includes(last) ? 1 : CODE.test(code) ? 3 : 0;
  const end = text.length - length;
  return length > 0 && text.charAt(end - 1) === ' ' ? end - 1 : end;
}

/** Where an amount begins whose digits begin at `start`: a minus and a currency may stand before them. */
function startOfAmount(text: string, start: number): number {
  const isAt = (at: number, signs: string) => at >= 0 && signs.includes(text.charAt(at));
  const negative = isAt(start - 1, MINUS) ? start - 1 : start;
  const spaced = isAt(negative - 1, ' ') ? negative - 1 : negative;
  if (isAt(spaced - 1, SIGNS)) return isAt(spaced - 2, MINUS) ? spaced - 2 : spaced - 1;
  const isCoded =
    spaced < negative && CODE.test(text.slice(spaced - 3, spaced)) && isAt(spaced - 4, SEPARATORS);
  return isCoded ? spaced - 3 : negative;
}

/** Where the run of `signs` begins that ends at `end`. */
function startOf(text: string, signs: string, end: number): number {
  let at = end;
  while (at > 0 && signs.includes(text.charAt(at - 1))) at -= 1;
  return at;
}

function withoutEnd(text: string, signs: string): string {
  return text.slice(0, startOf(text, signs, text.length));
}

function withoutStart(text: string, sign: string): string {
  let at = 0;
  while (text.charAt(at) === sign) at += 1;
  return text.slice(at);
}

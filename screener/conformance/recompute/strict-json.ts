import { messageOf, UnusableInput } from './unusable.ts';

/** The most UTF-16 units. An answer has about 30,000, one of a large fund some millions. */
const MOST_UNITS = 16 * 1024 * 1024;
/** The most levels of objects and lists. An answer has about 10. */
const MOST_LEVELS = 64;
/** Numbers beyond are no money, share or rate, and would only keep exact arithmetic busy. */
const LARGEST = 1e30;
const SMALLEST = 1e-30;

/**
 * Parses JSON only if every reader sees the same value in it: no name twice in one object, no half of a surrogate
 * pair, each number spelled as the service spells it. Two spellings of one number have one hash, so that a digit could
 * be changed between them. `remedy` says what to do about a text that is refused.
 */
export function strictJson(text: string, remedy: string): unknown {
  if (text.length > MOST_UNITS)
    throw new UnusableInput(`it has more than ${MOST_UNITS} characters; ${remedy}`);
  const value = parsed(text, remedy);
  const fault = faultIn(text);
  if (fault !== null) throw new UnusableInput(`${fault}; ${remedy}`);
  return value;
}

function parsed(text: string, remedy: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnusableInput(`it is not JSON (${messageOf(error)}); ${remedy}`);
  }
}

const NUMBER = /-?\d[\d.eE+-]*/y;

/** The first thing in a valid JSON text that is not read alike by all; null if there is none. */
function faultIn(text: string): string | null {
  if (!text.isWellFormed()) return 'it has half a surrogate pair';
  /** The names of each object around; null for a list. */
  const around: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '{' || sign === '[') {
      if (around.length === MOST_LEVELS) return `it has more than ${MOST_LEVELS} levels`;
      around.push(sign === '{' ? new Set() : null);
    } else if (sign === '}' || sign === ']') around.pop();
    else if (sign === '"') {
      const end = endOfString(text, at);
      const fault = faultInString(text.slice(at, end), isName(text, end) ? (around.at(-1) ?? null) : null);
      if (fault !== null) return fault;
      at = end - 1;
    } else {
      NUMBER.lastIndex = at;
      const [spelled] = NUMBER.exec(text) ?? [];
      if (spelled === undefined) continue;
      const fault = faultInNumber(spelled);
      if (fault !== null) return fault;
      at += spelled.length - 1;
    }
  }
  return null;
}

/** Adds a name to those of its object; `names` is null for a string that is a value. */
function faultInString(spelled: string, names: Set<string> | null): string | null {
  if (names === null && !spelled.includes('\\')) return null;
  const said: string = JSON.parse(spelled);
  if (!said.isWellFormed()) return 'it has half a surrogate pair';
  if (names === null) return null;
  if (said === '__proto__') return 'a field is named __proto__';
  if (names.has(said)) return `the field ${spelled} appears twice in one object`;
  names.add(said);
  return null;
}

function faultInNumber(spelled: string): string | null {
  const value = Number(spelled);
  if (String(value) !== spelled) return `the number ${spelled.slice(0, 40)} is not spelled as it was sent`;
  const size = Math.abs(value);
  const isUsual = size === 0 || (size >= SMALLEST && size <= LARGEST);
  return isUsual ? null : `the number ${spelled} is beyond what is reckoned with`;
}

/** The position after the string that begins here. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** Whether a colon follows. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (' \n\r\t'.includes(text[at] ?? '-')) at += 1;
  return text[at] === ':';
}

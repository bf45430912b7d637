import { fail, ok, type Result } from '@common/base/result';
import canonicalize from 'canonicalize';

/** The most levels of objects and lists in one text. A receipt has 7. */
export const MAX_DEPTH = 64;
/** The most UTF-16 units. A receipt has about 15,000. */
export const MAX_TEXT_LENGTH = 1_048_576;

/**
 * Canonical JSON (RFC 8785). The value must be expressible in JSON: plain objects and lists, well-formed
 * strings, finite numbers. Anything else is a bug in the caller and throws, because `undefined` would
 * silently vanish from a hash; input from outside goes through `parseStrict` first.
 * @example canonicalText({ b: 1.0, a: [], 9: null, 10: '€' }) // '{"10":"€","9":null,"a":[],"b":1}'
 */
export function canonicalText(value: unknown): string {
  const flaw = findFlaw(value);
  if (flaw !== null) throw new TypeError(`cannot be canonical JSON: ${flaw}`);
  const { copy, write } = inOrder(value);
  return write(copy);
}

interface OrderedValue<Value> {
  /** Its members are in canonical order. */
  readonly copy: Value;
  /** Returns the canonical text of the copy, or of a part of it. */
  readonly write: (part: unknown) => string;
}

/**
 * For callers that need the canonical texts of a value and of its parts. INVARIANT: `findFlaw` finds no flaw
 * in the value.
 */
export function inOrder<Value>(value: Value): OrderedValue<Value> {
  const found = { numbered: false };
  const copy = ordered(value, found) as Value;
  // The engine writes numbers and strings as RFC 8785 says, and members in insertion order, except that it puts names
  // that are whole numbers first, by value.
  return { copy, write: found.numbered ? writeByLibrary : JSON.stringify };
}

function ordered(value: unknown, found: { numbered: boolean }): unknown {
  return value === null || typeof value !== 'object' ? value : orderedContainer(value, found);
}

function orderedContainer(container: object, found: { numbered: boolean }): object {
  if (Array.isArray(container)) return container.map((element) => ordered(element, found));
  const members = container as Readonly<Record<string, unknown>>;
  const names = sortShort(Object.keys(members));
  // This is a name that starts with a digit, or one that sorts before it.
  if (names[0] !== undefined && names[0] < ':') found.numbered = true;
  const copy: Record<string, unknown> = {};
  for (const name of names) {
    const member = members[name];
    copy[name] = member === null || typeof member !== 'object' ? member : orderedContainer(member, found);
  }
  return copy;
}

/** From so many names on, the engine’s own sorting takes fewer steps. */
const MANY_NAMES = 32;

/** Sorts the names in place by UTF-16 units, as RFC 8785 says. Most objects have few names, often in order already. */
function sortShort(names: string[]): string[] {
  if (names.length > MANY_NAMES) return names.sort();
  for (let index = 1; index < names.length; index += 1) {
    const name = names[index] as string;
    let at = index;
    while (at > 0 && (names[at - 1] as string) > name) {
      names[at] = names[at - 1] as string;
      at -= 1;
    }
    names[at] = name;
  }
  return names;
}

function writeByLibrary(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('cannot be canonical JSON: nothing to write');
  return text;
}

/** Says why JSON cannot express this value; null if it can. */
export function findFlaw(value: unknown, depth = 0): string | null {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? null : 'a string with half a surrogate pair';
    case 'number':
      return Number.isFinite(value) ? null : `the number ${value}`;
    case 'boolean':
      return null;
    case 'object':
      return value === null ? null : findFlawInside(value, depth);
    default:
      return `a value of type ${typeof value}`;
  }
}

function findFlawInside(container: object, depth: number): string | null {
  if (depth >= MAX_DEPTH) return `more than ${MAX_DEPTH} levels, or a circle`;
  if (Array.isArray(container)) {
    for (const element of container) {
      const flaw = findFlaw(element, depth + 1);
      if (flaw !== null) return flaw;
    }
    return null;
  }
  const prototype: unknown = Object.getPrototypeOf(container);
  if (prototype !== Object.prototype && prototype !== null) return 'an object of a class';
  const members = container as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(members)) {
    if (name === '__proto__') return 'a field named __proto__';
    const flaw = name.isWellFormed()
      ? findFlaw(members[name], depth + 1)
      : 'a name with half a surrogate pair';
    if (flaw !== null) return `${flaw} (in ${JSON.stringify(name)})`;
  }
  return null;
}

type ParseRefusal =
  | 'json_invalid'
  | 'json_too_large'
  | 'json_too_deep'
  | 'duplicate_key'
  | 'lone_surrogate'
  | 'unsafe_number'
  | 'forbidden_key';

/**
 * Parses JSON (RFC 8259) only if every reader sees the same value in it, so that the hash covers what was
 * written. Besides broken syntax it refuses what parsers read differently or lose: a name twice in one
 * object, half a surrogate pair, numbers that a double cannot keep, `__proto__`, and texts that are too deep
 * or too long. `detail.offset` counts UTF-16 units.
 * @example parseStrict('{"a":1,"a":2}')
 *   // fail('duplicate_key', 'the field "a" appears twice in one object (at offset 7)', { offset: 7 })
 * @example parseStrict('[9007199254740993]').error.code // 'unsafe_number'
 */
export function parseStrict(text: string): Result<unknown, ParseRefusal> {
  if (text.length > MAX_TEXT_LENGTH) {
    return fail('json_too_large', `JSON text of ${text.length} characters: at most ${MAX_TEXT_LENGTH}`, {
      offset: MAX_TEXT_LENGTH,
    });
  }
  const plain = parsePlain(text);
  if (plain !== null) return ok(plain.value);
  const reader: Reader = { text, at: 0 };
  try {
    passValue(reader, 0);
    passSpace(reader);
    if (reader.at < text.length) refuse(reader.at, 'json_invalid', 'unexpected text after the JSON value');
    if (!text.isWellFormed()) refuse(loneSurrogate(text), 'lone_surrogate', 'half a surrogate pair');
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return fail(refusal.code, `${refusal.message} (at offset ${refusal.offset})`, { offset: refusal.offset });
  }
  // The engine's own parser makes the value, because a text that passed the gate has only one meaning.
  return ok(JSON.parse(text));
}

/**
 * The short way for most texts: if the engine writes back exactly the same text, nothing was lost and no name
 * appeared twice. Null if that does not settle it; the long way then finds the fault and its place.
 */
function parsePlain(text: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || JSON.stringify(value) !== text) return null;
    // Without an escape, half a surrogate pair in a string is one in the text.
    const isReadable = text.includes('\\') ? findFlaw(value) === null : text.isWellFormed();
    return isReadable && isPlain(value, 0) ? { value } : null;
  } catch {
    return null;
  }
}

/** Whole numbers that a double cannot keep are larger. */
const PLAIN_NUMBERS_BELOW = 1e15;

/** Whether what the engine has parsed is not too deep, names no prototype, and has numbers that a double surely keeps. */
function isPlain(container: object, depth: number): boolean {
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(container)) {
    for (const element of container) if (!isPlainElement(element, depth)) return false;
    return true;
  }
  const members = container as Readonly<Record<string, unknown>>;
  // A parsed object has no enumerable members but its own.
  for (const name in members) {
    if (name === '__proto__' || !isPlainElement(members[name], depth)) return false;
  }
  return true;
}

function isPlainElement(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Math.abs(value) < PLAIN_NUMBERS_BELOW;
  return typeof value !== 'object' || value === null || isPlain(value, depth + 1);
}

interface Reader {
  readonly text: string;
  at: number;
}

/** Leaves the recursion at once. It never leaves this file. */
class Refusal extends Error {
  readonly code: ParseRefusal;
  readonly offset: number;
  constructor(code: ParseRefusal, message: string, offset: number) {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}

function refuse(offset: number, code: ParseRefusal, message: string): never {
  throw new Refusal(code, message, offset);
}

function passValue(reader: Reader, depth: number): void {
  passSpace(reader);
  const first = reader.text[reader.at];
  if (first === '{') passObject(reader, depth + 1);
  else if (first === '[') passList(reader, depth + 1);
  else if (first === '"') passString(reader);
  else if (first === 't') passWord(reader, 'true');
  else if (first === 'f') passWord(reader, 'false');
  else if (first === 'n') passWord(reader, 'null');
  else passNumber(reader);
}

function passObject(reader: Reader, depth: number): void {
  open(reader, depth);
  if (closes(reader, '}')) return;
  const names = new Set<string>();
  do {
    passSpace(reader);
    const start = reader.at;
    if (reader.text[start] !== '"') refuse(start, 'json_invalid', 'expected a name in quotation marks');
    passString(reader);
    const written = reader.text.slice(start, reader.at);
    const name: string = written.includes('\\') ? JSON.parse(written) : written.slice(1, -1);
    if (name === '__proto__') refuse(start, 'forbidden_key', 'a field may not be named __proto__');
    if (names.has(name)) refuse(start, 'duplicate_key', `the field ${written} appears twice in one object`);
    names.add(name);
    passSpace(reader);
    if (reader.text[reader.at] !== ':') refuse(reader.at, 'json_invalid', 'expected a colon');
    reader.at += 1;
    passValue(reader, depth);
  } while (continues(reader, '}'));
}

function passList(reader: Reader, depth: number): void {
  open(reader, depth);
  if (closes(reader, ']')) return;
  do passValue(reader, depth);
  while (continues(reader, ']'));
}

function open(reader: Reader, depth: number): void {
  if (depth > MAX_DEPTH) refuse(reader.at, 'json_too_deep', `more than ${MAX_DEPTH} levels`);
  reader.at += 1;
}

function closes(reader: Reader, bracket: string): boolean {
  passSpace(reader);
  if (reader.text[reader.at] !== bracket) return false;
  reader.at += 1;
  return true;
}

/** Moves past a comma and returns true, or past the closing bracket and returns false. */
function continues(reader: Reader, bracket: string): boolean {
  if (closes(reader, bracket)) return false;
  if (reader.text[reader.at] !== ',') {
    refuse(reader.at, 'json_invalid', `expected a comma or ${bracket}`);
  }
  reader.at += 1;
  return true;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function passString(reader: Reader): void {
  const start = reader.at;
  let isEscaped = false;
  reader.at += 1;
  for (;;) {
    pass(reader, PLAIN);
    const next = reader.text[reader.at];
    if (next === '"') break;
    if (next !== '\\')
      refuse(reader.at, 'json_invalid', 'a string that does not end, or a control character in it');
    if (!pass(reader, ESCAPE)) refuse(reader.at, 'json_invalid', 'unknown escape');
    isEscaped = true;
  }
  reader.at += 1;
  if (!isEscaped) return;
  const value: string = JSON.parse(reader.text.slice(start, reader.at));
  if (!value.isWellFormed()) refuse(start, 'lone_surrogate', 'a string with half a surrogate pair');
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

function passNumber(reader: Reader): void {
  const start = reader.at;
  if (!pass(reader, NUMBER)) refuse(start, 'json_invalid', 'expected a JSON value');
  const written = reader.text.slice(start, reader.at);
  if (isKept(written, Number(written))) return;
  refuse(
    start,
    'unsafe_number',
    `a double cannot keep the number ${written.slice(0, 40)}: write it as a string`,
  );
}

/**
 * Whole numbers: up to 2^53 - 1. Others: finite, no more digits than tell two doubles apart (17), not so small that
 * they become 0; beyond 2^53, where doubles are far apart, exactly the digits that were written.
 */
function isKept(written: string, value: number): boolean {
  if (/^-?[0-9]+$/.test(written)) return Number.isSafeInteger(value);
  const digits = significantDigits(written);
  if (digits === '' || value === 0) return digits === '';
  if (!Number.isFinite(value) || digits.length > 17) return false;
  return Math.abs(value) < 2 ** 53 || significantDigits(value.toPrecision(digits.length)) === digits;
}

/** The digits without sign, point, exponent and leading zeros. Empty for zero. */
function significantDigits(written: string): string {
  return written
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
}

function passWord(reader: Reader, word: string): void {
  if (!reader.text.startsWith(word, reader.at)) refuse(reader.at, 'json_invalid', 'expected a JSON value');
  reader.at += word.length;
}

function passSpace(reader: Reader): void {
  for (;;) {
    const unit = reader.text.charCodeAt(reader.at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    reader.at += 1;
  }
}

/** Moves past what the sticky pattern matches here; false if it does not match. */
function pass(reader: Reader, pattern: RegExp): boolean {
  pattern.lastIndex = reader.at;
  if (!pattern.test(reader.text)) return false;
  reader.at = pattern.lastIndex;
  return true;
}

function loneSurrogate(text: string): number {
  return text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
}

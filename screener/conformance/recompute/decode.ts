import type { Audit } from './audit.ts';
import { isDate } from './dates.ts';
import type { Expression } from './expression.ts';

/**
 * Reads one value of an answer. Records anything wrong in the audit and returns a stand-in; an answer with
 * such a finding is not recomputed.
 */
type Decoder<T> = (value: unknown, path: string, audit: Audit) => T;
export type DecodedValue<D> = D extends Decoder<infer T> ? T : never;

export const text: Decoder<string> = (value, path, audit) => {
  if (typeof value === 'string') return value;
  audit.differs(path, value, 'expected a string');
  return '';
};

export const number: Decoder<number> = (value, path, audit) => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  audit.differs(path, value, 'expected a number');
  return 0;
};

/** Reads a factor of a product: a constant, or the id of a figure. */
export const term: Decoder<string | number> = (value, path, audit) =>
  typeof value === 'string' ? value : number(value, path, audit);

export const flag: Decoder<boolean> = (value, path, audit) => {
  if (typeof value === 'boolean') return value;
  audit.differs(path, value, 'expected true or false');
  return false;
};

export const date: Decoder<string> = (value, path, audit) => {
  if (typeof value === 'string' && isDate(value)) return value;
  audit.differs(path, value, 'expected a date YYYY-MM-DD');
  return '1970-01-01';
};

export function oneOf<const T extends string>(...words: readonly [T, ...T[]]): Decoder<T> {
  return (value, path, audit) => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) audit.differs(path, value, `expected one of ${words.join(', ')}`);
    return word ?? words[0];
  };
}

export function nullable<T>(decoder: Decoder<T>): Decoder<T | null> {
  return (value, path, audit) => (value === null ? null : decoder(value, path, audit));
}

/** Reads a member that older or other answers do not have; null if it is absent. */
export function optional<T>(decoder: Decoder<T>): Decoder<T | null> {
  return (value, path, audit) => (value === undefined ? null : decoder(value, path, audit));
}

export function listOf<T>(decoder: Decoder<T>): Decoder<readonly T[]> {
  return (value, path, audit) => {
    if (Array.isArray(value)) return value.map((item, index) => decoder(item, `${path}[${index}]`, audit));
    audit.differs(path, value, 'expected a list');
    return [];
  };
}

export function recordOf<T>(decoder: Decoder<T>): Decoder<Readonly<Record<string, T>>> {
  return (value, path, audit) => {
    if (!isObject(value)) {
      audit.differs(path, value, 'expected an object');
      return {};
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, decoder(item, `${path}.${name}`, audit)]),
    );
  };
}

/** Reads an object with at least these members; others are ignored. */
export function object<D extends Readonly<Record<string, Decoder<unknown>>>>(
  members: D,
): Decoder<{ readonly [Name in keyof D]: DecodedValue<D[Name]> }> {
  return (value, path, audit) => {
    if (!isObject(value)) audit.differs(path, value, 'expected an object');
    const source: Readonly<Record<string, unknown>> = isObject(value) ? value : {};
    const decoded = Object.entries(members).map(([name, decoder]) => [
      name,
      decoder(source[name], path === '' ? name : `${path}.${name}`, audit),
    ]);
    // The entries are those of `members`, each read by its own decoder.
    return Object.fromEntries(decoded) as { readonly [Name in keyof D]: DecodedValue<D[Name]> };
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const DEEPEST_EXPRESSION = 40;
/** A sum of an answer has up to ten terms. */
const MOST_OPERANDS = 200;
const NOTHING: Expression = { kind: 'constant', value: 0 };

/** Reads an expression: an id, a constant, or an object with one of `sum`, `max`, `min`, `minus`, `times`. */
export const expression: Decoder<Expression> = (value, path, audit) => expressionAt(value, path, audit, 0);

function expressionAt(value: unknown, path: string, audit: Audit, depth: number): Expression {
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'constant', value };
  if (typeof value === 'string') return { kind: 'figure', id: value };
  const [[kind, operands] = [], ...rest] = isObject(value) ? Object.entries(value) : [];
  if (
    depth > DEEPEST_EXPRESSION ||
    rest.length > 0 ||
    !Array.isArray(operands) ||
    operands.length > MOST_OPERANDS
  ) {
    audit.differs(path, value, 'expected an expression');
    return NOTHING;
  }
  const terms = operands.map((operand, index) =>
    expressionAt(operand, `${path}.${kind}[${index}]`, audit, depth + 1),
  );
  const [first, second, third] = terms;
  if ((kind === 'sum' || kind === 'max' || kind === 'min') && first !== undefined) return { kind, terms };
  if ((kind === 'minus' || kind === 'times') && first !== undefined && second !== undefined && !third) {
    return { kind, terms: [first, second] };
  }
  audit.differs(path, value, 'expected an expression');
  return NOTHING;
}

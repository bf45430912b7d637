import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { SIGNED_AMOUNT } from './primitives.ts';

/** A fault of a JSON value: a JSON pointer, and words that say what must be there. */
export interface Fault {
  /** `/facades/0/rules/1/field`; empty for the whole value. */
  readonly path: string;
  readonly message: string;
  /** The schema’s own rule that is broken, where `message` only repeats it. */
  readonly rule?: Pick<SchemaError, 'keyword' | 'params'>;
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/**
 * A value's first fault by its schema; null if it has none.
 * @example shapeFault({ type: 'object', required: ['a'] }, {})
 *   // { path: '/a', message: 'is missing: add it' }
 */
export function shapeFault(schema: TSchema, value: unknown): Fault | null {
  // Looking for errors costs several times as much, even if there are none.
  if (Value.Check(schema, value)) return null;
  const [first, ...others]: readonly SchemaError[] = Value.Errors(schema, value);
  if (first === undefined) return null;
  // A member that no schema allows is reported at the member first, without words, and then at its parent.
  const closing = others.find(({ keyword }) => keyword === 'additionalProperties');
  return first.keyword === 'boolean' && closing !== undefined ? inWords(closing) : inWords(first);
}

const AMOUNT =
  'must be an amount such as 5000 or 5000.00: at most 18 digits before the point, without sign, exponent or leading zeros';

function inWords({ keyword, instancePath, params, message }: SchemaError): Fault {
  const listed = (name: string): readonly unknown[] => {
    const value: unknown = Reflect.get(params, name);
    return Array.isArray(value) ? value : [];
  };
  switch (keyword) {
    case 'required':
      return { path: `${instancePath}/${listed('requiredProperties')[0]}`, message: 'is missing: add it' };
    case 'additionalProperties':
      return {
        path: `${instancePath}/${listed('additionalProperties')[0]}`,
        message: 'does not belong here: remove it, or correct its name',
      };
    case 'enum':
      return { path: instancePath, message: `must be one of ${listed('allowedValues').join(', ')}` };
    case 'const':
      return { path: instancePath, message: `must be ${String(Reflect.get(params, 'allowedValue'))}` };
    case 'pattern':
      return {
        path: instancePath,
        message: Reflect.get(params, 'pattern') === SIGNED_AMOUNT ? AMOUNT : message,
        rule: { keyword, params },
      };
    default:
      return { path: instancePath, message, rule: { keyword, params } };
  }
}

/**
 * Words a value's first fault.
 * @example faultOf({ type: 'object', required: ['a'] }, {}) // '/a is missing: add it'
 */
export function faultOf(schema: TSchema, value: unknown): string {
  const fault = shapeFault(schema, value);
  return fault === null ? 'it does not match the schema' : faultText(fault);
}

/**
 * `/limits/use_count_max must be integer`; "it" for a fault of the whole value.
 * @example faultText({ path: '', message: 'must be object' }) // 'it must be object'
 */
export function faultText({ path, message }: Fault): string {
  return `${path || 'it'} ${message}`;
}

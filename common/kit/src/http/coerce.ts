import type { TProperties, TSchema } from 'typebox';

/** Converts the parameters of a request part; built once per schema. */
type Coercion = (given: unknown) => unknown;

/** The accepted spellings. TypeBox's `Convert` and Ajv also accept `0x10`, ` 1` and `1e2` as integers. */
const FORMS: Readonly<Record<string, RegExp>> = {
  integer: /^-?(0|[1-9]\d*)$/,
  number: /^-?(0|[1-9]\d*)(\.\d+)?$/,
  boolean: /^(true|false)$/,
};

/**
 * Converts the strings of a query, path or header where the schema's property is an integer, a number, a
 * boolean (`true`, `false`) or a list (one string becomes a list of one). A string in any other form remains
 * a string, for the validator to refuse. Only the properties of a plain object schema are considered.
 */
export function coercionFor({ properties = {} }: TSchema & { readonly properties?: TProperties }): Coercion {
  const converted = Object.entries<Property>(properties).filter(
    ([, { type = '' }]) => type === 'array' || type in FORMS,
  );
  if (converted.length === 0) return (given) => given;
  return (given) => {
    // A spread, because an assignment would swallow a parameter named `__proto__`.
    const result: Record<string, unknown> = { ...(given as object) };
    for (const [name, property] of converted) {
      if (Object.hasOwn(result, name)) result[name] = convert(property, result[name]);
    }
    return result;
  };
}

interface Property {
  readonly type?: string;
  readonly items?: Property;
}

function convert({ type = '', items = {} }: Property, value: unknown): unknown {
  if (type === 'array') return [value].flat().map((item) => convert(items, item));
  return typeof value === 'string' && FORMS[type]?.test(value) === true ? JSON.parse(value) : value;
}

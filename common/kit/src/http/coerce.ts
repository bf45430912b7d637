import type { TSchema } from 'typebox';

const INTEGER = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Converts the parameters of a request part; made once per schema. */
export type Coercion = (given: unknown) => unknown;

/**
 * Converts the texts of a query, path or header where the schema's property is an integer, a number, a boolean
 * (`true`, `false`) or a list (one text becomes a list of one). A text that has not exactly that form stays a text,
 * for the validator to refuse. Only properties of a plain object schema are looked at.
 */
export function coercionFor(schema: TSchema): Coercion {
  const converted = Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const convert = conversionOf(property);
    return convert === undefined ? [] : [{ name, convert }];
  });
  if (converted.length === 0) return (given) => given;
  return (given) => {
    if (typeof given !== 'object' || given === null) return given;
    const result: Record<string, unknown> = { ...given };
    for (const { name, convert } of converted) {
      if (Object.hasOwn(result, name)) result[name] = convert(result[name]);
    }
    return result;
  };
}

function propertiesOf(schema: object): object {
  const properties = 'properties' in schema ? schema.properties : undefined;
  return typeof properties === 'object' && properties !== null ? properties : {};
}

function conversionOf(schema: unknown): Coercion | undefined {
  if (typeof schema !== 'object' || schema === null || !('type' in schema)) return undefined;
  if (schema.type === 'integer') return (value) => (matches(INTEGER, value) ? Number(value) : value);
  if (schema.type === 'number') return (value) => (matches(NUMBER, value) ? Number(value) : value);
  if (schema.type === 'boolean') {
    return (value) => (value === 'true' ? true : value === 'false' ? false : value);
  }
  if (schema.type === 'array') {
    const convert = conversionOf('items' in schema ? schema.items : undefined) ?? ((value) => value);
    return (value) => (Array.isArray(value) ? value : [value]).map(convert);
  }
  return undefined;
}

function matches(form: RegExp, value: unknown): boolean {
  return typeof value === 'string' && form.test(value);
}

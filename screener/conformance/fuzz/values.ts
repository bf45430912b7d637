import { asList, asObject, type Json, type JsonObject } from '@common/kit/testing/described';
import fc from 'fast-check';

const LONGEST_TEXT = 400;
const MOST_ITEMS = 30;

/** Strings that often break programs. */
export const junkText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    ...['', ' ', '0', '-1', '1e999', 'NaN', 'null', 'undefined', 'true', '[]', '{}', '%', '%00', '\u0000'],
    ...[
      '__proto__',
      'constructor',
      'toString',
      "' or 1=1 --",
      '<script>alert(1)</script>',
      '#{7*7}',
      '{{7*7}}',
    ],
    ...['../../etc/passwd', '\u202e', '\ud800', 'ÄÖÜ', '🍎', '\r\nx: y', 'a'.repeat(5_000)],
  ),
);

/** Generates values of a schema, bounds included, and now and then values that fit no schema. */
export function anyValue(schema: JsonObject): fc.Arbitrary<Json> {
  return fc.oneof(
    { weight: 12, arbitrary: validValue(schema) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> },
    { weight: 1, arbitrary: junkText },
  );
}

function validValue(schema: JsonObject): fc.Arbitrary<Json> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...asList(schema.enum, 'enum'));
  if (Array.isArray(schema.anyOf)) {
    return fc.oneof(...asList(schema.anyOf, 'anyOf').map((one) => anyValue(asObject(one, 'anyOf'))));
  }
  switch (schema.type) {
    case 'object':
      return objectValue(schema);
    case 'array':
      return arrayValue(schema);
    case 'string':
      return textValue(schema);
    case 'integer':
    case 'number':
      return numberValue(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
  }
}

function objectValue(schema: JsonObject): fc.Arbitrary<Json> {
  const properties = Object.entries(asObject(schema.properties ?? {}, 'properties'));
  const model = Object.fromEntries(
    properties.map(([name, property]) => [name, anyValue(asObject(property, name))]),
  );
  const required = asList(schema.required ?? [], 'required').map(String);
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(model, { requiredKeys: required }) as fc.Arbitrary<Json> },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Json> },
    {
      weight: 1,
      arbitrary: fc.record<Record<string, Json>>({ ...model, unknown: junkText }, { requiredKeys: required }),
    },
  );
}

/** Most lists of strings are tickers, because other strings would only reach the first check. */
function arrayValue(schema: JsonObject): fc.Arbitrary<Json> {
  const items = asObject(schema.items ?? {}, 'items');
  const item =
    items.type === 'string'
      ? fc.oneof(fc.constantFrom('AAPL', 'MSFT', 'SPUS', 'KO', 'ZZZZZ', 'A!B'), anyValue(items))
      : anyValue(items);
  const most = Math.min(typeof schema.maxItems === 'number' ? schema.maxItems + 1 : MOST_ITEMS, MOST_ITEMS);
  return fc.array(item, { maxLength: most });
}

function textValue(schema: JsonObject): fc.Arbitrary<Json> {
  const longest = typeof schema.maxLength === 'number' ? schema.maxLength : LONGEST_TEXT;
  const texts: fc.Arbitrary<string>[] = [
    fc.string({ maxLength: Math.min(longest, LONGEST_TEXT) }),
    fc.constantFrom('x'.repeat(longest), 'x'.repeat(longest + 1)),
    junkText,
  ];
  if (String(schema.pattern).includes('@')) texts.push(fc.emailAddress());
  if (schema.format === 'date') texts.push(fc.constantFrom('2024-02-29', '2023-02-29', '0000-00-00'));
  return fc.oneof(...texts);
}

function numberValue(schema: JsonObject): fc.Arbitrary<Json> {
  const least = typeof schema.minimum === 'number' ? schema.minimum : -1_000;
  const most = typeof schema.maximum === 'number' ? schema.maximum : 1_000;
  return fc.oneof(
    fc.integer({ min: Math.ceil(least), max: Math.floor(most) }),
    fc.constantFrom(least - 1, most + 1, 0.5, -0, 1e308),
  );
}

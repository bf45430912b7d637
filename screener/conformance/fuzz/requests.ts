import {
  asList,
  asObject,
  at,
  type Json,
  type JsonObject,
  withoutReferences,
} from '@common/kit/testing/described';
import fc from 'fast-check';
import { anyValue, junkText } from './values.ts';

/** One request of the fuzz, as it is sent. */
export interface FuzzRequest {
  /** The operation that the request is meant for, as the description names it. */
  readonly path: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What exists at the service. Without it, most requests would end at the first check. */
export interface FuzzWorld {
  readonly keys: readonly string[];
  readonly jobs: readonly string[];
}

/**
 * Generates requests to every operation of a description. Most are nearly right, because those reach deepest.
 */
export function requestsOf(
  document: JsonObject,
  world: FuzzWorld,
  isWanted: (operation: string) => boolean = () => true,
): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(asObject(document.paths, 'paths')).flatMap(([path, item]) =>
    Object.entries(asObject(item, path))
      .filter(([method]) => isWanted(`${method.toUpperCase()} ${path}`))
      .map(([method, operation]) =>
        requestOf(path, method, asObject(withoutReferences(document, operation), path), world),
      ),
  );
  return fc.oneof(...operations);
}

function requestOf(
  path: string,
  method: string,
  operation: JsonObject,
  world: FuzzWorld,
): fc.Arbitrary<FuzzRequest> {
  const parameters = asList(operation.parameters ?? [], 'parameters').map((one) => asObject(one, path));
  const inPath = parameters.filter((one) => one.in === 'path');
  const inQuery = parameters.filter((one) => one.in === 'query');
  const pathValues = fc.record(
    Object.fromEntries(inPath.map((one) => [String(one.name), parameterOf(one, world)])),
  );
  const query = fc.array(
    fc.oneof(
      ...inQuery.map((one) => fc.tuple(fc.constant(String(one.name)), parameterOf(one, world))),
      fc.tuple(junkText, junkText),
    ),
    { maxLength: 3 },
  );
  return fc
    .record({ pathValues, query, headers: headersOf(world.keys), body: bodyOf(operation) })
    .map(({ pathValues: values, query: pairs, headers, body }) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(values[name] ?? ''));
      const search = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
      const target = search === '' ? filled : `${filled}?${search}`;
      const sent = body === null ? headers : { 'content-type': 'application/json', ...headers };
      return { path, method: method.toUpperCase(), target, headers: sent, body };
    });
}

/** Existing values, used now and then, because other texts end at the first check. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  ticker: ['AAPL', 'brk.b', 'SPUS', 'VOO', 'BABA', 'ZZZZZ', 'CIK0000002110', 'A!B'],
  overlays: ['all', 'dod_1260h,uflpa', 'tobacco', 'weapon'],
  as_of: ['2024-06-28', '2021-02-30', '1900-01-01'],
  rules: ['current', 'classic', 'modern'],
};

function parameterOf(parameter: JsonObject, { jobs }: FuzzWorld): fc.Arbitrary<string> {
  const name = String(parameter.name);
  const known = name === 'job_id' ? jobs : KNOWN[name];
  const schema = asObject(parameter.schema, name);
  return fc.oneof(
    { weight: 4, arbitrary: known === undefined ? anyValue(schema).map(String) : fc.constantFrom(...known) },
    { weight: 1, arbitrary: anyValue(schema).map((value) => textOf(value)) },
    { weight: 1, arbitrary: junkText },
  );
}

function bodyOf(operation: JsonObject): fc.Arbitrary<string | null> {
  if (operation.requestBody === undefined) return fc.constant(null);
  const schema = at(operation, ['requestBody', 'content', 'application/json', 'schema']);
  return fc.oneof(
    { weight: 6, arbitrary: anyValue(schema).map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: junkText },
    { weight: 1, arbitrary: fc.constantFrom('', '{', 'null', '{"__proto__":{}}', `${'['.repeat(20_000)}`) },
  );
}

function headersOf(keys: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const value = (...words: readonly string[]) => fc.constantFrom(...words);
  const optional = {
    'x-api-key': fc.oneof({ weight: 4, arbitrary: value(...keys) }, { weight: 1, arbitrary: headerText }),
    accept: fc.oneof(value('*/*', 'application/json', 'application/problem+json', 'text/html'), headerText),
    'accept-encoding': fc.oneof(value('gzip', 'br', 'identity;q=0', 'gzip;q=0, br;q=0.1'), headerText),
    'if-none-match': fc.oneof(value('*', '"x"', 'W/"', '"'), headerText),
    'content-type': fc.oneof(
      { weight: 6, arbitrary: value('application/json', 'application/json; charset=utf-8') },
      { weight: 1, arbitrary: value('text/plain', 'application/xml', 'application/json; charset=utf-16') },
    ),
    'idempotency-key': fc.oneof(value('a', 'b', 'x'.repeat(255), 'x'.repeat(256)), headerText),
    authorization: fc.oneof(value('Bearer x', 'Basic eDp5', 'Bearer'), headerText),
    origin: value('https://evil.example', 'null', 'http://127.0.0.1'),
    'mcp-protocol-version': value('2025-11-25', '2026-07-28', '1999-01-01'),
  };
  return fc.record(optional, { requiredKeys: [] });
}

/** The characters allowed in a header, since no client sends other bytes. */
const headerText = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 60,
  })
  .map((text) => text.trim());

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Percent-encodes any text, including lone surrogates, which `encodeURIComponent` refuses. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%2C', ',');
}

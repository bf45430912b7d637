import assert from 'node:assert/strict';
import { instantMs } from '@common/base/instant';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export type Method = 'get' | 'post';

/** The part of a running service that this needs. */
interface DescribedService {
  get(path: string): Promise<{ readonly status: number; json(): unknown }>;
}

/** The service's own description, and how answers compare with it. */
export interface Description {
  readonly document: JsonObject;
  /** An operation's schema for a status: its own, or that of any other refusal. Default method: GET. */
  schemaOf(path: string, status: number, method?: Method): JsonObject;
  /** Fails if a body does not match the description, and says what is wrong. */
  holds(path: string, status: number, body: unknown, about: string, method?: Method): void;
  /** Whether a body matches the description. */
  accepts(path: string, status: number, body: unknown): boolean;
}

/** Reads `/openapi.json` of the running service. Schemas are JSON Schema 2020-12, as in OpenAPI 3.1. */
export async function readDescription(service: DescribedService): Promise<Description> {
  const answer = await service.get('/openapi.json');
  assert.equal(answer.status, 200);
  const document = asObject(answer.json(), 'the description');
  const compiler = makeCompiler();
  const compiled = new Map<string, ValidateFunction>();
  const schemaOf = (path: string, status: number, method: Method = 'get'): JsonObject => {
    const answers = at(document, ['paths', path, method, 'responses']);
    const answer = String(status) in answers ? String(status) : 'default';
    const schema = at(answers, [answer, 'content', 'application/json', 'schema']);
    return asObject(withoutReferences(document, schema), 'the schema');
  };
  const validator = (path: string, status: number, method: Method = 'get'): ValidateFunction => {
    const key = `${method} ${path} ${status}`;
    const validate = compiled.get(key) ?? compiler.compile(schemaOf(path, status, method));
    compiled.set(key, validate);
    return validate;
  };
  return {
    document,
    schemaOf,
    holds(path, status, body, about, method) {
      const validate = validator(path, status, method);
      const valid = validate(body);
      assert.ok(valid, `${about}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
    },
    accepts: (path, status, body) => validator(path, status)(body) === true,
  };
}

/** A schema of the document with each `$ref` replaced by its target. None of our schemas contains itself. */
export function withoutReferences(document: JsonObject, node: Json): Json {
  if (Array.isArray(node)) return node.map((item: Json) => withoutReferences(document, item));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref: reference } = node as JsonObject;
  if (typeof reference === 'string') {
    const steps = reference.replace(/^#\//, '').split('/');
    return withoutReferences(document, at(document, steps));
  }
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withoutReferences(document, value)]),
  );
}

/** Refuses unknown keywords and invalid schemas. */
export function makeCompiler(): Ajv2020 {
  return new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    // To make the code faster takes longer than to run it on all answers of the tests.
    code: { optimize: false },
    formats: {
      'date-time': (text: string) => instantMs(text) !== null,
      date: (text: string) =>
        /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text),
    },
  });
}

export function asObject(value: unknown, what: string): JsonObject {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} is not an object`);
  return value as JsonObject;
}

export function asList(value: unknown, what: string): readonly Json[] {
  assert.ok(Array.isArray(value), `${what} is not a list`);
  return value;
}

/** The object at the end of the steps. */
export function at(root: JsonObject, steps: readonly string[]): JsonObject {
  return steps.reduce<JsonObject>(
    (node, step, index) => asObject(node[step], steps.slice(0, index + 1).join(' > ')),
    root,
  );
}

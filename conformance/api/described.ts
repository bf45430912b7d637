import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { RunningService } from './service.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** The service's own description, and what it makes of an answer. */
export interface Description {
  readonly document: JsonObject;
  /** The schema that `GET path` has for a status. */
  schemaOf(path: string, status: number): JsonObject;
  /** Fails, with what is wrong, where a body is not as the description says. */
  holds(path: string, status: number, body: unknown, about: string): void;
  /** Whether it is. */
  accepts(path: string, status: number, body: unknown): boolean;
}

/** Reads `/openapi.json` of the running service. Schemas are those of JSON Schema 2020-12, as OpenAPI 3.1 has them. */
export async function readDescription(service: RunningService): Promise<Description> {
  const answer = await service.get('/openapi.json');
  assert.equal(answer.status, 200);
  const document = asObject(answer.json(), 'the description');
  const compiler = makeCompiler();
  const compiled = new Map<string, ValidateFunction>();
  const schemaOf = (path: string, status: number): JsonObject =>
    at(document, [
      'paths',
      path,
      'get',
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ]);
  const validator = (path: string, status: number): ValidateFunction => {
    const key = `${path} ${status}`;
    const validate = compiled.get(key) ?? compiler.compile(schemaOf(path, status));
    compiled.set(key, validate);
    return validate;
  };
  return {
    document,
    schemaOf,
    holds(path, status, body, about) {
      const validate = validator(path, status);
      const valid = validate(body);
      assert.ok(valid, `${about}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
    },
    accepts: (path, status, body) => validator(path, status)(body) === true,
  };
}

/** Refuses keywords that it does not know, and schemas that are none. */
export function makeCompiler(): Ajv2020 {
  return new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    formats: {
      date: (text: string) =>
        /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text),
    },
  });
}

export function asObject(value: unknown, what: string): JsonObject {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} is no object`);
  return value as JsonObject;
}

export function asList(value: unknown, what: string): readonly Json[] {
  assert.ok(Array.isArray(value), `${what} is no list`);
  return value;
}

/** The object at the end of the steps. */
export function at(root: JsonObject, steps: readonly string[]): JsonObject {
  return steps.reduce<JsonObject>(
    (node, step, index) => asObject(node[step], steps.slice(0, index + 1).join(' > ')),
    root,
  );
}

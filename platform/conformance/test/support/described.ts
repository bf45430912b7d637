import assert from 'node:assert/strict';
import { asObject, at, type JsonObject, makeCompiler } from '@common/kit/testing/described';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { type Reply, send } from '../../client.ts';

/** Checks a service's answers against its own description. */
export interface Described {
  /** `GET /contracts/{contract_id}`, as the description names them. */
  readonly operations: readonly string[];
  /** Operations with at least one checked answer. */
  readonly answered: ReadonlySet<string>;
  /**
   * Fails if the answer has another status, or a type or body that the description does not allow. Only the form of JSON is
   * checked. Returns the reply.
   */
  holds<Body>(operation: string, status: number, reply: Reply<Body>): Reply<Body>;
  /** Fails if the description does not allow this body with this status. */
  admits(operation: string, status: number, body: unknown): void;
}

export async function readDescribed(url: string): Promise<Described> {
  const document = (await send<JsonObject>(`${url}/openapi.json`)).body;
  const paths = asObject(document.paths, 'paths');
  const compiler = makeCompiler();
  const compiled = new Map<string, ValidateFunction>();
  const answered = new Set<string>();

  const contentOf = (
    operation: string,
    status: number,
  ): { readonly key: string; readonly content: JsonObject } => {
    const [method = '', path = ''] = operation.split(' ');
    const responses = at(document, ['paths', path, method.toLowerCase(), 'responses']);
    const named = [String(status), `${Math.floor(status / 100)}XX`].find((name) => name in responses);
    assert.ok(named !== undefined, `${operation} describes no answer ${status}`);
    return { key: `${operation} ${named}`, content: at(responses, [named, 'content']) };
  };
  const validatorOf = (operation: string, status: number): ValidateFunction => {
    const { key, content } = contentOf(operation, status);
    const schema = at(content, ['application/json', 'schema']);
    const validate = compiled.get(key) ?? compiler.compile(schema);
    compiled.set(key, validate);
    return validate;
  };
  const admits: Described['admits'] = (operation, status, body) => {
    const validate = validatorOf(operation, status);
    const valid = validate(body);
    assert.ok(valid, `${operation} ${status}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
  };
  return {
    admits,
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(asObject(methods, path)).map((method) => `${method.toUpperCase()} ${path}`),
    ),
    answered,
    holds(operation, status, reply) {
      assert.equal(reply.status, status, `${operation}: ${reply.text.slice(0, 500)}`);
      const [type = ''] = (reply.headers.get('content-type') ?? '').split(';');
      if (type === 'application/json') admits(operation, status, reply.body);
      else assert.ok(type in contentOf(operation, status).content, `${operation} ${status} is no ${type}`);
      answered.add(operation);
      return reply;
    },
  };
}

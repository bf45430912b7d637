import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import {
  asObject,
  type Json,
  type JsonObject,
  makeCompiler,
  withoutReferences,
} from '@common/kit/testing/described';

/** The generated page, which a test compares with the running service's description. */
const DESCRIPTION = 'docs/reference/screener-openapi.json';

interface Schema {
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly $ref?: string;
}

type Content = Readonly<Record<string, object>>;
type Described = Readonly<
  Record<
    string,
    {
      readonly parameters?: readonly {
        readonly name: string;
        readonly description?: string;
        readonly schema: Schema;
      }[];
      readonly requestBody?: { readonly content: Content };
      readonly responses: Readonly<Record<string, { readonly content?: Content; readonly headers?: object }>>;
    }
  >
>;

/** Refusals of the protocol library and of a service that is shutting down. */
const WITHOUT_EXAMPLE = ['post /mcp 404', 'post /mcp 503'];

describe('the OpenAPI description', () => {
  test('shows an example of every answer, a request for every body, and headers', async () => {
    const document = JSON.parse(await readFile(join(REPOSITORY, DESCRIPTION), 'utf8'));
    const lacking: string[] = [];
    for (const [path, methods] of Object.entries<Described>(document.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        const body = requestBody?.content['application/json'];
        if (body !== undefined && !('example' in body)) lacking.push(`${method} ${path}: its body`);
        const [ok] = Object.keys(responses);
        assert.ok(Object.keys(responses[ok ?? '']?.headers ?? {}).includes('x-request-id'), path);
        for (const [status, { content }] of Object.entries(responses)) {
          const json = content?.['application/json'];
          const isShown = json === undefined || 'example' in json || status === 'default';
          if (!isShown) lacking.push(`${method} ${path} ${status}`);
        }
      }
    }
    assert.deepEqual(lacking, WITHOUT_EXAMPLE);
  });

  test('says what every member of every answer and request is, and every parameter', async () => {
    const document = JSON.parse(await readFile(join(REPOSITORY, DESCRIPTION), 'utf8'));
    const bare = new Set<string>();
    let members = 0;
    const walk = (node: unknown, where: string): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, child] of Object.entries(node)) {
        // An example is an answer, not a schema.
        if (name === 'example') continue;
        walk(child, `${where}/${name}`);
        if (name !== 'properties' || Array.isArray(child)) continue;
        for (const [member, schema] of Object.entries<Schema>(child)) {
          members += 1;
          if (!isDescribed(document, schema)) bare.add(`${where}/${member}`);
        }
      }
    };
    walk(document, '');
    const operations = Object.values<Described>(document.paths).flatMap((methods) => Object.values(methods));
    const parameters = operations.flatMap((operation) => operation.parameters ?? []);
    for (const { name, description, schema } of parameters) {
      if ((description ?? schema.description ?? '') === '') bare.add(`parameter ${name}`);
    }
    assert.ok(members > 300 && parameters.length > 10, `${members} members, ${parameters.length} parameters`);
    assert.deepEqual([...bare], []);
  });

  test('lists the choices of what is chosen from a closed set', async () => {
    const document = JSON.parse(await readFile(join(REPOSITORY, DESCRIPTION), 'utf8'));
    const operation: Described[string] = document.paths['/v1/screen/{ticker}'].get;
    const choices = Object.fromEntries(
      (operation.parameters ?? []).map(({ name, schema }) => [name, schema.enum]),
    );
    assert.deepEqual(choices.rules, ['current', 'classic']);
    assert.deepEqual(choices.holdings, ['none', 'top', 'all']);
    const { properties } = document.components.schemas.Screening;
    assert.deepEqual(properties.rules.enum, ['current', 'classic']);
    assert.deepEqual(properties.type.enum, ['company', 'fund']);
    assert.deepEqual(properties.compliance.enum, [
      ...['compliant', 'questionable', 'non_compliant', 'not_screenable'],
    ]);
  });

  test('is valid OpenAPI 3.1, and every example is as its schema says', async () => {
    const document = asObject(
      JSON.parse(await readFile(join(REPOSITORY, DESCRIPTION), 'utf8')),
      'the document',
    );
    assert.match(String(document.openapi), /^3\.1\.\d+$/);
    const compiler = makeCompiler();
    let examples = 0;
    const walk = (node: Json, where: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { schema, example } = node as JsonObject;
      if (schema !== undefined && example !== undefined) {
        const validate = compiler.compile(asObject(withoutReferences(document, schema), where));
        assert.ok(validate(example), `${where}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
        examples += 1;
      }
      for (const [name, child] of Object.entries(node)) {
        if (name !== 'example') walk(child, `${where}/${name}`);
      }
    };
    walk(document, '');
    assert.ok(examples > 50, `${examples} examples`);
  });
});

/** By its own words, or by those of the named schema that it is. */
function isDescribed(document: object, { description, $ref }: Schema): boolean {
  if ($ref === undefined) return (description ?? '') !== '';
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], document);
  return isDescribed(document, target as Schema);
}

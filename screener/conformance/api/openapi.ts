import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  asList,
  asObject,
  at,
  type Json,
  type JsonObject,
  type Method,
  makeCompiler,
  withoutReferences,
} from '@common/kit/testing/described';
import { describedOnce, service } from './shared.ts';

/** What programs call of the interface document, 4.1 and 4.2, and what came after it, each with its query parameters. */
const OPERATIONS: readonly (readonly [method: Method, path: string, query: readonly string[]])[] = [
  ['get', '/health', []],
  [
    'get',
    '/v1/screen/{ticker}',
    ['as_of', 'cursor', 'fields', 'holdings', 'methodologies', 'overlays', 'rules'],
  ],
  ['get', '/v1/attest/{ticker}', ['as_of', 'methodologies', 'overlays', 'rules']],
  ['get', '/v1/attestations', ['from', 'limit']],
  ['get', '/.well-known/keys.json', []],
  ['get', '/v1/search', ['limit', 'q']],
  ['post', '/v1/batch', ['fields', 'holdings', 'methodologies']],
  ['post', '/v1/portfolio', ['methodologies']],
  ['post', '/v1/purification', []],
  ['post', '/v1/zakat', []],
  ['post', '/v1/bulk', []],
  ['get', '/v1/bulk/{job_id}', []],
  ['get', '/v1/headroom/{ticker}', ['as_of', 'methodologies', 'rules']],
  ['get', '/v1/lists', ['industry', 'methodologies', 'order', 'page', 'size']],
  ['get', '/v1/lists/funds', ['compliance', 'methodologies', 'page']],
  ['get', '/v1/history/{ticker}', ['cursor', 'limit', 'rules']],
  ['post', '/api/keys', []],
  ['post', '/api/keys/keep', []],
  ['post', '/api/waitlist', []],
  ['post', '/api/session', []],
  ['post', '/portal/logout', []],
  ['post', '/api/account/password', []],
  ['get', '/api/admin/stats', ['activation_days', 'days']],
  ['get', '/api/admin/posts', []],
  ['post', '/api/admin/posts', []],
  ['post', '/api/stripe/webhook', []],
  ['get', '/badge/{ticker}.svg', ['lang', 'methodologies']],
  ['post', '/mcp', []],
  ['post', '/tasks/rebuild-leaderboard', []],
  ['post', '/tasks/rebuild-value-screen', []],
  ['post', '/tasks/rebuild-funds', []],
];
/** These answer with free members, by a protocol of their own, with a redirect, or with an image. */
const OPEN = ['/health', '/mcp', '/portal/logout', '/badge/{ticker}.svg'];
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** Keywords of OpenAPI 3.0 that JSON Schema 2020-12 does not have. */
const OLD_WORDS = ['nullable', 'discriminator', 'example'];

describe('GET /openapi.json', () => {
  test('is an OpenAPI 3.1 document of version 0.3.0', async () => {
    const answer = await service.get('/openapi.json');
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    const { document } = await describedOnce();
    assert.match(String(document.openapi), /^3\.1\.\d+$/);
    const info = asObject(document.info, 'info');
    assert.equal(info.version, '0.3.0');
    assert.ok(typeof info.title === 'string' && info.title !== '');
    const allowed = ['openapi', 'info', 'jsonSchemaDialect', 'servers', 'paths', 'webhooks', 'components'];
    for (const name of Object.keys(document)) {
      assert.ok([...allowed, 'security', 'tags', 'externalDocs'].includes(name), name);
    }
  });

  test('describes every endpoint with its parameters', async () => {
    const { document } = await describedOnce();
    const described = Object.entries(asObject(document.paths, 'paths')).flatMap(([path, item]) =>
      Object.keys(asObject(item, path)).map((method) => `${method} ${path}`),
    );
    assert.deepEqual(described.sort(), OPERATIONS.map(([method, path]) => `${method} ${path}`).sort());
    for (const [method, path, query] of OPERATIONS) {
      const operation = at(document, ['paths', path, method]);
      const parameters = asList(operation.parameters ?? [], 'parameters').map((one) => asObject(one, path));
      const named = (place: string) =>
        parameters.flatMap((one) => (one.in === place ? [one.name] : [])).sort();
      assert.deepEqual(named('query'), query, path);
      const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(named('path'), inTemplate, path);
      assert.ok(typeof operation.summary === 'string' && operation.summary !== '', path);
    }
  });

  test('is consistent: parameters, responses, tags, references', async () => {
    const { document } = await describedOnce();
    const paths = Object.entries(asObject(document.paths, 'paths'));
    assert.equal(paths.length, new Set(OPERATIONS.map(([, path]) => path)).size);
    const tags = asList(document.tags ?? [], 'tags').map((tag) => asObject(tag, 'a tag').name);
    const ids: Json[] = [];
    for (const [path, item] of paths) {
      assert.match(path, /^\//);
      const operations = Object.entries(asObject(item, path));
      for (const [method, value] of operations) {
        assert.ok(METHODS.includes(method), `${path}: ${method}`);
        const operation = asObject(value, `${method} ${path}`);
        isSoundOperation(path, operation);
        for (const tag of asList(operation.tags ?? [], 'tags')) assert.ok(tags.includes(tag), String(tag));
        if (operation.operationId !== undefined) ids.push(operation.operationId);
      }
    }
    assert.equal(new Set(ids).size, ids.length);
    for (const reference of valuesOf(document, '$ref')) {
      const steps = String(reference).replace(/^#\//, '').split('/');
      assert.ok(String(reference).startsWith('#/') && at(document, steps), String(reference));
    }
  });

  test('every schema is valid JSON Schema 2020-12, and says what it allows', async () => {
    const { document } = await describedOnce();
    const compiler = makeCompiler();
    const seen = new Set<string>();
    let schemas = 0;
    for (const value of valuesOf(document, 'schema')) {
      const schema = asObject(withoutReferences(document, value), 'a schema');
      schemas += 1;
      const text = JSON.stringify(schema);
      if (seen.has(text)) continue;
      seen.add(text);
      compiler.compile(schema);
      for (const word of OLD_WORDS) assert.deepEqual([...valuesOf(schema, word)], [], word);
    }
    assert.ok(schemas > 10, `${schemas} schemas`);
  });

  test('objects in answers are closed, or keyed by names of one kind', async () => {
    const { schemaOf } = await describedOnce();
    const closed = OPERATIONS.filter(([, path]) => !OPEN.includes(path));
    for (const [method, path] of closed) {
      for (const schema of objectSchemas(schemaOf(path, 200, method))) {
        const keyed =
          typeof schema.patternProperties === 'object' || typeof schema.additionalProperties === 'object';
        assert.ok(schema.additionalProperties === false || keyed, JSON.stringify(schema).slice(0, 200));
      }
    }
  });
});

function isSoundOperation(path: string, operation: JsonObject): void {
  const parameters = asList(operation.parameters ?? [], 'parameters').map((one) =>
    asObject(one, 'parameter'),
  );
  const names = parameters.map((one) => `${one.in} ${one.name}`);
  assert.equal(new Set(names).size, names.length, `${path}: a parameter twice`);
  for (const parameter of parameters) {
    assert.ok(['query', 'path', 'header', 'cookie'].includes(String(parameter.in)));
    assert.ok(parameter.schema !== undefined || parameter.content !== undefined, String(parameter.name));
    if (parameter.in === 'path') assert.equal(parameter.required, true);
  }
  const inTemplate = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => `path ${name}`);
  assert.deepEqual(names.filter((name) => name.startsWith('path ')).sort(), inTemplate.sort(), path);
  const responses = Object.entries(asObject(operation.responses, 'responses'));
  assert.ok(responses.length > 0);
  for (const [status, value] of responses) {
    assert.match(status, /^([1-5](\d\d|XX)|default)$/);
    const { description, content } = asObject(value, status);
    assert.ok(typeof description === 'string' && description !== '', `${path} ${status}`);
    for (const type of Object.keys(asObject(content ?? {}, 'content'))) assert.match(type, /^\w+\/[\w.+-]+$/);
  }
}

/** Every value of a member with this name, at any depth. */
function* valuesOf(node: Json | undefined, name: string): Generator<Json> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, child] of Object.entries(node) as [string, Json][]) {
    if (key === name && !Array.isArray(node)) yield child;
    yield* valuesOf(child, name);
  }
}

function* objectSchemas(node: Json | undefined): Generator<JsonObject> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node) && (node as JsonObject).type === 'object') yield node as JsonObject;
  for (const child of Object.values(node) as Json[]) yield* objectSchemas(child);
}

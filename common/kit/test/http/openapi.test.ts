import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeApp } from '@common/kit/testing/http-app';
import { Type } from 'typebox';

test('the OpenAPI document describes the routes, their security and their 422 answer', async (t) => {
  const { app } = await makeApp(t, {
    tags: [{ name: 'screening', description: 'Verdicts' }],
    securitySchemes: { api_key: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A key' } },
  });
  app.get(
    '/v1/screen/:ticker',
    {
      schema: {
        operationId: 'screen',
        tags: ['screening'],
        security: [{ api_key: [] }],
        params: Type.Object({ ticker: Type.String() }),
        response: { 200: Type.Object({ success: Type.Literal(true) }) },
      },
    },
    () => ({ success: true as const }),
  );
  app.get('/health', () => 'ok');
  const response = await app.inject('/openapi.json');
  assert.match(String(response.headers['content-type']), /^application\/json/);
  const document = response.json();
  assert.equal(document.openapi, '3.1.0');
  assert.deepEqual(document.info, {
    title: 'Test service',
    version: '0.3.0',
    description: 'A service for tests.',
    contact: { name: 'Sanad' },
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  });
  assert.deepEqual(document.servers, [{ url: '/', description: 'This service' }]);
  assert.deepEqual(Object.keys(document.paths).toSorted(), ['/health', '/v1/screen/{ticker}']);
  const operation = document.paths['/v1/screen/{ticker}'].get;
  assert.deepEqual(operation.security, [{ api_key: [] }]);
  assert.deepEqual(operation.parameters, [
    { schema: { type: 'string' }, in: 'path', name: 'ticker', required: true },
  ]);
  assert.deepEqual(Object.keys(operation.responses), ['200', '422', 'default']);
  const named = { 422: 'ValidationError', default: 'Failure' };
  for (const [status, name] of Object.entries(named)) {
    const { content } = operation.responses[status];
    assert.deepEqual(content['application/json'].schema, { $ref: `#/components/schemas/${name}` });
    assert.deepEqual(content['application/problem+json'].schema, { $ref: '#/components/schemas/Problem' });
  }
  assert.ok(document.components.schemas.ValidationError.properties.detail);
  assert.equal(document.paths['/health'].get.responses[422], undefined);
  assert.equal(document.components.securitySchemes.api_key.name, 'x-api-key');
});

test('the interactive page works without a network: the service itself serves everything it loads', async (t) => {
  const { app } = await makeApp(t);
  const page = await app.inject('/docs');
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /<title>Test service 0\.3\.0<\/title>/);
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  assert.ok(loaded.length >= 5);
  for (const url of loaded) {
    assert.ok(url.startsWith('/docs/static/'), url);
    assert.equal((await app.inject(url)).statusCode, 200, url);
  }
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'self'/);
  assert.doesNotMatch(policy, /https?:|swagger\.io|upgrade-insecure-requests/);
  const initialiser = (await app.inject('/docs/static/swagger-initializer.js')).body;
  assert.match(initialiser, /validatorUrl: (null|false)/);
  assert.doesNotMatch(initialiser, /"https?:\/\//);
  const style = (await app.inject('/docs/static/swagger-ui.css')).body;
  assert.doesNotMatch(style, /url\(["']?https?:/);
  assert.equal((await app.inject('/docs/json')).json().openapi, '3.1.0');
  assert.equal((await app.inject('/docs/static/none.js')).statusCode, 404);
  assert.equal((await app.inject('/docs/static/%2e%2e/package.json')).statusCode, 404);
});

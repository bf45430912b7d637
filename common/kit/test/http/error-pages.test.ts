import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { envelopeErrors } from '@common/kit/http/errors';
import { Type } from 'typebox';
import { refuse } from '../../src/http/app.ts';
import { makeApp } from '../../src/testing/http-app.ts';

/** What browsers send when they open an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

/** Routes that fail in each way, once for people and once for programs. */
async function makeFailing(t: TestContext) {
  const { app } = await makeApp(t, {
    errors: {
      ...envelopeErrors,
      page: ({ status, code }, { id: requestId }) => ({
        body: `<p>${status} ${code} ${requestId}`,
        headers: { 'content-type': 'text/html; charset=utf-8', 'x-page': 'yes' },
      }),
    },
  });
  const query = Type.Object({ size: Type.Optional(Type.Integer()) });
  const schema = { hide: true, querystring: query };
  for (const [path, config] of [
    ['/page', { page: true }],
    ['/api', {}],
  ] as const) {
    app.get(path, { schema, config }, () => 'fine');
    app.get(`${path}/broken`, { schema, config }, () => {
      throw new Error('secret');
    });
    app.get(`${path}/refused`, { schema, config }, (_request, reply) =>
      refuse(reply, { status: 429, code: 'too_many', message: 'Wait.', headers: { 'retry-after': '7' } }),
    );
  }
  return app;
}

const FAILURES = [
  ['/broken', 500, 'internal_error'],
  ['/refused', 429, 'too_many'],
  ['?size=x', 422, 'invalid_request'],
  ['?size=%00', 422, 'invalid_request'],
] as const;

describe('refusals as pages', () => {
  test('are the answer of a route for people, whatever Accept says', async (t) => {
    const app = await makeFailing(t);
    for (const [path, status, code] of FAILURES) {
      for (const accept of [BROWSER, '*/*', 'application/json']) {
        const answer = await app.inject({ url: `/page${path}`, headers: { accept } });
        assert.equal(answer.statusCode, status, path);
        assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
        assert.equal(answer.headers['x-page'], 'yes');
        assert.equal(answer.body, `<p>${status} ${code} ${answer.headers['x-request-id']}`);
      }
    }
    const refused = await app.inject('/page/refused');
    assert.equal(refused.headers['retry-after'], '7');
  });

  test('are never the answer of a route for programs', async (t) => {
    const app = await makeFailing(t);
    for (const [path, status] of FAILURES) {
      const answer = await app.inject({ url: `/api${path}`, headers: { accept: BROWSER } });
      assert.equal(answer.statusCode, status, path);
      assert.match(String(answer.headers['content-type']), /^application\/json/);
    }
  });

  test('on an unknown path, are for callers that ask for HTML and do not name JSON', async (t) => {
    const app = await makeFailing(t);
    const type = async (accept: string | undefined, method: 'GET' | 'POST' = 'GET') => {
      const headers = accept === undefined ? {} : { accept };
      const answer = await app.inject({ method, url: '/api/none', headers });
      assert.equal(answer.statusCode, 404);
      return String(answer.headers['content-type']).split(';')[0];
    };
    assert.equal(await type(BROWSER), 'text/html');
    assert.equal(await type(BROWSER, 'POST'), 'text/html');
    for (const accept of [
      undefined,
      '*/*',
      'application/json',
      'application/json, text/html;q=0.5',
    ] as const) {
      assert.equal(await type(accept), 'application/json', String(accept));
    }
    assert.equal(await type('text/html, application/problem+json'), 'application/problem+json');
  });

  test('are not sent for an API path whose parameter is too long', async (t) => {
    const app = await makeFailing(t);
    app.get('/api/items/:id', () => 'x');
    const answer = await app.inject({ url: `/api/items/${'a'.repeat(5_000)}`, headers: { accept: BROWSER } });
    assert.equal(answer.statusCode, 414);
    assert.match(String(answer.headers['content-type']), /^application\/json/);
  });

  test('for an unsupported method, name the methods that the path supports', async (t) => {
    const app = await makeFailing(t);
    const answer = await app.inject({ method: 'DELETE', url: '/page', headers: { accept: BROWSER } });
    assert.equal(answer.statusCode, 405);
    assert.match(String(answer.headers.allow), /GET/);
    assert.match(String(answer.headers['content-type']), /^text\/html/);
  });

  test('are not sent by a service without pages', async (t) => {
    const { app } = await makeApp(t);
    const answer = await app.inject({ url: '/none', headers: { accept: BROWSER } });
    assert.match(String(answer.headers['content-type']), /^application\/json/);
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { addFormRoutes, addJsonOrFormRoutes, addRawRoutes, RawBody } from '@common/kit/http/body-kinds';
import { listen } from '@common/kit/http/listen';
import { makeApp } from '@common/kit/testing/http-app';
import fc from 'fast-check';
import { Type } from 'typebox';
import type { HttpAppOptions } from '../../src/http/app.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const SignIn = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    word: Type.Optional(Type.String()),
    lists: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);

type Payload = string | Buffer;

/** One route of each kind, answering with what it got: `/json`, `/form`, `/any-form` without a schema, `/raw`. */
async function makeRoutes(t: TestContext, options: Partial<HttpAppOptions> = {}) {
  const { app } = await makeApp(t, options);
  app.post('/json', { schema: { body: Type.Object({}) } }, (request) => ({ got: request.body }));
  await addFormRoutes(app, (scope) => {
    scope.post('/form', { schema: { body: SignIn } }, (request) => ({ got: request.body }));
    scope.post('/any-form', (request) => ({ got: request.body }));
    scope.post('/small-form', { bodyLimit: 8 }, (request) => ({ got: request.body }));
  });
  await addRawRoutes(app, (scope) => {
    scope.post('/raw', { schema: { body: RawBody } }, ({ body }) => ({
      got: createHash('sha256').update(body).digest('hex'),
    }));
  });
  await addJsonOrFormRoutes(app, (scope) => {
    scope.post('/either', { schema: { body: SignIn } }, (request) => ({ got: request.body }));
  });
  const post = async (url: string, payload: Payload, type: string | null) => {
    const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
    const response = await app.inject({ method: 'POST', url, headers, payload });
    const { got, detail, error } = response.json();
    const [issue] = detail ?? [];
    return [response.statusCode, got ?? error?.code ?? `${issue.loc.join('.')}: ${issue.type}`];
  };
  return { app, post };
}

test('a route may accept both JSON and a form, each by its own rules, and nothing else', async (t) => {
  const { app, post } = await makeRoutes(t);
  const amina = { name: 'Amina', lists: ['a'] };
  assert.deepEqual(await post('/either', 'name=Amina&lists=a', FORM), [200, amina]);
  assert.deepEqual(await post('/either', JSON.stringify(amina), `${JSON_TYPE}; charset=utf-8`), [200, amina]);
  assert.deepEqual(await post('/either', 'name=a&name=b', FORM), [422, 'body.name: repeated_field']);
  assert.deepEqual(await post('/either', '{"name":"a\\u0000"}', JSON_TYPE), [422, 'body: nul_character']);
  assert.deepEqual(await post('/either', 'name=a', JSON_TYPE), [422, 'body: json_invalid']);
  assert.deepEqual(await post('/either', '', FORM), [422, 'body.name: missing']);
  assert.deepEqual(await post('/either', '', JSON_TYPE), [422, 'body: missing']);
  assert.deepEqual(await post('/either', 'x', 'text/plain'), [415, 'unsupported_media_type']);
  const refused = await app.inject({
    method: 'POST',
    url: '/either',
    payload: 'x',
    headers: { 'content-type': 'text/plain' },
  });
  assert.match(refused.json().error.message, /application\/json or application\/x-www-form-urlencoded/);
  // The other routes still take one kind each.
  assert.equal((await post('/json', 'name=a', FORM))[0], 415);
  assert.equal((await post('/form', '{}', JSON_TYPE))[0], 415);
  const { paths } = (await app.inject('/openapi.json')).json();
  assert.deepEqual(Object.keys(paths['/either'].post.requestBody.content), [JSON_TYPE, FORM]);
});

test('a form is an object of strings', async (t) => {
  const { post } = await makeRoutes(t);
  const good: readonly (readonly [string, object])[] = [
    ['name=Amina', { name: 'Amina' }],
    ['name=a+b%2Bc%26d%3De&word=', { name: 'a b+c&d=e', word: '' }],
    ['name=%D8%A3%D9%85%D9%8A%D9%86%D8%A9&word=%EF%BF%BD', { name: 'أمينة', word: '\ufffd' }],
    ['name=é', { name: 'é' }],
    ['name=a=b&word', { name: 'a=b', word: '' }],
    ['&name=1&&', { name: '1' }],
    ['name=a%0D%0Ab', { name: 'a\r\nb' }],
  ];
  for (const [text, fields] of good) assert.deepEqual(await post('/form', text, FORM), [200, fields], text);
  assert.deepEqual(await post('/any-form', '?a=1&constructor=2', FORM), [
    200,
    { '?a': '1', constructor: '2' },
  ]);
  assert.deepEqual(await post('/any-form', '', FORM), [200, {}]);
  assert.deepEqual(await post('/any-form', '', null), [200, {}]);
});

test('every form of a browser is read back; anything else gets 200 or 422', async (t) => {
  const { post } = await makeRoutes(t);
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
  const fields = fc.dictionary(
    text.filter((name) => name !== '__proto__'),
    text,
    { noNullPrototype: true },
  );
  await fc.assert(
    fc.asyncProperty(fields, async (given) => {
      const written = new URLSearchParams(given).toString();
      assert.deepEqual(await post('/any-form', written, FORM), [200, given]);
    }),
    { numRuns: 200 },
  );
  const noise = fc.string({
    unit: fc.constantFrom('%', '0', 'C3', 'a9', '&', '=', '+', 'a', '[', ']', '\0'),
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(noise, fc.uint8Array()), async (payload) => {
      const [status] = await post('/form', Buffer.from(payload as string), FORM);
      assert.ok(status === 200 || status === 422, String(status));
    }),
    { numRuns: 300 },
  );
});

test('a form that is malformed, or does not match the schema, is refused', async (t) => {
  const { post } = await makeRoutes(t, { limits: { bodyBytes: 20_000 } });
  const bad: readonly (readonly [Payload, string])[] = [
    ['name=%zz', 'body: form_invalid'],
    ['name=%', 'body: form_invalid'],
    ['name=%C3', 'body: form_invalid'],
    ['name=%C3&word=%A9', 'body: form_invalid'],
    ['name=%C0%80', 'body: form_invalid'],
    ['name=%ED%A0%80', 'body: form_invalid'],
    [Buffer.from('6e616d653dff', 'hex'), 'body: form_invalid'],
    ['name=a%00b', 'body.name: nul_character'],
    ['na%00me=a', 'body.na\0me: nul_character'],
    ['name=a&__proto__=b', 'body.__proto__: extra_forbidden'],
    ['name=a&other=b', 'body.other: extra_forbidden'],
    ['name=', 'body.name: string_too_short'],
    ['', 'body.name: missing'],
    ['{"name":"a"}', 'body.name: missing'],
    [Array.from({ length: 1_001 }, (_, index) => `f${index}=`).join('&'), 'body: too_long'],
  ];
  for (const [payload, says] of bad) {
    assert.deepEqual(await post('/form', payload, FORM), [422, says], String(payload).slice(0, 60));
  }
  assert.deepEqual(await post('/form', '', null), [422, 'body.name: missing']);
});

test('a repeated field is refused, unless the schema types it as a list, which it then always is', async (t) => {
  const { post } = await makeRoutes(t);
  assert.deepEqual(await post('/form', 'name=a&name=b', FORM), [422, 'body.name: repeated_field']);
  assert.deepEqual(await post('/form', 'name=a&name=a', FORM), [422, 'body.name: repeated_field']);
  assert.deepEqual(await post('/any-form', 'x=1&x=2', FORM), [422, 'body.x: repeated_field']);
  assert.deepEqual(await post('/form', 'name=a&name[]=b', FORM), [422, 'body.name[]: extra_forbidden']);
  assert.deepEqual(await post('/form', 'name=a&lists=x', FORM), [200, { name: 'a', lists: ['x'] }]);
  const three = { name: 'a', lists: ['x', 'y', 'x'] };
  assert.deepEqual(await post('/form', 'lists=x&name=a&lists=y&lists=x', FORM), [200, three]);
});

test('bytes arrive exactly as they were sent', async (t) => {
  const { post } = await makeRoutes(t);
  const bodies: readonly Payload[] = [
    '{"a": 1,\r\n "a":2}',
    '{broken',
    '\ufeff{}',
    '{"__proto__":{}}',
    '"\\u0000"',
    Buffer.from('00ff80c0', 'hex'),
    '',
  ];
  for (const body of bodies) {
    const hash = createHash('sha256').update(body).digest('hex');
    assert.deepEqual(await post('/raw', body, JSON_TYPE), [200, hash], String(body));
    assert.deepEqual(await post('/raw', body, 'application/json; charset=utf-8'), [200, hash]);
  }
  assert.deepEqual(await post('/raw', '', null), [200, createHash('sha256').digest('hex')]);
});

test('bytes that arrive in pieces are joined', async (t) => {
  const { app } = await makeRoutes(t);
  const { port } = await listen(app, { host: '127.0.0.1', port: 0 });
  const body = Buffer.from('{"ñ": "\u20ac"}');
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', async () => {
      const head = 'POST /raw HTTP/1.1\r\nhost: a\r\nconnection: close\r\ntransfer-encoding: chunked\r\n';
      socket.write(`${head}content-type:\t application/json \t\r\n\r\n`);
      for (const byte of body) {
        socket.write(Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]));
        await new Promise((go) => setImmediate(go));
      }
      socket.write('0\r\n\r\n');
    });
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.on('error', reject).on('close', () => resolve(text));
  });
  assert.ok(answer.includes(createHash('sha256').update(body).digest('hex')), answer);
});

test('each route accepts only its own content type, however it is spelled, and names it', async (t) => {
  const { app, post } = await makeRoutes(t);
  const same = (type: string) => [
    type,
    type.toUpperCase(),
    `${type};charset=utf-8`,
    `${type} ; a=b`,
    `${type}\t`,
  ];
  for (const type of same(JSON_TYPE)) {
    assert.equal((await post('/json', '{}', type))[0], 200, type);
    assert.equal((await post('/raw', '{}', type))[0], 200, type);
    assert.deepEqual(await post('/form', '{}', type), [415, 'unsupported_media_type'], type);
  }
  for (const type of same(FORM)) {
    assert.equal((await post('/form', 'name=a', type))[0], 200, type);
    for (const url of ['/json', '/raw']) {
      assert.deepEqual(await post(url, '{}', type), [415, 'unsupported_media_type'], `${url} ${type}`);
    }
  }
  const neither = [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    `${FORM}\ta`,
    `${FORM} ${JSON_TYPE}`,
    `${FORM}\t${JSON_TYPE}`,
    `${FORM}, ${JSON_TYPE}`,
    `${JSON_TYPE}, ${FORM}`,
    `text/plain; ${JSON_TYPE}`,
    'application/jsonx',
    'application /json',
    'application/json+x',
    'form',
    '',
    null,
  ];
  for (const type of neither) {
    for (const url of ['/json', '/form', '/raw']) {
      assert.deepEqual(await post(url, '{}', type), [415, 'unsupported_media_type'], `${url} ${type}`);
    }
  }
  for (const [url, wanted] of [
    ['/json', JSON_TYPE],
    ['/form', FORM],
    ['/raw', JSON_TYPE],
  ] as const) {
    const headers = { 'content-type': 'text/plain' };
    const { error } = (await app.inject({ method: 'POST', url, headers, payload: 'x' })).json();
    assert.equal(error.message, `Send the body as ${wanted}, and name that type in content-type.`);
  }
});

test('a schema applies however the content type is spelled', async (t) => {
  const { post } = await makeRoutes(t);
  for (const type of [`${FORM}\t`, `${FORM}\t;a`, ` ${FORM}`]) {
    assert.deepEqual(await post('/form', 'other=1', type), [422, 'body.name: missing'], JSON.stringify(type));
  }
  assert.deepEqual(await post('/json', '[]', `${JSON_TYPE}\t`), [422, 'body: object_type']);
});

test('a body above the limit of the app or of the route is refused', async (t) => {
  const { post } = await makeRoutes(t, { limits: { bodyBytes: 20 } });
  const large = 'x'.repeat(21);
  assert.deepEqual(await post('/json', `"${large}"`, JSON_TYPE), [413, 'payload_too_large']);
  assert.deepEqual(await post('/any-form', large, FORM), [413, 'payload_too_large']);
  assert.deepEqual(await post('/raw', large, JSON_TYPE), [413, 'payload_too_large']);
  assert.deepEqual(await post('/small-form', 'name=long', FORM), [413, 'payload_too_large']);
  assert.deepEqual(await post('/small-form', 'name=too', FORM), [200, { name: 'too' }]);
});

test('a JSON gate does not judge forms or raw bytes', async (t) => {
  const jsonGate = () => ({ ok: false, error: { code: 'closed', message: 'is not let in' } }) as const;
  const { post } = await makeRoutes(t, { jsonGate });
  assert.deepEqual(await post('/json', '{}', JSON_TYPE), [422, 'body: closed']);
  assert.equal((await post('/form', 'name=a', FORM))[0], 200);
  assert.equal((await post('/raw', '{}', JSON_TYPE))[0], 200);
});

test('the description says what each route accepts', async (t) => {
  const { app } = await makeRoutes(t);
  const { paths } = (await app.inject('/openapi.json')).json();
  const typesOf = (path: string) => Object.keys(paths[path].post.requestBody.content);
  assert.deepEqual(typesOf('/json'), [JSON_TYPE]);
  assert.deepEqual(typesOf('/form'), [FORM]);
  assert.deepEqual(typesOf('/raw'), [JSON_TYPE]);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FAILURES, noteFromDatabase } from '@common/kit/failures';
import type { ErrorShape } from '@common/kit/http/errors';
import { ValidationErrorSchema } from '@common/kit/http/errors';
import { makeApp } from '@common/kit/testing/http-app';
import { Type } from 'typebox';
import { refuse, refuseInvalid } from '../../src/http/app.ts';

const Symbols = Type.Object({ symbols: Type.Array(Type.String(), { minItems: 1, maxItems: 2 }) });
const json = { 'content-type': 'application/json' };

test('each response has its own request id, from the given source of randomness', async (t) => {
  let drawn = 0;
  const randomBytes = (size: number) => {
    drawn += 1;
    return new Uint8Array(size).map((_, index) => index % 256);
  };
  const { app, lines } = await makeApp(t, { randomBytes });
  app.get('/a', () => 'x');
  const ids = [];
  for (const url of ['/a', '/none', '/openapi.json', '/%zz']) {
    ids.push((await app.inject(url)).headers['x-request-id']);
  }
  assert.equal(ids[0], 'req_000102030405060708090a0b');
  assert.equal(new Set(ids).size, 4);
  assert.ok(ids.every((id) => /^req_[0-9a-f]{24}$/.test(String(id))));
  assert.equal(drawn, 1);
  assert.deepEqual(
    lines().map((line) => line.request_id),
    ids,
  );
});

test('the request id of a caller is kept, unless it is unsafe to log', async (t) => {
  const { app, lines } = await makeApp(t);
  app.get('/a', () => 'x');
  const idOf = async (given: string, url = '/a') =>
    (await app.inject({ url, headers: { 'x-request-id': given } })).headers['x-request-id'];
  const kept = ['a', '7f3c2a10-0000-4000-8000-00000000000a', 'job_12.3', 'x'.repeat(128)];
  for (const id of kept) {
    assert.equal(await idOf(id), id);
    assert.equal(await idOf(id, '/none'), id);
  }
  assert.equal(lines().filter(({ request_id: id }) => id === kept[1]).length, 2);
  for (const id of ['', 'x'.repeat(129), 'a b', 'a\tb', 'a,b', 'é', 'snd_live_Ab3dEf9hAb3dEf9hAb3dEf9h']) {
    assert.match(String(await idOf(id)), /^req_[0-9a-f]{24}$/, id);
  }
});

test('refusals and exceptions use the envelope; the stack is only in the log', async (t) => {
  const { app, lines } = await makeApp(t);
  const schema = { response: { 200: Type.Object({ a: Type.Integer() }) } };
  app.get('/refused', { schema }, async (_request, reply) =>
    refuse(reply, {
      status: 429,
      code: 'rate_limited',
      message: 'Wait.',
      detail: { limit: 10 },
      headers: { 'retry-after': '7' },
    }),
  );
  app.get('/broken', () => {
    throw Object.assign(new Error('password hunter2 is wrong'), { statusCode: 404, expose: true });
  });
  const refused = await app.inject('/refused');
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '7']);
  assert.deepEqual(refused.json(), {
    success: false,
    error: {
      code: 'rate_limited',
      message: 'Wait.',
      request_id: refused.headers['x-request-id'],
      detail: { limit: 10 },
    },
    data: null,
  });
  const broken = await app.inject('/broken');
  assert.equal(broken.statusCode, 500);
  const { error } = broken.json();
  assert.equal(error.code, 'internal_error');
  assert.equal(error.request_id, broken.headers['x-request-id']);
  assert.doesNotMatch(broken.body, /hunter2|app\.test/);
  const logged = lines().find((line) => line.msg === 'unexpected exception');
  assert.match(JSON.stringify(logged), /hunter2.*app\.test/);
  assert.equal(logged?.request_id, error.request_id);
});

const systemError = (code: string) => Object.assign(new Error(`read ${code}`), { code });

test('a failure of database, disk or peer has its code, its status and one line with its cause', async (t) => {
  const { app, lines } = await makeApp(t);
  const lost = systemError('ECONNRESET');
  noteFromDatabase(lost);
  const cases = [
    [lost, 503, 'database_unavailable', '5', 'warn'],
    [systemError('ECONNRESET'), 503, 'peer_unavailable', '5', 'warn'],
    [systemError('ENOSPC'), 503, 'disk_full', '30', 'error'],
    [Object.assign(new Error('x'), { errcode: 11 }), 500, 'database_damaged', undefined, 'error'],
  ] as const;
  for (const [error, , code] of cases) app.get(`/fails-${code}`, () => Promise.reject(error));
  for (const [error, status, code, retryAfter, level] of cases) {
    const url = `/fails-${code}`;
    const { statusCode, headers, body } = await app.inject(url);
    const { message } = JSON.parse(body).error;
    assert.deepEqual(
      [statusCode, JSON.parse(body).error.code, headers['retry-after'], message],
      [status, code, retryAfter, FAILURES[code].message],
    );
    const found = lines().filter((line) => 'err' in line && line.request_id === headers['x-request-id']);
    assert.deepEqual(
      found.map((line) => [
        line.level,
        line.code,
        line.msg,
        JSON.stringify(line.err).includes(error.message),
      ]),
      [[level, code, message, true]],
    );
  }
});

test('only what breaks the caller’s own connection is his mistake', async (t) => {
  const { app, lines } = await makeApp(t);
  const answered = Promise.withResolvers<number>();
  app.post('/slow', () => 'x');
  app.addHook('onSend', async (_request, reply) => answered.resolve(reply.statusCode));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(
      'POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    );
    setImmediate(() => socket.destroy());
  });
  assert.equal(await answered.promise, 400);
  assert.deepEqual(
    lines().filter((line) => 'err' in line && line.level !== 'info'),
    [],
  );
});

test('an unknown path is 404; a known path with another method is 405 with Allow, and the body is not read', async (t) => {
  const { app } = await makeApp(t);
  app.get('/v1/screen/:ticker', () => 'x');
  app.post('/v1/batch', () => 'x');
  app.delete('/v1/batch', () => 'x');
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'OPTIONS', url: string) => {
    const response = await app.inject({
      method,
      url,
      headers: json,
      payload: method === 'GET' ? '' : '{broken',
    });
    return [response.statusCode, response.headers.allow, response.json().error.code];
  };
  assert.deepEqual(await call('GET', '/v1/none'), [404, undefined, 'not_found']);
  assert.deepEqual(await call('POST', '/v1/none'), [404, undefined, 'not_found']);
  assert.deepEqual(await call('POST', '/v1/screen/AAPL?x=1'), [405, 'GET, HEAD', 'method_not_allowed']);
  assert.deepEqual(await call('GET', '/v1/batch'), [405, 'DELETE, POST', 'method_not_allowed']);
  assert.deepEqual(await call('PUT', '/v1/batch'), [405, 'DELETE, POST', 'method_not_allowed']);
  assert.deepEqual(await call('OPTIONS', '/v1/batch'), [405, 'DELETE, POST', 'method_not_allowed']);
  assert.equal((await app.inject({ method: 'HEAD', url: '/v1/screen/AAPL' })).statusCode, 200);
});

test('bodies: malformed, empty, too large, of another type, with U+0000, with __proto__, with a key twice', async (t) => {
  const { app } = await makeApp(t, { limits: { bodyBytes: 300 } });
  app.post('/b', { schema: { body: Symbols } }, (request) => request.body);
  app.post('/free', (request) => ({ body: request.body ?? 'none' }));
  const post = async (payload: string | Buffer, headers: Record<string, string> = json, url = '/b') => {
    const response = await app.inject({ method: 'POST', url, headers, payload });
    const body = response.json();
    const issue = body.detail?.[0];
    return [response.statusCode, issue === undefined ? body.error?.code : `${issue.loc}: ${issue.type}`];
  };
  assert.deepEqual(await post('{"symbols":["A"]}'), [200, undefined]);
  assert.deepEqual(await post('{"symbols":'), [422, 'body: json_invalid']);
  assert.deepEqual(await post(Buffer.from('7b2261223a22ff227d', 'hex')), [422, 'body: json_invalid']);
  assert.deepEqual(await post('{"__proto__":{"a":1}}'), [422, 'body: json_invalid']);
  assert.deepEqual(await post('{"symbols":["A"],"symbols":["B"]}'), [400, 'duplicate_key']);
  assert.deepEqual(await post('[{"a":1,"\\u0061":2}]', json, '/free'), [400, 'duplicate_key']);
  assert.deepEqual(await post(''), [422, 'body: missing']);
  assert.deepEqual(await post('null'), [422, 'body: missing']);
  assert.deepEqual(await post('[]'), [422, 'body: object_type']);
  assert.deepEqual(await post('{"symbols":["\\u0000"]}'), [422, 'body: nul_character']);
  assert.deepEqual(await post('{"symbols":["\\\\u0000"]}'), [200, undefined], 'a backslash, then u0000');
  assert.deepEqual(await post(`{"symbols":["${'A'.repeat(300)}"]}`), [413, 'payload_too_large']);
  assert.deepEqual(await post('{"symbols":["A"]}', { 'content-type': 'text/plain' }), [
    415,
    'unsupported_media_type',
  ]);
  assert.deepEqual(await post('{"symbols":["A"]}', {}), [415, 'unsupported_media_type']);
  assert.deepEqual(await post('', json, '/free'), [200, undefined], 'a route without schema needs no body');
});

test('a caller who reads only after sending learns that a body of some MB is too long', async (t) => {
  const { app } = await makeApp(t, { limits: { bodyBytes: 300 } });
  app.post('/b', { schema: { body: Symbols } }, (request) => request.body);
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const answered = once(socket, 'data');
  const chunk = Buffer.alloc(131_072, 'x');
  const head = ['POST /b HTTP/1.1', 'host: x', 'content-type: application/json'];
  socket.write(`${[...head, `content-length: ${32 * chunk.length}`].join('\r\n')}\r\n\r\n`);
  for (let sent = 0; sent < 32; sent += 1) {
    await promisify((done: (error?: Error | null) => void) => socket.write(chunk, done))();
    await sleep(2);
  }
  assert.match(String(await answered), /^HTTP\/1\.1 413 [\s\S]*"payload_too_large"/);
  socket.destroy();
});

test('a deeply nested body is refused or accepted, and never causes an exception', async (t) => {
  const { app } = await makeApp(t);
  app.post('/b', { schema: { body: Symbols } }, (request) => request.body);
  const deep = `${'['.repeat(200_000)}"\\u0000"${']'.repeat(200_000)}`;
  const response = await app.inject({ method: 'POST', url: '/b', headers: json, payload: deep });
  assert.equal(response.statusCode, 422);
});

test('a URL with U+0000, a broken escape or an overlong parameter is refused', async (t) => {
  const { app } = await makeApp(t);
  app.get('/v1/screen/:ticker', () => 'x');
  const path = await app.inject('/v1/screen/A%00');
  assert.deepEqual([path.statusCode, path.json().error.code], [400, 'bad_request']);
  // Also where there is no such path, and for what is not UTF-8.
  for (const url of ['/%00', '/v1/%00/A', '/v1/screen/%ff', '/v1/screen/%c0%80']) {
    assert.equal((await app.inject(url)).statusCode, 400, url);
  }
  const query = await app.inject('/v1/screen/A?overlays=%00');
  assert.deepEqual([query.statusCode, query.json().detail[0].loc], [422, ['query']]);
  const broken = await app.inject('/v1/screen/%zz');
  assert.deepEqual([broken.statusCode, broken.json().error.code], [400, 'bad_request']);
  const long = await app.inject(`/v1/screen/${'A'.repeat(1_001)}`);
  assert.deepEqual([long.statusCode, long.json().error.code], [414, 'uri_too_long']);
  assert.equal((await app.inject(`/v1/screen/${'A'.repeat(1_000)}`)).statusCode, 200);
});

test('a handler that takes too long gets a timeout answer; a route may have its own limit', async (t) => {
  const { app, lines } = await makeApp(t, { limits: { handlerMs: 20 } });
  const late = Promise.withResolvers<string>();
  async function* begun() {
    yield 'begun, ';
    await sleep(100);
    yield 'ended';
  }
  app.get('/slow', () => late.promise);
  app.get('/own', { handlerTimeout: 60_000 }, () => late.promise);
  app.get('/shorter', { handlerTimeout: 5 }, () => late.promise);
  app.get('/begun', (_request, reply) => reply.send(Readable.from(begun())));
  app.get('/hooked', { onRequest: async () => {}, onResponse: [async () => {}] }, () => 'x');
  const own = app.inject('/own');
  for (const url of ['/slow', '/shorter']) {
    const response = await app.inject(url);
    assert.deepEqual([response.statusCode, response.json().error.code], [503, 'timeout']);
  }
  late.resolve('late');
  assert.equal((await app.inject('/begun')).body, 'begun, ended', 'an answer that has begun is not cut');
  assert.deepEqual([(await own).statusCode, (await own).body], [200, 'late']);
  assert.equal((await app.inject('/hooked')).statusCode, 200);
  assert.ok(!lines().some((line) => line.level === 'error'), 'the late answer harms nothing');
});

test('a handler may refuse what the schema cannot express', async (t) => {
  const { app } = await makeApp(t);
  app.get('/later', async (_request, reply) =>
    refuseInvalid(reply, [
      { loc: ['query', 'as_of'], msg: 'must not be in the future', type: 'value_error' },
    ]),
  );
  const response = await app.inject('/later');
  assert.equal(response.statusCode, 422);
  assert.deepEqual(response.json(), {
    detail: [{ loc: ['query', 'as_of'], msg: 'must not be in the future', type: 'value_error' }],
  });
});

test('a service may use another shape for its refusals', async (t) => {
  const shape: ErrorShape = {
    failure: ({ code, message }) => ({ detail: { error: code, message } }),
    validation: (issues) => ({ detail: { error: 'invalid', message: `${issues.length} faults` } }),
    validationSchema: ValidationErrorSchema,
  };
  const { app } = await makeApp(t, { errors: shape });
  app.register((child, _options, done) => {
    child.get('/grants', async (_request, reply) =>
      refuse(reply, { status: 409, code: 'duplicate_action', message: 'Done already.' }),
    );
    child.post('/grants', { schema: { body: Symbols } }, () => 'x');
    done();
  });
  assert.deepEqual((await app.inject('/grants')).json(), {
    detail: { error: 'duplicate_action', message: 'Done already.' },
  });
  assert.equal((await app.inject('/none')).json().detail.error, 'not_found');
  const invalid = await app.inject({ method: 'POST', url: '/grants', headers: json, payload: '{}' });
  assert.deepEqual([invalid.statusCode, invalid.json().detail.message], [422, '1 faults']);
});

test('one log line per request, without the query and without secrets', async (t) => {
  const { app, lines } = await makeApp(t);
  app.get('/v1/screen/:ticker', (request) => {
    request.log.info({ headers: request.headers }, 'inside');
    return 'x';
  });
  await app.inject({
    url: '/v1/screen/AAPL?key=in-query',
    headers: { 'x-api-key': 'snd_live_1', cookie: 'c=2' },
  });
  const [inside, line] = lines();
  assert.doesNotMatch(JSON.stringify(lines()), /snd_live_1|c=2|in-query/);
  assert.equal(inside?.msg, 'inside');
  const { method, path, status, request_id, ms } = line ?? {};
  assert.deepEqual(
    { method, path, status, request_id },
    {
      method: 'GET',
      path: '/v1/screen/AAPL',
      status: 200,
      request_id: inside?.request_id,
    },
  );
  assert.equal(typeof ms, 'number');
});

test('requests that services send all the time are logged only if refused', async (t) => {
  const { app, lines } = await makeApp(t);
  app.get('/head', { config: { polled: true } }, (_request, reply) => reply.code(503).send('not now'));
  app.get('/next', { config: { polled: true } }, () => 'x');
  await app.inject('/next');
  await app.inject('/head');
  assert.deepEqual(
    lines().map(({ path, status }) => [path, status]),
    [['/head', 503]],
  );
});

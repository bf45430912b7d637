import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { listen } from '@common/kit/http/listen';
import { roomFor } from '@common/kit/http/room';
import { createHttpApp } from '../../src/http/app.ts';
import { createLog } from '../../src/telemetry/log.ts';

const LARGE = 'x'.repeat(24 * 1_048_576);

test('a client that reads none of a large answer loses its connection; a slow reader does not', async (t) => {
  const app = await createHttpApp({
    name: 'Slow readers',
    version: '1',
    description: 'for a test',
    log: createLog({ level: 'silent' }),
    randomBytes: (size) => new Uint8Array(size),
    limits: { silentMs: 500 },
  });
  app.get('/large', (_request, reply) => reply.send(LARGE));
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 });
  t.after(close);
  const deaf = connect(port, '127.0.0.1');
  deaf.on('error', () => {});
  deaf.pause();
  deaf.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
  const ended = Promise.withResolvers<void>();
  const count = (): Promise<number> =>
    new Promise((resolve, reject) =>
      app.server.getConnections((error, number) => (error === null ? resolve(number) : reject(error))),
    );
  const watch = setInterval(() => {
    count().then((number) => number === 0 && ended.resolve(), ended.reject);
  }, 50);
  await ended.promise.finally(() => clearInterval(watch));
  deaf.destroy();

  const response = await fetch(`http://127.0.0.1:${port}/large`);
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal(bytes, LARGE.length);
});

async function makeSlowApp(limits: { readonly sendMs?: number; readonly inFlightBytes?: number }) {
  return createHttpApp({
    name: 'Slow readers',
    version: '1',
    description: 'for a test',
    log: createLog({ level: 'silent' }),
    randomBytes: (size) => new Uint8Array(size),
    limits,
  });
}

test('a client that reads a large answer too slowly loses its connection, however often it reads', async (t) => {
  const app = await makeSlowApp({ sendMs: 300 });
  app.get('/large', (_request, reply) => reply.send(LARGE));
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 });
  t.after(close);
  const slow = connect(port, '127.0.0.1');
  const ended = new Promise<void>((resolve) => slow.on('close', () => resolve()));
  slow.on('error', () => {});
  slow.pause();
  slow.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
  let bytes = 0;
  const sip = setInterval(() => {
    bytes += slow.read(1_024)?.length ?? 0;
    // What lies in the buffers is read to the end once the server has gone.
    if (app.server.listening && slow.readableLength === 0) slow.read(0);
  }, 20);
  t.after(() => clearInterval(sip));
  await new Promise<void>((resolve, reject) => {
    const watch = setInterval(() => {
      app.server.getConnections((error, number) => {
        if (error !== null) reject(error);
        else if (number > 0) return;
        clearInterval(watch);
        resolve();
      });
    }, 20);
  });
  slow.destroy();
  await ended;
  assert.ok(bytes < LARGE.length);
});

test('answers that would not fit into memory together are refused, until others are sent', async () => {
  const app = await makeSlowApp({ inFlightBytes: 2_000_000 });
  const release = Promise.withResolvers<void>();
  const preHandler = roomFor(600_000);
  app.get<{ Querystring: { wait?: string } }>('/batch', { preHandler }, async (request, reply) => {
    if (request.query.wait === 'yes') await release.promise;
    return reply.send('x'.repeat(100));
  });
  const ask = (from: string, wait = 'no') =>
    app.inject({ url: `/batch?wait=${wait}`, remoteAddress: `192.0.2.${from}` });
  const waiting = [ask('1', 'yes')];
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await ask('1')).json().error.code, 'busy', 'a network has half of it');
  assert.equal((await ask('2')).statusCode, 200, 'and the other half is for others');
  waiting.push(ask('2', 'yes'), ask('3', 'yes'));
  await new Promise((resolve) => setImmediate(resolve));
  const refused = await ask('4');
  assert.deepEqual([refused.statusCode, refused.json().error.code], [503, 'busy']);
  assert.equal(refused.headers['retry-after'], '5');
  release.resolve();
  for (const { statusCode } of await Promise.all(waiting)) assert.equal(statusCode, 200);
  assert.equal((await ask('1')).statusCode, 200);
});

test('an answer larger than its room is refused when others fill the rest, and frees its room', async () => {
  const app = await makeSlowApp({ inFlightBytes: 1_200_000 });
  const release = Promise.withResolvers<void>();
  app.get('/waiting', { preHandler: roomFor(500_000) }, async (_request, reply) => {
    await release.promise;
    return reply.send('x');
  });
  const large = 'é'.repeat(250_000);
  app.get('/reserved', { preHandler: roomFor(100) }, (_request, reply) =>
    reply.header('etag', 'x').send(large),
  );
  app.get('/unreserved', (_request, reply) => reply.send(large));
  const waiting = app.inject('/waiting');
  await new Promise((resolve) => setImmediate(resolve));
  for (const path of ['/reserved', '/unreserved']) {
    const { statusCode, headers, json } = await app.inject(path);
    assert.deepEqual([statusCode, json().error.code, headers.etag], [503, 'busy', undefined], path);
  }
  release.resolve();
  await waiting;
  assert.equal((await app.inject('/reserved')).body, large);
  assert.equal((await app.inject('/unreserved')).body, large);
});

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createHttpApp } from '@common/kit/http';
import { listen } from '@common/kit/http/listen';
import { createLog } from '@common/kit/log';

const LARGE = 'x'.repeat(64 * 1_048_576);

test('a client that reads none of a large answer loses its connection; a slow reader does not', async (t) => {
  const app = await createHttpApp({
    name: 'Slow readers',
    version: '1',
    description: 'for a test',
    log: createLog({ level: 'silent' }),
    randomBytes: (size) => new Uint8Array(size),
    limits: { silentMs: 300 },
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

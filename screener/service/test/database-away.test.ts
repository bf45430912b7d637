import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { startPostgres } from '@common/kit/testing/postgres';
import { startScreener } from './service-process.ts';

test('while the database is away, every answer is 503, /health included, and afterwards all is as before', async (t) => {
  const { url } = await startPostgres();
  const line = await startLine(new URL(url));
  t.after(() => line.cut());
  const screener = await startScreener({
    DATABASE_URL: line.url,
    KEY_HASH_SECRET: 'a secret for tests',
    LOG_LEVEL: 'error',
  });
  await using _service = screener.service;
  // Each time another date: an answer that is known is sent from memory for a second.
  let day = 10;
  const statuses = async () => [
    (await screener.get('/health')).status,
    (await screener.get(`/v1/screen/AAPL?as_of=2025-06-${day++}`)).status,
    (await screener.get('/v1/history/AAPL')).status,
  ];
  assert.deepEqual(await statuses(), [200, 200, 200]);
  await line.cut();
  for (let round = 0; round < 2; round += 1) {
    const { status, headers, body } = await screener.get('/health');
    assert.equal(status, 503, body);
    assert.equal(JSON.parse(body).error.code, 'database_unavailable');
    assert.equal(headers.get('retry-after'), '5');
    assert.deepEqual(await statuses(), [503, 503, 503]);
  }
  await line.mend();
  assert.deepEqual(await statuses(), [200, 200, 200]);
});

/** A way to the database that can be cut: connections end, and new ones are refused. */
async function startLine(database: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(database.port), database.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { port } = address;
  const url = new URL(database);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    mend: () => listen(port),
    async cut() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

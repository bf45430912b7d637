import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { createHttpClient, type HttpCall } from '@common/kit/http/client';
import { freePort } from '@common/kit/testing';

async function serve(t: TestContext, listener: RequestListener): Promise<{ origin: string; server: Server }> {
  const server = createServer({ keepAliveTimeout: 3_600_000 }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: originOf(server), server };
}

function originOf(server: { address(): ReturnType<Server['address']> }): string {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}

function clientFor(t: TestContext) {
  const client = createHttpClient();
  t.after(() => client.close());
  return client;
}

function callTo(origin: string, patch: Partial<HttpCall> = {}): HttpCall {
  return {
    method: 'POST',
    origin,
    path: '/x?y=1',
    headers: { 'x-a': 'b' },
    body: '{"text":"سند"}',
    timeoutMs: 5_000,
    maxBytes: 1_000,
    ...patch,
  };
}

describe('calls to other services', () => {
  test('send their input, and keep the connection open', async (t) => {
    const seen: unknown[] = [];
    const sockets = new Set<unknown>();
    const { origin } = await serve(t, async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      seen.push([
        request.method,
        request.url,
        request.headers['x-a'],
        request.headers['content-length'],
        body,
      ]);
      sockets.add(request.socket);
      response.writeHead(418).end('short and stout');
    });
    const { send } = clientFor(t);
    const answer = await send(callTo(origin));
    assert.ok(answer.kind === 'answered');
    assert.deepEqual([answer.status, Buffer.from(answer.bytes).toString()], [418, 'short and stout']);
    await send(callTo(origin, { method: 'GET', body: null }));
    assert.deepEqual(seen, [
      ['POST', '/x?y=1', 'b', '17', '{"text":"سند"}'],
      ['GET', '/x?y=1', 'b', undefined, ''],
    ]);
    assert.equal(sockets.size, 1);
  });

  test('distinguish a call that was not handed over from one that may have been', async (t) => {
    const { send } = clientFor(t);
    const refused = await send(callTo(`http://127.0.0.1:${await freePort()}`));
    assert.deepEqual([refused.kind, 'handedOver' in refused && refused.handedOver], ['unanswered', false]);
    const faults: Readonly<Record<string, RequestListener>> = {
      'hangs up': (request) => request.socket.destroy(),
      'breaks off': (request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => request.socket.destroy());
      },
      'too long': (_request, response) => void response.end('x'.repeat(1_001)),
      'too slow': () => {},
    };
    for (const [what, listener] of Object.entries(faults)) {
      const { origin } = await serve(t, listener);
      const answer = await send(callTo(origin, what === 'too slow' ? { timeoutMs: 100 } : {}));
      assert.deepEqual(
        [answer.kind, 'handedOver' in answer && answer.handedOver],
        ['unanswered', true],
        what,
      );
    }
  });

  test('that end before their first byte were not handed over: a handshake that fails, a call too late', async (t) => {
    const received: string[] = [];
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes: Buffer) => {
        received.push(bytes.subarray(0, 1).toString('hex'));
        socket.destroy();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const origin = originOf(server);
    const { send } = clientFor(t);
    const handshake = await send(callTo(origin.replace('http:', 'https:')));
    assert.deepEqual(
      [handshake.kind, 'handedOver' in handshake && handshake.handedOver],
      ['unanswered', false],
    );
    const late = await send(callTo(origin, { mayBegin: () => false }));
    assert.deepEqual(late, {
      kind: 'unanswered',
      handedOver: false,
      message: 'the call may no longer begin',
    });
    // The first byte of a TLS handshake, and nothing of the second call.
    assert.deepEqual(received, ['16']);
  });

  test('follow no redirect', async (t) => {
    const { origin } = await serve(t, (request, response) => {
      response.writeHead(request.url === '/x?y=1' ? 307 : 200, { location: '/elsewhere' }).end();
    });
    const answer = await clientFor(t).send(callTo(origin));
    assert.equal(answer.kind === 'answered' && answer.status, 307);
  });

  /** Answers the first request of each connection, and resets it at the second; returns each connection's requests. */
  async function resetting(t: TestContext, answersFirst: (connection: number) => boolean = () => true) {
    const sizes: number[] = [];
    const server = createTcpServer((socket) => {
      const index = sizes.push(0) - 1;
      socket.on('error', () => {});
      socket.on('data', () => {
        sizes[index] = (sizes[index] ?? 0) + 1;
        if (sizes[index] === 1 && answersFirst(index))
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        else socket.resetAndDestroy();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    return { call: callTo(originOf(server), { method: 'GET', body: null }), sizes };
  }

  test('are repeated only if that is allowed, and never on another kept connection', async (t) => {
    const { call, sizes } = await resetting(t);
    const client = clientFor(t);
    // Two connections are kept, and the service closes both as they are used again.
    await Promise.all([client.send(call), client.send(call)]);
    assert.deepEqual(sizes, [1, 1]);
    assert.equal((await client.sendRepeatable(call)).kind, 'answered');
    assert.deepEqual(sizes.toSorted(), [1, 1, 2]);
    const again = await client.send(call);
    assert.deepEqual(again, { kind: 'unanswered', handedOver: true, message: 'ECONNRESET', lost: true });
    assert.deepEqual(sizes.toSorted(), [1, 2, 2]);
  });

  test('are repeated twice at most, new connections too, and then it is not known whether they were done', async (t) => {
    const second = await resetting(t, (connection) => connection === 2);
    assert.equal((await clientFor(t).sendRepeatable(second.call)).kind, 'answered');
    assert.deepEqual(second.sizes, [1, 1, 1]);
    const never = await resetting(t, () => false);
    const answer = await clientFor(t).sendRepeatable(never.call);
    assert.deepEqual([answer.kind, 'handedOver' in answer && answer.handedOver], ['unanswered', true]);
    assert.deepEqual(never.sizes, [1, 1, 1]);
  });

  test('give up an idle connection before the time that was announced', async (t) => {
    const ended = Promise.withResolvers<void>();
    const { origin } = await serve(t, (request, response) => {
      request.socket.once('close', ended.resolve);
      response.setHeader('keep-alive', 'timeout=2');
      response.end('ok');
    });
    const answer = await clientFor(t).send(callTo(origin));
    assert.equal(answer.kind, 'answered');
    // This server would keep it for longer than the runner waits.
    await ended.promise;
  });
});

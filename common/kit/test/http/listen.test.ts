import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { listen } from '@common/kit/http/listen';
import { makeApp } from '@common/kit/testing/http-app';
import { size } from '@common/kit/testing/size';

const local = { host: '127.0.0.1', port: 0 };

/** Sends raw bytes and returns all that comes back until the connection closes. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

test('a signal lets the running request finish, keep-alive or not, then closes', async (t) => {
  const { app } = await makeApp(t);
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<string>();
  const order: string[] = [];
  app.get('/slow', () => {
    arrived.resolve();
    return release.promise;
  });
  app.addHook('onClose', async () => {
    order.push('onClose');
  });
  const signals = new EventEmitter();
  const listening = await listen(app, { ...local, signals });
  assert.equal(listening.url, `http://127.0.0.1:${listening.port}`);
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const running = new Promise<string>((resolve, reject) => {
    get(`${listening.url}/slow`, { agent }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    }).on('error', reject);
  }).then((body) => order.push(body));
  await arrived.promise;
  signals.emit('SIGTERM');
  await assert.rejects(fetch(`${listening.url}/slow`), 'no new connection is accepted');
  release.resolve('answered');
  await listening.closed;
  await running;
  await listening.close();
  assert.deepEqual(order.toSorted(), ['answered', 'onClose']);
  assert.deepEqual([signals.listenerCount('SIGTERM'), signals.listenerCount('SIGINT')], [0, 0]);
});

test('a request on a kept connection that arrives just after the signal is answered, as the last one there', async (t) => {
  const { app } = await makeApp(t);
  app.get('/x', () => 'answered');
  const signals = new EventEmitter();
  const listening = await listen(app, { ...local, signals });
  const socket = connect(listening.port, '127.0.0.1').setEncoding('utf8');
  let answers = '';
  socket.on('data', (data) => {
    answers += data;
  });
  const closed = once(socket, 'close');
  socket.write('GET /x HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(socket, 'data');
  signals.emit('SIGTERM');
  // The server may already see the connection as idle, and be closing.
  await setImmediate();
  socket.write('GET /x HTTP/1.1\r\nhost: a\r\n\r\n');
  await closed;
  await listening.closed;
  assert.equal(answers.match(/HTTP\/1\.1 200/g)?.length, 2, answers);
  assert.match(answers.slice(answers.lastIndexOf('HTTP/1.1')), /\r\nconnection: close\r\n/i);
});

test('while draining, each answer ends its connection; before, callers learn how long they may keep one', async (t) => {
  const { app } = await makeApp(t);
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<string>();
  app.get('/x', () => 'answered');
  app.get('/slow', () => {
    arrived.resolve();
    return release.promise;
  });
  const signals = new EventEmitter();
  const listening = await listen(app, { ...local, signals, drainMs: 3_900 });
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const ask = async (path: string) => {
    const [response] = await once(get(`${listening.url}${path}`, { agent }), 'response');
    response.resume();
    const { statusCode, headers } = response;
    return [statusCode, headers.connection, headers['keep-alive']];
  };
  assert.deepEqual(await ask('/x'), [200, 'keep-alive', 'timeout=3']);
  const running = ask('/slow');
  await arrived.promise;
  signals.emit('SIGTERM');
  release.resolve('answered');
  assert.deepEqual(await running, [200, 'close', undefined], 'one that was running');
  assert.deepEqual(await ask('/x'), [200, 'close', undefined], 'a new one');
  // A second signal ends the wait.
  signals.emit('SIGTERM');
  await listening.closed;
});

test('a drain too short for callers to keep any connection so long announces nothing', async (t) => {
  const { app } = await makeApp(t);
  app.get('/x', () => 'answered');
  const listening = await listen(app, { ...local, drainMs: 2_900 });
  const { headers } = await fetch(`${listening.url}/x`);
  assert.equal(headers.get('keep-alive'), 'timeout=72');
  await listening.close();
});

test('a kept connection that brings nothing more does not delay the end', async (t) => {
  const { app } = await makeApp(t);
  const listening = await listen(app, local);
  const socket = connect(listening.port, '127.0.0.1').resume();
  await once(socket, 'connect');
  socket.write('GET /x HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(socket, 'data');
  await listening.close();
});

for (const how of ['the grace period', 'a second signal']) {
  test(`${how} ends a request that never finishes`, async (t) => {
    const { app, lines } = await makeApp(t);
    const arrived = Promise.withResolvers<void>();
    app.get('/stuck', () => {
      arrived.resolve();
      return new Promise<string>(() => {});
    });
    const signals = new EventEmitter();
    const graceMs = how === 'the grace period' ? 50 : 60_000;
    const listening = await listen(app, { ...local, signals, graceMs });
    const stuck = fetch(`${listening.url}/stuck`);
    stuck.catch(() => {});
    await arrived.promise;
    signals.emit('SIGINT');
    if (how !== 'the grace period') signals.emit('SIGINT');
    await listening.closed;
    await assert.rejects(stuck);
    assert.ok(lines().some((line) => /closing at once/.test(String(line.msg))));
  });
}

test('listening on a port in use rejects', async (t) => {
  const first = await makeApp(t);
  const { port } = await listen(first.app, local);
  const second = await makeApp(t);
  await assert.rejects(listen(second.app, { host: '127.0.0.1', port }), /EADDRINUSE/);
});

test('non-HTTP bytes, oversized headers and a request that never arrives get an error in the usual shape', async (t) => {
  const { app } = await makeApp(t, { limits: { headersMs: 200, requestMs: 400, headerBytes: 2_000 } });
  app.post('/b', () => 'x');
  const { port } = await listen(app, local);
  const [garbage, large, slowHead, slowBody] = await Promise.all([
    exchange(port, 'hello\r\n\r\n'),
    exchange(port, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(3_000)}\r\n\r\n`),
    exchange(port, 'GET / HTTP/1.1\r\nhost: a\r\n'),
    exchange(
      port,
      'POST /b HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    ),
  ]);
  const read = (answer: string) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const { success, error } = JSON.parse(body);
    assert.match(head, new RegExp(`x-request-id: ${error.request_id}`));
    return [head.slice(9, 12), success, error.code];
  };
  assert.deepEqual(read(garbage), ['400', false, 'bad_request']);
  assert.deepEqual(read(large), ['431', false, 'headers_too_large']);
  assert.deepEqual(read(slowHead), ['408', false, 'request_timeout']);
  assert.deepEqual(read(slowBody), ['408', false, 'request_timeout']);
});

test('a body that is too slow for the handler’s time is the caller’s fault', async (t) => {
  const { app } = await makeApp(t, { limits: { handlerMs: 200, requestMs: 60_000 } });
  app.post('/b', () => 'x');
  const { port } = await listen(app, local);
  const half =
    'POST /b HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{';
  assert.match(await exchange(port, half), /^HTTP\/1\.1 408 .*"request_timeout"/s);
});

const HALF_SENT = size({ quick: 200, full: 1_000 });

test('half-sent requests whose callers never close are destroyed in time', async (t) => {
  const { app } = await makeApp(t, { limits: { headersMs: 300, requestMs: 300 } });
  app.post('/b', () => 'x');
  const { port } = await listen(app, local);
  const halves = [
    'GET / HTTP/1.1\r\nhost: a\r\n',
    'POST /b HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  ];
  const sockets: Socket[] = [];
  t.after(() => sockets.forEach((socket) => void socket.destroy()));
  const held = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  const ended: Promise<unknown>[] = [];
  while (sockets.length < HALF_SENT) {
    // Half-open: it reads the answer and the end, and keeps its own side.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket.on('error', () => {}).resume());
    socket.write(halves[sockets.length % 2] ?? '');
    // A reset is an end as well.
    ended.push(once(socket, 'end').catch(() => {}));
    // More at once would overflow the queue of connections that nobody has accepted yet.
    if (sockets.length % 100 === 0) await once(socket, 'connect');
  }
  await Promise.all(ended);
  // The test runner's own limit is the deadline.
  while ((await held()) > 0) await setTimeout(50);
});

test('a request that is answered before its body gets no second answer, whatever the body then is', async (t) => {
  const { app } = await makeApp(t, { limits: { headersMs: 400, requestMs: 400 } });
  app.post('/b', () => 'x');
  const { port } = await listen(app, local);
  const post = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
  const early: readonly [string, string][] = [
    [post('/none', 'application/json'), '404'],
    [post('/b', 'text/plain'), '415'],
    [post('/b', 'application/json').replace('POST', 'PUT'), '405'],
    // No route and no hook sees this one.
    [post('/%zz', 'application/json'), '400'],
  ];
  for (const [head, status] of early) {
    for (const rest of ['zz\r\n', '1\r\n']) {
      const answer = await answeredThen(port, head, rest);
      assert.deepEqual(answer.match(/HTTP\/1\.1 \d+/g), [`HTTP/1.1 ${status}`], answer);
      assert.match(answer, /\r\nconnection: close\r\n/);
    }
  }
  // Known to be short, a body is waited for: if it never comes, the connection ends without another word.
  const slow = await answeredThen(port, 'POST /none HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n', '{');
  assert.deepEqual(slow.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 404'], slow);
  // Known to be short, a body is read, and the connection is used again; the next request may fail on its own.
  const short = 'POST /none HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}';
  const both = await exchange(port, `${short}${short}hello\r\n\r\n`);
  assert.deepEqual(both.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 404', 'HTTP/1.1 404', 'HTTP/1.1 400']);
});

/** Sends the rest of a request once the answer to its head has come; returns all that comes back. */
function answeredThen(port: number, head: string, rest: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    socket.setEncoding('utf8').on('data', (data) => {
      if (answer === '') socket.write(rest);
      answer += data;
    });
    // The server may have closed before the rest arrives.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
    );
    socket.on('close', () => resolve(answer));
  });
}

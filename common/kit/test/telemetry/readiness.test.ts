import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { listen } from '../../src/http/listen.ts';
import { type CheckState, createReadiness } from '../../src/telemetry/readiness.ts';
import { makeApp } from '../../src/testing/http-app.ts';

test('readyz names each check; only one that failed makes it 503, and the figures say the same', async (t) => {
  const { app } = await makeApp(t);
  let state: CheckState = 'ok';
  app.watch.readiness.add('queue', () => ({ state: 'warn', message: 'The oldest waits for an hour.' }));
  app.watch.readiness.add('database', () => ({ state }));
  const first = await app.inject('/readyz');
  assert.equal(first.statusCode, 200);
  assert.deepEqual(first.json(), {
    status: 'ready',
    checks: { queue: { state: 'warn', message: 'The oldest waits for an hour.' }, database: { state: 'ok' } },
  });
  const other = await makeApp(t);
  state = 'fail';
  other.app.watch.readiness.add('database', () => ({ state }));
  const failed = await other.app.inject('/readyz');
  assert.deepEqual([failed.statusCode, failed.json().status], [503, 'not_ready']);
  const { body } = await app.inject('/metrics');
  assert.match(body, /^service_check_state\{check="queue"\} 1$/m);
  assert.match((await other.app.inject('/metrics')).body, /^service_check_state\{check="database"\} 2$/m);
});

test('a check that throws fails; each runs at most once in two seconds', async () => {
  let [now, asked] = [0, 0];
  const readiness = createReadiness(() => now);
  readiness.add('log', () => {
    asked += 1;
    throw new Error('a path that is nobody’s business');
  });
  const { status, checks } = await readiness.look();
  assert.equal(status, 'not_ready');
  assert.deepEqual(checks.log, { state: 'fail', message: 'There was no answer in time, or none at all.' });
  now = 1_999;
  await readiness.look();
  assert.equal(asked, 1);
  now = 2_000;
  await readiness.look();
  assert.equal(asked, 2);
});

test('a stopping service says 503 first, and still serves until its drain time is over', async (t) => {
  const { app } = await makeApp(t);
  app.get('/a', () => 'x');
  const signals = new EventEmitter();
  const { url, closed } = await listen(app, { host: '127.0.0.1', port: 0, signals, drainMs: 3_600_000 });
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  signals.emit('SIGTERM');
  const draining = await fetch(`${url}/readyz`);
  assert.equal(draining.status, 503);
  assert.match(await draining.text(), /"status":"draining"/);
  assert.equal((await fetch(`${url}/a`)).status, 200);
  signals.emit('SIGTERM');
  await closed;
  await assert.rejects(fetch(`${url}/a`));
});

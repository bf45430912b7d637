import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screen, screener, screensFromReplica, servers, startAt, until } from './replicated-service.ts';

test('a replica that is killed costs no answer', async () => {
  const second = servers.replicas.at(-1);
  assert.ok(second !== undefined && second !== servers.replica);
  const other = await startAt(second);
  assert.equal(await screen(other), 200);
  const asked = Array.from({ length: 10 }, () => screen(other));
  await second.kill();
  const statuses = await Promise.all([...asked, ...Array.from({ length: 10 }, () => screen(other))]);
  assert.deepEqual(new Set(statuses), new Set([200]));
  assert.match(await until(other, 'replica', 'warn'), /does not answer/);
  assert.equal((await other.get('/readyz')).status, 200);
});

test('while the primary is away, answers come from the replica, and writes and unknown tickers get 503', async () => {
  await screensFromReplica(screener);
  await servers.primary.kill();
  assert.equal(await screen(screener), 200);
  assert.equal((await screener.get('/v1/screen/SWIQ')).status, 200, 'what would be kept is not');
  assert.equal((await screener.get('/v1/history/SWIQ')).status, 200);
  assert.equal((await screener.get('/v1/search?q=southwind')).status, 200);
  const unknown = await screener.get('/v1/screen/NOPE');
  assert.equal(unknown.status, 503, unknown.body);
  assert.equal(JSON.parse(unknown.body).error.code, 'database_unavailable');
  const signUp = await screener.post('/api/keys', '{"email":"reader@example.com"}');
  assert.equal(signUp.status, 503);
  assert.match(await until(screener, 'database', 'warn'), /writes are refused/);
  assert.equal((await screener.get('/readyz')).status, 200);
  await until(screener, 'replica', 'ok');
});

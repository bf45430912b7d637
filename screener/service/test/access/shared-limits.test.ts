import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { test } from 'node:test';
import { startPostgres } from '@common/kit/testing/postgres';
import { startScreener } from '../service-process.ts';

const REQUESTS = 500;
const LIMIT = 30;

test('two processes on PostgreSQL together let a key through exactly as often as its limit allows', async () => {
  const { url } = await startPostgres();
  const env = {
    DATABASE_URL: url,
    KEY_HASH_SECRET: 'one secret for both processes',
    RATE_LIMIT_FREE: String(LIMIT),
    SNAPSHOT_DIR: 'screener/data/snapshot',
  };
  const first = await startScreener(env);
  await using _first = first.service;
  const second = await startScreener(env);
  await using _second = second.service;
  const signedUp = await fetch(`${first.url}/api/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"a@example.org"}',
  });
  const key: string = JSON.parse(await signedUp.text()).data.api_key;
  const agent = new Agent({ keepAlive: true, maxSockets: REQUESTS });
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, (_, index) =>
      ask(agent, `${index % 2 === 0 ? first.url : second.url}/v1/screen/AAPL`, key),
    ),
  );
  agent.destroy();
  const through = answers.filter(({ status }) => status === 200);
  assert.equal(through.length, LIMIT);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 429]));
  // Each process let some through, and each remaining count appeared once.
  assert.deepEqual(
    through.map(({ remaining }) => remaining).sort((a, b) => a - b),
    Array.from({ length: LIMIT }, (_, index) => index),
  );
});

test('a process with a different secret refuses to start if there are keys', async () => {
  const { url } = await startPostgres();
  const env = (secret: string) => ({ DATABASE_URL: url, KEY_HASH_SECRET: secret });
  const first = await startScreener(env('the secret of the first process'));
  await using _first = first.service;
  await using _early = (await startScreener(env('another, while there is no key'))).service;
  await using _back = (await startScreener(env('the secret of the first process'))).service;
  const signedUp = await fetch(`${first.url}/api/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"a@example.org"}',
  });
  assert.equal(signedUp.status, 200);
  await assert.rejects(startScreener(env('another, although there are keys')), /KEY_HASH_SECRET/);
});

function ask(agent: Agent, url: string, key: string): Promise<{ status: number; remaining: number }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'x-api-key': key } }, (response) => {
      response.resume();
      response.once('end', () => {
        const remaining = /;r=(\d+);/.exec(String(response.headers.ratelimit))?.[1];
        resolve({ status: response.statusCode ?? 0, remaining: Number(remaining) });
      });
    }).once('error', reject);
  });
}

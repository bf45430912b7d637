import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeDirectory } from '@common/kit/testing';
import { startScreener } from '../service-process.ts';

test('the log of calls to /mcp contains no key, valid or not', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'sanad-mcp-log-'));
  t.after(() => removeDirectory(directory));
  const { service, url } = await startScreener({
    DATABASE_URL: `sqlite:${join(directory, 'store.sqlite')}`,
    SECRETS_DIR: join(directory, 'secrets'),
    LOG_LEVEL: 'trace',
  });
  await using _stopped = service;
  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
    const response = await fetch(`${url}${path}`, init);
    return { status: response.status, text: await response.text() };
  };
  const issued = await post('/api/keys', '{"email":"agent@example.com"}', {});
  const good: string = JSON.parse(issued.text).data.api_key;
  const bad = 'snd_live_nokeyatall00000000000000000000000';
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  for (const [key, body, status] of [
    [good, list, 200],
    [good, '{', 400],
    [good, '[]', 400],
    [bad, list, 401],
  ] as const) {
    const answer = await post('/mcp', body, { 'x-api-key': key });
    assert.equal(answer.status, status, answer.text);
    assert.ok(!answer.text.includes(key));
  }
  await service.stop();
  const lines = service.output();
  assert.match(lines, /"path":"\/mcp","status":401/);
  for (const key of [good, bad]) assert.ok(!lines.includes(key));
});

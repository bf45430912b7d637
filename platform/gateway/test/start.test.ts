import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readConfig } from '@common/kit/config';
import { createLog } from '@common/kit/log';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { GATEWAY_CONFIG } from '../src/config.ts';
import { openGateway } from '../src/open-gateway.ts';

const KEY = 'sk-a-key-that-nobody-may-see';

/** The gateway opened with these settings and closed at once: which model answers chat, or why it did not start. */
async function startWith(t: TestContext, model: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-gateway-'));
  t.after(() => removeDirectory(folder));
  const env = {
    ...{ GATEWAY_DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}`, LOG_LEVEL: 'silent' },
    ...{ SERVICE_KEYS_DIR: join(folder, 'keys'), ...model },
  };
  const settings = readConfig(GATEWAY_CONFIG, env, REPOSITORY);
  if (!settings.ok) return settings.error.message;
  const opened = await openGateway(settings.value, {
    ...{ log: createLog({ level: 'silent' }), clock: Date.now, randomBytes, env },
    faults: { at: () => {} },
  });
  if (!opened.ok) return opened.error.message;
  const { gateway } = opened.value.apps;
  const { body } = await gateway.inject({ url: '/v1/agent' });
  await gateway.close();
  await opened.value.close();
  return body;
}

test('the model of the settings answers chat, else the script', async (t) => {
  assert.match(await startWith(t, {}), /"model":"scripted"/);
  const model = { MODEL_BASE_URL: 'http://127.0.0.1:9/v1', MODEL_NAME: 'some/model', MODEL_API_KEY: KEY };
  assert.match(await startWith(t, model), /"model":"some\/model","kind":"language_model"/);
});

test('settings that contradict each other are refused in one sentence, without the key', async (t) => {
  const url = 'http://127.0.0.1:9/v1';
  for (const [settings, words] of [
    [{ MODEL_BASE_URL: url }, /set both or neither/],
    [{ MODEL_NAME: 'some/model', MODEL_API_KEY: KEY }, /set both or neither/],
    [{ MODEL_BASE_URL: url, MODEL_NAME: 'scripted' }, /MODEL_NAME must not be scripted/],
    [{ MODEL_BASE_URL: url, MODEL_NAME: 'any' }, /MODEL_NAME must not be any/],
    [
      { MODEL_BASE_URL: `http://user:${KEY}@127.0.0.1:9/`, MODEL_NAME: 'm' },
      /A key belongs in MODEL_API_KEY/,
    ],
    [{ MODEL_BASE_URL: `${url}?key=${KEY}`, MODEL_NAME: 'm' }, /A key belongs in MODEL_API_KEY/],
    [{ MODEL_BASE_URL: url, MODEL_NAME: 'm', MODEL_API_KEY: `${KEY}\n` }, /MODEL_API_KEY/],
  ] as const) {
    const said = await startWith(t, settings);
    assert.match(said, words);
    assert.ok(!said.includes(KEY));
  }
});

test('one secret for agents’ tokens and for the gateway’s own is refused in one sentence, without it', async (t) => {
  const said = await startWith(t, { SERVICE_JWT_SECRET: KEY, SERVICE_GATEWAY_SECRET: KEY });
  assert.match(said, /are the same: whoever makes agents’ tokens could pose as the gateway\. Set two\./);
  assert.ok(!said.includes(KEY));
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { createLog } from '@common/kit/telemetry/log';
import { removeDirectory } from '@common/kit/testing';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { baseAddresses } from '@platform/keys/base-addresses';
import { readPlugins, watchPlugins } from '@platform/keys/plugin-folders';
import { baseUrlsOf, GATEWAY_CONFIG } from '../src/config.ts';
import { openGateway } from '../src/open-gateway.ts';
import { makeCatalogue, type Tool } from '../src/use-cases/catalogue.ts';
import { fillParams } from '../src/use-cases/check-inputs.ts';
import { type Reply, startGateway } from './gateway-under-test.ts';
import { RECORDS, TRANSFER, TREASURY } from './parts.ts';

const KEY = 'sk-a-key-that-nobody-may-see';

/** The gateway opened with these settings and closed at once: which model answers chat, or why it did not start. */
async function startWith(t: TestContext, model: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-gateway-'));
  t.after(() => removeDirectory(folder));
  const env = {
    GATEWAY_DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}`,
    LOG_LEVEL: 'silent',
    SERVICE_KEYS_DIR: join(folder, 'keys'),
    ...model,
  };
  const settings = readConfig(GATEWAY_CONFIG, env, REPOSITORY);
  if (!settings.ok) return settings.error.message;
  const opened = await openGateway(settings.value, {
    log: createLog({ level: 'silent' }),
    clock: Date.now,
    randomBytes,
    env,
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
  assert.match(said, /are the same: anyone who makes agents’ tokens could pose as the gateway\. Set two\./);
  assert.ok(!said.includes(KEY));
});

test('a manifest reaches only variables that hold an address', async () => {
  const env = {
    RECIPIENT_URL: 'http://recipient',
    RATES_URL: 'http://rates',
    SERVICE_JWT_SECRET: 'a secret of sixteen characters',
    AUTHORITY_DATABASE_URL: 'postgres://user:password@host/name',
    PATH: '/bin',
  };
  const plugins = unwrap(readPlugins(join(REPOSITORY, 'platform/plugins'), nodeCrypto));
  const connectors = [...plugins.values()].map(({ connector }) => connector);
  const baseUrl = baseUrlsOf(baseAddresses(connectors, env), env);
  assert.equal(baseUrl('BANK_URL'), 'http://127.0.0.1:8003', 'the default counts');
  assert.equal(baseUrl('RECIPIENT_URL'), 'http://recipient');
  assert.equal(baseUrl('RATES_URL'), 'http://rates');
  for (const name of [
    'SERVICE_JWT_SECRET',
    'SERVICE_GATEWAY_SECRET',
    'AUTHORITY_DATABASE_URL',
    'PATH',
    'NONE_URL',
  ]) {
    assert.equal(baseUrl(name), undefined, name);
  }
});

const PLUGINS = fileURLToPath(new URL('../../plugins', import.meta.url));

describe('plugins', () => {
  test('the repository’s have the four tools of the interface', async () => {
    const catalogue = makeCatalogue(
      [...watchPlugins(PLUGINS, nodeCrypto)().plugins.values()].map(({ manifest }) => manifest),
    );
    assert.ok(catalogue.ok);
    const tools = [...catalogue.value.tools.keys()];
    for (const name of ['fetch_fx', 'propose_transfer', 'read_balance', 'release_record']) {
      assert.ok(tools.includes(name), name);
    }
  });

  test('two tools with one name, or a facade that does not exist, are refused by name', () => {
    const twice = makeCatalogue([TREASURY, { ...RECORDS, tools: TREASURY.tools, facades: TREASURY.facades }]);
    assert.match(twice.ok ? '' : twice.error.message, /treasury and records both have a tool read_balance/);
    const nowhere = makeCatalogue([{ ...TREASURY, facades: [] }]);
    assert.match(nowhere.ok ? '' : nowhere.error.message, /names facade bank\.readBalance/);
  });
});

describe('templates of params', () => {
  const tool = (kind: 'url' | 'text', template: string): Tool => {
    const [facade] = TREASURY.facades;
    const [spec] = TREASURY.tools;
    assert.ok(facade !== undefined && spec !== undefined);
    const params: PluginManifest['facades'][number]['params'] = { to: { kind, description: 'x' } };
    return { plugin: 'x', spec: { ...spec, params: { to: template } }, facade: { ...facade, params } };
  };
  const fill = (made: Tool, inputs: Record<string, string>) =>
    fillParams(made, inputs, (name) => (name === 'BANK_URL' ? 'http://bank.test/' : undefined));

  test('an input cannot leave its place in an address', () => {
    const made = fill(tool('url', '$BANK_URL/fx?base={base}'), { base: '../x?y=1&z#@evil' });
    assert.deepEqual(made, {
      ok: true,
      value: { to: 'http://bank.test/fx?base=..%2Fx%3Fy%3D1%26z%23%40evil' },
    });
  });

  test('a text stays unchanged, and a base address that is not set is named', () => {
    assert.deepEqual(fill(tool('text', '{memo}'), { memo: 'INV-7 & {memo} $BANK_URL' }), {
      ok: true,
      value: { to: 'INV-7 & {memo} $BANK_URL' },
    });
    const missing = fill(tool('url', '$OTHER_URL/x'), {});
    assert.match(missing.ok ? '' : missing.error.message, /OTHER_URL/);
  });
});

const CALL = '/v1/tools/propose_transfer';
const SILENT_MS = 1_000;

describe('services that fail', () => {
  test('the enforcement point: the outcome is unknown or an error, and it is asked once', async (t) => {
    const { post, world } = await startGateway(t, { timeoutMs: SILENT_MS });
    for (const reply of ['silence', 'hang up', 'garble', { status: 500, body: 'oops' }] as const) {
      const what = JSON.stringify(reply);
      world.pepReply = reply;
      world.seen.length = 0;
      const { status, json, headers } = await post(CALL, TRANSFER);
      assert.equal(world.seen.filter(({ path }) => path === '/execute').length, 1, what);
      assert.match(headers.get('x-service-event-id') ?? '', /^evt_/, what);
      assert.deepEqual([status, json.status, json.grant_id], [200, 'unknown', `gr_${world.grants.size - 1}`]);
    }
  });

  test('an unreachable enforcement point: nothing was handed over, and the grant stays valid', async (t) => {
    const { post } = await startGateway(t, { pepDown: true });
    const { json } = await post(CALL, TRANSFER);
    assert.equal(json.status, 'unknown');
    assert.match(json.detail, /nothing was handed over.*gr_0/);
  });

  test('a refusal of the enforcement point is passed on', async (t) => {
    const { post, world } = await startGateway(t);
    world.pepReply = {
      status: 503,
      body: { detail: { error: 'profile_hash_mismatch', message: 'altered' } },
    };
    const refused = await post(CALL, TRANSFER);
    assert.deepEqual([refused.status, refused.json.detail.error], [503, 'profile_hash_mismatch']);
    world.pepReply = { status: 409, body: { detail: { error: 'grant_already_redeemed', message: 'spent' } } };
    assert.equal((await post(CALL, TRANSFER)).json.status, 'duplicate');
  });

  const cases: readonly (readonly [Reply, number, string])[] = [
    [
      { status: 503, body: { detail: { error: 'profile_signature_invalid', message: 'm' } } },
      503,
      'profile_signature_invalid',
    ],
    [{ status: 422, body: { detail: { error: 'invalid_request', message: 'm' } } }, 422, 'invalid_request'],
    [
      { status: 401, body: { detail: { error: 'unauthorized', message: 'm' } } },
      503,
      'authority_refused_gateway',
    ],
    [{ status: 500, body: {} }, 503, 'authority_unavailable'],
    ['silence', 503, 'authority_unavailable'],
    ['hang up', 503, 'authority_unavailable'],
    ['garble', 503, 'authority_unavailable'],
  ];
  test('the authority: the answer says what failed, and nothing is handed over', async (t) => {
    const { post, world } = await startGateway(t, { timeoutMs: SILENT_MS });
    for (const [reply, status, error] of cases) {
      world.authorityReply = reply;
      const answer = await post(CALL, TRANSFER);
      assert.deepEqual([answer.status, answer.json.detail.error], [status, error], JSON.stringify(reply));
      assert.ok(!world.seen.some(({ path }) => path === '/execute'));
    }
  });

  test('what was done is reported even if its event cannot be recorded', async (t) => {
    const { post, world } = await startGateway(t);
    world.eventReply = 'hang up';
    const { json, headers } = await post(CALL, TRANSFER);
    assert.equal(json.status, 'executed');
    assert.equal(headers.get('x-service-event-id'), null);
  });
});

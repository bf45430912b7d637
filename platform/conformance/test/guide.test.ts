import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { type Service, spawnService } from '@common/kit/testing/service';
import type { Receipt } from '@platform/protocol/receipt';
import type { ToolResult } from '@platform/protocol/tool-call';
import { send } from '../client.ts';
import { freePorts } from '../ports.ts';

/** One code block of the guide; with `file`, its name stands in the line before. */
interface Block {
  readonly file: string | null;
  readonly language: string;
  readonly text: string;
}

const BLOCK = /(?:^`(var\/[^`]+)`\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm;

let folder = '';
let env: Readonly<Record<string, string>> = {};
const services = new Map<string, Service>();
let said = '';
let ports: readonly number[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sanad-guide-'));
  ports = await freePorts(4);
  const [gateway, authority, pep] = ports;
  const platform = join(folder, 'platform');
  const database = (name: string) => `sqlite:${join(platform, `${name}.sqlite`)}`;
  const path = (name: string) => join(platform, name);
  env = {
    ...{ SERVICE_KEYS_DIR: path('keys'), PROFILES_DIR: path('profiles'), MANDATES_DIR: path('mandates') },
    ...{ RECEIPTS_DIR: join(folder, 'out'), LOG_LEVEL: 'warn' },
    ...{ GATEWAY_PORT: String(gateway), AUTHORITY_PORT: String(authority), PEP_PORT: String(pep) },
    ...{ AUTHORITY_URL: `http://127.0.0.1:${authority}`, PEP_URL: `http://127.0.0.1:${pep}` },
    AUTHORITY_DATABASE_URL: database('authority'),
    ...{ PEP_DATABASE_URL: database('pep'), GATEWAY_DATABASE_URL: database('gateway') },
  };
});

after(async () => {
  for (const service of services.values()) await service.stop();
  await removeDirectory(folder);
});

/** The guide as it is, but for the folder and the ports: nothing of this machine's own deployment is touched. */
async function guide(): Promise<readonly Block[]> {
  const text = await readFile(join(REPOSITORY, 'docs/guides/connect-a-counterparty.md'), 'utf8');
  const [gateway, , , courier] = ports;
  const moved = text
    .replaceAll('http://localhost:8000', `http://127.0.0.1:${gateway}`)
    .replaceAll('9100', String(courier));
  return [...moved.matchAll(BLOCK)].map(([, file, language = '', block = '']) => ({
    file: file === undefined ? null : inFolder(file),
    ...{ language, text: inFolder(block) },
  }));
}

function inFolder(text: string): string {
  return text.replaceAll(/\bvar\/(courier|plugins|platform)\b/g, `${folder}/$1`);
}

/** As in one terminal: what a block sets, the next one has. */
async function run(commands: string): Promise<string> {
  const state = join(folder, 'terminal.env');
  const script = `set -aeuo pipefail; if [ -f '${state}' ]; then . '${state}'; fi\n${commands}\nexport -p > '${state}'`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd: REPOSITORY,
    env: { ...process.env, ...env },
  });
  return stdout;
}

async function start(
  name: string,
  entry: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const options = {
    entry,
    cwd: folder,
    env: { ...env, ...more },
    ready: /^\S+ ready at \S+/m,
    timeoutMs: 60_000,
  };
  services.set(name, await spawnService(options));
}

/** What `npm start` starts, but for the screener and the mock counterparties, which this plugin does not need. */
async function startPlatform(block: string): Promise<void> {
  const given = [...block.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const more = { PLUGINS_DIR: join(folder, 'plugins'), ...Object.fromEntries(given) };
  for (const name of ['authority', 'pep', 'gateway'])
    await start(name, join(REPOSITORY, `platform/${name}/src/main.ts`), more);
}

test('the guide’s files and commands lead from nothing to an executed call and its receipt', async () => {
  const commands: string[] = [];
  for (const { file, language, text } of await guide()) {
    if (file !== null) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    } else if (language === 'sh') {
      commands.push(text);
      if (text.endsWith('\nnpm start\n')) await startPlatform(text);
      else if (/^node \S+service\.mjs\n$/.test(text))
        await start('courier', join(folder, 'courier/service.mjs'));
      else said += await run(text);
    }
  }
  assert.equal(commands.length, 6);
  const answer: ToolResult = JSON.parse(await readFile(join(folder, 'courier/answer.json'), 'utf8'));
  assert.deepEqual(
    [answer.status, Reflect.get(answer.counterparty_ack ?? {}, 'parcel_id')],
    ['executed', 'parcel_1'],
  );
  assert.match(said, /VERIFIED/i);
  const receipt: Receipt = JSON.parse(await readFile(join(folder, 'courier/receipt.json'), 'utf8'));
  assert.equal(receipt.bundle.keys.courier?.independent, true);
  assert.equal(receipt.bundle.keys.courier?.enrolment?.signature.kid, 'principal_local');
});

test('the guide’s courier takes no order that the enforcement point did not make, and each one once', async () => {
  const url = `http://127.0.0.1:${ports[3]}/parcels`;
  const body = { customer: 'customer_17', idempotency_key: 'idem_parcel_x' };
  assert.equal((await send(url, { body })).status, 401);
  assert.equal(
    (await send(url, { body, headers: { 'x-broker-token': `v1.e30.${'0'.repeat(64)}` } })).status,
    401,
  );
  const before = await readFile(join(folder, 'courier/parcels.jsonl'), 'utf8');
  // After a restart it knows what it did: the same parcel is a duplicate, another one is the second.
  await services.get('courier')?.stop();
  await start('courier', join(folder, 'courier/service.mjs'));
  const [booking] = (await guide()).filter(({ text }) => text.includes('/v1/tools/book_parcel'));
  assert.match(await run(booking?.text ?? ''), /"duplicate_action"/);
  assert.equal(await readFile(join(folder, 'courier/parcels.jsonl'), 'utf8'), before);
  const next = await run((booking?.text ?? '').replace('Contract 7', 'Contract 8'));
  assert.match(next, /"status":"executed".*"parcel_2"/);
  // What it signed can be checked with what anyone has.
  const { ack, ack_hash } = JSON.parse(before).answer;
  const canonical = JSON.stringify(ack, Object.keys(ack).sort());
  assert.equal(createHash('sha256').update(canonical).digest('hex'), ack_hash);
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { type Service, spawnService } from '@common/kit/testing/service';
import { nodeCrypto } from '@platform/proof/node';
import { openCheckpoint } from '@platform/proof/note/checkpoint';
import { readCosignature } from '@platform/proof/note/cosignature';
import { type NoteKey, parseNoteKey } from '@platform/proof/note/note-key';
import type { GrantRecord } from '@platform/protocol/grant';
import type { LogCheckpoints } from '@platform/protocol/log';
import { type Client, createClient, outcome, type Reply, send, transferInputs } from '../client.ts';
import { type Deployment, openDeployment } from '../deployment.ts';
import { folderVariables } from '../people.ts';
import { until } from '../wait.ts';

const LOG_ORIGIN = 'log.example/1';

let d: Deployment;
let client: Client;
let witness: Service | undefined;
let witnessUrl = '';
let witnessKey: NoteKey;
let logVkey = '';
let logKey: NoteKey;
/** `LOG_WITNESSES` of the authority. */
let policy = '';

function keyOf(vkey: string): NoteKey {
  const key = parseNoteKey(nodeCrypto, vkey);
  assert.ok(key.ok);
  return key.value;
}

/** A proposal that is denied at once, which has a receipt like any other. */
async function deny(authority = d.urls.authority): Promise<Reply<GrantRecord>> {
  const params = transferInputs({ amount: '900000' });
  return client.proposeAsGateway('bank.executeTransfer', params, { authority });
}

/** The size of the checkpoint, once it is at least that, and whether the witness signed it. */
async function checkpoint(url: string, size: number, cosigned: boolean): Promise<string> {
  return until(`a checkpoint of ${size}${cosigned ? ', cosigned' : ''}`, async () => {
    const { status, text } = await send(`${url}/checkpoint`);
    if (status !== 200) return null;
    const opened = openCheckpoint(nodeCrypto, text, logKey);
    assert.ok(opened.ok, opened.ok ? '' : opened.error.message);
    if (opened.value.size < size) return null;
    const { state } = readCosignature(nodeCrypto, opened.value, witnessKey);
    return cosigned === (state === 'valid') ? text : null;
  });
}

const sizeOf = (note: string): number => Number(note.split('\n')[1]);

async function startWitness(port = '0'): Promise<void> {
  const folder = join(d.folder, 'witness');
  witness = await spawnService({
    entry: join(REPOSITORY, 'platform/witness/src/main.ts'),
    env: {
      ...{ WITNESS_PORT: port, WITNESS_NAME: 'witness.example/ana', LOG_LEVEL: 'warn' },
      WITNESS_LOGS: join(folder, 'logs.policy'),
      WITNESS_KEYS_DIR: folder,
      WITNESS_DATABASE_URL: `sqlite:${join(folder, 'witness.sqlite')}`,
    },
    ready: /^witness ready at (\S+)/m,
  });
  witnessUrl = witness.readyMatch?.[1] ?? '';
}

/** `sanad log ...`: exit code and what it printed. */
async function sanadLog(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly [code: number | null, text: string]> {
  const child = spawn(process.execPath, [join(REPOSITORY, 'bin/sanad.cjs'), 'log', ...args], {
    cwd: d.folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return [code, text];
}

before(async () => {
  d = await openDeployment({ env: { authority: { LOG_ORIGIN } } });
  client = createClient(d);
  await deny();
  logVkey = await until('the log', async () => {
    const { body } = await send<LogCheckpoints>(`${d.urls.authority}/log/checkpoints`);
    return body.vkey;
  });
  logKey = keyOf(logVkey);
  await mkdir(join(d.folder, 'witness'));
  await writeFile(join(d.folder, 'witness/logs.policy'), `log ${logVkey}\nquorum none\n`);
  await startWitness();
  const health = await send<{ vkey: string }>(`${witnessUrl}/healthz`);
  witnessKey = keyOf(health.body.vkey);
  policy = join(d.folder, 'witnesses.policy');
  await writeFile(policy, `witness ana ${health.body.vkey} ${witnessUrl}\nquorum ana\n`);
  await d.restart('authority', { LOG_WITNESSES: policy });
});

after(async () => {
  await witness?.stop();
  await d?.close();
});

test('the log is cosigned, and everybody can follow it', async () => {
  const first = await checkpoint(d.urls.authority, 1, true);
  assert.equal((await deny()).status, 201);
  const note = await checkpoint(d.urls.authority, sizeOf(first) + 1, true);
  const shown = await send(`${witnessUrl}/${nodeCrypto.sha256(LOG_ORIGIN)}/checkpoint`);
  assert.equal(shown.text, note);
  const size = sizeOf(note);
  const [code, text] = await sanadLog(['fsck', d.urls.authority, '--vkey', logVkey, '--witness', witnessUrl]);
  assert.equal(code, 0, text);
  assert.match(
    text,
    new RegExp(`has seen ${size} entries\nlog of ${size} entries, root [0-9a-f]{64}: entries`),
  );
});

test('fsck holds the database’s checkpoints against its heads', async () => {
  const size = sizeOf(await checkpoint(d.urls.authority, 1, true));
  const intact = await sanadLog(['fsck'], variables(d.folders.keys, d.databases.authority));
  assert.deepEqual(intact, [0, `log of ${size} leaves: intact\n`]);
  const copy = join(d.folder, 'changed');
  await copyAuthority(copy);
  const file = join(copy, basename(d.databases.authority));
  const database = new DatabaseSync(file);
  const change = database.prepare('update log_checkpoint set note = replace(note, ?, ?) where tree_size = 1');
  change.run(`${LOG_ORIGIN}\n1\n`, `${LOG_ORIGIN}\n2\n`);
  database.close();
  assert.deepEqual(await sanadLog(['fsck'], variables(join(copy, 'keys'), `sqlite:${file}`)), [
    1,
    'log: checkpoint 1: it is of another log or size\n1 faults\n',
  ]);
});

test('a receipt waits for no witness, and is cosigned once it is back', async () => {
  const before = sizeOf(await checkpoint(d.urls.authority, 1, true));
  const port = new URL(witnessUrl).port;
  await witness?.stop();
  assert.equal((await client.pay()).body.status, 'executed');
  await checkpoint(d.urls.authority, before + 1, false);
  await startWitness(port);
  await checkpoint(d.urls.authority, before + 1, true);
});

test('two databases under one key: found by the monitor, refused by the witness', async () => {
  const common = await checkpoint(d.urls.authority, 1, true);
  await d.kill('authority');
  const copy = join(d.folder, 'copy');
  await copyAuthority(copy);
  await d.restart('authority', { LOG_WITNESSES: policy });
  assert.equal((await deny()).status, 201);
  const first = await checkpoint(d.urls.authority, sizeOf(common) + 1, true);
  const [followed, text] = await monitor(d.urls.authority);
  assert.equal(followed, 0, text);

  // It asks before it signs, and learns that others have seen more: nothing is decided any more.
  const rolledBack = await startOther(copy, { LOG_WITNESSES: policy });
  const refused = await deny(rolledBack.readyMatch?.[1]);
  assert.deepEqual(outcome(refused), [503, 'log_rolled_back']);
  assert.match(refused.text, /The witness ana .* has seen \d+ entries .*sanad authority restore/);
  await rolledBack.stop();

  // Without witnesses it would show others another log.
  const forked = await startOther(copy, { LOG_WITNESSES: '' });
  const url = forked.readyMatch?.[1] ?? '';
  assert.equal((await deny(url)).status, 201);
  const other = await checkpoint(url, sizeOf(first), false);
  assert.equal(sizeOf(other), sizeOf(first));
  const [code, said] = await monitor(url);
  assert.equal(code, 1, said);
  assert.match(said, /^ALARM fork: The log has signed two roots of \d+ entries\./);
  for (const [name, kept] of [
    ['known', first],
    ['shown', other],
  ] as const) {
    const file = join(d.folder, `monitor/fork-${name}-${sizeOf(kept)}.note`);
    assert.ok(said.includes(file));
    assert.equal((await readFile(file, 'utf8')).split('\n\n')[0], kept.split('\n\n')[0]);
  }
  const added = await fetch(`${witnessUrl}/add-checkpoint`, {
    method: 'POST',
    body: `old ${sizeOf(first)}\n\n${other}`,
  });
  assert.equal(added.status, 422);
  await until('what the witness says', async () =>
    witness?.output().includes('the log has signed two roots of one size') ? true : null,
  );

  // Longer than what the witness has seen, it is still not what the witness has seen.
  assert.equal((await deny(url)).status, 201);
  await checkpoint(url, sizeOf(first) + 1, false);
  await forked.stop();
  const longer = await startOther(copy, { LOG_WITNESSES: policy });
  await until('the alarm', async () => (longer.output().includes('the log forked') ? true : null));
  const alarmed =
    longer
      .output()
      .split('\n')
      .find((line) => line.includes('the log forked')) ?? '{}';
  const evidence = JSON.parse(alarmed) as Readonly<Record<'shown' | 'ours', string>>;
  assert.equal(evidence.shown.split('\n\n')[0], first.split('\n\n')[0]);
  assert.equal(evidence.ours.split('\n\n')[0], other.split('\n\n')[0]);
  await checkpoint(longer.readyMatch?.[1] ?? '', sizeOf(first) + 1, false);
  const [again, alarm] = await monitor(longer.readyMatch?.[1] ?? '');
  assert.equal(again, 1, alarm);
  assert.match(alarm, /^ALARM fork: The log has signed two histories/);
  await longer.stop();
});

function monitor(url: string): Promise<readonly [code: number | null, text: string]> {
  return sanadLog(['monitor', url, '--vkey', logVkey, '--state', 'monitor', '--once']);
}

/** The authority's keys and database as they are now, without what it remembers of its log beside the keys. */
async function copyAuthority(folder: string): Promise<void> {
  const file = d.databases.authority.replace('sqlite:', '');
  await cp(d.folders.keys, join(folder, 'keys'), { recursive: true });
  await rm(join(folder, 'keys/kept'), { recursive: true });
  for (const name of await readdir(dirname(file))) {
    if (name.startsWith(basename(file))) await cp(join(dirname(file), name), join(folder, name));
  }
}

function variables(keys: string, database: string): Record<string, string> {
  const folders = folderVariables({ ...d.folders, keys });
  return { ...folders, LOG_ORIGIN, AUTHORITY_DATABASE_URL: database };
}

/** An authority on the copy. */
function startOther(folder: string, env: Readonly<Record<string, string>>): Promise<Service> {
  return spawnService({
    entry: join(REPOSITORY, 'platform/authority/src/main.ts'),
    env: {
      ...variables(join(folder, 'keys'), `sqlite:${join(folder, basename(d.databases.authority))}`),
      ...{ AUTHORITY_PORT: '0', LOG_LEVEL: 'warn', RECEIPTS_DIR: join(folder, 'out') },
      ...env,
    },
    ready: /^authority ready at (\S+)/m,
  });
}

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { readConfig } from '@common/kit/config';
import type { HttpApp } from '@common/kit/http/app';
import { createLog } from '@common/kit/telemetry/log';
import { withTempDir } from '@common/kit/testing';
import { addBody, type MemoryLog, memoryLog } from '@platform/core/testing/memory-log';
import { WITNESS_CONFIG } from '../src/config.ts';
import { openWitness } from '../src/open-witness.ts';

interface Opened {
  readonly app: HttpApp;
  close(): Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

/** As `main.ts` opens it, without a port; or the line with which it refuses. */
async function open(folder: string, changes: Variables = {}): Promise<Opened | string> {
  const env = {
    WITNESS_NAME: 'witness.example/ana',
    WITNESS_LOGS: join(folder, 'logs.policy'),
    WITNESS_KEYS_DIR: join(folder, 'keys'),
    WITNESS_DATABASE_URL: `sqlite:${join(folder, 'witness.sqlite')}`,
    ...changes,
  };
  const settings = readConfig(WITNESS_CONFIG, env, folder);
  if (!settings.ok) return settings.error.message;
  const log = createLog({ level: 'silent' });
  const machine = { log, clock: Date.now, randomBytes, faults: { at: () => {} }, env };
  const opened = await openWitness(settings.value, machine);
  if (!opened.ok) return opened.error.message;
  const { apps, close } = opened.value;
  const app = apps.witness;
  return {
    app,
    async close() {
      await app.close();
      await close();
    },
  };
}

async function withWitness<T>(folder: string, work: (app: HttpApp) => Promise<T>): Promise<T> {
  const opened = await open(folder);
  if (typeof opened === 'string') assert.fail(opened);
  try {
    return await work(opened.app);
  } finally {
    await opened.close();
  }
}

async function refusal(folder: string, changes: Variables = {}): Promise<string> {
  const opened = await open(folder, changes);
  if (typeof opened === 'string') return opened;
  await opened.close();
  return 'it started';
}

async function withLog(work: (folder: string, log: MemoryLog) => Promise<void>): Promise<void> {
  await withTempDir(async (folder) => {
    const log = memoryLog(nodeCrypto);
    for (let index = 0; index < 10; index += 1) log.append(`entry ${index}`);
    await writeFile(join(folder, 'logs.policy'), `log ${log.vkey}\nquorum none\n`);
    await work(folder, log);
  });
}

async function add(app: HttpApp, payload: string): Promise<readonly [number, string]> {
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/add-checkpoint', payload });
  return [statusCode, body];
}

test('keeps what it signed over a restart', () =>
  withLog(async (folder, log) => {
    const checkpoint = log.checkpoint(7);
    const [status, lines] = await withWitness(folder, (app) => add(app, addBody(0, [], checkpoint)));
    assert.equal(status, 200);
    assert.equal((await stat(join(folder, 'keys/witness.pem'))).mode & 0o777, 0o600);
    await withWitness(folder, async (app) => {
      const url = `/${nodeCrypto.sha256('log.example/receipts')}/checkpoint`;
      assert.equal((await app.inject({ url })).body, `${checkpoint}${lines}`);
      assert.deepEqual(await add(app, addBody(0, [], log.checkpoint(10))), [409, '7\n']);
      assert.equal((await add(app, addBody(7, log.proof(7, 10), log.checkpoint(10))))[0], 200);
    });
  }));

test('does not start with a key that signed and a database that forgot', () =>
  withLog(async (folder, log) => {
    await withWitness(folder, (app) => add(app, addBody(0, [], log.checkpoint(7))));
    for (const end of ['', '-wal', '-shm']) await rm(join(folder, `witness.sqlite${end}`), { force: true });
    assert.match(await refusal(folder), /a second history of a log.*move the key away/);
    await rm(join(folder, 'keys/witness.pem'));
    assert.equal(await refusal(folder), 'it started');
    assert.match(await refusal(folder, { WITNESS_NAME: 'witness.example/bert' }), /belongs to witness/);
  }));

test('says what is wrong with its settings', () =>
  withLog(async (folder, log) => {
    const file = join(folder, 'logs.policy');
    assert.match(await refusal(folder, { WITNESS_NAME: '' }), /WITNESS_NAME is not set: it must be letters/);
    assert.match(await refusal(folder, { WITNESS_NAME: 'a b' }), /WITNESS_NAME must be letters/);
    await writeFile(file, 'quorum none\n');
    assert.match(await refusal(folder), /names no log: add a line “log <vkey>”/);
    await writeFile(file, `log ${log.vkey}\n`);
    assert.match(await refusal(folder), /WITNESS_LOGS: .*it has no quorum line/);
    await rm(file);
    assert.match(await refusal(folder), /WITNESS_LOGS: .* cannot be read\. It names the logs to cosign/);
    // Nothing of this has made a key.
    await assert.rejects(readFile(join(folder, 'keys/witness.pem')), /ENOENT/);
  }));

import assert from 'node:assert/strict';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { type Service, spawnService } from '@common/kit/testing/service';
import { nodeCrypto } from '@platform/proof/node';
import { addBody, type MemoryLog, memoryLog } from '@platform/proof/testing/memory-log';

const ENTRY = join(REPOSITORY, 'platform/witness/src/main.ts');

/** The process, on a free port, with all that it keeps in one folder. */
function startWitness(folder: string, env: Readonly<Record<string, string>> = {}): Promise<Service> {
  return spawnService({
    entry: ENTRY,
    env: {
      ...{ WITNESS_PORT: '0', WITNESS_NAME: 'witness.example/ana', LOG_LEVEL: 'warn' },
      WITNESS_LOGS: join(folder, 'logs.policy'),
      WITNESS_KEYS_DIR: join(folder, 'keys'),
      WITNESS_DATABASE_URL: `sqlite:${join(folder, 'witness.sqlite')}`,
      ...env,
    },
    ready: /^witness ready at (\S+)/m,
  });
}

async function withLog(work: (folder: string, log: MemoryLog) => Promise<void>): Promise<void> {
  await withTempDir(async (folder) => {
    const log = memoryLog(nodeCrypto);
    for (let index = 0; index < 10; index += 1) log.append(`entry ${index}`);
    await writeFile(join(folder, 'logs.policy'), `log ${log.vkey}\nquorum none\n`);
    await work(folder, log);
  });
}

async function add(service: Service, body: string): Promise<readonly [number, string]> {
  const answer = await fetch(`${service.readyMatch?.[1]}/add-checkpoint`, { method: 'POST', body });
  return [answer.status, await answer.text()];
}

async function shown(service: Service): Promise<string> {
  const path = `${nodeCrypto.sha256('log.example/receipts')}/checkpoint`;
  return (await fetch(`${service.readyMatch?.[1]}/${path}`)).text();
}

/** The line with which a start is refused. */
async function refusal(folder: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const failed = await startWitness(folder, env).then(
    async (service) => {
      await service.stop();
      return 'it started';
    },
    (error: unknown) => String(error),
  );
  return failed;
}

test('keeps what it signed over a restart', () =>
  withLog(async (folder, log) => {
    const first = await startWitness(folder);
    const checkpoint = log.checkpoint(7);
    const [status, lines] = await add(first, addBody(0, [], checkpoint));
    assert.equal(status, 200);
    assert.deepEqual(await first.stop(), { code: 0, signal: null });
    assert.equal((await stat(join(folder, 'keys/witness.pem'))).mode & 0o777, 0o600);
    await using second = await startWitness(folder);
    assert.equal(await shown(second), `${checkpoint}${lines}`);
    assert.deepEqual(await add(second, addBody(0, [], log.checkpoint(10))), [409, '7\n']);
    assert.equal((await add(second, addBody(7, log.proof(7, 10), log.checkpoint(10))))[0], 200);
    assert.deepEqual(await second.stop(), { code: 0, signal: null });
  }));

test('killed before the commit, it has signed nothing; after it, it remembers without having answered', () =>
  withLog(async (folder, log) => {
    for (const [side, size] of [
      ['before', 0],
      ['after', 7],
    ] as const) {
      const fault = { SANAD_FAULT: `cosigned:${side}`, SANAD_TEST_FAULTS: '1', NODE_ENV: 'test' };
      await using dying = await startWitness(folder, fault);
      await assert.rejects(add(dying, addBody(0, [], log.checkpoint(7))));
      assert.equal((await dying.exit()).signal, 'SIGKILL');
      await using after = await startWitness(folder);
      assert.deepEqual(await add(after, addBody(1, log.proof(1, 7), log.checkpoint(7))), [409, `${size}\n`]);
      await after.stop();
    }
    await using last = await startWitness(folder);
    assert.equal((await add(last, addBody(7, [], log.checkpoint(7))))[0], 200);
    await last.stop();
  }));

test('does not start with a key that signed and a database that forgot', () =>
  withLog(async (folder, log) => {
    const first = await startWitness(folder);
    await add(first, addBody(0, [], log.checkpoint(7)));
    await first.stop();
    for (const end of ['', '-wal', '-shm']) await rm(join(folder, `witness.sqlite${end}`), { force: true });
    assert.match(await refusal(folder), /a second history of a log.*move the key away/);
    await rm(join(folder, 'keys/witness.pem'));
    assert.match(await refusal(folder), /it started/);
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

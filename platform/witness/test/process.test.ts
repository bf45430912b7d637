import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { type Service, spawnService } from '@common/kit/testing/service';
import { size } from '@common/kit/testing/size';
import { addBody, type MemoryLog, memoryLog } from '@platform/core/testing/memory-log';

const ENTRY = join(REPOSITORY, 'platform/witness/src/main.ts');

/** The process, on a free port, with all that it keeps in a folder of its own. */
function startWitness(
  folder: string,
  own: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Service> {
  return spawnService({
    entry: ENTRY,
    env: {
      WITNESS_PORT: '0',
      WITNESS_NAME: 'witness.example/ana',
      LOG_LEVEL: 'warn',
      WITNESS_LOGS: join(folder, 'logs.policy'),
      WITNESS_KEYS_DIR: join(own, 'keys'),
      WITNESS_DATABASE_URL: `sqlite:${join(own, 'witness.sqlite')}`,
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

/** Where it is killed -> the size that it remembers. That it signed is the one that matters most. */
const KILLS = [
  ['after', 7],
  ['before', 0],
] as const;

test('killed before the commit, it has signed nothing; after it, it remembers without having answered', () =>
  withLog(async (folder, log) => {
    for (const [side, known] of KILLS.slice(0, size({ quick: 1, full: 2 }))) {
      const own = join(folder, side);
      const fault = { SANAD_FAULT: `cosigned:${side}`, SANAD_TEST_FAULTS: '1', NODE_ENV: 'test' };
      await using dying = await startWitness(folder, own, fault);
      await assert.rejects(add(dying, addBody(0, [], log.checkpoint(7))));
      assert.equal((await dying.exit()).signal, 'SIGKILL');
      await using after = await startWitness(folder, own);
      assert.deepEqual(await add(after, addBody(1, log.proof(1, 7), log.checkpoint(7))), [409, `${known}\n`]);
      assert.equal((await add(after, addBody(known, [], log.checkpoint(7))))[0], 200);
      assert.deepEqual(await after.stop(), { code: 0, signal: null });
    }
  }));

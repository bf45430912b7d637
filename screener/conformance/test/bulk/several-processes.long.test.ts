import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import {
  awaitEnd,
  type Deployment,
  manySymbols,
  prepare,
  type Screener,
  signUp,
  sleep,
  startScreener,
  stop,
  submit,
  TOTAL,
  type Watch,
} from './support/bulk-client.ts';
import { openLedger } from './support/ledger.ts';

const PROCESSES = 3;
const ROUNDS = 10;
const KILLS_A_ROUND = 2;
/** Kills fall before the last symbols of a job. */
const LAST_KILL_AT = 400;

/** Each life begins with a service start, which is slow on a busy machine. */
const LIMIT_MS = 600_000;

test('PostgreSQL: jobs of 500 symbols on three processes, with random processes killed', {
  timeout: LIMIT_MS,
}, async (t) => {
  await withTempDir(async (folder) => {
    const deployment = { databaseUrl: (await startPostgres()).url, folder };
    const symbols = manySymbols();
    await prepare(deployment);
    const processes = await startMany(deployment, PROCESSES);
    const key = await signUp(anyOf(processes));
    await using ledger = await openLedger(deployment.databaseUrl);
    const jobs: Watch[] = [];
    let midway = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const watch = await submit(anyOf(processes), key, symbols, `job ${round}`);
      jobs.push(watch);
      for (let kill = 0; kill < KILLS_A_ROUND; kill += 1) {
        const part = LAST_KILL_AT / KILLS_A_ROUND;
        await lookUntil(watch, processes, Math.floor((kill + Math.random()) * part));
        const killed = anyOf(processes);
        processes.splice(processes.indexOf(killed), 1);
        await killed.service.kill();
        const { done } = await watch.look(anyOf(processes));
        if (done > 0 && done < TOTAL) midway += 1;
      }
      const replacements = startMany(deployment, KILLS_A_ROUND);
      // The survivor works on, and gets back what the killed processes held.
      await lookUntil(watch, processes, TOTAL);
      processes.push(...(await replacements));
    }
    for (const watch of jobs) {
      await awaitEnd(watch, anyOf(processes), symbols);
      await ledger.assertOnce(watch.jobId, TOTAL);
    }
    await Promise.all(processes.map(stop));
    t.diagnostic(
      `${jobs.length * KILLS_A_ROUND} kills over ${jobs.length} jobs, ${midway} of them with jobs partly done`,
    );
    assert.ok(midway > 0, 'no kill hit during the work');
  });
});

function startMany(deployment: Deployment, count: number): Promise<Screener[]> {
  return Promise.all(Array.from({ length: count }, () => startScreener(deployment)));
}

function anyOf(processes: readonly Screener[]): Screener {
  const one = processes[Math.floor(Math.random() * processes.length)];
  assert.ok(one !== undefined);
  return one;
}

/** Polls the job through any of the processes until this much is done. */
async function lookUntil(watch: Watch, processes: readonly Screener[], done: number): Promise<void> {
  while ((await watch.look(anyOf(processes))).done < done) await sleep(5);
}

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { size } from '@common/kit/testing/size';
import { copySeeded } from '@screener/service/testing/open-seeded';
import {
  awaitEnd,
  manySymbols,
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

const MOST_KILLS = 20;
/** More, up to the most, until one has hit during the work. */
const KILLS = size({ quick: 1, full: MOST_KILLS });
/** The longest a process lives after it began to serve, or has done its part: a few dozen symbols. */
const LONGEST_LIFE_MS = 60;
const LEAST_DONE = 5;

/** Each life begins with a service start, which is slow on a busy machine. */
const LIMIT_MS = 600_000;

test('SQLite: a job whose process is killed at random moments', {
  timeout: LIMIT_MS,
}, async (t) => {
  await withTempDir(async (folder) => {
    const deployment = { databaseUrl: `sqlite:${join(folder, 'store.sqlite')}`, folder };
    const symbols = manySymbols();
    await copySeeded(join(folder, 'store.sqlite'));
    let screener = await startScreener(deployment);
    const key = await signUp(screener);
    await using ledger = await openLedger(deployment.databaseUrl);
    const jobs: Watch[] = [];
    let [kills, midway] = [0, 0];
    for (; kills < KILLS || (midway === 0 && kills < MOST_KILLS); kills += 1) {
      const watch = await pendingJob(
        jobs,
        () => submit(screener, key, symbols, `job ${jobs.length}`),
        screener,
      );
      // Every second life gets on with the work, however slow the machine is: a symbol is given up after three.
      const { done: before } = watch.seen();
      const goal = kills % 2 === 0 ? Math.min(before + LEAST_DONE, TOTAL) : before;
      while ((await watch.look(screener)).done < goal) await sleep(5);
      await sleep(Math.random() * LONGEST_LIFE_MS);
      assert.deepEqual(await screener.service.kill(), { code: null, signal: 'SIGKILL' });
      screener = await startScreener(deployment);
      const { done } = await watch.look(screener);
      if (done > 0 && done < TOTAL) midway += 1;
    }
    for (const watch of jobs) {
      await awaitEnd(watch, screener, symbols);
      await ledger.assertOnce(watch.jobId, TOTAL);
    }
    // Two processes on one file, one of which shuts down cleanly in the middle of the job.
    const second = await startScreener(deployment);
    const shared = await submit(second, key, symbols, 'shared job');
    while ((await shared.look(screener)).done < TOTAL / 2) await sleep(5);
    await stop(screener);
    await awaitEnd(shared, second, symbols);
    await ledger.assertOnce(shared.jobId, TOTAL);
    await stop(second);
    t.diagnostic(`${kills} kills over ${jobs.length} jobs, ${midway} of them with jobs partly done`);
    assert.ok(midway > 0, 'no kill hit during the work');
  });
});

/** The job under way, or a new one if the last finished before the kills. */
async function pendingJob(jobs: Watch[], enter: () => Promise<Watch>, screener: Screener): Promise<Watch> {
  const last = jobs.at(-1);
  if (last !== undefined && (await last.look(screener)).status === 'pending') return last;
  const next = await enter();
  jobs.push(next);
  return next;
}

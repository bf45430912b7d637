import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import { createJobWatch, every, watchJobs } from '@common/kit/jobs';
import { makeApp } from '@common/kit/testing/http-app';
import type { Log } from '../src/telemetry/log.ts';

const BROKEN = new Error('a path that is nobody’s business');

/** A watch whose clock the test turns, with a job that does what the test says. */
function watched() {
  const time = { nowMs: 0 };
  const told: unknown[] = [];
  const log = { info: (fields: object, text: string) => told.push([fields, text]) } as unknown as Log;
  const jobs = createJobWatch({ log, monotonicMs: () => time.nowMs });
  const job = jobs.job('receipt_files', (error, name) => told.push([error, name]));
  return { time, told, jobs, job };
}

test('a job fails from its first failure until a run without one', async () => {
  const { time, jobs, job } = watched();
  const fails = () => job.run(() => Promise.reject(BROKEN));
  const works = () => job.run(async () => {});
  assert.deepEqual(jobs.failingS(), { receipt_files: 0 }, 'known before its first run');
  time.nowMs = 5_000;
  await fails();
  time.nowMs = 7_000;
  await fails();
  assert.deepEqual(jobs.failingS(), { receipt_files: 2 });
  await works();
  time.nowMs = 60_000;
  assert.deepEqual(jobs.failingS(), { receipt_files: 0 });
  await fails();
  time.nowMs = 61_000;
  assert.deepEqual(jobs.failingS(), { receipt_files: 1 }, 'since the newest trouble');
});

test('the log says once a minute why a job fails, and when it works again', async () => {
  const { time, told, job } = watched();
  const why = [BROKEN, 'receipt_files'];
  const runAt = async (nowMs: number, work: () => Promise<void>) => {
    time.nowMs = nowMs;
    await job.run(work);
    return told.splice(0);
  };
  const fails = () => Promise.reject(BROKEN);
  const works = async () => {};
  assert.deepEqual(await runAt(0, works), [], 'nothing to tell');
  assert.deepEqual(await runAt(1_000, fails), [why]);
  assert.deepEqual(await runAt(2_000, fails), []);
  assert.deepEqual(await runAt(60_999, fails), []);
  assert.deepEqual(await runAt(61_000, fails), [why]);
  assert.deepEqual(await runAt(62_000, works), [
    [{ job: 'receipt_files', failed_s: 61 }, 'a job that had failed works again'],
  ]);
  assert.deepEqual(await runAt(63_000, works), []);
  assert.deepEqual(await runAt(64_000, fails), [], 'nor does one that fails now and then fill the log');
  assert.deepEqual(await runAt(65_000, works), []);
  assert.deepEqual(await runAt(121_000, fails), [why]);
});

test('work that reports its own failures and continues still counts as failed; jobs are independent', async () => {
  const { time, told, jobs, job } = watched();
  const other = jobs.job('anchors', () => {});
  await job.run(async (failed) => {
    failed();
    await setTimeout(1);
  });
  time.nowMs = 1_000;
  await other.run(async () => {});
  assert.deepEqual(jobs.failingS(), { receipt_files: 1, anchors: 0 });
  assert.deepEqual(told, []);
});

test('work that throws before its first wait fails like any other', async () => {
  const { told, job } = watched();
  await job.run(() => {
    throw BROKEN;
  });
  assert.equal(told.length, 1);
});

test('a log that cannot be written ends nothing', async () => {
  const jobs = createJobWatch({ monotonicMs: () => 0 });
  const job = jobs.job('receipt_files', () => {
    throw BROKEN;
  });
  assert.equal(await job.run(() => Promise.reject(BROKEN)), false);
  assert.equal(await job.run(async () => {}), true);
});

test('readyz warns of jobs that have failed for two minutes, names no cause, and stays ready', async (t) => {
  const { time, jobs, job } = watched();
  const look = async () => {
    const { app } = await makeApp(t);
    watchJobs(app.watch, jobs);
    const { statusCode, body } = await app.inject('/readyz');
    const metrics = (await app.inject('/metrics')).body;
    return { statusCode, checks: JSON.parse(body).checks, metrics };
  };
  assert.match((await look()).metrics, /^service_job_failing_seconds\{name="receipt_files"\} 0$/m);
  await job.run(() => Promise.reject(BROKEN));
  time.nowMs = 120_000;
  assert.deepEqual((await look()).checks, { jobs: { state: 'ok' } });
  time.nowMs = 121_000;
  const { statusCode, checks, metrics } = await look();
  assert.equal(statusCode, 200);
  assert.deepEqual(checks.jobs, {
    state: 'warn',
    message: 'Work in the background keeps failing: receipt_files for 121 s. The service’s log says why.',
  });
  assert.match(metrics, /^service_job_failing_seconds\{name="receipt_files"\} 121$/m);
  assert.match(metrics, /^service_check_state\{check="jobs"\} 1$/m);
});

test('a repeated job begins at once, has one run at a time, survives failures, and stops after its run', async () => {
  const { told, job } = watched();
  let [begun, atOnce] = [0, 0];
  const ends: PromiseWithResolvers<void>[] = [];
  const repeated = every(2, job, async () => {
    begun += 1;
    atOnce += 1;
    assert.equal(atOnce, 1);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    await end.promise.finally(() => {
      atOnce -= 1;
    });
  });
  repeated.start();
  assert.equal(begun, 1);
  const asked = repeated.run();
  await setTimeout(20);
  assert.equal(begun, 1, 'who asks gets the run in progress');
  ends[0]?.reject(BROKEN);
  await asked;
  assert.equal(told.length, 1);
  while (begun < 2) await setTimeout(1);
  let isStopped = false;
  const stopping = repeated.stop().then(() => {
    isStopped = true;
  });
  await setTimeout(20);
  assert.equal(isStopped, false);
  ends[1]?.resolve();
  await stopping;
  await setTimeout(20);
  assert.equal(begun, 2);
});

/** A job that is repeated every `ms`, with the minutes of its runs; time passes by `pass`. */
function repeatedBy(t: TestContext, ms: number) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { job } = watched();
  let [minute, isBroken] = [0, true];
  const runs: number[] = [];
  const repeated = every(ms, job, async () => {
    runs.push(minute);
    if (isBroken) throw BROKEN;
  });
  return {
    repeated,
    runs,
    mend: () => {
      isBroken = false;
    },
    async pass(minutes: number) {
      for (let passed = 0; passed < minutes; passed += 1) {
        // The run in progress ends first.
        await nextTurn();
        minute += 1;
        t.mock.timers.tick(60_000);
      }
      await nextTurn();
    },
  };
}

const HOUR_MS = 3_600_000;

test('failed work is repeated after a minute, then later and later, and at its interval once it succeeds', async (t) => {
  const { repeated, runs, mend, pass } = repeatedBy(t, HOUR_MS);
  repeated.start();
  await pass(20);
  assert.deepEqual(runs, [0, 1, 3, 7, 15]);
  mend();
  await pass(160);
  assert.deepEqual(runs.slice(5), [31, 60, 120, 180]);
});

test('work that repeats within a minute is not repeated sooner', async (t) => {
  const { repeated, runs, pass } = repeatedBy(t, 60_000);
  repeated.start();
  await pass(3);
  assert.deepEqual(runs, [0, 1, 2, 3]);
});

test('a failed run is not repeated once the job has stopped, nor if it never began', async (t) => {
  const { repeated, runs, pass } = repeatedBy(t, HOUR_MS);
  await repeated.run();
  await pass(5);
  assert.deepEqual(runs, [0]);
  repeated.start();
  await nextTurn();
  await repeated.stop();
  repeated.start();
  await repeated.stop();
  await pass(200);
  assert.deepEqual(runs, [0, 5, 5]);
});

test('a job that is started twice has one timer, and stops', async (t) => {
  const { repeated, runs, mend, pass } = repeatedBy(t, HOUR_MS);
  mend();
  repeated.start();
  await nextTurn();
  repeated.start();
  await pass(60);
  await repeated.stop();
  await pass(60);
  assert.deepEqual(runs, [0, 60]);
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createJobWatch, watchJobs } from '@common/kit/jobs';
import { createSequencer } from '@platform/authority/jobs/sequencer';
import { writeReceiptFiles } from '../src/adapters/files.ts';
import { transfer } from './support/actions.ts';
import { openDeployment } from './support/deployment.ts';

const POLL_MS = 20;
const WAIT_MS = 30_000;

test('receipts are written through a link to a folder that is not there yet, as on a server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-receipts-'));
  try {
    mkdirSync(join(folder, 'state'));
    symlinkSync(join(folder, 'state'), join(folder, 'var'));
    symlinkSync('var/out', join(folder, 'out'));
    for (const time of ['first', 'second']) {
      await writeReceiptFiles(join(folder, 'out'), [{ receiptId: 'rcpt_00', receipt: null }]);
      assert.deepEqual(readdirSync(join(folder, 'state')), ['out'], time);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('receipts are made where their files cannot be written; readyz tells that, and that it is over', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-receipts-'));
  const d = await openDeployment();
  // Those of the test must be the only ones who write files.
  await d.sequencer.stop();
  const time = { nowMs: 0 };
  const jobs = createJobWatch({ monotonicMs: () => time.nowMs });
  watchJobs(d.app.watch, jobs);
  const out = join(folder, 'out');
  writeFileSync(out, 'not even root can make a file in here');
  const failures: unknown[] = [];
  const sequencer = createSequencer({
    ...{ deps: d.deps, jobs, intervalMs: POLL_MS },
    onError: (error, job) => failures.push([(error as NodeJS.ErrnoException).code, job]),
    writeReceiptFiles: (files) => writeReceiptFiles(out, files),
  });
  t.after(async () => {
    await sequencer.stop();
    await d.close();
    rmSync(folder, { recursive: true });
  });
  const figures = async () => (await d.app.inject('/metrics')).body;
  sequencer.start();
  const grant = await d.propose(await d.register(), transfer());
  assert.equal((await d.redeem(grant)).status, 200);
  assert.equal((await d.report(grant)).status, 201);
  await until('a failure', () => failures.length === 1);
  assert.deepEqual(failures, [['EEXIST', 'receipt_files']]);
  time.nowMs = 3_600_000;
  await until('the next that is told', () => failures.length === 2);
  // Made and served all the same.
  const { body: receipts } = await d.get<{ receipt_id: string }[]>('/receipts');
  const { status, body } = await d.get('/readyz');
  assert.equal(status, 200, 'it goes on working');
  assert.deepEqual((body.checks as Record<string, unknown>).jobs, {
    state: 'warn',
    message: 'Work in the background keeps failing: receipt_files for 3600 s. The service’s log says why.',
  });
  assert.match(await figures(), /^service_job_failing_seconds\{name="receipt_files"\} 3600$/m);
  assert.match(await figures(), /^service_job_failing_seconds\{name="receipts"\} 0$/m);

  rmSync(out);
  await until('the job is well', () => jobs.failingS().receipt_files === 0);
  assert.deepEqual(
    readdirSync(out),
    receipts.map(({ receipt_id: id }) => `${id}.json`),
  );
  assert.match(await figures(), /^service_job_failing_seconds\{name="receipt_files"\} 0$/m);
});

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, `in vain: ${what}`);
    await setTimeout(POLL_MS);
  }
}

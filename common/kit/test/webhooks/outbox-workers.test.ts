import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createJobWatch } from '@common/kit/jobs';
import { createOutboxWorkers } from '@common/kit/webhooks/outbox-workers';

const LEASE_MS = 200;

/** An outbox in memory, whose deliveries end when the test says so. */
function outbox(atOnce: number) {
  const due: string[] = [];
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const errors: unknown[] = [];
  let isDown = false;
  const jobs = createJobWatch();
  const job = jobs.job('outbox', (error) => errors.push(error));
  const workers = createOutboxWorkers<string>({
    pollMs: 5,
    leaseMs: LEASE_MS,
    atOnce,
    job,
    onError: (error, name) => errors.push([error, name]),
    async take() {
      if (isDown) throw new Error('down');
      return due.shift() ?? null;
    },
    work(name) {
      begun.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      return end.promise;
    },
  });
  return {
    due,
    begun,
    errors,
    workers,
    failingMs: () => (jobs.failingS().outbox ?? 0) * 1_000,
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
    goDown: (down: boolean) => {
      isDown = down;
    },
    async until(isSo: () => boolean) {
      while (!isSo()) await setTimeout(1);
    },
  };
}

test('a slow delivery delays only itself, and no more begin than may', async () => {
  const { due, begun, workers, end, until } = outbox(2);
  due.push('slow', 'a', 'b');
  workers.start();
  await until(() => begun.length === 2);
  await setTimeout(20);
  assert.deepEqual(begun, ['slow', 'a']);
  end('a');
  await until(() => begun.length === 3);
  end('b');
  due.push('c');
  await until(() => begun.length === 4);
  assert.deepEqual(begun, ['slow', 'a', 'b', 'c']);
  end('c');
  let isStopped = false;
  const stopping = workers.stop().then(() => {
    isStopped = true;
  });
  await setTimeout(20);
  assert.equal(isStopped, false, 'it waits for what is in progress');
  end('slow');
  await stopping;
  due.push('d');
  await setTimeout(20);
  assert.equal(begun.length, 4);
});

test('an outbox that is unreachable for a while, and a failure, end nothing', async () => {
  const { due, begun, errors, workers, end, fail, goDown, until } = outbox(2);
  goDown(true);
  due.push('a', 'b');
  workers.start();
  await until(() => errors.length > 0);
  goDown(false);
  await until(() => begun.length === 2);
  fail('a');
  end('b');
  due.push('c');
  await until(() => begun.length === 3);
  end('c');
  await workers.stop();
  assert.match(String(errors.at(-1)), /^Error: a,a$/);
});

test('a delivery that always fails counts as failed all the time, and each failure is reported once', async () => {
  const { due, begun, errors, workers, end, fail, failingMs, until } = outbox(2);
  due.push('a');
  workers.start();
  for (let tried = 1; tried <= 3; tried += 1) {
    await until(() => begun.length === tried);
    fail('a');
    await until(() => errors.length === tried);
    // While its lease lasts, nothing is due.
    await setTimeout(LEASE_MS / 2);
    assert.ok(failingMs() >= (tried * LEASE_MS) / 2 - 10, `${failingMs()} ms after ${tried} failures`);
    due.push('a');
  }
  await until(() => begun.length === 4);
  end('a');
  await until(() => failingMs() === 0);
  await workers.stop();
});

test('a failed delivery does not count as successful because all workers are busy', async () => {
  const { due, begun, workers, end, fail, failingMs, until } = outbox(1);
  due.push('a', 'slow');
  workers.start();
  await until(() => begun.length === 1);
  fail('a');
  await until(() => begun.length === 2);
  await setTimeout(2 * LEASE_MS);
  assert.ok(failingMs() >= LEASE_MS);
  end('slow');
  await until(() => failingMs() === 0);
  await workers.stop();
});

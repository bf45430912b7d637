import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { withTempDir } from '@common/kit/testing';

const FILES = 40;
const THREADS = 3;

test('all who open a new SQLite file at the same moment get it', async (t) => {
  await withTempDir(async (directory) => {
    const files = Array.from({ length: FILES }, (_, index) => join(directory, `${index}.db`));
    const arrived = new Int32Array(new SharedArrayBuffer(FILES * Int32Array.BYTES_PER_ELEMENT));
    const workers = Array.from(
      { length: THREADS },
      () =>
        new Worker(new URL('./open-worker.ts', import.meta.url), {
          workerData: { files, arrived, threads: THREADS },
        }),
    );
    // A thread that has failed leaves the others waiting.
    t.after(() => Promise.all(workers.map((worker) => worker.terminate())));
    // `once` rejects with what a thread throws.
    const codes = await Promise.all(workers.map((worker) => once(worker, 'exit')));
    assert.deepEqual(codes.flat(), [0, 0, 0]);
  });
});

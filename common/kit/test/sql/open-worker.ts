/** A thread of `open-together.test.ts`: opens each of the files at the moment at which the others do. */
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../../src/sql/database.ts';

const { files, arrived, threads } = workerData as {
  files: readonly string[];
  arrived: Int32Array;
  threads: number;
};
for (const [index, file] of files.entries()) {
  Atomics.add(arrived, index, 1);
  while (Atomics.load(arrived, index) < threads);
  const database = await openDatabase({ url: `sqlite:${file}` });
  await database.close();
}

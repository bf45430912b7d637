import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { withTempDir } from '@common/kit/testing';
import { MIGRATIONS } from '@platform/authority/store/migrations';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSqlStore } from '@platform/authority/store/sql-store';
import type { AuthorityStore } from '@platform/authority/store/store';
import { growLog } from '@platform/authority/use-cases/grow-log';
import {
  foldProof,
  inclusionCoordinates,
  rootCoordinates,
  rootOf,
  verifyInclusion,
} from '@platform/proof/merkle/tree';
import { nodeCrypto } from '@platform/proof/node';
import { generatePrivateKey, readPrivateKey } from '@platform/trust/keys/key-pair';
import { judge, median, printTable, quantile, readable } from './support/report.ts';

/**
 * The transparency log on SQLite with durable commits: appends in batches as the sequencer makes them, and inclusion
 * proofs read from the store, at 1,000, 100,000 and 1,000,000 leaves. The bars are how both grow.
 */
const SIZES = [1_000, 100_000, 1_000_000];
const BATCH = 128;
/** Batches that are timed at each size. */
const SAMPLE = 20;
const PROOFS = 200;
/** Leaves per transaction while the log is only filled. */
const FILL = 5_000;

const pair = readPrivateKey(generatePrivateKey('ed25519'), 'bench');
const deps = {
  crypto: nodeCrypto,
  authority: { kid: 'authority', alg: pair.alg, sign: pair.sign },
  clock: Date.now,
};
const leafOf = (index: number): string => createHash('sha256').update(String(index)).digest('hex');

await withTempDir(async (folder) => {
  const database = await openDatabase<AuthoritySchema>({ url: `sqlite:${join(folder, 'log.sqlite')}` });
  await migrate(database, MIGRATIONS);
  const store = createSqlStore(database);
  let size = 0;
  const grow = async (count: number): Promise<void> => {
    const leaves = Array.from({ length: count }, (_, offset) => leafOf(size + offset));
    await store.atomically((unit) => growLog(deps, unit, leaves));
    size += count;
  };
  const rows: { readonly at: number; readonly batchMs: number; readonly proofMs: readonly number[] }[] = [];
  for (const at of SIZES) {
    while (size < at) await grow(Math.min(FILL, at - size));
    const batches: number[] = [];
    for (let sample = 0; sample < SAMPLE; sample += 1) {
      const start = performance.now();
      await grow(BATCH);
      batches.push(performance.now() - start);
    }
    rows.push({ at, batchMs: median(batches), proofMs: await timeProofs(store, size) });
  }
  await database.close();
  printTable(
    ['leaves', 'appends/s', 'batch ms', 'proof ms', 'p99'],
    rows.map(({ at, batchMs, proofMs }) => [
      String(at),
      readable((BATCH / batchMs) * 1_000),
      readable(batchMs),
      readable(median(proofMs)),
      readable(quantile(proofMs, 0.99)),
    ]),
  );
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) throw new Error('nothing was measured');
  judge([
    {
      what: 'append among 1,000,000 / among 1,000',
      measured: last.batchMs / first.batchMs,
      is: 'at most',
      limit: 3,
    },
    {
      what: 'proof among 1,000,000 / among 1,000',
      measured: median(last.proofMs) / median(first.proofMs),
      is: 'at most',
      limit: 5,
    },
  ]);
});

/** Proofs of leaves all over the log; each is verified, outside the time. */
async function timeProofs(store: AuthorityStore, size: number): Promise<readonly number[]> {
  const edge = rootCoordinates(size);
  const frontier = await store.logNodes(edge);
  const root = rootOf(
    nodeCrypto,
    edge.map(({ level, index }) => frontier.get(`${level}:${index}`) ?? ''),
  );
  const times: number[] = [];
  for (let sample = 0; sample < PROOFS; sample += 1) {
    const index = Math.floor((sample / PROOFS) * size);
    const start = performance.now();
    const path = inclusionCoordinates(index, size);
    const nodes = await store.logNodes(path.flat());
    const proof = foldProof(nodeCrypto, path, ({ level, index: at }) => nodes.get(`${level}:${at}`) ?? '');
    times.push(performance.now() - start);
    if (!verifyInclusion(nodeCrypto, { leaf: leafOf(index), index, size, root, proof })) {
      throw new Error(`leaf ${index} has no good proof`);
    }
  }
  return times;
}

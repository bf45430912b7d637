import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeCrypto } from '@common/evidence/node';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { withTempDir } from '@common/kit/testing';
import { MIGRATIONS } from '@platform/authority/store/migrations';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSqlStore } from '@platform/authority/store/sql-store';
import type { AuthorityStore } from '@platform/authority/store/store';
import type { LogSigner } from '@platform/authority/use-cases/deps';
import { growLog } from '@platform/authority/use-cases/grow-log';
import {
  foldProof,
  inclusionCoordinates,
  rootCoordinates,
  rootOf,
  verifyInclusion,
} from '@platform/core/log/merkle/tree';
import { generatePrivateKey, readPrivateKey } from '@platform/keys/key-files/key-pair';
import { openLogKeys } from '@platform/keys/key-files/log-keys';
import { judge, median, printTable, readable } from './support/report.ts';

/**
 * The transparency log on SQLite with durable commits: appends in batches, as the sequencer makes them, and inclusion
 * proofs read from the store, at 1,000, 100,000 and 1,000,000 leaves. The bars limit how both grow. There is a log of
 * each size, and each round covers all of them, so that they meet the same disturbances. With `BENCH_ROWS=10000000` the
 * last has as many leaves: 2 GB of disk. A proof that the system must fetch from the disk takes ten times as long as one
 * whose pages are in memory, so the table says how much was fetched.
 */
const LARGEST = Number(process.env.BENCH_ROWS ?? 1_000_000);
const SIZES = [1_000, 100_000, LARGEST];
const BATCH = 128;
const ROUNDS = 20;
const PROOFS_PER_ROUND = 10;
const WARM_UP_ROUNDS = 2;
/** Leaves per transaction while filling a log. */
const FILL = 5_000;

const pair = readPrivateKey(generatePrivateKey('ed25519'), 'bench');
const deps = {
  deployment: 'dp_0123456789abcdef01234567',
  crypto: nodeCrypto,
  authority: { kid: 'authority', alg: pair.alg, sign: pair.sign },
  clock: Date.now,
  randomBytes,
};
const leafOf = (index: number): string => createHash('sha256').update(String(index)).digest('hex');

interface Round {
  /** For one batch, and for one proof. */
  readonly batchMs: number;
  readonly proofMs: number;
  /** What the disk had to give for one proof; NaN where the system does not say. */
  readonly proofFromDiskKb: number;
}

interface Log {
  readonly at: number;
  readonly store: AuthorityStore;
  readonly logSigner: LogSigner;
  size: number;
  readonly rounds: Round[];
}

await withTempDir(async (folder) => {
  const logSigner: LogSigner = {
    keys: (await openLogKeys(folder)).keys,
    originOf: (logId: string) => `log.example/${logId}`,
  };
  await using opened = new AsyncDisposableStack();
  const logs: Log[] = [];
  for (const at of SIZES) {
    const database = await openDatabase<AuthoritySchema>({ url: `sqlite:${join(folder, `${at}.sqlite`)}` });
    opened.defer(() => database.close());
    await migrate(database, MIGRATIONS);
    const log: Log = { at, store: createSqlStore(database), logSigner, size: 0, rounds: [] };
    while (log.size < at) await grow(log, Math.min(FILL, at - log.size));
    logs.push(log);
  }
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const log of round % 2 === 0 ? logs : logs.toReversed()) {
      const measured = await measure(log, Math.max(0, round));
      if (round >= 0) log.rounds.push(measured);
    }
  }
  report(logs);
});

async function grow(log: Log, count: number): Promise<void> {
  const leaves = Array.from({ length: count }, (_, offset) => leafOf(log.size + offset));
  await log.store.atomically(async (unit) =>
    growLog({ ...deps, logSigner: log.logSigner }, unit, await unit.lockLog(), leaves),
  );
  log.size += count;
}

async function measure(log: Log, round: number): Promise<Round> {
  const start = performance.now();
  await grow(log, BATCH);
  const batchMs = performance.now() - start;
  const before = readFromDiskKb();
  const proofMs = median(await timeProofs(log.store, log.size, round));
  return { batchMs, proofMs, proofFromDiskKb: (readFromDiskKb() - before) / PROOFS_PER_ROUND };
}

/** By this process, since it began. What was in the system's memory does not count. */
function readFromDiskKb(): number {
  let io = '';
  try {
    io = readFileSync('/proc/self/io', 'utf8');
  } catch {}
  return Number(/^read_bytes: (\d+)/m.exec(io)?.[1]) / 1_000;
}

function report(logs: readonly Log[]): void {
  printTable(
    ['leaves', 'appends/s', 'batch ms', 'proof ms', 'from disk for it, kB'],
    logs.map(({ at, rounds }) => {
      const batchMs = median(rounds.map((round) => round.batchMs));
      const proofMs = median(rounds.map((round) => round.proofMs));
      const fromDiskKb = median(rounds.map((round) => round.proofFromDiskKb));
      return [
        ...[String(at), readable((BATCH / batchMs) * 1_000), readable(batchMs), readable(proofMs)],
        readable(fromDiskKb),
      ];
    }),
  );
  const [first, last] = [logs[0], logs.at(-1)];
  if (first === undefined || last === undefined) throw new Error('nothing was measured');
  const leaves = LARGEST.toLocaleString('en-US');
  const growth = (name: keyof Round) =>
    median(last.rounds.map((round, index) => round[name] / (first.rounds[index]?.[name] ?? Number.NaN)));
  judge([
    { what: `append among ${leaves} / among 1,000`, measured: growth('batchMs'), is: 'at most', limit: 3 },
    { what: `proof among ${leaves} / among 1,000`, measured: growth('proofMs'), is: 'at most', limit: 5 },
  ]);
}

/** Times proofs of leaves spread over the log; each is verified, outside the timing. */
async function timeProofs(store: AuthorityStore, size: number, round: number): Promise<readonly number[]> {
  const edge = rootCoordinates(size);
  const frontier = await store.logNodes(edge);
  const root = rootOf(
    nodeCrypto,
    edge.map(({ level, index }) => frontier.get(`${level}:${index}`) ?? ''),
  );
  const times: number[] = [];
  for (let sample = 0; sample < PROOFS_PER_ROUND; sample += 1) {
    const part = (round * PROOFS_PER_ROUND + sample) / (ROUNDS * PROOFS_PER_ROUND);
    const index = Math.floor(part * size);
    const start = performance.now();
    const path = inclusionCoordinates(index, size);
    const nodes = await store.logNodes(path.flat());
    const proof = foldProof(nodeCrypto, path, ({ level, index: at }) => nodes.get(`${level}:${at}`) ?? '');
    times.push(performance.now() - start);
    if (!verifyInclusion(nodeCrypto, { leaf: leafOf(index), index, size, root, proof })) {
      throw new Error(`leaf ${index} has no valid proof`);
    }
  }
  return times;
}

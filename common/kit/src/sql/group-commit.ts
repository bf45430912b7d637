import { setImmediate } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { failureCodeOf, isRetryable } from '../failures.ts';
import { holdConnection } from './prepared.ts';
import { sqliteConnectionOf } from './sqlite.ts';

type Work<Schema> = (trx: Transaction<Schema>) => Promise<unknown>;

interface Job<Schema> {
  readonly work: Work<Schema>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs work as if in its own transaction (see `createGroupCommit`). */
export type GroupCommit<Schema> = (work: Work<Schema>) => Promise<unknown>;

/** The most jobs that share a commit. The first of them waits for the last. */
const MOST_JOBS = 64;

/**
 * SQLite has one writer, and its commit waits for the disk, which costs more than most work. So all jobs that
 * are requested while one transaction runs go into the next one together, each under a savepoint, with one
 * commit for all. A job that fails is rolled back alone, and no success is reported before the commit.
 */
export function createGroupCommit<Schema>(db: Kysely<Schema>): GroupCommit<Schema> {
  return queueJobs((jobs) => commitTogether(db, jobs));
}

/**
 * The same on PostgreSQL for jobs of one group, which would wait for one lock. A savepoint would cost each job two
 * exchanges, so none has one: if a job fails, all of the transaction is rolled back, and each runs in one of its own.
 */
export function createGroupCommits<Schema>(
  begin: Begin<Schema>,
): (group: string, work: Work<Schema>) => Promise<unknown> {
  const groups = new Map<string, GroupCommit<Schema>>();
  return (name, work) => {
    const group =
      groups.get(name) ??
      queueJobs<Schema>(
        (jobs) => commitOrSeparate(begin, jobs),
        () => groups.delete(name),
      );
    groups.set(name, group);
    return group(work);
  };
}

/** Runs `work` in a transaction. */
type Begin<Schema> = <Value>(work: (trx: Transaction<Schema>) => Promise<Value>) => Promise<Value>;

function queueJobs<Schema>(
  commit: (jobs: readonly Job<Schema>[]) => Promise<void>,
  onIdle: () => void = () => {},
): GroupCommit<Schema> {
  const waiting: Job<Schema>[] = [];
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    // This gives requests that have arrived the chance to queue their transactions before this one begins.
    for (await setImmediate(); waiting.length > 0; await setImmediate()) {
      await commit(waiting.splice(0, MOST_JOBS));
    }
    running = false;
    onIdle();
  };
  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject });
      if (!running) void run();
    });
}

async function commitOrSeparate<Schema>(begin: Begin<Schema>, jobs: readonly Job<Schema>[]): Promise<void> {
  try {
    const values = await begin(async (trx) => {
      const done: unknown[] = [];
      for (const { work } of jobs) done.push(await work(trx));
      return done;
    });
    for (const [index, { resolve }] of jobs.entries()) resolve(values[index]);
  } catch (error) {
    // A database that is away fails each of them, and each would wait for it.
    const isOfJob = isRetryable(error) || failureCodeOf(error) === null;
    if (jobs.length === 1 || !isOfJob) for (const { reject } of jobs) reject(error);
    else for (const job of jobs) await commitOrSeparate(begin, [job]);
  }
}

async function commitTogether<Schema>(db: Kysely<Schema>, jobs: readonly Job<Schema>[]): Promise<void> {
  const outcomes: (() => void)[] = [];
  try {
    await db.transaction().execute(async (guarded) => {
      const trx = guarded.withoutPlugins();
      const release = await holdConnection(trx);
      try {
        for (const { work, resolve, reject } of jobs) {
          if (jobs.length === 1) {
            const value = await work(trx);
            outcomes.push(() => resolve(value));
          } else {
            outcomes.push(await runUnderSavepoint(trx, work, resolve, reject));
          }
        }
      } finally {
        release();
      }
    });
  } catch (error) {
    for (const { reject } of jobs) reject(error);
    return;
  }
  for (const tell of outcomes) tell();
}

async function runUnderSavepoint<Schema>(
  trx: Transaction<Schema>,
  work: Work<Schema>,
  resolve: (value: unknown) => void,
  reject: (error: unknown) => void,
): Promise<() => void> {
  const connection = sqliteConnectionOf(trx.getExecutor().adapter);
  if (connection === null) throw new Error('only SQLite has group commits');
  const say = (command: string) => connection.database.prepare(command).run([]);
  say('savepoint job');
  try {
    const value = await work(trx);
    say('release job');
    return () => resolve(value);
  } catch (error) {
    // SQLite has rolled back all of it, this savepoint included: the group fails with the first error.
    if (!connection.isInTransaction()) throw error;
    say('rollback to job');
    say('release job');
    return () => reject(error);
  }
}

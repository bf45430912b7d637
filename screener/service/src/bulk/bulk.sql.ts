import { type Database, transaction, write } from '@common/kit/sql/database';
import { createLeases } from '@common/kit/sql/leases';
import { toInteger } from '@common/kit/sql/portable';
import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { databaseNow } from '../store/database-clock.ts';
import type { ScreenerSchema } from '../store/schema.ts';
import type { Executor } from '../store/sql-companies.ts';
import type { BulkLease, BulkProgress, BulkStore, BulkSubmission, PutBack, Submitted } from './bulk.store.ts';
import type { BulkResult } from './bulk-result.ts';

export function createBulkStore(database: Database<ScreenerSchema>): BulkStore {
  return { ...jobOperations(database), ...leaseOperations(database) };
}

function jobOperations(
  database: Database<ScreenerSchema>,
): Pick<BulkStore, 'submit' | 'read' | 'queueDepth' | 'removeOlderThan'> {
  const { db } = database;
  const now = databaseNow(database);
  return {
    submit: (submission, mostPending) =>
      transaction(
        database,
        async (trx) => {
          await awaitTurnOf(trx, database, submission.account);
          return submit(trx, submission, mostPending, now);
        },
        // The lock already serialises the submissions of one account.
        { isolation: 'read committed' },
      ),
    async read(jobId, owner) {
      const progress = await progressOf(db, jobId, owner);
      if (progress === null) return null;
      const isComplete = progress.done === progress.total;
      return { ...progress, results: isComplete ? await resultsOf(db, jobId) : null };
    },
    async queueDepth() {
      const { depth } = await db
        .selectFrom('bulk_symbol')
        .select((select) => select.fn.countAll().as('depth'))
        .where('result', 'is', null)
        .executeTakeFirstOrThrow();
      return toInteger(depth);
    },
    async removeOlderThan(ageMs, most) {
      const removed = await write(database, (executor) =>
        executor
          .deleteFrom('bulk_job')
          .where('id', 'in', (select) =>
            select
              .selectFrom('bulk_job')
              .select('id')
              .where('created_at', '<', sql<number>`${now} - ${ageMs}`)
              .orderBy('created_at')
              .limit(most),
          )
          .executeTakeFirst(),
      );
      return Number(removed.numDeletedRows);
    },
  };
}

function leaseOperations(
  database: Database<ScreenerSchema>,
): Pick<BulkStore, 'hasDue' | 'take' | 'renew' | 'finish' | 'putBack'> {
  const now = databaseNow(database);
  const after = (ms: number) => sql<number>`${now} + ${ms}`;
  const leases = createLeases(database, {
    table: 'bulk_symbol',
    key: ['job_id', 'position'],
    token: 'lease_token',
    freeAt: 'free_at',
    count: 'leases',
    isOpen: sql`result is null`,
    order: ['turn', 'job_id'],
  });
  const keyOf = ({ jobId, position }: BulkLease) => ({ job_id: jobId, position });
  return {
    hasDue: () => leases.hasDue(now),
    async take(token, leaseMs) {
      const row = await leases.takeNext({ token, now, until: after(leaseMs) });
      return row === null ? null : toLease(token, row);
    },
    renew: (tokens, leaseMs) => leases.renew(tokens, after(leaseMs)),
    finish: (lease, result) => leases.putBack(keyOf(lease), lease.token, { result: JSON.stringify(result) }),
    putBack: (lease, how) =>
      leases.putBack(keyOf(lease), lease.token, { free_at: after(how.waitMs), ...spent(lease, how) }),
  };
}

/** Makes the submissions of one account wait for each other. SQLite has only one writer anyway. */
async function awaitTurnOf(
  trx: Transaction<ScreenerSchema>,
  { engine }: Database<ScreenerSchema>,
  account: string,
): Promise<void> {
  if (engine !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(hashtext('bulk'), hashtext(${account}))`.execute(trx);
}

async function submit(
  trx: Transaction<ScreenerSchema>,
  { jobId, owner, account, symbols, idempotency }: BulkSubmission,
  mostPending: number,
  now: RawBuilder<number>,
): Promise<Submitted> {
  if (idempotency !== null) {
    const known = await trx
      .selectFrom('bulk_job')
      .select(['id', 'request_hash'])
      .where('owner', '=', owner)
      .where('idempotency_key', '=', idempotency.key)
      .executeTakeFirst();
    if (known !== undefined) {
      const progress = await progressOf(trx, known.id, owner);
      const isSame = known.request_hash === idempotency.requestHash && progress !== null;
      return isSame ? { kind: 'known', progress } : { kind: 'key_reused' };
    }
  }
  const queue = await queueOf(trx, account, now);
  if (queue.pendingJobs >= mostPending) return { kind: 'too_many' };
  await trx
    .insertInto('bulk_job')
    .values({
      id: jobId,
      owner,
      total: symbols.length,
      idempotency_key: idempotency?.key ?? null,
      request_hash: idempotency?.requestHash ?? null,
      created_at: now,
    })
    .execute();
  const rows = symbols.map((symbol, position) => ({
    job_id: jobId,
    position,
    // This is not the key that owns the job: symbols are counted, and take turns, by account.
    owner: account,
    symbol,
    turn: queue.nextTurn + position,
    free_at: 0,
    lease_token: null,
    leases: 0,
    retries: 0,
    result: null,
  }));
  await trx.insertInto('bulk_symbol').values(rows).execute();
  return { kind: 'accepted', progress: { jobId, total: symbols.length, done: 0 } };
}

/**
 * Returns how many jobs of an account are incomplete, and its next turn in the queue. Symbols are taken in
 * the order of their turns. An account's new symbols follow its earlier ones, starting at the present turn.
 * So accounts alternate symbol by symbol, and none waits for all the symbols of another.
 */
async function queueOf(
  trx: Transaction<ScreenerSchema>,
  account: string,
  now: RawBuilder<number>,
): Promise<{ readonly pendingJobs: number; readonly nextTurn: number }> {
  const own = await trx
    .selectFrom('bulk_symbol')
    .select((select) => [
      select.fn.count('job_id').distinct().as('jobs'),
      select.fn.max('turn').as('last_turn'),
    ])
    .where('owner', '=', account)
    .where('result', 'is', null)
    .executeTakeFirstOrThrow();
  const present = await trx
    .selectFrom('bulk_symbol')
    .select('turn')
    .where('result', 'is', null)
    .where('free_at', '<=', now)
    .orderBy('turn')
    .limit(1)
    .executeTakeFirst();
  const afterOwn = own.last_turn === null ? 0 : toInteger(own.last_turn) + 1;
  const fromPresent = present === undefined ? 0 : toInteger(present.turn);
  return { pendingJobs: toInteger(own.jobs), nextTurn: Math.max(afterOwn, fromPresent) };
}

function toLease(token: string, row: Selectable<ScreenerSchema['bulk_symbol']>): BulkLease {
  return {
    token,
    jobId: row.job_id,
    position: toInteger(row.position),
    symbol: row.symbol,
    leases: toInteger(row.leases),
    retries: toInteger(row.retries),
  };
}

function spent({ leases, retries }: BulkLease, { spends }: PutBack) {
  return {
    leases: spends === 'lease' ? leases : leases - 1,
    retries: spends === 'retry' ? retries + 1 : retries,
  };
}

async function progressOf(executor: Executor, jobId: string, owner: string): Promise<BulkProgress | null> {
  const job = await executor
    .selectFrom('bulk_job')
    .select('total')
    .where('id', '=', jobId)
    .where('owner', '=', owner)
    .executeTakeFirst();
  if (job === undefined) return null;
  const { done } = await executor
    .selectFrom('bulk_symbol')
    .select((select) => select.fn.countAll().as('done'))
    .where('job_id', '=', jobId)
    .where('result', 'is not', null)
    .executeTakeFirstOrThrow();
  return { jobId, total: toInteger(job.total), done: toInteger(done) };
}

async function resultsOf(executor: Executor, jobId: string): Promise<readonly BulkResult[]> {
  const rows = await executor
    .selectFrom('bulk_symbol')
    .select('result')
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();
  return rows.map(({ result }) => JSON.parse(result ?? ''));
}

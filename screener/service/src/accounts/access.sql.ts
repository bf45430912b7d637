import { type Database, transaction, write } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { Insertable } from 'kysely';
import type { ScreenerSchema } from '../store/schema.ts';
import type { Executor } from '../store/sql-companies.ts';
import type { AccessStore, KeyListed, KeyRecord, LivingKey, SignUpRecord } from './access.store.ts';

export function createAccessStore(database: Database<ScreenerSchema>): AccessStore {
  const { db } = database;
  return {
    livingKey: (hash, now) => livingKey(db, hash, now),
    signUp: (record, key, succession) => transaction(database, (trx) => signUp(trx, record, key, succession)),
    keepKey: (hash, now, othersEndAt) =>
      transaction(database, async (trx) => {
        const kept = await livingKey(trx, hash, now);
        if (kept === null || kept.tier !== 'free' || kept.endsAt === null) return kept;
        await trx
          .updateTable('api_key')
          .set({ ends_at: othersEndAt })
          .where('account', '=', kept.account)
          .where('tier', '=', 'free')
          .where('ended_at', 'is', null)
          .where('ends_at', 'is', null)
          .execute();
        await trx.updateTable('api_key').set({ ends_at: null }).where('hash', '=', hash).execute();
        return { ...kept, endsAt: null };
      }),
    issueKey: (key) => transaction(database, (trx) => insertKey(trx, key)),
    async endKey(label, at) {
      const ended = await write(database, (executor) =>
        executor
          .updateTable('api_key')
          .set({ ended_at: at })
          .where('label', '=', label)
          .where('ended_at', 'is', null)
          .executeTakeFirst(),
      );
      return ended.numUpdatedRows > 0n;
    },
    async hasKeys() {
      const row = await db
        .selectFrom('api_key')
        .select('hash')
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },
    async keysOf(email) {
      const rows = await db
        .selectFrom('api_key')
        .selectAll()
        .where('email', '=', email)
        .orderBy('created_at', 'desc')
        .orderBy('hash')
        .execute();
      return rows.map(toListed);
    },
    async joinWaitlist(record) {
      const row = { ...signUpRow(record), interest: record.interest };
      await write(database, (executor) =>
        executor
          .insertInto('waitlist')
          .values(row)
          .onConflict((conflict) => conflict.column('email').doUpdateSet({ interest: record.interest }))
          .execute(),
      );
    },
  };
}

async function signUp(
  trx: Executor,
  record: SignUpRecord,
  key: KeyRecord,
  { earlierEndsAt, endNow }: Parameters<AccessStore['signUp']>[2],
): Promise<void> {
  await keepSignUp(trx, record);
  const earlier = trx
    .updateTable('api_key')
    .where('account', '=', key.account)
    .where('tier', '=', 'free')
    .where('ended_at', 'is', null);
  if (endNow !== null) await earlier.set({ ended_at: key.createdAt }).where('hash', '=', endNow).execute();
  await earlier.set({ ends_at: earlierEndsAt }).where('ends_at', 'is', null).execute();
  await insertKey(trx, key);
}

async function livingKey(executor: Executor, hash: string, now: number): Promise<LivingKey | null> {
  const row = await executor
    .selectFrom('api_key')
    .leftJoin('account', 'account.id', 'api_key.account')
    .selectAll('api_key')
    .select('account.proven_at')
    .where('hash', '=', hash)
    .where('ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .executeTakeFirst();
  return row === undefined ? null : { ...toIssued(row), isProven: row.proven_at !== null };
}

/** Stores a key. The first key of an account also creates the account. */
export async function insertKey(executor: Executor, key: KeyRecord): Promise<void> {
  await executor
    .insertInto('account')
    .values({
      id: key.account,
      email: key.email,
      tier: key.tier,
      password: null,
      created_at: key.createdAt,
      sessions_valid_from: 0,
      activated_at: null,
      // Only the operator issues keys of this tier; a payer's keys are raised in place.
      is_granted: key.tier === 'partner',
      proven_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const row: Insertable<ScreenerSchema['api_key']> = {
    hash: key.hash,
    label: key.label,
    email: key.email,
    account: key.account,
    tier: key.tier,
    created_at: key.createdAt,
    ended_at: null,
    ends_at: null,
  };
  await executor.insertInto('api_key').values(row).execute();
}

/** Opens an account of a person, with a key that nobody knows and that ended before its first session. */
export async function openAccount(
  trx: Executor,
  record: SignUpRecord,
  key: KeyRecord,
  given: { readonly password: string | null; readonly provenAt: number | null },
): Promise<void> {
  await keepSignUp(trx, record);
  await insertKey(trx, key);
  await trx
    .updateTable('api_key')
    .set({ ended_at: key.createdAt - 1 })
    .where('hash', '=', key.hash)
    .execute();
  await trx
    .updateTable('account')
    .set({ password: given.password, proven_at: given.provenAt })
    .where('id', '=', key.account)
    .execute();
}

/** Keeps the details of an address's first sign-up. */
async function keepSignUp(trx: Executor, record: SignUpRecord): Promise<void> {
  await trx
    .insertInto('sign_up')
    .values(signUpRow(record))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}

function signUpRow(record: SignUpRecord) {
  return {
    email: record.email,
    use_case: record.useCase,
    attribution: record.attribution === null ? null : JSON.stringify(record.attribution),
    created_at: record.at,
  };
}

interface KeyRow {
  readonly account: string;
  readonly hash: string;
  readonly label: string;
  readonly email: string;
  readonly tier: string;
  readonly created_at: number | string | bigint;
  readonly ended_at: number | string | bigint | null;
  readonly ends_at: number | string | bigint | null;
}

function toIssued(row: KeyRow): Omit<KeyListed, 'endedAt'> {
  return {
    hash: row.hash,
    label: row.label,
    email: row.email,
    account: row.account,
    tier: row.tier as KeyRecord['tier'],
    createdAt: toInteger(row.created_at),
    endsAt: row.ends_at === null ? null : toInteger(row.ends_at),
  };
}

export function toListed(row: KeyRow): KeyListed {
  return { ...toIssued(row), endedAt: row.ended_at === null ? null : toInteger(row.ended_at) };
}

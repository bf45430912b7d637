import { type Database, transaction, write } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { ExpressionBuilder } from 'kysely';
import type { ScreenerSchema } from '../store/schema.ts';
import type { Executor } from '../store/sql-companies.ts';
import { insertKey } from './access.sql.ts';
import type { AccountData, AccountDataStore } from './account-data.store.ts';

export function createAccountDataStore(database: Database<ScreenerSchema>): AccountDataStore {
  const { db } = database;
  return {
    issueKey: (key, earlierEndsAt, most) =>
      transaction(database, async (trx) => {
        const works = await trx
          .selectFrom('api_key')
          .select(({ fn }) => fn.countAll<string>().as('keys'))
          .where('account', '=', key.account)
          .where(living(key.createdAt))
          .executeTakeFirstOrThrow();
        if (toInteger(works.keys) >= most) return false;
        await endCurrent(trx, key.account, earlierEndsAt);
        await insertKey(trx, key);
        return true;
      }),
    keepKey: (account, label, now, othersEndAt) =>
      transaction(database, async (trx) => {
        const key = await trx
          .selectFrom('api_key')
          .select(['hash', 'ends_at'])
          .where('account', '=', account)
          .where('label', '=', label)
          .where(living(now))
          .executeTakeFirst();
        if (key === undefined) return false;
        if (key.ends_at === null) return true;
        await endCurrent(trx, account, othersEndAt);
        await trx.updateTable('api_key').set({ ends_at: null }).where('hash', '=', key.hash).execute();
        return true;
      }),
    async endKey(account, label, now) {
      const ended = await write(database, (executor) =>
        executor
          .updateTable('api_key')
          .set({ ended_at: now })
          .where('account', '=', account)
          .where('label', '=', label)
          .where(living(now))
          .executeTakeFirst(),
      );
      return ended.numUpdatedRows > 0n;
    },
    read: (account) => read(db, account),
    erase: (account) => transaction(database, (trx) => erase(trx, account)),
  };
}

/** Sets when the current keys of an account end. */
async function endCurrent(trx: Executor, account: string, endsAt: number): Promise<void> {
  await trx
    .updateTable('api_key')
    .set({ ends_at: endsAt })
    .where('ended_at', 'is', null)
    .where('ends_at', 'is', null)
    .where('account', '=', account)
    .execute();
}

function living(now: number) {
  return ({ and, or, eb }: ExpressionBuilder<ScreenerSchema, 'api_key'>) =>
    and([eb('ended_at', 'is', null), or([eb('ends_at', 'is', null), eb('ends_at', '>', now)])]);
}

async function read(db: Executor, account: string): Promise<AccountData> {
  const own = await db
    .selectFrom('account')
    .select(['id', 'email', 'tier', 'created_at', 'activated_at', 'proven_at'])
    .where('id', '=', account)
    .execute();
  const { email = '', created_at: createdAt = 0, proven_at: provenAt = null } = own[0] ?? {};
  return {
    account: own,
    keys: await db
      .selectFrom('api_key')
      .select(['label', 'tier', 'created_at', 'ends_at', 'ended_at'])
      .where('account', '=', account)
      .orderBy('created_at')
      .execute(),
    // Addresses are not verified. So a sign-up belongs to the account only if both began together, and the
    // waiting list, which needs no account, to none. Otherwise anyone who signs up with my address could read
    // what I wrote.
    sign_up: await db
      .selectFrom('sign_up')
      .selectAll()
      .where('email', '=', email)
      .where('created_at', '=', toInteger(createdAt))
      .execute(),
    // These were asked for with the address, so they belong to the account that has proved it.
    sign_in_links:
      provenAt === null
        ? []
        : await db
            .selectFrom('sign_in_link')
            .select(['next', 'watch', 'asked_at'])
            .where('email', '=', email)
            .orderBy('asked_at')
            .execute(),
    watchlist: await db
      .selectFrom('watched_ticker')
      .select(['symbol', 'added_at'])
      .where('account', '=', account)
      .orderBy('symbol')
      .execute(),
    follows: await db
      .selectFrom('followed')
      .select(['methodologies', 'rules', 'language'])
      .where('account', '=', account)
      .execute(),
    portfolio: (
      await db
        .selectFrom('saved_portfolio')
        .select(['holdings', 'saved_at', 'looks'])
        .where('account', '=', account)
        .execute()
    ).map(({ looks, ...list }) => ({ ...list, looks: looks === null ? null : JSON.parse(looks) })),
    alerts: await db
      .selectFrom('alert')
      .select(['symbol', 'as_of', 'created_at'])
      .where('account', '=', account)
      .orderBy('created_at')
      .execute(),
    usage: await db
      .selectFrom('usage_call')
      .select(['day', 'tier', 'operation', 'status', 'calls'])
      .where('account', '=', account)
      .orderBy('day')
      .execute(),
    payments: await db
      .selectFrom('payment')
      .select(['email', 'amount', 'currency', 'created_at', 'paid_at'])
      .where('account', '=', account)
      .orderBy('created_at')
      .execute(),
  };
}

/** Tables whose rows are deleted with their account. */
const OWNED = [
  'usage_call',
  'watched_ticker',
  'followed',
  'saved_portfolio',
  'alert',
  'alert_delivery',
  'alert_feed',
  'alert_webhook',
  'alert_email',
] as const;

async function erase(trx: Executor, account: string): Promise<void> {
  const own = await trx
    .selectFrom('account')
    .select(['email', 'proven_at'])
    .where('id', '=', account)
    .executeTakeFirst();
  await trx
    .updateTable('payment')
    // `matched_by` stays: an unmatched purchase would wait for the operator, who could give it to somebody
    // else.
    .set({ account: null, email: null })
    .where('account', '=', account)
    .execute();
  for (const table of OWNED) await trx.deleteFrom(table).where('account', '=', account).execute();
  await trx.deleteFrom('api_key').where('account', '=', account).execute();
  await trx.deleteFrom('account').where('id', '=', account).execute();
  if (own === undefined) return;
  if (own.proven_at !== null) await trx.deleteFrom('sign_in_link').where('email', '=', own.email).execute();
  // Another account may have the same address.
  const other = await trx
    .selectFrom('account')
    .select('id')
    .where('email', '=', own.email)
    .executeTakeFirst();
  if (other !== undefined) return;
  await trx.deleteFrom('sign_up').where('email', '=', own.email).execute();
  await trx.deleteFrom('waitlist').where('email', '=', own.email).execute();
}

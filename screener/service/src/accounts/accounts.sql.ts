import { type Database, transaction } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { ScreenerSchema } from '../store/schema.ts';
import { openAccount, toListed } from './access.sql.ts';
import type { Account, AccountKey, AccountStore } from './accounts.store.ts';

export function createAccountStore(database: Database<ScreenerSchema>): AccountStore {
  return { ...keyReads(database.db), ...passwords(database), ...endedSessions(database) };
}

function keyReads(
  db: Database<ScreenerSchema>['db'],
): Pick<AccountStore, 'named' | 'keyByPrefix' | 'newestKeyOf' | 'keysOfAccount'> {
  const keysOf = (account: string) =>
    db
      .selectFrom('api_key')
      .selectAll()
      .where('account', '=', account)
      .orderBy('created_at', 'desc')
      .orderBy('hash')
      .execute();
  const withAccount = async (row: KeyRow | undefined): Promise<AccountKey | null> => {
    if (row === undefined) return null;
    const account = await db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', row.account)
      .executeTakeFirst();
    return account === undefined ? null : { account: toAccount(account), key: toListed(row) };
  };
  return {
    async named(idOrEmail, limit) {
      const rows = await db
        .selectFrom('account')
        .selectAll()
        .where(({ or, eb }) => or([eb('id', '=', idOrEmail), eb('email', '=', idOrEmail)]))
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(toAccount);
    },
    async keyByPrefix(prefix) {
      const rows = await db
        .selectFrom('api_key')
        .selectAll()
        // This is a range and not `like`, because it uses the primary key in every collation.
        .where('hash', '>=', prefix)
        .where('hash', '<=', `${prefix}g`)
        .limit(2)
        .execute();
      return rows.length === 1 ? withAccount(rows[0]) : null;
    },
    async newestKeyOf(account, now) {
      const rows = await keysOf(account);
      const isLiving = ({ ended_at: ended, ends_at: ends }: KeyRow) =>
        ended === null && (ends === null || toInteger(ends) > now);
      return withAccount(rows.find(isLiving) ?? rows[0]);
    },
    async keysOfAccount(account) {
      return (await keysOf(account)).map(toListed);
    },
  };
}

function passwords(
  database: Database<ScreenerSchema>,
): Pick<AccountStore, 'passwordsOf' | 'passwordOf' | 'open' | 'setPassword'> {
  const { db } = database;
  return {
    async passwordsOf(email, limit) {
      const rows = await db
        .selectFrom('account')
        .select(['id as account', 'password'])
        .where('email', '=', email)
        .where('password', 'is not', null)
        .orderBy(sql`case when proven_at is null then 1 else 0 end`)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.flatMap(({ account, password }) => (password === null ? [] : [{ account, password }]));
    },
    async passwordOf(account) {
      const row = await db
        .selectFrom('account')
        .select('password')
        .where('id', '=', account)
        .executeTakeFirst();
      return row?.password ?? null;
    },
    open: (record, key, password, most) =>
      transaction(database, async (trx) => {
        if ((await passwordsAt(trx, record.email)) >= most) return false;
        await openAccount(trx, record, key, { password, provenAt: null });
        return true;
      }),
    setPassword: (account, password, at, most) =>
      transaction(database, async (trx) => {
        const row = await trx
          .selectFrom('account')
          .select(['email', 'password', 'proven_at'])
          .where('id', '=', account)
          .executeTakeFirst();
        const isFirst = row !== undefined && row.password === null && row.proven_at === null;
        if (isFirst && (await passwordsAt(trx, row.email)) >= most) return false;
        await trx
          .updateTable('account')
          .set({ password, sessions_valid_from: at })
          .where('id', '=', account)
          .execute();
        return true;
      }),
  };
}

async function passwordsAt(trx: Transaction<ScreenerSchema>, email: string): Promise<number> {
  const { count } = await trx
    .selectFrom('account')
    .select((select) => select.fn.countAll().as('count'))
    .where('email', '=', email)
    .where('password', 'is not', null)
    .executeTakeFirstOrThrow();
  return toInteger(count);
}

function endedSessions(database: Database<ScreenerSchema>): Pick<AccountStore, 'endSession' | 'isEnded'> {
  return {
    async endSession(session, expiresAt, now) {
      await transaction(database, async (trx) => {
        await trx.deleteFrom('ended_session').where('expires_at', '<=', now).execute();
        await trx
          .insertInto('ended_session')
          .values({ session, expires_at: expiresAt })
          .onConflict((conflict) => conflict.column('session').doNothing())
          .execute();
      });
    },
    async isEnded(session) {
      const row = await database.db
        .selectFrom('ended_session')
        .select('session')
        .where('session', '=', session)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

type KeyRow = Selectable<ScreenerSchema['api_key']>;

function toAccount(row: Selectable<ScreenerSchema['account']>): Account {
  return {
    id: row.id,
    email: row.email,
    tier: row.tier as Account['tier'],
    hasPassword: row.password !== null,
    isProven: row.proven_at !== null,
    createdAt: toInteger(row.created_at),
    sessionsValidFrom: toInteger(row.sessions_valid_from),
  };
}

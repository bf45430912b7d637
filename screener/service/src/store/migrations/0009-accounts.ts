import { createHash } from 'node:crypto';
import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/**
 * Accounts: what a key opens besides the API. Whoever knows an address can sign up with it, so each key that was issued
 * without proof of an earlier one is an account of its own. Keys from before are, too.
 */
export const accountTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('account')
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('email', type.text, (column) => column.notNull())
    .addColumn('tier', type.text, (column) => column.notNull())
    .addColumn('password', type.text)
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .addColumn('sessions_valid_from', type.integer, (column) => column.notNull())
    .addColumn('activated_at', type.integer)
    .execute();
  await db.schema.createIndex('account_email').on('account').column('email').execute();
  await db.schema.alterTable('api_key').addColumn('account', type.text).execute();
  await db.schema.createIndex('api_key_account').on('api_key').column('account').execute();
  const keys = await sql<{ hash: string; email: string; tier: string; created_at: number }>`
    select hash, email, tier, created_at from api_key`.execute(db);
  for (const { hash, email, tier, created_at: createdAt } of keys.rows) {
    const id = `acc_${createHash('sha256').update(hash).digest('hex').slice(0, 24)}`;
    await sql`insert into account (id, email, tier, created_at, sessions_valid_from)
      values (${id}, ${email}, ${tier}, ${createdAt}, 0)`.execute(db);
    await sql`update api_key set account = ${id} where hash = ${hash}`.execute(db);
  }
  await db.schema
    .createTable('ended_session')
    .addColumn('session', type.text, (column) => column.primaryKey())
    .addColumn('expires_at', type.integer, (column) => column.notNull())
    .execute();
};

import { RATE_TABLE } from '@common/kit/rate-limit';
import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/** Keys, sign-ups, the waiting list, and the counters of rate limits. */
export const accessTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('api_key')
    .addColumn('hash', type.text, (column) => column.primaryKey())
    .addColumn('label', type.text, (column) => column.notNull().unique())
    .addColumn('email', type.text, (column) => column.notNull())
    .addColumn('tier', type.text, (column) => column.notNull())
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .addColumn('ended_at', type.integer)
    .execute();
  await db.schema.createIndex('api_key_email').on('api_key').column('email').execute();
  await db.schema
    .createIndex('api_key_one_free')
    .unique()
    .on('api_key')
    .column('email')
    .where(sql<boolean>`tier = 'free' and ended_at is null`)
    .execute();
  await db.schema
    .createTable('sign_up')
    .addColumn('email', type.text, (column) => column.primaryKey())
    .addColumn('use_case', type.text, (column) => column.notNull())
    .addColumn('attribution', type.text)
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('waitlist')
    .addColumn('email', type.text, (column) => column.primaryKey())
    .addColumn('interest', type.text, (column) => column.notNull())
    .addColumn('use_case', type.text, (column) => column.notNull())
    .addColumn('attribution', type.text)
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .execute();
  // Columns in the order in which the rate-limit library writes them.
  await db.schema
    .createTable(RATE_TABLE)
    .addColumn('key', type.text, (column) => column.primaryKey())
    .addColumn('points', type.integer, (column) => column.notNull())
    .addColumn('expire', type.integer)
    .execute();
};

import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/**
 * Adds which accounts have proved their address, and the links that prove one. Current keys are counted by
 * account: an address that nobody proved is only a name, which several people may have written.
 */
export const provenAddresses: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema.alterTable('account').addColumn('proven_at', type.integer).execute();
  await db.schema
    .createIndex('account_one_proven')
    .unique()
    .on('account')
    .column('email')
    .where(sql<boolean>`proven_at is not null`)
    .execute();
  await db.schema.dropIndex('api_key_one_free').execute();
  await db.schema
    .createIndex('api_key_one_free')
    .unique()
    .on('api_key')
    .column('account')
    .where(sql<boolean>`tier = 'free' and ended_at is null and ends_at is null`)
    .execute();
  await db.schema
    .createTable('sign_in_link')
    .addColumn('token_hash', type.text, (column) => column.primaryKey())
    .addColumn('email', type.text, (column) => column.notNull())
    // The page to open afterwards, and the ticker to watch; empty for none.
    .addColumn('next', type.text, (column) => column.notNull())
    .addColumn('watch', type.text, (column) => column.notNull())
    .addColumn('asked_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sign_in_link_age').on('sign_in_link').column('asked_at').execute();
};

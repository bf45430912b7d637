import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/**
 * An earlier free key goes on for a while after its address signed up again: `ends_at`. Of the keys that have no such
 * time, an address still has one at most.
 */
export const keySuccession: Migration = async (db, engine) => {
  await db.schema.alterTable('api_key').addColumn('ends_at', columnTypes(engine).integer).execute();
  await db.schema.dropIndex('api_key_one_free').execute();
  await db.schema
    .createIndex('api_key_one_free')
    .unique()
    .on('api_key')
    .column('email')
    .where(sql<boolean>`tier = 'free' and ended_at is null and ends_at is null`)
    .execute();
};

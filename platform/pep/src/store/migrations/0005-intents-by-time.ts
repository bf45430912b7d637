import type { Migration } from '@common/kit/sql/migrate';

/** An authority that lost its database asks for the recent ones: not by reading all there ever were. */
export const intentsByTime: Migration = async (db) => {
  await db.schema.createIndex('intent_by_time').on('intent').columns(['presented_at', 'grant_id']).execute();
};

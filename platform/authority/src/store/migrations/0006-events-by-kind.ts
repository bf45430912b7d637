import type { Migration } from '@common/kit/sql/migrate';

/** `GET /events?kind=`, and the revocations that enforcement points ask for before each execution. */
export const eventsByKind: Migration = async (db) => {
  await db.schema.createIndex('event_by_kind').on('event').columns(['kind', 'sequence']).execute();
};

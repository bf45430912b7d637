import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** Notices of more than grants, to more than people: what happened, until it is known who is told. */
export const noticeSinks: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema.alterTable('notice').renameColumn('grant_id', 'about').execute();
  await db.schema.alterTable('notice').renameColumn('person', 'recipient').execute();
  await db.schema.alterTable('notice').addColumn('content_json', type.text).execute();
  await db.schema
    .alterTable('notice')
    .addColumn('left_out', type.integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('notice_by_recipient')
    .on('notice')
    .columns(['recipient', 'entered_at'])
    .execute();
  await db.schema
    .createTable('notice_event')
    .addColumn('type', type.text, (column) => column.notNull())
    .addColumn('about', type.text, (column) => column.notNull())
    .addColumn('entered_at', type.integer, (column) => column.notNull())
    .addColumn('tenants_json', type.text)
    .addColumn('content_json', type.text)
    .addPrimaryKeyConstraint('notice_event_key', ['type', 'about'])
    .execute();
  await db.schema.createIndex('notice_event_due').on('notice_event').column('entered_at').execute();
};

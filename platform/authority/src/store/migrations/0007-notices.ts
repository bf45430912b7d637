import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/** When approvers of held grants are to be asked, and the messages to them. */
export const notices: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('notice_round')
    .addColumn('grant_id', type.text, (column) => column.notNull())
    .addColumn('route', type.integer, (column) => column.notNull())
    .addColumn('round', type.text, (column) => column.notNull())
    .addColumn('due_at', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('notice_round_key', ['grant_id', 'route', 'round'])
    .execute();
  await db.schema.createIndex('notice_round_due').on('notice_round').column('due_at').execute();
  await db.schema
    .createTable('notice')
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('grant_id', type.text, (column) => column.notNull())
    .addColumn('person', type.text, (column) => column.notNull())
    .addColumn('type', type.text, (column) => column.notNull())
    .addColumn('until', type.integer, (column) => column.notNull())
    .addColumn('entered_at', type.integer, (column) => column.notNull())
    .addColumn('attempts', type.integer, (column) => column.notNull())
    // When it may next be taken: the end of a lease or of a wait.
    .addColumn('free_at', type.integer, (column) => column.notNull())
    .addColumn('lease_token', type.text)
    .addColumn('ended_at', type.integer)
    .addColumn('state', type.text, (column) => column.notNull())
    .addColumn('problem', type.text)
    .addColumn('refused_by', type.text)
    .addUniqueConstraint('notice_once', ['grant_id', 'person', 'type'])
    .execute();
  await db.schema
    .createIndex('notice_due')
    .on('notice')
    .columns(['attempts', 'free_at'])
    .where(sql<boolean>`ended_at is null`)
    .execute();
  await db.schema.createIndex('notice_ended').on('notice').column('ended_at').execute();
  await db.schema.createIndex('notice_refused').on('notice').column('refused_by').execute();
};

import { randomUUID } from 'node:crypto';
import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/** The blog. Ids are for its feed: they stay when an address or the service's host changes. */
export const postTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('post')
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('slug', type.text, (column) => column.notNull().unique())
    .addColumn('title', type.text, (column) => column.notNull())
    .addColumn('excerpt', type.text, (column) => column.notNull())
    .addColumn('body_md', type.text, (column) => column.notNull())
    // Of body_md, when it was saved.
    .addColumn('body_html', type.text, (column) => column.notNull())
    .addColumn('is_published', type.boolean, (column) => column.notNull())
    // When it was first published; null for one that never was.
    .addColumn('published_at', type.integer)
    .addColumn('changed_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('post_published')
    .on('post')
    .columns(['is_published', 'published_at'])
    .execute();
  await db.schema
    .createTable('blog')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('feed_id', type.text, (column) => column.notNull())
    .execute();
  await sql`insert into blog (id, feed_id) values (1, ${`urn:uuid:${randomUUID()}`})`.execute(db);
};

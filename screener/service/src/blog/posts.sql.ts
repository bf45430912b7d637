import { type Database, transaction } from '@common/kit/sql/database';
import { toBoolean, toInteger } from '@common/kit/sql/portable';
import type { Selectable } from 'kysely';
import type { ScreenerSchema } from '../store/schema.ts';
import type { Executor } from '../store/sql-companies.ts';
import type { Post, PostListed, PostStore } from './posts.store.ts';

const LISTED = ['id', 'slug', 'title', 'excerpt', 'is_published', 'published_at', 'changed_at'] as const;

export function createPostStore(database: Database<ScreenerSchema>): PostStore {
  const { db } = database;
  return {
    save: (draft, options) => transaction(database, (trx) => save(trx, draft, options)),
    async find(slug) {
      const row = await rowOf(db, slug);
      return row === undefined ? null : toPost(row);
    },
    async list() {
      const rows = await db.selectFrom('post').select(LISTED).orderBy('changed_at', 'desc').execute();
      return rows.map(toListed);
    },
    async published() {
      const rows = await db
        .selectFrom('post')
        .select(LISTED)
        .where('is_published', '=', true)
        .orderBy('published_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toListed);
    },
    async newest(most) {
      const rows = await db
        .selectFrom('post')
        .selectAll()
        .where('is_published', '=', true)
        .orderBy('published_at', 'desc')
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map(toPost);
    },
    async feedId() {
      const { feed_id: id } = await db.selectFrom('blog').select('feed_id').executeTakeFirstOrThrow();
      return id;
    },
  };
}

const rowOf = (executor: Executor, slug: string) =>
  executor.selectFrom('post').selectAll().where('slug', '=', slug).executeTakeFirst();

async function save(
  trx: Executor,
  { slug, title, excerpt, bodyMd, bodyHtml, isPublished }: Parameters<PostStore['save']>[0],
  { was, newId, now, most }: Parameters<PostStore['save']>[1],
): ReturnType<PostStore['save']> {
  const row = await rowOf(trx, was ?? slug);
  if (row === undefined && was !== null) return { kind: 'not_found' };
  if (row !== undefined && row.slug !== slug) {
    if (row.published_at !== null) return { kind: 'slug_fixed' };
    if ((await rowOf(trx, slug)) !== undefined) return { kind: 'slug_taken' };
  }
  const kept = row === undefined || row.published_at === null ? null : toInteger(row.published_at);
  const values = {
    slug,
    title,
    excerpt,
    body_md: bodyMd,
    body_html: bodyHtml,
    is_published: isPublished,
    published_at: kept ?? (isPublished ? now : null),
    changed_at: now,
  };
  if (row !== undefined) {
    await trx.updateTable('post').set(values).where('id', '=', row.id).execute();
    return { kind: 'saved', post: toPost({ ...values, id: row.id }) };
  }
  const { posts } = await trx
    .selectFrom('post')
    .select(({ fn }) => fn.countAll<string>().as('posts'))
    .executeTakeFirstOrThrow();
  if (toInteger(posts) >= most) return { kind: 'too_many' };
  await trx
    .insertInto('post')
    .values({ ...values, id: newId })
    .execute();
  return { kind: 'saved', post: toPost({ ...values, id: newId }) };
}

type Row = Selectable<ScreenerSchema['post']>;

function toListed(row: Pick<Row, (typeof LISTED)[number]>): PostListed {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    isPublished: toBoolean(row.is_published),
    publishedAt: row.published_at === null ? null : toInteger(row.published_at),
    changedAt: toInteger(row.changed_at),
  };
}

function toPost(row: Row): Post {
  return { ...toListed(row), bodyMd: row.body_md, bodyHtml: row.body_html };
}

import { openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { createPostStore } from '../../src/blog/posts.sql.ts';
import type { PostStore } from '../../src/blog/posts.store.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';

/** A blog in its own in-memory database. */
export async function openTestPosts(t: { after(work: () => Promise<void>): void }): Promise<PostStore> {
  const database = await openDatabase<ScreenerSchema>({ url: 'sqlite::memory:' });
  t.after(() => database.close());
  await migrate(database, MIGRATIONS);
  return createPostStore(database);
}

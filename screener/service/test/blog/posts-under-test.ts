import { createPostStore } from '../../src/blog/posts.sql.ts';
import type { PostStore } from '../../src/blog/posts.store.ts';
import { type Ends, openTestDatabase } from '../access/access-under-test.ts';

/** A blog in its own in-memory database. */
export async function openTestPosts(t: Ends): Promise<PostStore> {
  return createPostStore(await openTestDatabase(t));
}

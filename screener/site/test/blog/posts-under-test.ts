import { createPostStore } from '@screener/service/blog/posts.sql';
import type { PostStore } from '@screener/service/blog/posts.store';
import { type Ends, openTestDatabase } from '../../../service/test/access/access-under-test.ts';

/** A blog in its own in-memory database. */
export async function openTestPosts(t: Ends): Promise<PostStore> {
  return createPostStore(await openTestDatabase(t));
}

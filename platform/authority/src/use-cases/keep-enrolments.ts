import type { KeySet } from '@platform/core/objects/key-entry';
import { versionsOf } from '@platform/core/signed/key-history';
import type { AuthorityDeps } from './deps.ts';

/**
 * Keeps which enrolments were ever taken, also those that an operator put into the folder by hand, so that one whose key is
 * removed is not taken again. Returns what to call from time to time: it looks only when the keys have changed.
 */
export function createEnrolmentKeeper({
  kept,
  keys,
}: Pick<AuthorityDeps, 'kept' | 'keys'>): () => Promise<void> {
  let seen: KeySet | null = null;
  return async () => {
    const now = await keys();
    if (now === seen) return;
    const known = await kept.enrolments();
    const hashes = Object.values(now)
      .flatMap(versionsOf)
      .flatMap(({ enrolment }) => (enrolment === null ? [] : [enrolment.enrolment_hash]));
    const news = hashes.filter((hash) => !known.has(hash));
    if (news.length > 0) await kept.keepEnrolments(news);
    seen = now;
  };
}

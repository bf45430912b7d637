import type { KeySet } from '@platform/core/objects/key-entry';
import { versionsOf } from '@platform/core/signed/key-history';
import type { AuthorityDeps } from './deps.ts';
import { enterEndings } from './endings.ts';

/**
 * Records every enrolment that was ever accepted, including those that an operator put into the folder by
 * hand, so that one whose key was removed is not accepted again, and enters those that a replacement ended. Returns a function to call regularly; it
 * looks only when the keys have changed.
 */
export function createEnrolmentKeeper({
  kept,
  keys,
  ...deps
}: Pick<AuthorityDeps, 'kept' | 'keys' | 'store' | 'crypto' | 'clock'>): () => Promise<void> {
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
    const ended = Object.values(now)
      .flatMap(({ retired = [] }) => retired)
      .flatMap(({ fingerprint: id, enrolment }) =>
        enrolment === null ? [] : [{ kind: 'enrolment' as const, id, by: enrolment.enrolment_hash }],
      );
    if (ended.length > 0) await deps.store.atomically((unit) => enterEndings(deps, unit, ended));
    seen = now;
  };
}

import { requiredMs } from '@common/base/instant';
import { ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { entrySigners } from '@platform/core/directory/signers';
import { ENTRY_WAITS_MS, type SignedEntry } from '@platform/core/objects/directory';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Profile } from '@platform/core/objects/profile';
import { may } from '../access/areas.ts';
import type { Authority, DirectoryPlace } from '../use-cases/authority.ts';
import { entryPeople } from '../use-cases/directories.ts';
import { placePath } from './place.ts';

/** An entry that needs one more person, and who that can be. */
export interface EntryToSign {
  readonly place: DirectoryPlace;
  readonly signed: SignedEntry;
  readonly people: readonly string[];
  readonly keys: KeySet;
}

interface ToSignDeps {
  readonly authority: Pick<Authority, 'drafts' | 'directoryHeads' | 'keys' | 'profile'>;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

/** Reads the entries that wait for a signature, whosever. */
export type ReadToSign = () => Promise<Result<readonly EntryToSign[]>>;

/**
 * The authority is asked once, and again where something waits. Directories are not replayed here: the page where an
 * entry is signed does that.
 */
export function createToSign({ authority, now }: ToSignDeps): ReadToSign {
  return async () => {
    const drafts = await authority.drafts();
    if (!drafts.ok) return drafts;
    if (drafts.value.length === 0) return ok([]);
    const [keys, heads] = await Promise.all([authority.keys(), authority.directoryHeads()]);
    if (!keys.ok) return keys;
    if (!heads.ok) return heads;
    const all: EntryToSign[] = [];
    for (const [path, waiting] of Map.groupBy(drafts.value, ({ entry }) => placePath(entry))) {
      const profile = await authority.profile(waiting[0]?.entry.profile ?? '');
      // Without a profile in force, nobody may sign it.
      if (!profile.ok) continue;
      const head = heads.value.find(({ entry }) => placePath(entry) === path) ?? null;
      const judged = { profile: profile.value.profile, keys: keys.value, now: now() };
      all.push(...lackingOne(judged, head, waiting));
    }
    return ok(all);
  };
}

/** Those that a person may sign; all of them for one who did not say who they are, and none for one who signs none. */
export function toSignBy(all: readonly EntryToSign[], me: string | null): readonly EntryToSign[] {
  if (!may('record')) return [];
  return me === null ? all : all.filter(({ people }) => people.includes(me));
}

interface Judged {
  readonly profile: Profile;
  readonly keys: KeySet;
  readonly now: string;
}

function lackingOne(
  { profile, keys, now }: Judged,
  head: SignedEntry | null,
  drafts: readonly SignedEntry[],
): readonly EntryToSign[] {
  const waiting: EntryToSign[] = [];
  let before = head?.entry_hash ?? null;
  for (const signed of drafts) {
    const { entry, entry_hash: hash, signatures } = signed;
    const signers = entrySigners(nodeCrypto, signed, profile, keys);
    const isOld = requiredMs(now) - requiredMs(entry.signed_at) > ENTRY_WAITS_MS;
    // What no longer follows, or was signed by somebody who no longer may, gives way to the next entry.
    if (!signers.ok || isOld || entry.previous_entry_hash !== before) break;
    before = hash;
    if (signers.value.missing === 0) continue;
    const earlier = signatures.flatMap(({ kid }) => keys[kid] ?? []);
    const people = entryPeople(profile, { ...entry, signed_at: now }, keys, earlier);
    const { tenant, profile: name, directory } = entry;
    waiting.push({ place: { tenant, profile: name, directory }, signed, people, keys });
  }
  return waiting;
}

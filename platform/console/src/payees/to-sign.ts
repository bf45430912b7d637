import { requiredMs } from '@common/base/instant';
import { ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { entrySigners } from '@platform/core/directory/signers';
import { ENTRY_WAITS_MS, type SignedEntry } from '@platform/core/objects/directory';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Profile } from '@platform/core/objects/profile';
import { may } from '../access/areas.ts';
import type { Authority, DirectoryPlace } from '../use-cases/authority.ts';
import { entryKeys } from '../use-cases/directories.ts';
import { type ListedDirectory, type ReadPayeesDeps, readDirectories } from './read-payees.ts';

/** An entry that needs one more person, and who that can be. */
export interface EntryToSign {
  readonly place: DirectoryPlace;
  readonly signed: SignedEntry;
  readonly people: readonly string[];
  readonly keys: KeySet;
}

interface ToSignDeps {
  readonly authority: ReadPayeesDeps['authority'] & Pick<Authority, 'drafts'>;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

/**
 * The entries that wait for a person’s signature; for anybody’s, if nobody said who reads. Their directories are not
 * replayed here: the page where an entry is signed does that.
 */
export async function readToSign(
  deps: ToSignDeps,
  found: readonly ListedDirectory[],
  me: string | null,
): Promise<Result<readonly EntryToSign[]>> {
  if (!may('record')) return ok([]);
  const { authority } = deps;
  const keys = await authority.keys();
  if (!keys.ok) return keys;
  const all: EntryToSign[] = [];
  for (const listed of found) {
    const drafts = await authority.drafts(listed.place);
    if (!drafts.ok) return drafts;
    if (drafts.value.length === 0) continue;
    const profile = await authority.profile(listed.place.profile);
    if (!profile.ok) return profile;
    const judged = { profile: profile.value.profile, keys: keys.value, now: deps.now() };
    all.push(...lackingOne(judged, listed, drafts.value));
  }
  return ok(me === null ? all : all.filter(({ people }) => people.includes(me)));
}

/** The same, of every directory that the reader may read. */
export async function readAllToSign(
  deps: ToSignDeps,
  me: string | null,
): Promise<Result<readonly EntryToSign[]>> {
  if (!may('record')) return ok([]);
  const found = await readDirectories(deps);
  return found.ok ? readToSign(deps, found.value, me) : found;
}

interface Judged {
  readonly profile: Profile;
  readonly keys: KeySet;
  readonly now: string;
}

function lackingOne(
  { profile, keys, now }: Judged,
  { place, head }: ListedDirectory,
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
    const others = entryKeys(profile, { ...entry, signed_at: now }, keys, earlier);
    const people = [...new Set(others.map(({ person, kid }) => person ?? kid))];
    waiting.push({ place, signed, people, keys });
  }
  return waiting;
}

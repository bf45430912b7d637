import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { isAuthentic } from '@platform/core/directory/signers';
import {
  applyEntries,
  type DirectoryId,
  type DirectoryState,
  emptyDirectory,
} from '@platform/core/directory/state';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { DirectoryStore } from '../store/directories.store.ts';
import type { PepDeps } from './ports.ts';

const PAGE = 500;

type FollowRefusal =
  /** The authority does not show the directory now. */
  | 'directory_unavailable'
  /** It shows another one than before, or one that no people signed. */
  | 'directory_forked';

type Deps = Pick<PepDeps, 'directories' | 'authority'>;

/** By store, then by directory: what was last known of it. */
const known = new WeakMap<DirectoryStore, Map<string, DirectoryState>>();

/**
 * A directory as it is at least up to that entry, which must be part of it. INVARIANT: what was followed once is never
 * taken back, so an authority that leaves out an entry, or shows another in its place, is refused from then on.
 */
export async function followDirectory(
  deps: Deps,
  id: DirectoryId,
  upTo: SignedEntry,
  keys: KeySet,
): Promise<Result<DirectoryState, FollowRefusal>> {
  let state = await kept(deps, id);
  while ((state.head?.entry.sequence ?? -1) < upTo.entry.sequence) {
    const followed = await followOn(deps, state, keys);
    if (!followed.ok) return followed;
    if (followed.value === state) return fail('directory_unavailable', 'The authority shows fewer entries.');
    state = followed.value;
  }
  const same = await isPartOf(deps, state, upTo);
  return same
    ? ok(state)
    : fail('directory_forked', `entry ${upTo.entry.sequence} is not the one seen before`);
}

/** Follows every directory to what the authority shows now, so that an end is known before the next payment. */
export async function followAll(deps: Deps & Pick<PepDeps, 'notices'>, keys: KeySet): Promise<void> {
  const heads = await deps.authority.directories();
  if (!heads.ok) return;
  for (const head of heads.value) {
    const { deployment, tenant, profile, directory } = head.entry;
    const followed = await followDirectory(deps, { deployment, tenant, profile, directory }, head, keys);
    if (followed.ok || followed.error.code !== 'directory_forked') continue;
    const why = followed.error.message;
    deps.notices.warn({ tenant, directory, why }, 'the authority shows another directory than before');
  }
}

/** What this enforcement point has on disk. */
async function kept({ directories }: Deps, id: DirectoryId): Promise<DirectoryState> {
  const states = known.get(directories) ?? new Map<string, DirectoryState>();
  known.set(directories, states);
  const key = keyOf(id);
  let state = states.get(key) ?? emptyDirectory(id);
  for (;;) {
    const entries = await directories.entries(id, state.head?.entry.sequence ?? null, PAGE);
    const applied = applyEntries(nodeCrypto, state, entries);
    if (!applied.ok) throw new Error(`the directory ${key} is damaged here: ${applied.error.message}`);
    state = applied.value;
    states.set(key, state);
    if (entries.length < PAGE) return state;
  }
}

/** One page more from the authority; the same state if it shows nothing more. */
async function followOn(
  deps: Deps,
  state: DirectoryState,
  keys: KeySet,
): Promise<Result<DirectoryState, FollowRefusal>> {
  const { id } = state;
  const page = await deps.authority.entries(id, state.head?.entry.sequence ?? null, PAGE);
  if (!page.ok) return fail('directory_unavailable', page.error.message);
  if (page.value.length === 0) return ok(state);
  const stranger = page.value.find((signed) => !isAuthentic(nodeCrypto, signed, keys));
  if (stranger !== undefined) {
    return fail('directory_forked', `no people enrolled here signed entry ${stranger.entry.sequence}`);
  }
  const applied = applyEntries(nodeCrypto, state, page.value);
  if (!applied.ok) return fail('directory_forked', applied.error.message);
  await deps.directories.add(page.value);
  return ok(await kept(deps, id));
}

async function isPartOf(
  { directories }: Deps,
  { id, head }: DirectoryState,
  { entry, entry_hash: hash }: SignedEntry,
): Promise<boolean> {
  if (head?.entry_hash === hash) return true;
  const [found] = await directories.entries(id, entry.sequence - 1, 1);
  return found?.entry_hash === hash;
}

function keyOf({ tenant, profile, directory }: DirectoryId): string {
  return [tenant, profile, directory].join('/');
}

import { together } from '@common/base/together';
import { isSignedByEnough, proveEarlier } from '@platform/core/directory/earlier';
import { entrySigners, pinOf, termsOf } from '@platform/core/directory/signers';
import {
  applyEntries,
  type DirectoryId,
  type DirectoryState,
  emptyDirectory,
  findEntry,
  proveEntry,
} from '@platform/core/directory/state';
import type { DirectoryEntry, EntryProof, EntryProofs, SignedEntry } from '@platform/core/objects/directory';
import type { ActionParams, GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { FacadeSpec, PluginManifest, PolicyRule } from '@platform/core/objects/plugin';
import { declaredRules } from '@platform/core/objects/plugin-schemas';
import type { Profile } from '@platform/core/objects/profile';
import type { DirectoryReads } from '../store/directories.store.ts';
import type { AuthorityDeps } from './deps.ts';
import type { Ending } from './end-grant.ts';

const PAGE = 1_000;

/** By store, then by directory. INVARIANT: entries are only ever added, so what was read stays. */
const known = new WeakMap<object, Map<string, DirectoryState>>();

/**
 * What a directory has in force, as of `reads`, or had once it had the entry of that number: the whole of it is read once,
 * and then what is new.
 */
export async function directoryState(
  { crypto, store }: Pick<AuthorityDeps, 'crypto' | 'store'>,
  reads: DirectoryReads,
  id: DirectoryId,
  upTo: number | null = null,
): Promise<DirectoryState> {
  const states = known.get(store) ?? new Map<string, DirectoryState>();
  known.set(store, states);
  const key = [id.tenant, id.profile, id.directory, ...(upTo === null ? [] : [upTo])].join('/');
  let state = states.get(key) ?? emptyDirectory(id);
  for (;;) {
    const after = state.head?.entry.sequence ?? null;
    const limit = upTo === null ? PAGE : Math.min(PAGE, upTo - (after ?? -1));
    if (limit === 0) return state;
    const entries = await reads.directoryEntries(id, after, limit);
    const applied = applyEntries(crypto, state, entries);
    if (!applied.ok) throw new Error(`the directory ${key} is damaged: ${applied.error.message}`);
    state = applied.value;
    states.set(key, state);
    if (entries.length < limit) return state;
  }
}

/** A plugin's list that stands in a directory. */
type DirectoryRule = PolicyRule & { readonly kind: 'allow_list' };

function directoryRules(
  rules: readonly PolicyRule[],
  profile: Pick<Profile, 'directories'>,
): readonly DirectoryRule[] {
  return rules.filter(
    (rule): rule is DirectoryRule => rule.kind === 'allow_list' && termsOf(profile, rule.name) !== undefined,
  );
}

interface Asked {
  readonly profile: Profile;
  readonly spec: FacadeSpec | null;
  readonly tenant: string;
  readonly params: ActionParams;
  readonly keys: KeySet;
}

/**
 * The entries in force that fit an action, by directory, each with its proof. One whose signers no longer count is as
 * good as none. Undefined if the profile names no directory for this facade.
 */
export async function entriesFor(
  deps: Pick<AuthorityDeps, 'crypto' | 'store' | 'deployment'>,
  reads: DirectoryReads,
  { profile, spec, tenant, params, keys }: Asked,
): Promise<EntryProofs | undefined> {
  const rules = directoryRules(spec?.rules ?? [], profile);
  if (rules.length === 0) return undefined;
  const found = await together(
    rules.map(async ({ name, fields }): Promise<readonly [string, EntryProof] | null> => {
      const id = { deployment: deps.deployment, tenant, profile: profile.name, directory: name };
      const state = await directoryState(deps, reads, id);
      const entry = findEntry(
        state,
        Object.fromEntries(fields.map((field) => [field, String(params[field] ?? '')])),
      );
      const proof = entry === null ? null : proveEntry(deps.crypto, state, entry.entry.name);
      if (proof === null) return null;
      const dated = await withInstant(reads, proof, profile);
      const shown = await withEarlierProof(deps, reads, id, { proof: dated, profile });
      return isGood(deps, shown, profile, keys) ? [name, shown] : null;
    }),
  );
  return Object.fromEntries(found.filter((each) => each !== null));
}

function isGood(
  { crypto }: Pick<AuthorityDeps, 'crypto'>,
  shown: EntryProof,
  profile: Profile,
  keys: KeySet,
): boolean {
  const terms = termsOf(profile, shown.entry.entry.directory);
  const signers = entrySigners(crypto, shown.entry, profile, keys);
  const isComplete = signers.ok && signers.value.missing === 0;
  return isComplete && terms !== undefined && isSignedByEnough(crypto, terms, shown);
}

/** With when the entry came into force, where the profile holds what is new for some days. */
async function withInstant(reads: DirectoryReads, proof: EntryProof, profile: Profile): Promise<EntryProof> {
  const { entry, entry_hash: hash } = proof.entry;
  if (termsOf(profile, entry.directory)?.first?.hold_days === undefined) return proof;
  const recorded_at = await reads.entryRecordedAt(hash);
  return recorded_at === null ? proof : { ...proof, recorded_at };
}

/** With the proof that one person was enough, where the profile asks for two and names the head that shows it. */
async function withEarlierProof(
  deps: Pick<AuthorityDeps, 'crypto' | 'store'>,
  reads: DirectoryReads,
  id: DirectoryId,
  { proof, profile }: { readonly proof: EntryProof; readonly profile: Profile },
): Promise<EntryProof> {
  const { entry, signatures } = proof.entry;
  const terms = termsOf(profile, id.directory);
  const pin = terms === undefined ? undefined : pinOf(terms, id.tenant);
  if (terms === undefined || pin === undefined || signatures.length >= terms.needed) return proof;
  if (entry.sequence > pin.sequence) return proof;
  const state = await directoryState(deps, reads, id, pin.sequence);
  const earlier = proveEarlier(deps.crypto, state, entry.name);
  return earlier === undefined ? proof : { ...proof, earlier };
}

/**
 * How a grant has ended because an entry that it was decided by is no longer in force, or its signers no longer count;
 * null if all still are.
 */
export async function endOfEntries(
  deps: Pick<AuthorityDeps, 'crypto' | 'store' | 'deployment'>,
  reads: DirectoryReads,
  { grant, directories = {} }: Pick<GrantRecord, 'grant' | 'directories'>,
  {
    profile,
    manifest,
    keys,
  }: { readonly profile: Profile; readonly manifest: PluginManifest; readonly keys: KeySet },
): Promise<Ending | null> {
  for (const [directory, shown] of Object.entries(directories)) {
    const { entry } = shown;
    const id = { deployment: deps.deployment, tenant: grant.tenant, profile: profile.name, directory };
    const state = await directoryState(deps, reads, id);
    const { name } = entry.entry;
    const isInForce = state.inForce.get(name)?.signed.entry_hash === entry.entry_hash;
    if (isInForce && isGood(deps, shown, profile, keys)) continue;
    const reason = declaredRules(manifest).get(directory)?.rule.reason ?? 'facade_not_in_scope';
    const detail = isInForce
      ? `the signatures of ${name} in the directory ${directory} no longer count: it must be signed anew`
      : `${name} of the directory ${directory} ${await changeAfter(reads, id, entry)}, after the proposal`;
    return { event: 'revoke', reason, detail };
  }
  return null;
}

/** What became of an entry that is no longer in force, and when. */
async function changeAfter(
  reads: DirectoryReads,
  id: DirectoryId,
  { entry: { name, sequence } }: SignedEntry,
): Promise<string> {
  for (let after = sequence; ; ) {
    const entries = await reads.directoryEntries(id, after, PAGE);
    const next = entries.find(({ entry }) => entry.name === name)?.entry;
    if (next !== undefined)
      return `${next.change === 'ended' ? 'ended' : 'was changed'} at ${next.signed_at}`;
    const last = entries.at(-1);
    if (last === undefined) return 'is no longer in force';
    after = last.entry.sequence;
  }
}

/** A directory within this deployment. */
export type DirectoryName = Pick<DirectoryEntry, 'tenant' | 'profile' | 'directory'>;

import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { type DirectoryRules, entrySigners, type SignerRefusal } from '@platform/core/directory/signers';
import {
  applyEntries,
  applyEntry,
  type DirectoryState,
  type EntryRefusal,
} from '@platform/core/directory/state';
import {
  type DirectoryEntry,
  ENTRY_WAITS_MS,
  MOST_SIGNATURES,
  type RecordedEntry,
  type SignedEntry,
} from '@platform/core/objects/directory';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { EntryPlace, SignedTreeHead } from '@platform/core/objects/log';
import { entryValuesSchema } from '@platform/core/objects/plugin-schemas';
import { shapeFault } from '@platform/core/objects/shape-fault';
import type { Ending } from '@platform/core/objects/standing';
import { entryLeaf } from '@platform/core/receipt/assemble';
import type { ProfileInForce, ProfileRefusal } from '@platform/core/signed/profile';
import { ofAnotherDeployment } from '@platform/core/signed/signed';
import type { Unit } from '../store/store.ts';
import { appendEvent } from './append-event.ts';
import { keepNewestHead, keepPlaces } from './continuity.ts';
import type { AuthorityDeps } from './deps.ts';
import { untilLeasesEnd } from './end-of-leases.ts';
import { enterEndings } from './endings.ts';
import { growLog } from './grow-log.ts';
import { entryEvent } from './notice-events.ts';
import { type DirectoryName, directoryState } from './read-directory.ts';

export type RecordRefusal =
  | SignerRefusal
  | EntryRefusal
  | ProfileRefusal
  | 'entry_signed_at_invalid'
  | 'entry_taken';

type Deps = Pick<
  AuthorityDeps,
  | 'deployment'
  | 'store'
  | 'kept'
  | 'keys'
  | 'crypto'
  | 'authority'
  | 'logSigner'
  | 'readProfile'
  | 'clock'
  | 'randomBytes'
  | 'pause'
  | 'sendWithinMs'
>;

/** Clocks may differ by this much. */
const AHEAD_MS = 60_000;
/** What one person signed alone may be backdated by this much. */
const ALONE_MS = 3_600_000;

/**
 * Records an entry of a directory, as the next leaf of the log, or keeps it until as many people have signed it as the
 * profile asks. What changes or ends an entry is answered once no call can begin by the one before it.
 */
export async function recordEntry(
  deps: Deps,
  name: DirectoryName,
  signed: SignedEntry,
): Promise<Result<RecordedEntry, RecordRefusal>> {
  const { entry } = signed;
  if (entry.deployment !== deps.deployment) return ofAnotherDeployment(entry, deps.deployment);
  const other = (['tenant', 'profile', 'directory'] as const).find(
    (member) => entry[member] !== name[member],
  );
  if (other !== undefined) {
    return fail('entry_of_another_directory', `The entry’s ${other} is ${entry[other]}, not ${name[other]}.`);
  }
  const profile = await deps.readProfile(name.profile);
  if (!profile.ok) return profile;
  const shape = valuesFault(profile.value, entry);
  if (shape !== null) return fail('entry_malformed', shape);
  const keys = await deps.keys();
  // Before the tenant is locked, so that a stranger makes nobody wait.
  const judged = judge(deps, signed, profile.value.profile, keys);
  if (!judged.ok) return judged;
  const recorded = await deps.store.atomically((unit) =>
    recordLocked(deps, unit, signed, { rules: profile.value.profile, keys }),
  );
  if (!recorded.ok) return recorded;
  const { answer, entered } = recorded.value;
  if (!answer.recorded) return ok(answer);
  // INVARIANT: kept before an entry is announced, even one that an earlier call recorded and could not keep.
  if (entered !== null) await keepPlaces(deps, entered.places, entered.head);
  else await keepNewestHead(deps);
  if (entry.change !== 'added') await untilLeasesEnd(deps);
  return ok(answer);
}

/**
 * Records the entries that a directory starts with, all or none, unless it has some already; returns how many. They may be
 * of any age, because they lie in a folder of this authority’s own until it starts.
 */
export async function recordFirstEntries(
  deps: Deps,
  entries: readonly SignedEntry[],
): Promise<Result<number, RecordRefusal>> {
  const [first] = entries;
  if (first === undefined) return ok(0);
  if (first.entry.deployment !== deps.deployment) return ofAnotherDeployment(first.entry, deps.deployment);
  const profile = await deps.readProfile(first.entry.profile);
  if (!profile.ok) return profile;
  const keys = await deps.keys();
  for (const signed of entries) {
    const shape = valuesFault(profile.value, signed.entry);
    if (shape !== null) return fail('entry_malformed', shape);
    const signers = entrySigners(deps.crypto, signed, profile.value.profile, keys);
    if (!signers.ok) return signers;
    if (signers.value.missing > 0) {
      const message = `Entry ${signed.entry.sequence} needs another signature: record it by a command.`;
      return fail('signer_not_allowed', message);
    }
  }
  const { deployment, tenant, profile: name, directory } = first.entry;
  const recorded = await deps.store.atomically(
    async (unit): Promise<Result<Recorded['entered'], RecordRefusal>> => {
      const size = await unit.lockLog();
      await unit.lockTenant(tenant);
      const state = await directoryState(deps, unit, { deployment, tenant, profile: name, directory });
      if (state.head !== null) return ok(null);
      const applied = applyEntries(deps.crypto, state, entries);
      return applied.ok ? ok(await enterInLog(deps, unit, { size, state }, entries)) : applied;
    },
  );
  if (!recorded.ok) return recorded;
  if (recorded.value === null) return ok(0);
  await keepPlaces(deps, recorded.value.places, recorded.value.head);
  return ok(entries.length);
}

function valuesFault(
  { plugin: { manifest, connector } }: ProfileInForce,
  { directory, values }: DirectoryEntry,
): string | null {
  const schema = entryValuesSchema(manifest, connector, directory);
  if (schema === undefined) return `The plugin ${manifest.name} has no list ${directory}.`;
  const fault = values === undefined ? null : shapeFault(schema, values);
  return fault === null ? null : `values${fault.path} ${fault.message}.`;
}

function judge(
  { crypto, clock }: Pick<Deps, 'crypto' | 'clock'>,
  signed: SignedEntry,
  rules: DirectoryRules,
  keys: KeySet,
): Result<{ readonly missing: number }, RecordRefusal> {
  const signers = entrySigners(crypto, signed, rules, keys);
  if (!signers.ok) return signers;
  const { missing, keys: by } = signers.value;
  const age = clock() - requiredMs(signed.entry.signed_at);
  const limit = by.length + missing > 1 ? ENTRY_WAITS_MS : ALONE_MS;
  if (age >= -AHEAD_MS && age <= limit) return ok({ missing });
  const { signed_at: at } = signed.entry;
  return fail(
    'entry_signed_at_invalid',
    `The entry was signed at ${at}, and it is ${formatInstant(clock())} here: sign it again.`,
  );
}

interface By {
  readonly rules: DirectoryRules;
  readonly keys: KeySet;
}

interface Recorded {
  readonly answer: RecordedEntry;
  /** Null if this call added nothing to the log. */
  readonly entered: { readonly places: readonly EntryPlace[]; readonly head: SignedTreeHead } | null;
}

async function recordLocked(
  deps: Deps,
  unit: Unit,
  given: SignedEntry,
  by: By,
): Promise<Result<Recorded, RecordRefusal>> {
  const { entry, entry_hash: hash } = given;
  const { deployment, tenant, profile, directory, sequence } = entry;
  // Before the tenant, whatever becomes of the entry: the log is locked before any other row.
  const size = await unit.lockLog();
  await unit.lockTenant(tenant);
  const state = await directoryState(deps, unit, { deployment, tenant, profile, directory });
  const next = state.head === null ? 0 : state.head.entry.sequence + 1;
  if (sequence < next) return recordedBefore(unit, given);
  const drafts = goodDrafts(deps, state, await unit.directoryDrafts(entry), by);
  const draft = drafts.find((each) => each.entry.sequence === sequence);
  const signed = draft?.entry_hash === hash ? withSignatures(draft, given) : given;
  const judged = judge(deps, signed, by.rules, by.keys);
  if (!judged.ok) return judged;
  const { missing } = judged.value;
  const isReplaced = draft !== undefined && draft.entry_hash !== hash;
  if (isReplaced && missing > 0 && !isOwn(draft, given)) {
    const message = `Entry ${sequence} waits for a second signature on ${draft.entry.name}: sign that one, or this one as entry ${sequence + 1}.`;
    return fail('entry_taken', message);
  }
  const before = stateBefore(deps, state, drafts, sequence);
  const applied = applyEntry(deps.crypto, before, signed);
  if (!applied.ok) return applied;
  if (isReplaced) await unit.dropDrafts(entry, sequence, null);
  if (missing > 0 || sequence > next) {
    await unit.keepDraft(signed, deps.clock());
    return ok({ answer: { ...signed, recorded: false, missing }, entered: null });
  }
  const following = followingEntries(deps, applied.value, isReplaced ? [] : drafts, by);
  const entered = await enterInLog(deps, unit, { size, state }, [signed, ...following]);
  return ok({ answer: { ...signed, recorded: true, missing: 0 }, entered });
}

/** The same entry again gets the same answer; another one in its place does not follow. */
async function recordedBefore(
  unit: Unit,
  { entry, entry_hash: hash }: SignedEntry,
): Promise<Result<Recorded, RecordRefusal>> {
  const [found] = await unit.directoryEntries(entry, entry.sequence - 1, 1);
  if (found?.entry_hash === hash) {
    return ok({ answer: { ...found, recorded: true, missing: 0 }, entered: null });
  }
  return fail(
    'entry_out_of_order',
    `The directory ${entry.directory} has an entry ${entry.sequence} already: read it again and sign anew.`,
  );
}

/** The drafts that still follow on the head, each on the one before it. */
function goodDrafts(
  deps: Pick<Deps, 'crypto' | 'clock'>,
  state: DirectoryState,
  drafts: readonly SignedEntry[],
  { rules, keys }: By,
): readonly SignedEntry[] {
  const good: SignedEntry[] = [];
  let current = state;
  for (const draft of drafts) {
    const applied = applyEntry(deps.crypto, current, draft);
    if (!applied.ok || !judge(deps, draft, rules, keys).ok) return good;
    good.push(draft);
    current = applied.value;
  }
  return good;
}

function stateBefore(
  { crypto }: Pick<Deps, 'crypto'>,
  state: DirectoryState,
  drafts: readonly SignedEntry[],
  sequence: number,
): DirectoryState {
  return drafts
    .filter(({ entry }) => entry.sequence < sequence)
    .reduce((current, draft) => {
      const applied = applyEntry(crypto, current, draft);
      return applied.ok ? applied.value : current;
    }, state);
}

function withSignatures(draft: SignedEntry, given: SignedEntry): SignedEntry {
  const known = draft.signatures.map(({ kid }) => kid);
  const more = given.signatures.filter(({ kid }) => !known.includes(kid));
  return { ...draft, signatures: [...draft.signatures, ...more].slice(0, MOST_SIGNATURES) };
}

/** Those who signed a draft may put another in its place. */
function isOwn(draft: SignedEntry, given: SignedEntry): boolean {
  return draft.signatures.some(({ kid }) => given.signatures.some((signature) => signature.kid === kid));
}

/** Records entries that follow on the directory’s head. */
async function enterInLog(
  deps: Deps,
  unit: Unit,
  { size, state }: { readonly size: number; readonly state: DirectoryState },
  entries: readonly SignedEntry[],
): Promise<Recorded['entered']> {
  for (const signed of entries) {
    const about = { tenant: signed.entry.tenant, contract_id: null, grant_id: null };
    await appendEvent(deps, unit, { ...about, kind: 'directory_changed', body: signed });
  }
  // Before the head is signed, which has them then.
  await enterEndings(deps, unit, endedBy(state.inForce, entries));
  const leaves = entries.map(({ entry_hash: hash }) => entryLeaf(deps.crypto, hash));
  const { head } = await growLog(deps, unit, size, leaves);
  const recorded_at = formatInstant(deps.clock());
  const { log_id } = head.tree_head;
  const places = entries.map((signed, offset) => ({
    log_id,
    leaf_index: size + offset,
    recorded_at,
    signed,
  }));
  await unit.insertEntries(places);
  for (const signed of entries) {
    const { sequence } = signed.entry;
    await unit.dropDrafts(signed.entry, sequence, sequence + 1);
  }
  await unit.enterNoticeEvents(entries.map((signed) => entryEvent(signed, deps.clock())));
  return { places, head };
}

/** What was in force under the names of entries that change or end something, each ended by the next of its name. */
export function endedBy(
  inForce: DirectoryState['inForce'],
  entries: readonly SignedEntry[],
): readonly Omit<Ending, 'ended_at'>[] {
  const current = new Map([...inForce].map(([name, { signed }]) => [name, signed.entry_hash]));
  return entries.flatMap(({ entry: { name, change }, entry_hash: by }) => {
    const id = change === 'added' ? undefined : current.get(name);
    current.set(name, by);
    return id === undefined ? [] : [{ kind: 'payee', id, by }];
  });
}

/** Entries whose people had all signed before the one ahead of them was complete. */
function followingEntries(
  deps: Pick<Deps, 'crypto' | 'clock'>,
  state: DirectoryState,
  drafts: readonly SignedEntry[],
  { rules, keys }: By,
): readonly SignedEntry[] {
  const following: SignedEntry[] = [];
  let current = state;
  for (const draft of drafts) {
    if (draft.entry.sequence !== (current.head?.entry.sequence ?? -1) + 1) continue;
    const judged = judge(deps, draft, rules, keys);
    const applied = applyEntry(deps.crypto, current, draft);
    if (!judged.ok || judged.value.missing > 0 || !applied.ok) return following;
    following.push(draft);
    current = applied.value;
  }
  return following;
}

import { compareInstants, instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import {
  appendLeaf,
  type Coordinate,
  emptyRoot,
  foldProof,
  inclusionCoordinates,
  leafHash,
  rootOf,
  verifyInclusion,
} from '../log/merkle/tree.ts';
import type { DirectoryEntry, EntryProof, SignedEntry } from '../objects/directory.ts';
import { MAX_LIST } from '../objects/rules.ts';

/** Which directory is meant: each tenant has its own for each directory that a profile names. */
export type DirectoryId = Pick<DirectoryEntry, 'deployment' | 'tenant' | 'profile' | 'directory'>;

/** A directory as of its newest entry. */
export interface DirectoryState {
  readonly id: DirectoryId;
  /** Null before the first entry. */
  readonly head: SignedEntry | null;
  /** What is in force, by name. */
  readonly inForce: ReadonlyMap<string, EntryInForce>;
}

interface EntryInForce {
  readonly signed: SignedEntry;
  /** The hash of its leaf in the tree that `root_hash` is the root of. */
  readonly leaf: string;
}

export type EntryRefusal =
  | 'entry_of_another_directory'
  | 'entry_out_of_order'
  | 'entry_malformed'
  | 'entry_exists'
  | 'entry_not_in_force'
  | 'directory_full'
  | 'directory_root_mismatch';

/** What a person says about an entry, before it has its place in the directory. */
export type EntryDraft = Pick<
  DirectoryEntry,
  'change' | 'name' | 'values' | 'label' | 'source' | 'signed_at'
>;

export function emptyDirectory(id: DirectoryId): DirectoryState {
  return { id, head: null, inForce: new Map() };
}

/**
 * The entry to sign: the draft in its place behind the directory’s head, with the root of what is in force after it.
 */
export function nextEntry(
  crypto: Crypto,
  state: DirectoryState,
  draft: EntryDraft,
): Result<DirectoryEntry, EntryRefusal> {
  const fault = draftFault(state, draft);
  if (fault !== null) return fault;
  const { id, head } = state;
  const { change, name, values, label, source, signed_at } = draft;
  const entry: DirectoryEntry = {
    type: 'sanad/directory-entry/1',
    ...id,
    sequence: head === null ? 0 : head.entry.sequence + 1,
    previous_entry_hash: head?.entry_hash ?? null,
    change,
    name,
    ...(values === undefined ? {} : { values }),
    ...(label === undefined ? {} : { label }),
    ...(source === undefined ? {} : { source }),
    size: state.inForce.size + { added: 1, changed: 0, ended: -1 }[change],
    root_hash: emptyRoot(crypto),
    signed_at,
  };
  // The hash and the signatures are not part of a leaf, so that the root can be computed before they exist.
  const after = new Map(state.inForce);
  takeIn(crypto, after, { entry, entry_hash: '', signatures: [] });
  return ok({ ...entry, root_hash: treeOver(crypto, after).root });
}

/**
 * The directory after one more entry. It refuses an entry that is not the next of this directory, or that says
 * something else of what is in force after it. Whether the right people signed it is judged by `entrySigners`.
 */
export function applyEntry(
  crypto: Crypto,
  state: DirectoryState,
  signed: SignedEntry,
): Result<DirectoryState, EntryRefusal> {
  return applyEntries(crypto, state, [signed]);
}

/**
 * The directory after these entries, in their order. Only the last one’s root is computed, because it alone says what is
 * in force now; each of the others was computed when it was the newest.
 */
export function applyEntries(
  crypto: Crypto,
  state: DirectoryState,
  entries: readonly SignedEntry[],
): Result<DirectoryState, EntryRefusal> {
  const last = entries.at(-1)?.entry;
  if (last === undefined) return ok(state);
  // One copy for all of them: a copy for each would make a long directory slow to read.
  const inForce = new Map(state.inForce);
  let current = state;
  for (const signed of entries) {
    const fault = entryFault(crypto, { ...current, inForce }, signed);
    if (fault !== null) return fault;
    takeIn(crypto, inForce, signed);
    current = { id: state.id, head: signed, inForce };
  }
  return rootMatches(crypto, current, last) ? ok(current) : rootMismatch(last);
}

/** What is in force with exactly these values; null for nothing. */
export function findEntry(
  { inForce }: DirectoryState,
  fields: Readonly<Record<string, string>>,
): SignedEntry | null {
  const names = Object.keys(fields).sort();
  return entriesBy(inForce, names).get(valuesOf(names, fields) ?? '') ?? null;
}

type Index = ReadonlyMap<string, SignedEntry>;

/** By the names of fields: every decision looks an entry up in a directory that seldom changes. */
const indexes = new WeakMap<DirectoryState['inForce'], Map<string, Index>>();

function entriesBy(inForce: DirectoryState['inForce'], names: readonly string[]): Index {
  const known = indexes.get(inForce) ?? new Map<string, Index>();
  indexes.set(inForce, known);
  const key = JSON.stringify(names);
  const found = known.get(key);
  if (found !== undefined) return found;
  const index = new Map<string, SignedEntry>();
  for (const { signed } of inForce.values()) {
    const values = valuesOf(names, signed.entry.values ?? {});
    if (values !== null && !index.has(values)) index.set(values, signed);
  }
  known.set(key, index);
  return index;
}

/** Null if one of them is missing. */
function valuesOf(names: readonly string[], values: Readonly<Record<string, string>>): string | null {
  if (!names.every((name) => Object.hasOwn(values, name))) return null;
  return JSON.stringify(names.map((name) => values[name]));
}

/** Whether an entry has all of these values; one that has ended has none. */
function hasValues(
  { values }: Pick<DirectoryEntry, 'values'>,
  fields: Readonly<Record<string, string>>,
): boolean {
  return (
    values !== undefined &&
    Object.entries(fields).every(([name, value]) => Object.hasOwn(values, name) && values[name] === value)
  );
}

/** That an entry is in force at the directory’s head, for a reader who has no other entry. */
export function proveEntry(
  crypto: Crypto,
  { head, inForce }: DirectoryState,
  name: string,
): EntryProof | null {
  const entry = inForce.get(name)?.signed;
  if (entry === undefined || head === null) return null;
  const index = namesOf(inForce).indexOf(name);
  const { read } = treeOver(crypto, inForce);
  return { entry, index, proof: foldProof(crypto, inclusionCoordinates(index, inForce.size), read), head };
}

interface EntryHead {
  readonly head: Pick<SignedEntry, 'entry'>;
}

/** Whether the proof shows the entry among what its head says is in force. No signature is judged here. */
export function isProven(
  crypto: Crypto,
  { entry: { entry }, index, proof, head }: Pick<EntryProof, 'entry' | 'index' | 'proof'> & EntryHead,
): boolean {
  const { size, root_hash: root } = head.entry;
  return verifyInclusion(crypto, { index, size, leaf: leafOf(crypto, entry), proof, root });
}

function draftFault(
  { head, inForce }: DirectoryState,
  { change, name, values, signed_at: signedAt }: EntryDraft,
): Result<never, EntryRefusal> | null {
  const isKnown = inForce.has(name);
  if (instantMs(signedAt) === null) return fail('entry_malformed', `signed_at ${signedAt} is no instant`);
  if (head !== null && compareInstants(signedAt, head.entry.signed_at) < 0) {
    return fail(
      'entry_out_of_order',
      `the entry was signed at ${signedAt}, before entry ${head.entry.sequence} (${head.entry.signed_at})`,
    );
  }
  if ((change === 'ended') !== (values === undefined)) {
    return fail('entry_malformed', 'an entry has values unless it ends, and then it has none');
  }
  if (change === 'added' && isKnown) {
    return fail('entry_exists', `${name} is in force already: change it, or choose another name`);
  }
  if (change !== 'added' && !isKnown) return fail('entry_not_in_force', `no entry ${name} is in force`);
  if (change === 'added' && inForce.size >= MAX_LIST) {
    return fail('directory_full', `the directory has ${MAX_LIST} entries in force: end one first`);
  }
  const twin = change === 'ended' || values === undefined ? null : twinOf(inForce, name, values);
  return twin === null ? null : fail('entry_exists', `${twin} has the same values already`);
}

/** INVARIANT: no two names in force have the same values, so that an action has one entry. */
function twinOf(
  inForce: DirectoryState['inForce'],
  name: string,
  values: Readonly<Record<string, string>>,
): string | null {
  for (const [other, { signed }] of inForce) {
    if (other !== name && hasValues(signed.entry, values)) return other;
  }
  return null;
}

/** What forbids an entry to be the next of this directory, its root apart; null if nothing does. */
function entryFault(
  crypto: Crypto,
  state: DirectoryState,
  { entry, entry_hash: hash }: SignedEntry,
): Result<never, EntryRefusal> | null {
  const { id, head } = state;
  const other = (['deployment', 'tenant', 'profile', 'directory'] as const).find(
    (member) => entry[member] !== id[member],
  );
  if (other !== undefined) {
    return fail('entry_of_another_directory', `the entry’s ${other} is ${entry[other]}, not ${id[other]}`);
  }
  const sequence = head === null ? 0 : head.entry.sequence + 1;
  if (entry.sequence !== sequence || entry.previous_entry_hash !== (head?.entry_hash ?? null)) {
    return fail(
      'entry_out_of_order',
      `entry ${entry.sequence} does not follow ${head === null ? 'on an empty directory' : `entry ${head.entry.sequence}`}: sign it again as entry ${sequence}`,
    );
  }
  if (hashOf(crypto, entry) !== hash)
    return fail('entry_malformed', 'entry_hash is not the hash of the entry');
  return draftFault(state, entry);
}

function takeIn(crypto: Crypto, inForce: Map<string, EntryInForce>, signed: SignedEntry): void {
  const { change, name } = signed.entry;
  if (change === 'ended') inForce.delete(name);
  else inForce.set(name, { signed, leaf: leafOf(crypto, signed.entry) });
}

/** The data of a leaf is the hash of the entry with `root_hash` null, since the root covers it. */
function leafOf(crypto: Crypto, entry: DirectoryEntry): string {
  return leafHash(crypto, utf8(hashOf(crypto, { ...entry, root_hash: null })));
}

function namesOf(inForce: DirectoryState['inForce']): readonly string[] {
  return [...inForce.keys()].sort();
}

interface Tree {
  readonly root: string;
  readonly read: (node: Coordinate) => string;
}

/** Every decision needs the tree of a directory that seldom changes. */
const trees = new WeakMap<DirectoryState['inForce'], Tree>();

function treeOver(crypto: Crypto, inForce: DirectoryState['inForce']): Tree {
  const known = trees.get(inForce);
  if (known !== undefined) return known;
  const nodes = new Map<string, string>();
  let tree: { readonly size: number; readonly frontier: readonly string[] } = { size: 0, frontier: [] };
  for (const name of namesOf(inForce)) {
    const appended = appendLeaf(crypto, tree, inForce.get(name)?.leaf ?? '');
    for (const { level, index, hash } of appended.nodes) nodes.set(`${level}:${index}`, hash);
    tree = appended;
  }
  const read = ({ level, index }: Coordinate): string => nodes.get(`${level}:${index}`) ?? '';
  const made = { root: rootOf(crypto, tree.frontier), read };
  trees.set(inForce, made);
  return made;
}

function rootMatches(crypto: Crypto, { inForce }: DirectoryState, entry: DirectoryEntry): boolean {
  return entry.size === inForce.size && entry.root_hash === treeOver(crypto, inForce).root;
}

function rootMismatch({ sequence }: DirectoryEntry): Result<never, EntryRefusal> {
  return fail(
    'directory_root_mismatch',
    `entry ${sequence} says something else of what is in force after it: read the directory again and sign anew`,
  );
}

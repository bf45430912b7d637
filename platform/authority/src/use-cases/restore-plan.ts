import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { appendLeaf, rootOf } from '@platform/core/log/merkle/tree';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { KeySet } from '@platform/core/objects/key-entry';
import { type LeafPlace, leafData, type ReceiptPlace, type SignedTreeHead } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import { entryLeaf, withoutPlace } from '@platform/core/receipt/assemble';
import { isHeadOfAuthority } from '@platform/keys/witness/continuation';
import type { LogNode } from '../store/store.ts';
import { placeOf } from './continuity.ts';
import type { AuthorityDeps } from './deps.ts';

/** The sources from which a lost log may be read back. */
interface RestoreSources {
  /** Heads that were recorded beside the keys, or seen by others. */
  readonly heads: readonly SignedTreeHead[];
  readonly places: readonly LeafPlace[];
  /** What directories began with, in the order of its files. */
  readonly firstEntries: readonly SignedEntry[];
  /** The receipts' files, read one at a time. */
  readonly receipts: () => AsyncIterable<Receipt>;
}

export interface RestorePlan {
  /** The largest head that was found. */
  readonly head: SignedTreeHead;
  /** How many entries the database has. */
  readonly from: number;
  /** The places of the leaves that the database lacks, in leaf order. */
  readonly places: readonly LeafPlace[];
  readonly nodes: readonly LogNode[];
}

type RestoreRefusal =
  | 'nothing_found'
  | 'nothing_lost'
  | 'database_of_another_log'
  | 'entries_missing'
  | 'entries_differ';

type Deps = Pick<AuthorityDeps, 'store' | 'crypto'> & { readonly keys: KeySet };

/**
 * Plans how the database's log becomes the one that was seen, and has every entry of a directory again. INVARIANT: this
 * succeeds only if every leaf is found, since together they give the root that the authority signed; nothing is invented.
 */
export async function planRestore(
  deps: Deps,
  sources: RestoreSources,
): Promise<Result<RestorePlan, RestoreRefusal>> {
  const { crypto, store, keys } = deps;
  const found = await collect(deps, sources);
  const heads = found.heads.filter((head) => isHeadOfAuthority(crypto, head, keys));
  const head = heads.sort((a, b) => b.tree_head.tree_size - a.tree_head.tree_size)[0];
  if (head === undefined) {
    return fail(
      'nothing_found',
      'No signed head of a log was found: not in kept/, not in RECEIPTS_DIR, not at those who were asked.',
    );
  }
  const { log_id: logId, tree_size: size, root_hash: root } = head.tree_head;
  const places = new Map<number, LeafPlace>();
  for (const place of found.places) {
    if (place.log_id === logId && isWhole(deps, place)) places.set(place.leaf_index, place);
  }
  const newestHead = await store.treeHead(null);
  const newest = newestHead?.tree_head ?? null;
  const from = newest?.tree_size ?? 0;
  if (newest !== null && newest.log_id !== logId) return otherLog(head);
  const here = new Set<number>();
  for (const stored of await allPlaces(store)) {
    const place = { ...stored, log_id: logId };
    if (!isWhole(deps, place) || isOtherEntry(place, places.get(place.leaf_index))) continue;
    here.add(place.leaf_index);
    places.set(place.leaf_index, place);
  }
  placeFirstEntries(places, head, sources.firstEntries);
  const missing = rangesOf(leavesWithout(places, size));
  if (missing !== '') {
    return fail(
      'entries_missing',
      `The log had ${size} entries at ${head.tree_head.timestamp}; in no place is anything left of ${missing}. They stand in receipts.jsonl and entries.jsonl of a copy of kept/, in the receipts' files, and in a backup of the database: put one of these back. Without them this log is lost: npm start -- --renew makes a new deployment and moves this one aside.`,
    );
  }
  const tree = grow(deps, places, size);
  if (newest !== null && from <= size && tree.roots.get(from) !== newest.root_hash) return otherLog(head);
  if (tree.roots.get(size) !== root) {
    return fail(
      'entries_differ',
      'The entries that were found do not give the root that the authority signed.',
    );
  }
  const lacking = [...places.values()]
    .filter((place) => place.leaf_index >= from || (!('log_entry' in place) && !here.has(place.leaf_index)))
    .filter(({ leaf_index: leaf }) => leaf < size)
    .sort((a, b) => a.leaf_index - b.leaf_index);
  if (newestHead === null || from < size) {
    return ok({ head, from, places: lacking, nodes: tree.nodes.slice(tree.nodesAt.get(from) ?? 0) });
  }
  if (lacking.length > 0) return ok({ head: newestHead, from, places: lacking, nodes: [] });
  return fail('nothing_lost', `The database has all ${size} entries of the log: start the authority.`);
}

function leavesWithout(places: ReadonlyMap<number, LeafPlace>, size: number): readonly number[] {
  return Array.from({ length: size }, (_, leaf) => leaf).filter((leaf) => !places.has(leaf));
}

/**
 * What directories began with was recorded in the order of its files, which say nothing of places: it fills the gap if it
 * fits, and the root shows whether it is what was there.
 */
function placeFirstEntries(
  places: Map<number, LeafPlace>,
  { tree_head: { log_id, tree_size } }: SignedTreeHead,
  entries: readonly SignedEntry[],
): void {
  const placed = new Set([...places.values()].map(leafData));
  const open = entries.filter(({ entry_hash: hash }) => !placed.has(hash));
  const gap = leavesWithout(places, tree_size);
  if (gap.length !== open.length) return;
  for (const [index, signed] of open.entries()) {
    const leaf_index = gap[index] ?? 0;
    places.set(leaf_index, { log_id, leaf_index, recorded_at: signed.entry.signed_at, signed });
  }
}

function isWhole({ crypto }: Deps, place: LeafPlace): boolean {
  if ('addendum' in place) return hashOf(crypto, place.addendum.settled) === place.addendum.settled_hash;
  return !('signed' in place) || hashOf(crypto, place.signed.entry) === place.signed.entry_hash;
}

/** Of an entry or an addendum, what is kept beside the keys counts: the root shows whether it is the one that was entered. */
function isOtherEntry(stored: LeafPlace, kept: LeafPlace | undefined): boolean {
  if ('log_entry' in stored || kept === undefined || 'log_entry' in kept) return false;
  return leafData(stored) !== leafData(kept);
}

function otherLog({ tree_head: head }: SignedTreeHead): Result<never, 'database_of_another_log'> {
  return fail(
    'database_of_another_log',
    `This database has another log than the one of ${head.tree_size} entries that was signed at ${head.timestamp} (${head.log_id}): move it aside, or name an empty one in AUTHORITY_DATABASE_URL, and restore again.`,
  );
}

const PAGE = 500;

async function allPlaces(store: AuthorityDeps['store']) {
  const places: Awaited<ReturnType<typeof store.leafPlaces>>[number][] = [];
  for (;;) {
    const page = await store.leafPlaces((places.at(-1)?.leaf_index ?? -1) + 1, PAGE);
    places.push(...page);
    if (page.length === 0) return places;
  }
}

/**
 * A receipt names its place by its own bytes: its entry, and the head under which it entered the log. Places
 * recorded beside the keys take precedence.
 */
async function collect({ crypto }: Deps, sources: RestoreSources) {
  const heads = [...sources.heads];
  const places: ReceiptPlace[] = [];
  for await (const receipt of sources.receipts()) {
    const { log } = receipt.status;
    const { log_root_signature: signature } = receipt.bundle;
    if (log === null || signature === null) continue;
    const { tree_head, leaf_index } = log;
    const log_entry = hashOf(crypto, withoutPlace(receipt));
    places.push(placeOf(receipt, { log_id: tree_head.log_id, leaf_index, log_entry }));
    heads.push({ tree_head, tree_head_hash: hashOf(crypto, tree_head), signature });
  }
  return { heads, places: [...places, ...sources.places] };
}

function grow({ crypto }: Deps, places: ReadonlyMap<number, LeafPlace>, size: number) {
  let tree: { readonly size: number; readonly frontier: readonly string[] } = { size: 0, frontier: [] };
  const nodes: LogNode[] = [];
  const roots = new Map<number, string>();
  const nodesAt = new Map<number, number>([[0, 0]]);
  for (let leaf = 0; leaf < size; leaf += 1) {
    const place = places.get(leaf);
    const data = place === undefined ? '' : leafData(place);
    const appended = appendLeaf(crypto, tree, entryLeaf(crypto, data));
    nodes.push(...appended.nodes);
    tree = appended;
    roots.set(leaf + 1, rootOf(crypto, tree.frontier));
    nodesAt.set(leaf + 1, nodes.length);
  }
  return { nodes, roots, nodesAt };
}

/** Spells leaf indices as ranges: `3, 5 to 9`. */
function rangesOf(leaves: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const leaf of leaves) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === leaf - 1) last[1] = leaf;
    else ranges.push([leaf, leaf]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}

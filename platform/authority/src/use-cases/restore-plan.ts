import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@platform/core/crypto/hash';
import { appendLeaf, rootOf } from '@platform/core/log/merkle/tree';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { ReceiptPlace, SignedTreeHead } from '@platform/core/objects/log';
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
  readonly places: readonly ReceiptPlace[];
  /** The receipts' files, read one at a time. */
  readonly receipts: () => AsyncIterable<Receipt>;
}

export interface RestorePlan {
  /** The largest head that was found. */
  readonly head: SignedTreeHead;
  /** How many entries the database has. */
  readonly from: number;
  /** The places of the entries that the database lacks, in leaf order. */
  readonly places: readonly ReceiptPlace[];
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
 * Plans how the database's log becomes the one that was seen. INVARIANT: this succeeds only if every entry is
 * found, since together they give the root that the authority signed; nothing is invented.
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
  const places = new Map<number, ReceiptPlace>();
  for (const place of found.places) if (place.log_id === logId) places.set(place.leaf_index, place);
  const newest = (await store.treeHead(null))?.tree_head ?? null;
  const from = newest?.tree_size ?? 0;
  if (newest !== null && newest.log_id !== logId) return otherLog(head);
  for (const place of await allPlaces(store)) {
    places.set(place.leaf_index, { ...place, log_id: logId });
  }
  const missing = rangesOf(
    Array.from({ length: size }, (_, leaf) => leaf).filter((leaf) => !places.has(leaf)),
  );
  if (missing !== '') {
    return fail(
      'entries_missing',
      `The log had ${size} entries at ${head.tree_head.timestamp}; in no place is anything left of ${missing}. They stand in receipts.jsonl of a copy of kept/, in the receipts' files, and in a backup of the database: put one of these back. Without them this log is lost: npm start -- --renew makes a new deployment and moves this one aside.`,
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
  if (from >= size) {
    return fail('nothing_lost', `The database has all ${size} entries of the log: start the authority.`);
  }
  const lacking = [...places.values()].filter(({ leaf_index: leaf }) => leaf >= from && leaf < size);
  lacking.sort((a, b) => a.leaf_index - b.leaf_index);
  return ok({ head, from, places: lacking, nodes: tree.nodes.slice(tree.nodesAt.get(from) ?? 0) });
}

function otherLog({ tree_head: head }: SignedTreeHead): Result<never, 'database_of_another_log'> {
  return fail(
    'database_of_another_log',
    `This database has another log than the one of ${head.tree_size} entries that was signed at ${head.timestamp} (${head.log_id}): move it aside, or name an empty one in AUTHORITY_DATABASE_URL, and restore again.`,
  );
}

const PAGE = 500;

async function allPlaces(store: AuthorityDeps['store']) {
  const places: Awaited<ReturnType<typeof store.receiptPlaces>>[number][] = [];
  for (;;) {
    const page = await store.receiptPlaces(places.length, PAGE);
    places.push(...page);
    if (page.length < PAGE) return places;
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

function grow({ crypto }: Deps, places: ReadonlyMap<number, ReceiptPlace>, size: number) {
  let tree: { readonly size: number; readonly frontier: readonly string[] } = { size: 0, frontier: [] };
  const nodes: LogNode[] = [];
  const roots = new Map<number, string>();
  const nodesAt = new Map<number, number>([[0, 0]]);
  for (let leaf = 0; leaf < size; leaf += 1) {
    const appended = appendLeaf(crypto, tree, entryLeaf(crypto, places.get(leaf)?.log_entry ?? ''));
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

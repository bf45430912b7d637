import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { addEnding, checkedKeys, endingKey } from '@platform/core/log/standing/endings';
import { type MapNode, missingNodes, proveInMap, valueIn } from '@platform/core/log/standing/sparse-map';
import type { LogStanding } from '@platform/core/objects/log';
import type { Endable, Ending, StandingHead, StandingProof } from '@platform/core/objects/standing';
import type { EndingReads, NumberedEnding } from '../store/endings.store.ts';
import type { Unit } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';

type Deps = Pick<AuthorityDeps, 'crypto' | 'clock'>;

/** For how many endings the nodes of earlier roots are kept, for those who ask about the head before. */
const KEPT_ENDINGS = 1_000;

/**
 * Enters what has ended, in the transaction that ends it, so that the next head of the log has it. A thing ends once: what
 * ended before is left out. `at`: when it was recorded, if not now.
 */
export async function enterEndings(
  { crypto, clock }: Deps,
  unit: Unit,
  ended: readonly (Omit<Ending, 'ended_at'> & { readonly at?: string })[],
): Promise<void> {
  if (ended.length === 0) return;
  let head = await unit.lockStanding();
  const keys = ended.map((ending) => endingKey(crypto, ending));
  const known = new Set((await unit.endingsByKey(keys)).map(({ key }) => key));
  const nodes = new Map<string, MapNode>();
  const fresh = new Map<string, MapNode>();
  const replaced = new Map<string, number>();
  const endings: NumberedEnding[] = [];
  for (const [index, { kind, id, by, at }] of ended.entries()) {
    const key = keys[index] ?? '';
    if (known.has(key)) continue;
    known.add(key);
    const ending = { kind, id, ended_at: at ?? formatInstant(clock()), by };
    if (!(await readMap(unit, head.root_hash, [key], nodes)))
      throw new Error(`the map of endings has lost nodes under ${head.root_hash}`);
    const grown = addEnding(crypto, nodes, head, ending);
    for (const [hash, node] of grown.nodes) {
      fresh.set(hash, node);
      nodes.set(hash, node);
    }
    for (const hash of grown.replaced) replaced.set(hash, head.size);
    endings.push({ number: head.size, key, ending });
    head = grown.head;
  }
  if (endings.length === 0) return;
  const published = (await unit.newestHead())?.tree_head.standing?.size ?? 0;
  const forgetBefore = Math.min(published, head.size) - KEPT_ENDINGS;
  await unit.insertEndings({ endings, head, nodes: fresh, replaced, forgetBefore });
}

/** The proof of what of these things had ended at that head. */
export async function proveStanding(
  { crypto }: Pick<Deps, 'crypto'>,
  reads: EndingReads,
  head: StandingHead,
  things: readonly Endable[],
): Promise<StandingProof> {
  const keys = checkedKeys(crypto, things);
  const root = head.root_hash;
  const nodes = new Map<string, MapNode>();
  if (!(await readMap(reads, root, keys, nodes)))
    throw new Error(`the map of endings has lost nodes under ${root}`);
  return proofIn(reads, nodes, { root, keys });
}

/** The same for a caller, at the newest head or a past one. */
export async function readLogStanding(
  { store, crypto }: Pick<AuthorityDeps, 'store' | 'crypto'>,
  things: readonly Endable[],
  treeSize: number | null,
): Promise<Result<LogStanding, 'log_empty' | 'standing_unknown'>> {
  const [newest] = await store.treeHeads(1, null);
  const head = treeSize === null ? (newest ?? null) : await store.treeHead(treeSize);
  if (head === null) {
    return fail('log_empty', 'There is no head of that size: the log grows in batches and starts empty.');
  }
  const root = head.tree_head.standing?.root_hash;
  const keys = checkedKeys(crypto, things);
  const nodes = new Map<string, MapNode>();
  if (root === undefined || !(await readMap(store, root, keys, nodes))) {
    const message = 'What had ended at that head can no longer be proven: ask about a newer one.';
    return fail('standing_unknown', message);
  }
  const { size: recorded } = await store.standingHead();
  return ok({ head, standing: await proofIn(store, nodes, { root, keys }), recorded });
}

interface Asked {
  readonly root: string;
  readonly keys: readonly string[];
}

async function proofIn(
  reads: EndingReads,
  nodes: ReadonlyMap<string, MapNode>,
  { root, keys }: Asked,
): Promise<StandingProof> {
  const found = keys.filter((key) => valueIn(nodes, root, key) !== null);
  const ended = (await reads.endingsByKey(found)).toSorted((one, other) => one.number - other.number);
  const proof = proveInMap(nodes, root, keys);
  return ended.length === 0 ? { proof } : { proof, ended: ended.map(({ ending }) => ending) };
}

/** Reads the nodes on the ways to these keys into `nodes`, one level after the other. False if one of them is gone. */
async function readMap(
  reads: EndingReads,
  root: string,
  keys: readonly string[],
  nodes: Map<string, MapNode>,
): Promise<boolean> {
  for (;;) {
    const missing = missingNodes(nodes, root, keys);
    if (missing.length === 0) return true;
    const read = await reads.endingNodes(missing);
    if (read.size < missing.length) return false;
    for (const [hash, node] of read) nodes.set(hash, node);
  }
}

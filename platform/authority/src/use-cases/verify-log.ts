import { appendLeaf, rootCoordinates, rootOf } from '@platform/core/log/merkle/tree';
import { entryLeaf, receiptLeaf } from '@platform/core/receipt/assemble';
import { verifySigned } from '@platform/core/signed/signed';
import type { AuthorityDeps } from './deps.ts';

export interface LogFault {
  readonly leafIndex: number | null;
  readonly message: string;
}

type Deps = Pick<AuthorityDeps, 'store' | 'crypto' | 'keys'>;

const PAGE = 500;

/**
 * Rebuilds the whole log from entries and receipts, and compares every node and head. Empty if all is well.
 */
export async function verifyLog(deps: Deps): Promise<readonly LogFault[]> {
  const faults: LogFault[] = [];
  const heads = new Map(
    (await deps.store.treeHeads(Number.MAX_SAFE_INTEGER, null)).map((head) => [
      head.tree_head.tree_size,
      head,
    ]),
  );
  let tree: { readonly size: number; readonly frontier: readonly string[] } = { size: 0, frontier: [] };
  for (;;) {
    const page = await deps.store.receiptsByLeaf(tree.size, PAGE);
    if (page.length === 0) break;
    for (const { leafIndex, entry, receipt } of page) {
      const leaf = entryLeaf(deps.crypto, entry);
      if (leafIndex !== tree.size) faults.push({ leafIndex, message: `leaf ${tree.size} has no receipt` });
      if (receipt !== null && receiptLeaf(deps.crypto, receipt) !== leaf)
        faults.push({ leafIndex, message: 'the receipt was changed' });
      const appended = appendLeaf(deps.crypto, tree, leaf);
      const stored = await deps.store.logNodes(appended.nodes);
      for (const { level, index, hash } of appended.nodes) {
        if (stored.get(`${level}:${index}`) !== hash) {
          faults.push({ leafIndex, message: `node ${level}:${index} does not match its leaves` });
        }
      }
      tree = appended;
      const head = heads.get(tree.size);
      if (head !== undefined && head.tree_head.root_hash !== rootOf(deps.crypto, tree.frontier)) {
        faults.push({ leafIndex, message: `the head of size ${tree.size} has a different root` });
      }
    }
  }
  const keys = await deps.keys();
  for (const { tree_head: object, tree_head_hash: hash, signature } of heads.values()) {
    const valid = verifySigned(deps.crypto, { object, hash, signature, keys, at: object.timestamp });
    if (!valid.ok)
      faults.push({ leafIndex: null, message: `head ${object.tree_size}: ${valid.error.message}` });
  }
  const newest = Math.max(0, ...heads.keys());
  if (newest !== tree.size || rootCoordinates(newest).length !== tree.frontier.length) {
    faults.push({
      leafIndex: null,
      message: `the newest head has ${newest} leaves, but the log has ${tree.size}`,
    });
  }
  return faults;
}

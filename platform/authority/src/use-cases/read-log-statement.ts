import { fail, ok, type Result } from '@common/base/result';
import { writeTransparentStatement } from '@platform/core/exports/scitt';
import { newestCheckpoint, noteKeyOf } from './checkpoints.ts';
import type { AuthorityDeps } from './deps.ts';
import { createRawTree } from './raw-tree.ts';

type Deps = Pick<AuthorityDeps, 'store' | 'crypto' | 'logSigner'>;

/**
 * Returns a function that makes the log's statement about a leaf, with its receipt at the newest checkpoint. INVARIANT:
 * it names that checkpoint's root, and its own root is over exactly the entries of that checkpoint.
 */
export function createLogStatements(deps: Deps) {
  const { store, logSigner } = deps;
  const prove = createRawTree(deps);
  return async (leafIndex: number): Promise<Result<Uint8Array, 'log_empty' | 'sizes_invalid'>> => {
    const newest = await newestCheckpoint(deps);
    if (!newest.ok) return newest;
    const { treeSize: size } = newest.value;
    if (leafIndex >= size) {
      return fail('sizes_invalid', `leaf_index must be below ${size}, the size of the newest checkpoint.`);
    }
    // While the log changes its key, readers may know the older one alone.
    const [signer] = logSigner.keys().signing;
    const [entry] = await store.logEntries(leafIndex, 1);
    const head = (await store.treeHead(size))?.tree_head;
    if (signer === undefined || entry === undefined || head === undefined)
      throw new Error('the log lacks its key, an entry or a head: run sanad authority fsck');
    const { root: rawRoot, proof } = await prove(leafIndex, size);
    const key = noteKeyOf(deps, head.log_id, signer.publicKey);
    const roots = { size, root: head.root_hash, rawRoot };
    return ok(writeTransparentStatement({ key, sign: signer.sign, entry, roots, index: leafIndex, proof }));
  };
}

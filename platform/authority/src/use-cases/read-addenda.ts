import { type Coordinate, foldProof, inclusionCoordinates } from '@platform/core/log/merkle/tree';
import type { Addendum } from '@platform/core/objects/log';
import { entryLeaf } from '@platform/core/receipt/assemble';
import type { LoggedAddendum } from '../store/addenda.store.ts';
import type { AuthorityDeps } from './deps.ts';

/** An addendum with the proof that the log has it, at the newest head. */
export async function proveAddendum(
  { store, crypto }: Pick<AuthorityDeps, 'store' | 'crypto'>,
  { leaf_index, addendum }: LoggedAddendum,
): Promise<Addendum> {
  const head = await store.treeHead(null);
  if (head === null) throw new Error('the log has an addendum and no head');
  const paths = inclusionCoordinates(leaf_index, head.tree_head.tree_size);
  const nodes = await store.logNodes(paths.flat());
  const read = ({ level, index }: Coordinate): string => {
    const hash = nodes.get(`${level}:${index}`);
    if (hash === undefined) throw new Error(`the log has no node ${level}:${index}`);
    return hash;
  };
  return {
    ...addendum,
    log: {
      leaf_index,
      leaf_hash: entryLeaf(crypto, addendum.settled_hash),
      inclusion_proof: foldProof(crypto, paths, read),
      tree_head: head.tree_head,
    },
    log_root_signature: head.signature,
  };
}

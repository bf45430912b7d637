import { fail, ok, type Result } from '@common/base/result';
import { foldProof, inclusionCoordinates } from '@platform/core/log/merkle/tree';
import type { Anchor } from '@platform/core/objects/anchor';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import type { AnchorStore } from './anchors.store.ts';

interface FindDeps extends Pick<AuthorityDeps, 'store' | 'crypto' | 'logSigner'> {
  readonly anchors: AnchorStore;
}

/**
 * Finds the first head in a public log that covers the receipt, with the proof from the receipt to that head.
 */
export async function findAnchor(
  deps: FindDeps,
  receiptId: string,
): Promise<Result<Anchor, 'receipt_not_found' | 'anchor_not_found'>> {
  const place = (await deps.store.receipt(receiptId))?.status.log;
  if (place == null) return fail('receipt_not_found', `There is no receipt ${receiptId}.`);
  const { leaf_index: index, tree_head: head } = place;
  const anchor = await deps.anchors.firstCovering(deps.logSigner.originOf(head.log_id), index);
  if (anchor === null || anchor.posted === null) {
    const message = `No head that covers receipt ${receiptId} is in a public log. With SERVICE_REKOR on, one is posted soon: ask again.`;
    return fail('anchor_not_found', message);
  }
  const paths = inclusionCoordinates(index, anchor.treeSize);
  const nodes = await deps.store.logNodes(paths.flat());
  const hashes = foldProof(deps.crypto, paths, ({ level, index: at }) => {
    const hash = nodes.get(`${level}:${at}`);
    if (hash === undefined) throw new Error(`the log has no node ${level}:${at}`);
    return hash;
  });
  const { entry, trustedLog } = anchor.posted;
  return ok({
    type: 'sanad/anchor/1',
    note: anchor.note,
    log_key: anchor.logKey,
    inclusion: { leaf_index: index, hashes },
    anchor_key: anchor.signature.publicKey,
    signature: anchor.signature.signature,
    entry,
    trusted_log: trustedLog,
  });
}

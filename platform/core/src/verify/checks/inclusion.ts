import { hashOf } from '../../crypto/hash.ts';
import { verifyInclusion } from '../../log/merkle/tree.ts';
import {
  conclude,
  deploymentProblems,
  type Finding,
  orderProblems,
  type Subject,
  signatureProblems,
  unless,
} from './subject.ts';

/**
 * Check 8: the receipt is in the tree whose head the authority signed. INVARIANT: a receipt without a place in the log
 * fails; otherwise stripping the proof would be enough to hide that it is false.
 */
export function checkInclusion(subject: Subject): Finding {
  const { crypto, receipt, hashes } = subject;
  const { log } = receipt.status;
  const { log_root_signature: signature } = receipt.bundle;
  if (log === null || signature === null) {
    return conclude(['the receipt has no place in the log, or no signed tree head'], '');
  }
  const { tree_head: head, leaf_index: index, inclusion_proof: proof } = log;
  const { tree_size: size, root_hash: root } = head;
  return conclude(
    [
      ...deploymentProblems(subject, 'the tree head', head),
      ...unless(
        log.leaf_hash === hashes.leaf,
        'the leaf in the log (status.log.leaf_hash) is not this receipt’s',
      ),
      ...unless(
        verifyInclusion(crypto, { index, size, leaf: hashes.leaf, proof, root }),
        `leaf ${index} is not proven to be in the tree of size ${size}`,
      ),
      ...signatureProblems(subject, {
        hash: hashOf(crypto, head),
        signature,
        type: 'sanad/tree-head/1',
        at: head.timestamp,
      }),
      ...orderProblems(
        ['when.assembled_at', receipt.when.assembled_at],
        ['tree_head.timestamp', head.timestamp],
      ),
    ],
    size === 1
      ? `The only leaf of log ${head.log_id} under the receipt’s own head: nothing but ${signature.kid}'s signature, of ${head.timestamp}.`
      : `Leaf ${index} of ${size} in log ${head.log_id}, under the receipt’s own head, which ${signature.kid} signed at ${head.timestamp}.`,
  );
}

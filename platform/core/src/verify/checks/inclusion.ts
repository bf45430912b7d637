import { hashOf } from '@common/evidence/hash';
import { verifyInclusion } from '../../log/merkle/tree.ts';
import type { LogInclusion } from '../../objects/log.ts';
import type { Signature } from '../../objects/signature.ts';
import { entryLeaf } from '../../receipt/assemble.ts';
import { type Problem, problem, unless } from '../problems.ts';
import {
  conclude,
  deploymentProblems,
  type Finding,
  look,
  orderProblems,
  type Subject,
  signatureProblems,
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
    return conclude(problem('missing', 'the receipt has no place in the log, or no signed tree head'), '');
  }
  const { tree_head: head, leaf_index: index, inclusion_proof: proof } = log;
  const { tree_size: size, root_hash: root } = head;
  const heads = look(subject, [
    {
      what: 'whether the heads of the directories that decided are in the log',
      needs: ['why.directories'],
      problems: () => headProblems(subject, log),
    },
  ]);
  return conclude(
    [
      ...deploymentProblems(subject, 'the tree head', head),
      ...unless(
        log.leaf_hash === hashes.leaf,
        'hash_mismatch',
        'the leaf in the log (status.log.leaf_hash) is not this receipt’s',
      ),
      ...unless(
        verifyInclusion(crypto, { index, size, leaf: hashes.leaf, proof, root }),
        'inclusion_not_proven',
        `leaf ${index} is not proven to be in the tree of size ${size}`,
      ),
      ...heads.problems,
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
    `${placeWords(log, signature)}${headWords(subject, log)}`,
    heads.unseen,
  );
}

function placeWords({ tree_head: head, leaf_index: index }: LogInclusion, { kid }: Signature): string {
  const { tree_size: size, log_id: log, timestamp } = head;
  return size === 1
    ? `The only leaf of log ${log} under the receipt’s own head: nothing but ${kid}'s signature, of ${timestamp}.`
    : `Leaf ${index} of ${size} in log ${log}, under the receipt’s own head, which ${kid} signed at ${timestamp}.`;
}

/**
 * Each head of a directory that decided is a leaf before the receipt’s, so that those who watch the log have seen it. A
 * receipt without any such proof is from before there was one.
 */
function headProblems({ crypto, receipt }: Subject, log: LogInclusion): Problem[] {
  if (log.heads === undefined) return [];
  const { heads } = log;
  const shown = receipt.why.directories ?? {};
  const { tree_size: size, root_hash: root } = log.tree_head;
  return [
    ...Object.keys(heads).flatMap((name) =>
      unless(
        Object.hasOwn(shown, name),
        'unexpected',
        `the log’s proof names the directory ${name}, which decided nothing`,
      ),
    ),
    ...Object.entries(shown).flatMap(([name, { head }]) => {
      const place = Object.hasOwn(heads, name) ? heads[name] : undefined;
      if (place === undefined)
        return problem(
          'inclusion_not_proven',
          `the head of the directory ${name} is not proven to be in the log`,
        );
      const { leaf_index: index, inclusion_proof: proof } = place;
      const leaf = entryLeaf(crypto, hashOf(crypto, head.entry));
      return unless(
        index < log.leaf_index && verifyInclusion(crypto, { index, size, leaf, proof, root }),
        'inclusion_not_proven',
        `the head of the directory ${name} is not proven to be a leaf of the log before the receipt`,
      );
    }),
  ];
}

function headWords({ receipt }: Subject, { heads }: LogInclusion): string {
  const names = Object.keys(receipt.why.directories ?? {}).sort();
  if (names.length === 0) return '';
  const of =
    names.length === 1
      ? `The head of the directory ${names[0]}`
      : `The heads of the directories ${names.join(', ')}`;
  const verb = names.length === 1 ? 'is' : 'are';
  return heads === undefined
    ? ` ${of} ${verb} not shown to be in it.`
    : ` ${of} ${verb} in it before the receipt.`;
}

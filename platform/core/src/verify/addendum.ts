import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { Compile } from 'typebox/compile';
import { verifyInclusion } from '../log/merkle/tree.ts';
import { Addendum, type TreeHead } from '../objects/log.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import { mayFollow, type Settled, type SettledState } from '../objects/settled.ts';
import { entryLeaf } from '../receipt/assemble.ts';
import { operationOf } from '../request/sent.ts';
import { earliestSettling } from '../signed/signed.ts';
import { settledFaults } from './acknowledgment.ts';
import {
  altered,
  deploymentProblems,
  isAbout,
  keyOfSignature,
  orderProblems,
  type Subject,
  signatureProblems,
} from './checks/subject.ts';
import { type Problem, problem, unless } from './problems.ts';

/** What an addendum is to a receipt. */
export interface AddendumVerdict {
  readonly holds: boolean;
  readonly state: SettledState;
  /** By the clock of who says so. */
  readonly at: string;
  /** When it was accepted, if the receipt shows that, and what became of it, in one clause with text of both. */
  readonly words: string;
  /** What is wrong with it. Empty if it holds. */
  readonly reasons: readonly string[];
}

/** The most addenda of one receipt: settled, and then returned. */
const MOST_ADDENDA = 2;

const isAddendum = Compile(Addendum);

/**
 * Reads a file with an addendum, or with all of a receipt, as `GET /receipts/{receipt_id}/addenda` answers them.
 * @example readAddenda('{}').error.code // 'not_an_addendum'
 * @example readAddenda('[]') // ok([])
 */
export function readAddenda(text: string): Result<readonly Addendum[], 'not_an_addendum'> {
  const parsed = parseStrict(text);
  const given = parsed.ok && Array.isArray(parsed.value) ? parsed.value : [parsed.ok ? parsed.value : null];
  const addenda = given.filter((one) => isAddendum.Check(one));
  if (addenda.length === given.length && given.length <= MOST_ADDENDA) return ok(addenda);
  return fail('not_an_addendum', 'no addendum to a receipt (sanad/settled/1) with its place in the log');
}

/**
 * Judges addenda to a receipt, in their order: by whom, about which acknowledgment, where in the log, and when. INVARIANT:
 * `subject` is of a receipt that holds. Beside another one, no addendum says anything.
 */
export function judgeAddenda(subject: Subject, addenda: readonly Addendum[]): readonly AddendumVerdict[] {
  const { how, status } = subject.receipt;
  let before: Before = {
    state: null,
    // Null if a view withholds it. Then nothing is said of that order.
    at: ['acknowledged_at', how.counterparty_ack?.acknowledged_at ?? null],
    leaf: status.log?.leaf_index ?? null,
    heads: status.log === null ? [] : [status.log.tree_head],
  };
  return addenda.map((addendum) => {
    const { settled, log } = addendum;
    const problems = [...addendumProblems(subject, addendum), ...followProblems(before, addendum)];
    before = {
      state: settled.state,
      at: [`the instant of "${settled.state}"`, settled.at],
      leaf: log.leaf_index,
      heads: [...before.heads, log.tree_head],
    };
    return {
      holds: problems.length === 0,
      state: settled.state,
      at: settled.at,
      words: addendumWords(subject.receipt, settled),
      reasons: problems.map(({ words }) => words),
    };
  });
}

/** What an addendum follows on: the receipt, or the addendum before it. */
interface Before {
  readonly state: SettledState | null;
  readonly at: readonly [name: string, instant: string | null];
  readonly leaf: number | null;
  /** All heads so far, that of the receipt first. */
  readonly heads: readonly TreeHead[];
}

function addendumProblems(
  subject: Subject,
  { settled, settled_hash: hash, signature, log, log_root_signature: root }: Addendum,
): Problem[] {
  const { crypto, receipt, hashes } = subject;
  const { counterparty } = receipt.signatures;
  const { tree_head: head, leaf_index: index, inclusion_proof: proof } = log;
  const leaf = entryLeaf(crypto, hashOf(crypto, settled));
  const key = keyOfSignature(subject, signature, hash);
  const at = key === undefined ? settled.at : earliestSettling(settled, key);
  return [
    ...altered('the addendum', 'its settled_hash', hash, hashOf(crypto, settled)),
    ...deploymentProblems(subject, 'the addendum', settled),
    ...settledFaults(settled, signature.kid, {
      grantId: receipt.how.grant.grant_id,
      actionHash: hashes.action,
      ackHash: receipt.how.counterparty_ack_hash,
      kid: counterparty?.kid ?? '',
      facade: receipt.what.facade,
      connector: receipt.why.plugin.connector,
    }).flatMap((fault) => problem('acknowledgment_mismatch', fault)),
    ...signatureProblems(subject, { hash, signature, type: 'sanad/settled/1', at }),
    ...deploymentProblems(subject, 'the tree head', head),
    // No key but the receipt's own, and those that it replaced, so that both are worth the same.
    ...isAbout('the tree head', 'log', head.log_id, receipt.status.log?.tree_head.log_id ?? null),
    ...isAbout('the tree head', 'authority', root.kid, receipt.bundle.log_root_signature?.kid ?? null),
    ...unless(
      log.leaf_hash === leaf &&
        verifyInclusion(crypto, { index, size: head.tree_size, leaf, proof, root: head.root_hash }),
      'inclusion_not_proven',
      `the addendum is not proven to be leaf ${index} of the tree of size ${head.tree_size}`,
    ),
    ...signatureProblems(subject, {
      hash: hashOf(crypto, head),
      signature: root,
      type: 'sanad/tree-head/1',
      at: head.timestamp,
    }),
    ...orderProblems(['settled.at', settled.at], ['tree_head.timestamp', head.timestamp]),
  ];
}

/** INVARIANT: an addendum stands after what it follows on, in time and in one and the same log. */
function followProblems({ state, at, leaf, heads }: Before, { settled, log }: Addendum): Problem[] {
  return [
    ...unless(
      mayFollow(state, settled.state),
      'out_of_order',
      `"${settled.state}" does not follow on "${state}"`,
    ),
    ...unless(
      leaf === null || log.leaf_index > leaf,
      'out_of_order',
      `the addendum is leaf ${log.leaf_index}, but what it follows on is leaf ${leaf}`,
    ),
    ...orderProblems(at, ['settled.at', settled.at]),
    ...heads.flatMap((head) => oneLogProblems(head, log.tree_head)),
  ];
}

/**
 * Two heads of one log: a bigger one is not older, and those of one size have one root. The receipt’s may be the bigger
 * one, since a newer proof can take the place of its own.
 */
function oneLogProblems(one: TreeHead, other: TreeHead): Problem[] {
  const { tree_size: size, root_hash: root } = other;
  if (one.tree_size === size)
    return unless(one.root_hash === root, 'contradiction', `two heads of size ${size} have different roots`);
  const heads = [one, other].toSorted((a, b) => a.tree_size - b.tree_size);
  return orderProblems(
    ...heads.map((head) => [`the tree head of size ${head.tree_size}`, head.timestamp] as const),
  );
}

/** What became of it, by the last addendum; null if there is none, or not all hold. */
export function whatBecame(addenda: readonly AddendumVerdict[]): AddendumVerdict | null {
  return addenda.every(({ holds }) => holds) ? (addenda.at(-1) ?? null) : null;
}

/** Whether something becomes of what the receipt says that its counterparty accepted. */
export function settlesLater({ what, why, how }: OpenReceipt): boolean {
  const operation = operationOf(why.plugin.connector, what.facade);
  return operation?.settlement !== undefined && how.counterparty_ack_hash !== null;
}

/** When it was accepted, if that is not withheld, and what became of it, in one clause, which names who says so. */
export function addendumWords(receipt: OpenReceipt, { state, at }: Pick<Settled, 'state' | 'at'>): string {
  const accepted = receipt.how.counterparty_ack?.acknowledged_at;
  // No other date of the receipt stands in for it: who acknowledged says none of them.
  const days = [accepted === undefined ? [] : `accepted on ${dayOf(accepted)}`, `${state} on ${dayOf(at)}`];
  return `${days.flat().join(', ')}, as ${sayerOf(receipt)} says`;
}

const UNDONE = {
  settled: null,
  failed: 'it failed',
  returned: 'it was returned',
} as const satisfies Record<SettledState, string | null>;

/** That what was accepted came to nothing, in one clause, which names who says so; null if it did not. */
export function undoneWords(
  receipt: OpenReceipt,
  { state, at }: Pick<Settled, 'state' | 'at'>,
): string | null {
  const undone = UNDONE[state];
  return undone === null ? null : `${undone} on ${dayOf(at)}, as ${sayerOf(receipt)} says`;
}

function sayerOf({ why, signatures }: OpenReceipt): string {
  const kid = signatures.counterparty?.kid ?? 'nobody';
  const { adapter } = why.plugin.connector;
  return adapter === undefined ? kid : `${kid}, an adapter of ${adapter.provider},`;
}

function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

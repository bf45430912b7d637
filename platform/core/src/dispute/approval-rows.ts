import type { KeptObject } from '../objects/dispute.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import type { Finding, Subject } from '../verify/checks/subject.ts';
import { type Row, restOf, row } from './row.ts';

interface ApprovalCase {
  readonly subject: Subject;
  /** Of check 4. */
  readonly finding: Finding | undefined;
  /** The rows about rules, of which some may ask for an approval. */
  readonly rules: readonly Row[];
  readonly kept: readonly KeptObject[];
}

/** Who approved, where the rules ask for it; and who refused to. */
export function rowsOfApproval({ subject, finding, rules, kept }: ApprovalCase): readonly Row[] {
  const { receipt } = subject;
  return [
    approvalRow(subject, finding, rules),
    ...kept.flatMap((one) => untoldRejection(subject, receipt, one)),
  ];
}

function approvalRow(subject: Subject, finding: Finding | undefined, rules: readonly Row[]): Row {
  const { signatures, how, why } = subject.receipt;
  const { rejection } = how;
  const given = [...(how.earlier_approvals ?? []).map(({ signature }) => signature), signatures.approver];
  const kids = given.flatMap((signature) => (signature === null ? [] : [signature.kid]));
  const approvals = [
    ...kids.map((kid) => restOf(subject, kid, 'signature', 'approval')),
    restOf(subject, how.grant_signature.kid, 'word', 'approving'),
  ];
  if (rejection !== undefined) {
    const { kid } = rejection.signature;
    const { reason } = rejection.rejection;
    const rests = [restOf(subject, kid, 'signature', 'rejection')];
    return row('approval', 'outside', { code: 'rejected', kid, reason }, rests);
  }
  if (finding?.outcome === 'fail')
    return row('approval', 'outside', { code: 'approval_void', detail: finding.detail });
  if (kids.length > 0) return row('approval', 'inside', { code: 'approved', kids }, approvals);
  const isHeld = rules.some(({ found }) => found.code === 'rule' && found.isHeld);
  if (isHeld || why.decision.outcome === 'hold')
    return row('approval', 'outside', { code: 'approval_missing' });
  // What is not seen might have needed one.
  const isUnknown = rules.some(({ found }) => found.code === 'hidden');
  return isUnknown
    ? row('approval', 'undecided', { code: 'approval_unknown' })
    : row('approval', 'inside', { code: 'approval_not_needed' });
}

/** A rejection has no date of its own: who signed it may have done so after the fact. */
function untoldRejection(subject: Subject, { what, how }: OpenReceipt, kept: KeptObject): readonly Row[] {
  if (!('rejection' in kept) || how.rejection !== undefined || what.outcome !== 'executed') return [];
  const { kid } = kept.signature;
  const rests = [restOf(subject, kid, 'word', 'rejection')];
  return [row('approval', 'undecided', { code: 'rejection_untold', kid }, rests)];
}

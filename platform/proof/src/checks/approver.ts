import { instantMs } from '@common/base/instant';
import { mayApprove } from '@platform/policy/approval';
import type { KeyVersion } from '@platform/protocol/key-entry';
import type { Receipt } from '@platform/protocol/receipt';
import type { Signature } from '@platform/protocol/signature';
import {
  altered,
  conclude,
  differs,
  enrolmentProblems,
  type Finding,
  keyOfSignature,
  notApplicable,
  type Subject,
  signatureProblems,
  unless,
} from './subject.ts';

/** Check 4: if a person had to approve, one whom the mandate names approved exactly this action. */
export function checkApprover(subject: Subject): Finding {
  const { receipt, hashes } = subject;
  const { approver } = receipt.signatures;
  const { grant } = receipt.how;
  if (approver === null) return withoutApproval(receipt);
  const key = keyOfSignature(subject, approver, hashes.action);
  return conclude(
    [
      ...altered('the action (what.action)', 'what.action_hash', receipt.what.action_hash, hashes.action),
      ...differs('grant.approved_by', grant.approved_by, approver.kid),
      ...signedProblems(subject, approver),
      ...(key === undefined ? [] : personProblems(subject, key)),
    ],
    `${approver.kid} approved exactly this action at ${grant.approved_at}.`,
  );
}

function withoutApproval({ how: { grant }, why, when }: Receipt): Finding {
  const problems = [
    ...differs('grant.approved_by', grant.approved_by, null),
    ...differs('when.approved_at', when.approved_at, null),
    ...unless(
      why.decision.outcome !== 'hold' || grant.outcome === 'hold',
      'the policy required an approval, but there is none',
    ),
  ];
  if (problems.length > 0) return conclude(problems, '');
  return notApplicable(
    why.decision.outcome === 'hold'
      ? 'No person approved: the grant ended without an approval.'
      : 'No approval was required.',
  );
}

function signedProblems(subject: Subject, signature: Signature): string[] {
  const { approved_at: at } = subject.receipt.how.grant;
  if (at === null) return ['there is an approval, but no time of approval is given'];
  return signatureProblems(subject, { hash: subject.hashes.action, signature, type: 'sanad/action/1', at });
}

function personProblems(subject: Subject, key: KeyVersion): string[] {
  const { who, when, what } = subject.receipt;
  const approvedMs = when.approved_at === null ? null : instantMs(when.approved_at);
  const { proposed_at: proposedAt } = what.action;
  if (approvedMs === null || instantMs(proposedAt) === null) {
    return [...enrolmentProblems(subject, key), 'the times of the proposal and its approval are not known'];
  }
  const allowed = mayApprove({ mandate: who.contract, key, proposedAt, approvedMs });
  return [...enrolmentProblems(subject, key), ...(allowed.ok ? [] : [withoutStop(allowed.error.message)])];
}

/** Problems are joined into one sentence. */
function withoutStop(message: string): string {
  return message.replace(/\.$/, '');
}

import { clause } from '@common/base/english';
import { instantMs } from '@common/base/instant';
import { type ApproverRefusal, type GivenApproval, mayApprove } from '../../decide/approval.ts';
import type { Approval } from '../../objects/grant.ts';
import type { OpenReceipt } from '../../objects/receipt.ts';
import { breaches, type Problem, type ProblemCode, problem, unless } from '../problems.ts';
import {
  altered,
  conclude,
  differs,
  enrolmentProblems,
  type Finding,
  isAbout,
  keyOfSignature,
  notApplicable,
  type Subject,
  signatureProblems,
} from './subject.ts';

/**
 * The code of what forbids a key to approve or reject.
 * @example codeOfApprover('approver_role_needed') // 'role_not_allowed'
 */
export function codeOfApprover(refusal: ApproverRefusal): ProblemCode {
  return refusal === 'approver_role_needed' ? 'role_not_allowed' : refusal;
}

/** Check 4: if people had to approve, as many as the mandate's route needs approved exactly this action. */
export function checkApprover(subject: Subject): Finding {
  const { receipt, hashes } = subject;
  const { approver } = receipt.signatures;
  const { grant, earlier_approvals: earlier = [] } = receipt.how;
  if (approver === null) return withoutApproval(receipt);
  const at = grant.approved_at;
  if (at === null)
    return conclude(problem('missing', 'there is an approval, but no time of approval is given'), '');
  const approvals = [...earlier, { action_hash: hashes.action, approved_at: at, signature: approver }];
  return conclude(
    [
      ...altered('the action (what.action)', 'what.action_hash', receipt.what.action_hash, hashes.action),
      ...differs('grant.approved_by', grant.approved_by, approver.kid),
      ...breaches([
        ...approvals.flatMap((approval) => signedProblems(subject, approval)),
        ...peopleProblems(subject, approvals),
      ]),
    ],
    approvals
      .map(({ signature, approved_at }) => `${signature.kid} approved exactly this action at ${approved_at}.`)
      .join(' '),
  );
}

function withoutApproval({
  how: { grant, earlier_approvals: earlier, rejection },
  why,
  when,
}: OpenReceipt): Finding {
  const problems = [
    ...differs('grant.approved_by', grant.approved_by, null),
    ...differs('when.approved_at', when.approved_at, null),
    ...unless(earlier === undefined, 'unexpected', 'earlier approvals are given, but not the last'),
    ...breaches(
      unless(
        why.decision.outcome !== 'hold' || grant.outcome === 'hold',
        'missing',
        'the policy required an approval, but there is none',
      ),
    ),
  ];
  if (problems.length > 0) return conclude(problems, '');
  if (rejection !== undefined) {
    return notApplicable(
      `No person approved: ${rejection.signature.kid} rejected it, which check 5 looks at.`,
    );
  }
  return notApplicable(
    why.decision.outcome === 'hold'
      ? 'No person approved: the grant ended without an approval.'
      : 'No approval was required.',
  );
}

function signedProblems(subject: Subject, approval: Approval): Problem[] {
  const { signature, approved_at: at, action_hash: named } = approval;
  const hash = subject.hashes.action;
  const key = keyOfSignature(subject, signature, hash);
  return [
    ...isAbout(`the approval by ${signature.kid}`, 'action', named, hash),
    ...signatureProblems(subject, { hash, signature, type: 'sanad/action/1', at }),
    ...(key === undefined ? [] : enrolmentProblems(subject, key)),
  ];
}

/** Whether the mandate lets these people approve, together. An unknown key is a problem found elsewhere. */
function peopleProblems(subject: Subject, approvals: readonly Approval[]): Problem[] {
  const { who, what, when } = subject.receipt;
  const { proposed_at: proposedAt } = what.action;
  const given: GivenApproval[] = [];
  for (const [index, { signature, approved_at }] of approvals.entries()) {
    const isLast = index === approvals.length - 1;
    const at = isLast ? when.approved_at : approved_at;
    const approvedMs = at === null ? null : instantMs(at);
    if (approvedMs === null || instantMs(proposedAt) === null) {
      return problem('instant_malformed', 'the times of the proposal and its approval are not known');
    }
    const key = keyOfSignature(subject, signature, subject.hashes.action);
    if (key !== undefined) given.push({ key, approvedMs });
  }
  const allowed = mayApprove({ mandate: who.contract, proposedAt, approvals: given });
  if (!allowed.ok) return problem(codeOfApprover(allowed.error.code), clause(allowed.error.message));
  const { missing } = allowed.value;
  return unless(
    missing === 0 || given.length < approvals.length,
    'approvals_too_few',
    `the mandate needs the approval of ${missing} more ${missing === 1 ? 'person' : 'people'}`,
  );
}

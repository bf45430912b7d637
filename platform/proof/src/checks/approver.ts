import { instantMs } from '@common/base/instant';
import type { KeyEntry } from '@platform/protocol/key-entry';
import type { ApprovalRoute } from '@platform/protocol/mandate';
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
  const key = keyOfSignature(subject, approver);
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

function personProblems(subject: Subject, key: KeyEntry): string[] {
  const { contract: mandate } = subject.receipt.who;
  const routes = (mandate.approval.routes ?? []).filter((route) => names(route, key));
  return [
    ...enrolmentProblems(subject, key),
    ...unless(key.person !== mandate.agent, 'the approver is the agent'),
    ...unless(routes.length > 0, `no approval route of the mandate names ${key.kid}`),
    ...unless(
      routes.length === 0 || routes.some((route) => route.assurance !== 'hardware' || key.hardware),
      `the mandate requires a hardware key, but ${key.kid} is not one`,
    ),
    ...unless(
      routes.length === 0 || routes.some((route) => isInTime(route, subject.receipt)),
      'the approval came later than the mandate’s route allows',
    ),
  ];
}

/** A route names persons or single keys. */
function names({ approvers }: ApprovalRoute, { person, kid }: KeyEntry): boolean {
  return approvers.includes(kid) || (person !== null && approvers.includes(person));
}

function isInTime({ wait_s }: ApprovalRoute, { when }: Receipt): boolean {
  const proposed = instantMs(when.proposed_at);
  const approved = when.approved_at === null ? null : instantMs(when.approved_at);
  return proposed !== null && approved !== null && approved <= proposed + wait_s * 1_000;
}

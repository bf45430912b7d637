import { clause } from '@common/base/english';
import { hashOf } from '@common/evidence/hash';
import { mayReject } from '../../decide/approval.ts';
import type { SignedRejection } from '../../objects/grant.ts';
import { type Problem, problem, unless } from '../problems.ts';
import { codeOfApprover } from './approver.ts';
import {
  altered,
  deploymentProblems,
  differs,
  enrolmentProblems,
  keyOfSignature,
  type Subject,
  signatureProblems,
} from './subject.ts';

/**
 * Problems of an approver's rejection. INVARIANT: it is there if and only if the grant ended because of it,
 * so that nobody can invent or hide a rejection.
 */
export function rejectionProblems(subject: Subject): Problem[] {
  const { receipt } = subject;
  const { decision, grant, rejection: given } = receipt.how;
  const isRejected = decision.outcome === 'denied' && decision.reason === 'approver_rejected';
  if (given === undefined) {
    return unless(
      !isRejected,
      'missing',
      'denied because an approver rejected it, but no rejection is given',
    );
  }
  const { rejected_at: at } = given;
  return [
    ...unless(
      isRejected && grant.outcome === 'hold',
      'unexpected',
      `an approver rejected it, but the outcome is "${decision.outcome}" (${decision.reason})`,
    ),
    ...differs('when it was rejected (rejected_at)', at, decision.decided_at),
    ...signedRejectionProblems(subject, given, at),
  ];
}

/**
 * Problems of a rejection that the receipt states, or that somebody kept; its signer's key must have been valid at that
 * instant.
 */
export function signedRejectionProblems(subject: Subject, given: SignedRejection, at: string): Problem[] {
  const { crypto, receipt } = subject;
  const { rejection, signature } = given;
  const hash = hashOf(crypto, rejection);
  const key = keyOfSignature(subject, signature, hash);
  const allowed = key === undefined ? null : mayReject(receipt.who.contract, key);
  return [
    ...altered('the rejection', 'its rejection_hash', given.rejection_hash, hash),
    ...differs('rejection.grant_id', rejection.grant_id, receipt.how.grant.grant_id),
    ...deploymentProblems(subject, 'the rejection', rejection),
    ...signatureProblems(subject, { hash, signature, type: 'sanad/rejection/1', at }),
    ...(key === undefined ? [] : enrolmentProblems(subject, key)),
    ...(allowed === null || allowed.ok
      ? []
      : problem(codeOfApprover(allowed.error.code), clause(allowed.error.message))),
  ];
}

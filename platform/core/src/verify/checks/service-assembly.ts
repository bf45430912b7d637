import type { OpenReceipt } from '../../objects/receipt.ts';
import { breaches, type Problem, problem, unless } from '../problems.ts';
import {
  altered,
  conclude,
  differs,
  type Finding,
  orderProblems,
  type Subject,
  signatureProblems,
} from './subject.ts';

/**
 * Check 2: the service signed the whole receipt, what its sections repeat is what the signed objects in it say, and no
 * key in it is another than the pinned one of its name, even if nothing here was signed with it.
 */
export function checkServiceAssembly(subject: Subject): Finding {
  const { receipt, hashes, keys } = subject;
  const { service } = receipt.signatures;
  const signed =
    service === null
      ? problem('missing', 'the receipt has no signature of the assembly service')
      : signatureProblems(subject, {
          hash: hashes.body,
          signature: service,
          type: 'sanad/receipt/0.3',
          at: receipt.when.assembled_at,
        });
  return conclude(
    [
      ...altered('some part of the receipt', 'receipt_body_hash', receipt.receipt_body_hash, hashes.body),
      ...signed,
      ...keys
        .strangers()
        .filter((stranger) => !signed.some(({ words }) => words === stranger))
        .flatMap((stranger) => problem('pinned_key_differs', stranger)),
      ...whoProblems(receipt),
      ...whatProblems(receipt),
      ...whyProblems(receipt),
      ...whenProblems(receipt),
      ...breaches(outOfOrder(receipt)),
    ],
    `${service?.kid} signed the receipt; its sections repeat the signed objects faithfully.`,
  );
}

function whoProblems({ who, where, how, signatures }: OpenReceipt): Problem[] {
  return [
    ...differs('who.tenant', who.tenant, who.contract.tenant),
    ...differs('who.principal', who.principal, who.contract.principal),
    ...differs('who.agent', who.agent, who.contract.agent),
    ...differs('who.approver', who.approver, signatures.approver?.kid ?? null),
    ...differs('where.venue', where.venue, how.decision.venue),
    ...differs('where.measurement.software', where.measurement.software, how.grant.gateway_software),
    ...differs('where.decided_by', where.decided_by, signatures.pep.kid),
    ...differs('where.counterparty', where.counterparty, signatures.counterparty?.kid ?? null),
  ];
}

function whatProblems({ what, how, why }: OpenReceipt): Problem[] {
  return [
    ...differs('what.plugin', what.plugin, why.plugin.manifest.name),
    ...differs('what.plugin_version', what.plugin_version, why.plugin.manifest.version),
    ...differs('what.tier', what.tier, why.plugin.manifest.tier),
    ...differs('what.facade', what.facade, what.action.facade),
    ...differs('what.outcome', what.outcome, how.decision.outcome),
    ...differs('what.reason', what.reason, how.decision.reason),
    ...differs('what.level_achieved', what.level_achieved, how.decision.level),
  ];
}

/** An approved grant says allow, although the policy had said hold. */
function whyProblems({ why, how: { grant } }: OpenReceipt): Problem[] {
  const expected = grant.approved_by === null ? grant.outcome : 'hold';
  return [
    ...differs('why.policy_version', why.policy_version, grant.policy_version),
    ...differs('why.profile_hash', why.profile_hash, grant.profile_hash),
    ...differs('why.decision.outcome', why.decision.outcome, expected),
    ...(grant.approved_by === null ? differs('why.decision.reason', why.decision.reason, grant.reason) : []),
  ];
}

function whenProblems({ when, what, how }: OpenReceipt): Problem[] {
  return [
    ...differs('when.proposed_at', when.proposed_at, what.action.proposed_at),
    ...differs('when.approved_at', when.approved_at, how.grant.approved_at),
    ...differs('when.executed_at', when.executed_at, how.decision.executed_at),
    ...differs('when.decided_at', when.decided_at, how.decision.decided_at),
    ...unless(
      what.outcome !== 'executed' || (when.redeemed_at !== null && when.executed_at !== null),
      'missing',
      'the action was executed, but no time of execution is given',
    ),
  ];
}

/** What was done before it was allowed, or told before it was done. */
function outOfOrder({ when }: OpenReceipt): Problem[] {
  return orderProblems(
    ['when.proposed_at', when.proposed_at],
    ['when.approved_at', when.approved_at],
    ['when.redeemed_at', when.redeemed_at],
    ['when.executed_at', when.executed_at],
    ['when.decided_at', when.decided_at],
    ['when.assembled_at', when.assembled_at],
  );
}

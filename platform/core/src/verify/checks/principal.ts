import { instantMs } from '@common/base/instant';
import type { KeyVersion } from '../../objects/key-entry.ts';
import type { OpenReceipt } from '../../objects/receipt.ts';
import { checkMandateSigner, type MandateSignerRefusal } from '../../signed/mandate-signer.ts';
import { earliestSigning } from '../../signed/signed.ts';
import { breaches, type Problem, type ProblemCode, problem, unless } from '../problems.ts';
import { rulesProblems } from './rules.ts';
import {
  altered,
  conclude,
  deploymentProblems,
  differs,
  enrolmentProblems,
  type Finding,
  isAbout,
  keyOfSignature,
  orderProblems,
  type Subject,
  signatureProblems,
} from './subject.ts';

const CODE_OF_SIGNER = {
  signer_is_another_principal: 'contradiction',
  tenant_not_of_principal: 'out_of_reach',
} as const satisfies Readonly<Record<MandateSignerRefusal, ProblemCode>>;

/** Check 3: the principal signed the mandate, the action is one under this mandate, and the rules were signed too. */
export function checkPrincipal(subject: Subject): Finding {
  const { receipt, hashes } = subject;
  const { principal } = receipt.signatures;
  const key = keyOfSignature(subject, principal, hashes.mandate);
  return conclude(
    [
      ...altered(
        'the mandate (who.contract)',
        'who.contract_hash',
        receipt.who.contract_hash,
        hashes.mandate,
      ),
      ...signatureProblems(subject, {
        hash: hashes.mandate,
        signature: principal,
        type: 'sanad/mandate/1',
        at: key === undefined ? receipt.who.contract.valid_from : earliestSigning(receipt.who.contract, key),
      }),
      ...(key === undefined ? [] : keyProblems(subject, key)),
      ...deploymentProblems(subject, 'the mandate', receipt.who.contract),
      ...deploymentProblems(subject, 'the action', receipt.what.action),
      ...breaches([...actionProblems(receipt, hashes.mandate), ...scopeProblems(receipt)]),
      ...rulesProblems(subject),
    ],
    `${principal.kid} signed mandate ${receipt.who.contract.contract_id} for the agent ${receipt.who.agent}; ${receipt.why.profile_signature.kid} signed its rules, ${receipt.why.policy_version}.`,
  );
}

function keyProblems(subject: Subject, key: KeyVersion): Problem[] {
  const { who, when } = subject.receipt;
  const signer = checkMandateSigner(key, who.contract);
  const proposed = instantMs(when.proposed_at) ?? 0;
  const lost = key.compromised_at === null ? null : instantMs(key.compromised_at);
  return [
    ...(signer.ok ? [] : problem(CODE_OF_SIGNER[signer.error.code], signer.error.message)),
    ...enrolmentProblems(subject, key),
    ...unless(
      (instantMs(key.not_before) ?? 0) <= proposed,
      'key_not_yet_valid',
      `${key.kid} was not valid when the action was proposed`,
    ),
    // Nothing proves that the mandate existed before its first use: a thief can backdate it.
    ...unless(
      lost === null || proposed < lost,
      'key_compromised',
      `${key.kid} was compromised before the mandate was used`,
    ),
  ];
}

function actionProblems({ who, what: { action } }: OpenReceipt, mandateHash: string): Problem[] {
  return [
    ...differs('action.contract_id', action.contract_id, who.contract.contract_id),
    ...isAbout('the action', 'mandate', action.contract_hash, mandateHash),
    ...differs('action.tenant', action.tenant, who.contract.tenant),
    ...differs('action.agent', action.agent, who.contract.agent),
  ];
}

/**
 * An action that was not denied must be within the mandate's scope and time. A denied proposal may be outside, and of
 * another plugin than the mandate's.
 */
function scopeProblems({
  who: { contract: mandate },
  what: { action },
  how: { grant },
  why,
  when,
}: OpenReceipt): Problem[] {
  if (grant.outcome === 'deny') return [];
  const proposed = instantMs(action.proposed_at) ?? Number.NaN;
  const from = instantMs(mandate.valid_from) ?? Number.NaN;
  const to = instantMs(mandate.valid_to) ?? Number.NaN;
  return [
    ...differs('action.policy_version', action.policy_version, mandate.policy_version),
    ...differs('action.plugin', action.plugin, why.profile.plugin),
    ...unless(
      mandate.policy_version.startsWith(`${mandate.profile}@`),
      'out_of_scope',
      'the mandate cites another profile',
    ),
    ...unless(
      mandate.scope.includes(action.facade),
      'out_of_scope',
      `${action.facade} is not in the mandate's scope`,
    ),
    ...unless(
      !mandate.forbidden.includes(action.facade),
      'out_of_scope',
      `the mandate forbids ${action.facade}`,
    ),
    ...unless(
      from <= proposed && proposed < to,
      'outside_validity',
      'the action was proposed outside the mandate’s validity',
    ),
    ...orderProblems(['when.redeemed_at', when.redeemed_at], ['the end of the mandate', mandate.valid_to]),
  ];
}

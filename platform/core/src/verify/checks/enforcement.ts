import { instantMs } from '@common/base/instant';
import { declaredRules } from '../../objects/plugin-schemas.ts';
import type { OpenReceipt } from '../../objects/receipt.ts';
import { agentKeyOf } from '../../signed/agent-key.ts';
import { breaches, type Problem, unless } from '../problems.ts';
import { decisionProblems } from './decision-again.ts';
import { directoryProblems } from './directories.ts';
import { cancellationProblems, settlementProblems } from './principal-decisions.ts';
import { rejectionProblems } from './rejection.ts';
import { statementProblems } from './statements.ts';
import {
  altered,
  CLOCK_SKEW_MS,
  conclude,
  deploymentProblems,
  differs,
  type Finding,
  isAbout,
  keyOfSignature,
  look,
  orderProblems,
  type Subject,
  signatureProblems,
} from './subject.ts';

/**
 * Check 5: the right party signed how the grant ended, on a grant that the authority signed for this action, and that
 * is what the signed rules give.
 */
export function checkEnforcement(subject: Subject): Finding {
  const { receipt, hashes } = subject;
  const { decision } = receipt.how;
  const { pep } = receipt.signatures;
  const looked = look(subject, [
    {
      what: 'the entries of directories that decided',
      needs: ['why.directories'],
      problems: directoryProblems,
    },
    ...(receipt.document.what.action.statements === undefined ? [] : [STATEMENTS]),
    {
      what: 'whether the signed rules give this decision',
      needs: DECIDING,
      // A denial that the rules do not give is no breach: it is false, and nothing was done.
      problems: receipt.how.grant.outcome === 'deny' ? decisionProblems : decisionBreaches,
    },
    { what: 'the rejection', needs: ['how.rejection'], problems: rejectionProblems },
    { what: 'the cancellation', needs: ['how.cancellation'], problems: cancellationProblems },
    { what: 'the settlement', needs: ['how.settlement', 'how.doubt'], problems: settlementProblems },
    ...(decision.outcome === 'denied' ? [DENIAL] : []),
  ]);
  return conclude(
    [
      ...altered(
        'the decision (how.decision)',
        'how.decision_hash',
        receipt.how.decision_hash,
        hashes.enforcement,
      ),
      ...signatureProblems(subject, {
        hash: hashes.enforcement,
        signature: pep,
        type: 'sanad/decision/1',
        at: decision.decided_at,
      }),
      ...deploymentProblems(subject, 'the grant', receipt.how.grant),
      ...deploymentProblems(subject, 'the decision', decision),
      ...deciderProblems(subject),
      ...grantProblems(subject),
      ...agentKeyProblems(subject),
      ...enforcedProblems(subject),
      ...looked.problems,
      ...outcomeProblems(receipt),
    ],
    `${pep.kid} signed the outcome "${decision.outcome}" of grant ${decision.grant_id}. Decided again from what people signed, it stands.`,
    looked.unseen,
  );
}

function decisionBreaches(subject: Subject): Problem[] {
  return breaches(decisionProblems(subject));
}

const STATEMENTS = {
  what: 'whether the statements still answered when the call left',
  needs: ['what.action.statements', 'what.action.params'],
  problems: statementProblems,
} as const;

const DENIAL = {
  what: 'whether the reason of the denial is a true one',
  needs: ['why.directories', 'what.action.statements'],
  problems: ({ receipt }: Subject) => denialProblems(receipt),
} as const;

/** What the decision is made again from, of what a view may withhold. */
const DECIDING = [
  'what.action.params',
  'what.action.idempotency_key',
  'what.action.statements',
  'why.directories',
] as const;

/**
 * Only an enforcement point can state that something was done. The authority ends grants that never reached
 * it.
 */
function deciderProblems(subject: Subject): Problem[] {
  const { receipt, hashes } = subject;
  const key = keyOfSignature(subject, receipt.signatures.pep, hashes.enforcement);
  const { outcome } = receipt.how.decision;
  const role = outcome === 'executed' || outcome === 'refused' ? 'pep' : 'authority';
  return key === undefined ? [] : differs(`the role of who decided "${outcome}"`, key.role, role);
}

function grantProblems(subject: Subject): Problem[] {
  const { receipt, hashes } = subject;
  const { grant, grant_hash, grant_signature } = receipt.how;
  const { action } = receipt.what;
  return [
    ...altered('the grant (how.grant)', 'how.grant_hash', grant_hash, hashes.grant),
    ...signatureProblems(subject, {
      hash: hashes.grant,
      signature: grant_signature,
      type: 'sanad/grant/1',
      at: grant.approved_at ?? grant.issued_at,
    }),
    ...altered('the action (what.action)', 'what.action_hash', receipt.what.action_hash, hashes.action),
    ...isAbout('the grant', 'action', grant.action_hash, hashes.action),
    ...isAbout('the grant', 'mandate', grant.contract_hash, hashes.mandate),
    ...differs('grant.contract_id', grant.contract_id, action.contract_id),
    ...differs('grant.tenant', grant.tenant, action.tenant),
    ...differs('grant.policy_version', grant.policy_version, action.policy_version),
    ...differs('action.grant_id', action.grant_id, grant.grant_id),
    ...orderProblems(['action.proposed_at', action.proposed_at], ['grant.issued_at', grant.issued_at]),
  ];
}

/** The authority grants nothing under a mandate with a key but what was signed with it. */
function agentKeyProblems({ receipt, crypto }: Subject): Problem[] {
  const { grant } = receipt.how;
  const key = agentKeyOf(crypto, receipt.who.contract);
  const named = grant.agent_key ?? null;
  const problems = unless(
    named === key && (named === null || grant.agent_authenticated === true),
    'agent_key_mismatch',
    `the grant says that ${named ?? 'no key'} authenticated the agent, and the mandate names ${key ?? 'none'}`,
  );
  return grant.outcome === 'deny' ? problems : breaches(problems);
}

function enforcedProblems({ receipt, hashes }: Subject): Problem[] {
  const { decision, grant } = receipt.how;
  return [
    ...differs('decision.grant_id', decision.grant_id, grant.grant_id),
    ...isAbout('the decision', 'grant', decision.grant_hash, hashes.grant),
    ...isAbout('the decision', 'mandate', decision.contract_hash, hashes.mandate),
    ...isAbout('the decision', 'action', decision.action_hash, hashes.action),
    ...differs('decision.policy_version', decision.policy_version, grant.policy_version),
  ];
}

const GRANT_OUTCOMES = {
  executed: ['allow'],
  refused: ['allow'],
  // It was allowed or held at first; then the mandate ended before the grant was spent, or an approver
  // rejected it.
  denied: ['deny', 'allow', 'hold'],
  expired: ['allow', 'hold'],
} as const satisfies Record<OpenReceipt['what']['outcome'], readonly string[]>;

function outcomeProblems(receipt: OpenReceipt): Problem[] {
  const {
    how: { decision, grant },
    when,
  } = receipt;
  const { outcome } = decision;
  const allowed: readonly string[] = GRANT_OUTCOMES[outcome];
  return [
    ...unless(
      allowed.includes(grant.outcome),
      'outcome_mismatch',
      `the outcome "${outcome}" does not go with a grant that says ${grant.outcome}`,
    ),
    ...(outcome === 'denied' ? [] : reasonProblems(decision)),
    ...(outcome === 'expired' ? expiryProblems(decision, grant) : []),
    ...(outcome === 'executed' ? [] : differs('decision.executed_at', decision.executed_at, null)),
    ...(outcome === 'denied' || outcome === 'expired'
      ? differs('when.redeemed_at', when.redeemed_at, null)
      : []),
    ...breaches(
      unless(
        when.redeemed_at === null || isBefore(when.redeemed_at, grant.expires_at),
        'grant_expired',
        'the grant was redeemed after it had expired',
      ),
    ),
  ];
}

function denialProblems({ how: { decision, grant }, why, what }: OpenReceipt): Problem[] {
  const { reason } = decision;
  if (grant.outcome === 'deny')
    return unless(
      reason === grant.reason,
      'outcome_mismatch',
      `denied for ${reason}, but the signed grant says ${grant.reason}`,
    );
  // The checks of the rejection and the cancellation show whether somebody did.
  if (reason === 'approver_rejected' || reason === 'cancelled_by_principal') return [];
  // Once approved, a grant ends with a mark on its approver’s key.
  const isByApproval = reason === 'grant_invalid' && grant.approved_by !== null;
  // The entry or the statement that it was decided by may have ended since. Nothing moved.
  const declared = declaredRules(why.plugin.manifest);
  const isByEvidence = [why.directories ?? {}, what.action.statements ?? {}].some((shown) =>
    Object.keys(shown).some((name) => declared.get(name)?.rule.reason === reason),
  );
  return unless(
    isByApproval || isByEvidence || reason === 'contract_revoked' || reason === 'contract_expired',
    'outcome_mismatch',
    `denied for ${reason}, which the signed grant does not say`,
  );
}

/** Nobody may end a grant early and call it time. */
function expiryProblems(
  { decided_at: decided }: OpenReceipt['how']['decision'],
  { expires_at: end }: OpenReceipt['how']['grant'],
): Problem[] {
  return unless(
    end !== null && isBefore(end, decided),
    'outcome_mismatch',
    `it was decided at ${decided} that the grant had expired, but it was good until ${end}`,
  );
}

/** An executed action has the reason `ok`, unless a person settled it, and a refusal never has it. */
function reasonProblems({ outcome, reason }: OpenReceipt['how']['decision']): Problem[] {
  // The check of the settlement shows whether somebody did.
  if (outcome === 'executed' && reason === 'settled_by_principal') return [];
  const only = { executed: 'ok', expired: 'grant_expired', refused: null, denied: null }[outcome];
  if (only !== null)
    return unless(
      reason === only,
      'outcome_mismatch',
      `the reason of the outcome "${outcome}" is ${reason}, but should be ${only}`,
    );
  return unless(reason !== 'ok', 'outcome_mismatch', `the reason of the outcome "${outcome}" is ok`);
}

function isBefore(instant: string, limit: string | null): boolean {
  const ms = instantMs(instant);
  const limitMs = limit === null ? null : instantMs(limit);
  return ms !== null && limitMs !== null && ms <= limitMs + CLOCK_SKEW_MS;
}

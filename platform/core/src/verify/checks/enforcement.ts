import { instantMs } from '@common/base/instant';
import { declaredRules } from '../../objects/plugin-schemas.ts';
import type { Receipt } from '../../objects/receipt.ts';
import { decisionProblems } from './decision-again.ts';
import { directoryBreaches, directoryProblems } from './directories.ts';
import { cancellationProblems, settlementProblems } from './principal-decisions.ts';
import { rejectionProblems } from './rejection.ts';
import { laterStatementProblems, statementProblems } from './statements.ts';
import {
  altered,
  CLOCK_SKEW_MS,
  conclude,
  deploymentProblems,
  differs,
  type Finding,
  isAbout,
  keyOfSignature,
  orderProblems,
  type Subject,
  signatureProblems,
  unless,
} from './subject.ts';

/**
 * Check 5: the right party signed how the grant ended, on a grant that the authority signed for this action, and that
 * is what the signed rules give.
 */
export function checkEnforcement(subject: Subject): Finding {
  const { receipt, hashes } = subject;
  const { decision } = receipt.how;
  const { pep } = receipt.signatures;
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
      ...enforcedProblems(subject),
      ...directoryProblems(subject),
      ...statementProblems(subject),
      ...rejectionProblems(subject),
      ...cancellationProblems(subject),
      ...settlementProblems(subject),
      ...outcomeProblems(receipt),
      ...(receipt.how.grant.outcome === 'deny' ? decisionProblems(subject) : []),
    ],
    `${pep.kid} signed the outcome "${decision.outcome}" of grant ${decision.grant_id}. Decided again from what people signed, it stands.`,
    breachesOf(subject),
  );
}

/** A denial that the rules do not give is no breach: it is false, and nothing was done. */
function breachesOf(subject: Subject): string[] {
  const { receipt } = subject;
  return [
    ...directoryBreaches(subject),
    ...laterStatementProblems(subject),
    ...(receipt.how.grant.outcome === 'deny' ? [] : decisionProblems(subject)),
    ...spentProblems(receipt),
  ];
}

/**
 * Only an enforcement point can state that something was done. The authority ends grants that never reached
 * it.
 */
function deciderProblems(subject: Subject): string[] {
  const { receipt, hashes } = subject;
  const key = keyOfSignature(subject, receipt.signatures.pep, hashes.enforcement);
  const { outcome } = receipt.how.decision;
  const role = outcome === 'executed' || outcome === 'refused' ? 'pep' : 'authority';
  return key === undefined ? [] : differs(`the role of who decided "${outcome}"`, key.role, role);
}

function grantProblems(subject: Subject): string[] {
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
    ...differs('grant.idempotency_key', grant.idempotency_key, action.idempotency_key),
    ...differs('action.grant_id', action.grant_id, grant.grant_id),
    ...orderProblems(['action.proposed_at', action.proposed_at], ['grant.issued_at', grant.issued_at]),
  ];
}

function enforcedProblems({ receipt, hashes }: Subject): string[] {
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
} as const satisfies Record<Receipt['what']['outcome'], readonly string[]>;

function outcomeProblems(receipt: Receipt): string[] {
  const {
    how: { decision, grant },
    when,
  } = receipt;
  const { outcome } = decision;
  const allowed: readonly string[] = GRANT_OUTCOMES[outcome];
  return [
    ...unless(
      allowed.includes(grant.outcome),
      `the outcome "${outcome}" does not go with a grant that says ${grant.outcome}`,
    ),
    ...(outcome === 'denied' ? denialProblems(receipt) : reasonProblems(decision)),
    ...(outcome === 'expired' ? expiryProblems(decision, grant) : []),
    ...(outcome === 'executed' ? [] : differs('decision.executed_at', decision.executed_at, null)),
    ...(outcome === 'denied' || outcome === 'expired'
      ? differs('when.redeemed_at', when.redeemed_at, null)
      : []),
  ];
}

/** A grant that was spent after its time. */
export function spentProblems({ when, how: { grant } }: Receipt): string[] {
  return unless(
    when.redeemed_at === null || isBefore(when.redeemed_at, grant.expires_at),
    'the grant was redeemed after it had expired',
  );
}

function denialProblems({ how: { decision, grant }, why, what }: Receipt): string[] {
  const { reason } = decision;
  if (grant.outcome === 'deny') return differs('decision.reason', reason, grant.reason);
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
    `denied for ${reason}, which the signed grant does not say`,
  );
}

/** Nobody may end a grant early and call it time. */
function expiryProblems(
  { decided_at: decided }: Receipt['how']['decision'],
  { expires_at: end }: Receipt['how']['grant'],
): string[] {
  return unless(
    end !== null && isBefore(end, decided),
    `it was decided at ${decided} that the grant had expired, but it was good until ${end}`,
  );
}

/** An executed action has the reason `ok`, unless a person settled it, and a refusal never has it. */
function reasonProblems({ outcome, reason }: Receipt['how']['decision']): string[] {
  // The check of the settlement shows whether somebody did.
  if (outcome === 'executed' && reason === 'settled_by_principal') return [];
  if (outcome === 'executed') return differs('decision.reason', reason, 'ok');
  if (outcome === 'expired') return differs('decision.reason', reason, 'grant_expired');
  return unless(reason !== 'ok', `the reason of the outcome "${outcome}" is ok`);
}

function isBefore(instant: string, limit: string | null): boolean {
  const ms = instantMs(instant);
  const limitMs = limit === null ? null : instantMs(limit);
  return ms !== null && limitMs !== null && ms <= limitMs + CLOCK_SKEW_MS;
}

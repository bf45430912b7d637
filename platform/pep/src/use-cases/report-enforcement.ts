import { nodeCrypto } from '@platform/proof/node';
import { signObject } from '@platform/proof/signed';
import type { EnforcementDecision, EnforcementReport } from '@platform/protocol/event';
import type { Ending, Intent } from '../store/store.ts';
import type { PepDeps, ReportAnswer } from './ports.ts';

/**
 * Signs how the grant ended and reports it to the authority. INVARIANT: made only from what is on disk, with a signature
 * that has no randomness: after a restart exactly the same report is sent, which the authority accepts once.
 */
export async function reportEnforcement(
  deps: PepDeps,
  intent: Intent,
  ending: Ending,
): Promise<ReportAnswer> {
  deps.faults.at('decision_signed', 'before');
  const report = signEnforcement(deps, intent, ending);
  deps.faults.at('decision_signed', 'after');
  deps.faults.at('event_posted', 'before');
  const answer = await deps.authority.report(report);
  deps.faults.at('event_posted', 'after');
  return answer;
}

function signEnforcement(
  { signer, venue }: PepDeps,
  { request: { grant, grant_hash } }: Intent,
  ending: Ending,
): EnforcementReport {
  const decision: EnforcementDecision = {
    type: 'sanad/decision/1',
    grant_id: grant.grant_id,
    grant_hash,
    contract_hash: grant.contract_hash,
    action_hash: grant.action_hash,
    policy_version: grant.policy_version,
    venue,
    level: 'L1-sim',
    outcome: ending.outcome,
    reason: ending.reason,
    detail: ending.detail,
    counterparty_ack_hash: ending.ack?.ack_hash ?? null,
    response_sha256: ending.responseSha256,
    executed_at: ending.executedAt,
    decided_at: ending.decidedAt,
  };
  const { hash, signature } = signObject(nodeCrypto, signer, decision);
  return {
    kind: 'enforcement',
    body: { decision, decision_hash: hash, signature, counterparty_ack: ending.ack },
  };
}

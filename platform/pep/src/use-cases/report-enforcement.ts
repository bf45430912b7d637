import { hashOf } from '@platform/core/crypto/hash';
import { nodeCrypto } from '@platform/core/crypto/node';
import type { EnforcementDecision, EnforcementReport } from '@platform/core/objects/event';
import { signObject } from '@platform/core/signed/signed';
import type { Ending, Intent, SignedEnding } from '../store/store.ts';
import type { PepDeps, ReportAnswer } from './ports.ts';

/** Signs how the grant ended, when it is decided. */
export function signEnding(deps: PepDeps, intent: Intent, ending: Ending): SignedEnding {
  deps.faults.at('decision_signed', 'before');
  const token = deps.cloudToken();
  const decided = token === null ? ending : { ...ending, cloudToken: token };
  const { signature } = signObject(nodeCrypto, deps.signer, decisionOf(deps, intent, decided));
  deps.faults.at('decision_signed', 'after');
  return { ...decided, signature };
}

/**
 * Reports to the authority how the grant ended. INVARIANT: made only from what is on disk: after a restart exactly the
 * same report is sent, which the authority accepts once.
 */
export async function reportEnforcement(
  deps: PepDeps,
  intent: Intent,
  ending: SignedEnding,
): Promise<ReportAnswer> {
  const report = reportOf(deps, intent, ending);
  deps.faults.at('event_posted', 'before');
  const answer = await deps.authority.report(report);
  deps.faults.at('event_posted', 'after');
  return answer;
}

/** The report, always the same of one intent. */
export function reportOf(
  deps: Pick<PepDeps, 'venue'>,
  intent: Intent,
  ending: SignedEnding,
): EnforcementReport {
  const decision = decisionOf(deps, intent, ending);
  const { signature, ack } = ending;
  const hash = hashOf(nodeCrypto, decision);
  return {
    kind: 'enforcement',
    body: { decision, decision_hash: hash, signature, counterparty_ack: ack },
  };
}

function decisionOf(
  { venue }: Pick<PepDeps, 'venue'>,
  { request: { grant, grant_hash } }: Intent,
  ending: Ending & Pick<SignedEnding, 'cloudToken'>,
): EnforcementDecision {
  const { cloudToken: token } = ending;
  return {
    type: 'sanad/decision/1',
    deployment: grant.deployment,
    grant_id: grant.grant_id,
    grant_hash,
    contract_hash: grant.contract_hash,
    action_hash: grant.action_hash,
    policy_version: grant.policy_version,
    venue,
    level: token === undefined ? 'L1-sim' : 'L1-declared',
    ...(token === undefined ? {} : { cloud_identity: token }),
    outcome: ending.outcome,
    reason: ending.reason,
    detail: ending.detail,
    counterparty_ack_hash: ending.ack?.ack_hash ?? null,
    response_sha256: ending.responseSha256,
    executed_at: ending.executedAt,
    decided_at: ending.decidedAt,
  };
}

import { formatInstant } from '@common/base/instant';
import { nodeCrypto } from '@platform/core/crypto/node';
import type { SignedAck } from '@platform/core/objects/counterparty';
import type { EnforcementDecision, SignedEnforcement } from '@platform/core/objects/event';
import type { SignedSettlement } from '@platform/core/objects/settlement';
import { signObject } from '@platform/core/signed/signed';
import type { Intent } from '../store/store.ts';
import type { PepDeps, ReportAnswer } from './ports.ts';

/** How a grant ends here; the rest of its decision is already known. */
export interface Ending extends Pick<EnforcementDecision, 'reason' | 'detail'> {
  readonly outcome: 'executed' | 'refused';
  readonly ack?: SignedAck;
  readonly responseSha256?: string;
  /** The principal's word, if nothing else says how the grant ends. */
  readonly settlement?: SignedSettlement;
}

/** Signs how the grant ended, at the moment of the decision. `mayHaveLeft`: something may have been sent. */
export function signEnding(
  deps: PepDeps,
  { request: { grant, grant_hash }, sending }: Intent,
  { outcome, reason, detail, ack, responseSha256, settlement }: Ending,
  mayHaveLeft: boolean,
): SignedEnforcement {
  deps.faults.at('decision_signed', 'before');
  const token = deps.cloudToken();
  // By our clock, because a wrong clock at the counterparty must not make an honest receipt fail.
  const now = formatInstant(deps.clock());
  const decision: EnforcementDecision = {
    type: 'sanad/decision/1',
    deployment: grant.deployment,
    grant_id: grant.grant_id,
    grant_hash,
    contract_hash: grant.contract_hash,
    action_hash: grant.action_hash,
    policy_version: grant.policy_version,
    venue: deps.venue,
    level: token === null ? 'L1-sim' : 'L1-declared',
    ...(token === null ? {} : { cloud_identity: token }),
    outcome,
    reason,
    detail,
    counterparty_ack_hash: ack?.ack_hash ?? null,
    response_sha256: responseSha256 ?? null,
    ...(settlement === undefined ? {} : { settlement_hash: settlement.settlement_hash }),
    ...(mayHaveLeft && sending !== null ? { sent_at: formatInstant(sending.at) } : {}),
    executed_at: outcome === 'executed' ? now : null,
    decided_at: now,
  };
  const { hash, signature } = signObject(nodeCrypto, deps.signer, decision);
  deps.faults.at('decision_signed', 'after');
  return {
    decision,
    decision_hash: hash,
    signature,
    counterparty_ack: ack ?? null,
    ...(settlement === undefined ? {} : { settlement }),
  };
}

/**
 * Reports to the authority how the grant ended. INVARIANT: sent as it is on disk, so that after a restart
 * exactly the same report is sent, which the authority accepts once.
 */
export async function reportEnforcement(deps: PepDeps, body: SignedEnforcement): Promise<ReportAnswer> {
  deps.faults.at('event_posted', 'before');
  const answer = await deps.authority.report({ kind: 'enforcement', body });
  deps.faults.at('event_posted', 'after');
  return answer;
}

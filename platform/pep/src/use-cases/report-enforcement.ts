import { formatInstant } from '@common/base/instant';
import { commitTo, drawSalt } from '@common/evidence/disclosure';
import { nodeCrypto } from '@common/evidence/node';
import type { SignedAck } from '@platform/core/objects/counterparty';
import type { AnsweredCall, EnforcementDecision, SignedEnforcement } from '@platform/core/objects/event';
import type { SignedDoubt, SignedSettlement } from '@platform/core/objects/settlement';
import { signHash, signObject } from '@platform/core/signed/signed';
import type { Intent, OpenDoubt, Sending } from '../store/store.ts';
import type { PepDeps, ReportAnswer } from './ports.ts';

/** How a grant ends here; the rest of its decision is already known. */
export interface Ending extends Pick<EnforcementDecision, 'reason'> {
  readonly detail: string;
  readonly outcome: 'executed' | 'refused';
  readonly ack?: SignedAck;
  readonly responseSha256?: string;
  /** For how many days the counterparty is asked what became of it, where accepting is not all. */
  readonly settlesWithinDays?: number | undefined;
  /** The principal's word, if nothing else says how the grant ends. */
  readonly settled?: { readonly settlement: SignedSettlement; readonly doubt: OpenDoubt };
}

/** Signs how the grant ended, at the moment of the decision. `mayHaveLeft`: something may have been sent. */
export function signEnding(
  deps: PepDeps,
  { request: { grant, grant_hash }, sending, isReserved }: Intent,
  { outcome, reason, detail, ack, responseSha256, settled }: Ending,
  mayHaveLeft: boolean,
): SignedEnforcement {
  deps.faults.at('decision_signed', 'before');
  const token = deps.cloudToken();
  const disclosure: SignedEnforcement['disclosure'] = [drawSalt(deps.randomBytes), 'detail', detail];
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
    detail: commitTo(nodeCrypto, disclosure),
    counterparty_ack_hash: ack?.ack_hash ?? null,
    response_sha256: responseSha256 ?? null,
    ...(settled === undefined ? {} : { settlement_hash: settled.settlement.settlement_hash }),
    // Of a call that left before the log lost its intent, nobody knows when.
    ...(mayHaveLeft && sending !== null && isReserved ? sentUnder(sending) : {}),
    executed_at: outcome === 'executed' ? now : null,
    decided_at: now,
  };
  const { hash, signature } = signObject(nodeCrypto, deps.signer, decision);
  deps.faults.at('decision_signed', 'after');
  return {
    decision,
    decision_hash: hash,
    signature,
    disclosure,
    counterparty_ack: ack ?? null,
    ...(settled === undefined
      ? {}
      : { settlement: settled.settlement, doubt: signedDoubt(deps, settled.doubt) }),
  };
}

/** The doubt, signed with the key of today, which may have been replaced since it was declared. */
export function signedDoubt({ signer }: Pick<PepDeps, 'signer'>, { doubt, hash }: OpenDoubt): SignedDoubt {
  return { doubt, doubt_hash: hash, signature: signHash(signer, hash) };
}

function sentUnder({ at, lease }: Sending): Pick<EnforcementDecision, 'sent_at' | 'lease'> {
  const sent_at = formatInstant(at);
  if (lease === undefined) return { sent_at };
  return { sent_at, lease: { asked_at: formatInstant(lease.askedAt), send_within_ms: lease.ms } };
}

/**
 * Reports to the authority how the grant ended. INVARIANT: sent as it is on disk, so that after a restart
 * exactly the same report is sent, which the authority accepts once. `call`: the gateway's, whose event goes with it.
 */
export async function reportEnforcement(
  deps: PepDeps,
  body: SignedEnforcement,
  call: AnsweredCall | null = null,
): Promise<ReportAnswer> {
  deps.faults.at('event_posted', 'before');
  const answer = await deps.authority.report({ kind: 'enforcement', body }, call);
  deps.faults.at('event_posted', 'after');
  return answer;
}

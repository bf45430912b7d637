import { formatInstant } from '@common/base/instant';
import { commitTo, drawSalt } from '@common/evidence/disclosure';
import { TRANSITIONS } from '@platform/core/decide/grant-states';
import type { AgentEvent } from '@platform/core/objects/agent-webhook';
import type { EnforcementDecision, SignedEnforcement } from '@platform/core/objects/event';
import type { GivenRejection, GrantEnding, GrantRecord } from '@platform/core/objects/grant';
import type { SignedCancellation } from '@platform/core/objects/settlement';
import { signObject } from '@platform/core/signed/signed';
import type { StoredGrant, Unit } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';
import { agentEvent } from './notice-events.ts';

type Deps = Pick<
  AuthorityDeps,
  'deployment' | 'crypto' | 'authority' | 'clock' | 'randomBytes' | 'venue' | 'cloudToken'
>;

/** How a grant ends without effect. */
export interface Ending {
  readonly event: 'expire' | 'revoke' | 'reject' | 'cancel' | 'refuse';
  readonly reason: GrantEnding['reason'];
  readonly detail: string;
  /** Present if the event is `reject`. */
  readonly rejection?: GivenRejection;
  /** Present if the event is `cancel`. */
  readonly cancellation?: SignedCancellation;
}

/** What its agent is told of each end. */
const TOLD: Readonly<Record<Ending['event'], AgentEvent>> = {
  expire: 'grant.expired',
  reject: 'grant.rejected',
  revoke: 'grant.denied',
  cancel: 'grant.denied',
  refuse: 'grant.denied',
};

/** Returns the fields of a grant that has ended like this. */
export function afterEnding({ event, ...said }: Ending) {
  const { to } = TRANSITIONS[event];
  return { status: to, ending: { outcome: to, ...said } };
}

/** Signs the authority's own enforcement decision on a grant in which no enforcement point took part. */
export function signEnding(
  deps: Deps,
  { grant, grant_hash, action_hash }: GrantRecord,
  { outcome, reason, detail }: GrantEnding,
): SignedEnforcement {
  const token = deps.cloudToken();
  const disclosure: SignedEnforcement['disclosure'] = [drawSalt(deps.randomBytes), 'detail', detail];
  const decision: EnforcementDecision = {
    type: 'sanad/decision/1',
    deployment: deps.deployment,
    grant_id: grant.grant_id,
    grant_hash,
    contract_hash: grant.contract_hash,
    action_hash,
    policy_version: grant.policy_version,
    venue: deps.venue,
    level: token === null ? 'L1-sim' : 'L1-declared',
    ...(token === null ? {} : { cloud_identity: token }),
    outcome,
    reason,
    detail: commitTo(deps.crypto, disclosure),
    counterparty_ack_hash: null,
    response_sha256: null,
    executed_at: null,
    decided_at: formatInstant(deps.clock()),
  };
  const { hash, signature } = signObject(deps.crypto, deps.authority, decision);
  return { decision, decision_hash: hash, signature, disclosure, counterparty_ack: null };
}

/**
 * Ends a pending or active grant without effect, and requests its receipt. Returns whether the grant was still
 * pending or active.
 */
export async function endGrant(
  deps: Deps,
  unit: Unit,
  stored: StoredGrant,
  ending: Ending,
): Promise<boolean> {
  const ended = await leaveWithoutEffect(deps, unit, stored, ending);
  if (ended === null) return false;
  await unit.queueReceipt(signEnding(deps, stored.record, ended));
  return true;
}

/**
 * Moves a grant to its end without effect: gives back what it took from the mandate's limits, and frees its
 * idempotency key, and tells its agent. Null if the grant was not in a status that the event can end.
 */
export async function leaveWithoutEffect(
  deps: Pick<Deps, 'clock'>,
  unit: Unit,
  stored: StoredGrant,
  ending: Ending,
): Promise<GrantEnding | null> {
  const { record, reservations } = stored;
  const { ending: ended } = afterEnding(ending);
  const moved = await unit.moveGrant(ending.event, { ...stored, record: { ...record, ending: ended } });
  if (moved === null) return null;
  await unit.standing.giveBack(record.grant.contract_id, reservations);
  const event = agentEvent(TOLD[ending.event], record, deps.clock());
  await unit.tellAgent(event, record.grant.contract_id);
  return ended;
}

import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { EventRecord, GatewayReport, SignedEnforcement } from '@platform/core/objects/event';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedSettlement } from '@platform/core/objects/settlement';
import type { PluginFiles } from '@platform/core/signed/plugin';
import { type SignedRefusal, verifySigned } from '@platform/core/signed/signed';
import { ackFaults, mustBeAcknowledged } from '@platform/core/verify/acknowledgment';
import type { Unit } from '../store/store.ts';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';
import { leaveWithoutEffect } from './end-grant.ts';

export type EnforcementRefusal =
  | SignedRefusal
  | 'grant_not_found'
  | 'grant_not_redeemed'
  | 'decision_of_another_grant'
  | 'ack_mismatch'
  | 'settlement_mismatch'
  | 'outcome_not_reportable'
  | 'decision_differs';

export type EnforcementDeps = Pick<
  AuthorityDeps,
  | 'deployment'
  | 'store'
  | 'keys'
  | 'crypto'
  | 'authority'
  | 'clock'
  | 'randomBytes'
  | 'faults'
  | 'receiptQueued'
>;

/**
 * Records how the enforcement point ended a grant, and requests its receipt. A refused grant becomes `denied`, and
 * gives back what it had reserved. Repeating a report returns the existing event; a different report about the same
 * grant is refused.
 */
export async function recordEnforcement(
  deps: EnforcementDeps,
  body: SignedEnforcement,
): Promise<Result<EventRecord, EnforcementRefusal>> {
  const keys = await deps.keys();
  const found = await deps.store.grant(body.decision.grant_id);
  if (found === null) return fail('grant_not_found', `There is no grant ${body.decision.grant_id}.`);
  const rules = await deps.store.rules(found.grant.profile_hash);
  // INVARIANT: stored before the first grant under these rules was decided.
  if (rules === null) throw new Error(`the rules ${found.grant.profile_hash} were not kept`);
  const settlements =
    body.settlement === undefined
      ? []
      : await deps.store.atomically((unit) => unit.settlements(body.decision.grant_id));
  const checked = checkReport(deps, body, found, { keys, plugin: rules.plugin, settlements });
  if (!checked.ok) return checked;
  const recorded = await deps.store.atomically(
    async (unit): Promise<Result<EventRecord, EnforcementRefusal>> => {
      // INVARIANT: the tenant before the chain of events, as everywhere.
      if (body.decision.outcome === 'refused') await unit.lockTenant(found.grant.tenant);
      const head = await unit.lockEvents();
      const existing = await unit.enforcementEvent(body.decision.grant_id);
      if (existing !== null) {
        const { decision_hash: before } = existing.body as SignedEnforcement;
        if (before === body.decision_hash) return ok(existing);
        return fail(
          'decision_differs',
          'A different decision on this grant is already recorded; each grant has only one.',
        );
      }
      const event = {
        kind: 'enforcement',
        source: body.signature.kid,
        tenant: found.grant.tenant,
        contract_id: found.grant.contract_id,
        grant_id: body.decision.grant_id,
        body,
      } as const;
      const record = await appendEvent(deps, unit, event, head);
      if (found.in_doubt !== undefined) await unit.noteOnGrant(body.decision.grant_id, { inDoubt: null });
      const { settlement } = body;
      if (settlement !== undefined) await unit.noteOnGrant(body.decision.grant_id, { settlement });
      if (body.decision.outcome === 'refused') await endRefused(unit, body);
      await unit.queueReceipt(body);
      deps.faults.at('event_recorded', 'before');
      return ok(record);
    },
  );
  deps.faults.at('event_recorded', 'after');
  deps.receiptQueued();
  return recorded;
}

/**
 * Ends a redeemed grant that the enforcement point refused. INVARIANT: only a signed refusal says that nothing was
 * done; a grant whose outcome is not known keeps what it reserved, and its idempotency key.
 */
async function endRefused(unit: Unit, { decision }: SignedEnforcement): Promise<void> {
  const { reason, detail, grant_id: grantId } = decision;
  const stored = await unit.grant(grantId);
  if (stored !== null) await leaveWithoutEffect(unit, stored, { event: 'refuse', reason, detail });
}

function checkReport(
  { crypto }: EnforcementDeps,
  body: SignedEnforcement,
  grant: GrantRecord,
  {
    settlements,
    ...rules
  }: {
    readonly keys: KeySet;
    readonly plugin: PluginFiles;
    readonly settlements: readonly SignedSettlement[];
  },
): Result<void, EnforcementRefusal> {
  const { keys } = rules;
  const { decision, decision_hash: hash, signature } = body;
  if (grant.redeemed_at === null) {
    return fail('grant_not_redeemed', `The grant is ${grant.status}: only a redeemed grant can be enforced.`);
  }
  const valid = verifySigned(crypto, { object: decision, hash, signature, keys, at: decision.decided_at });
  if (!valid.ok) return valid;
  const key = valid.value;
  if (key.role !== 'pep') {
    return fail('role_not_allowed', `${signature.kid} is not an enforcement point’s key.`);
  }
  // Judged now, whatever date the report has, because a thief would backdate it (`unlessStolen`).
  if (key.compromised_at !== null) {
    return fail(
      'key_compromised',
      `${key.kid} was compromised at ${key.compromised_at}: report with a new key.`,
    );
  }
  if (decision.outcome !== 'executed' && decision.outcome !== 'refused') {
    return fail(
      'outcome_not_reportable',
      `A redeemed grant ends as executed or refused; "${decision.outcome}" is for the authority to say.`,
    );
  }
  if (
    decision.grant_hash !== grant.grant_hash ||
    decision.action_hash !== grant.action_hash ||
    decision.contract_hash !== grant.grant.contract_hash
  ) {
    return fail('decision_of_another_grant', 'The decision does not name this grant as it was redeemed.');
  }
  const acknowledged = checkAck(crypto, body, grant, rules);
  if (!acknowledged.ok) return acknowledged;
  const settled = checkSettlement(body, settlements);
  return settled.ok ? checkDoubt(crypto, body, keys) : settled;
}

/**
 * What nobody knows ends only as the principal decided, by a settlement that is recorded here. It may be one that the
 * principal has replaced meanwhile: the enforcement point had ended the grant by it.
 */
function checkSettlement(
  { decision, settlement }: SignedEnforcement,
  settlements: readonly SignedSettlement[],
): Result<void, EnforcementRefusal> {
  const given = settlement?.settlement_hash ?? null;
  const isSettled = decision.reason === 'settled_by_principal';
  if (given !== (decision.settlement_hash ?? null) || isSettled !== (given !== null)) {
    return fail('settlement_mismatch', 'The decision and the settlement do not belong together.');
  }
  if (settlement === undefined) return ok(undefined);
  const { choice } = settlement.settlement;
  const outcome = choice === 'count_as_done' ? 'executed' : 'refused';
  const isKnown = settlements.some((known) => known.settlement_hash === given);
  if (isKnown && choice !== 'ask_again' && decision.outcome === outcome) return ok(undefined);
  return fail('settlement_mismatch', 'The principal decided something else about this grant.');
}

/** Whether the enforcement point shows the doubt that the settlement answers. */
function checkDoubt(
  crypto: AuthorityDeps['crypto'],
  { decision, settlement, doubt: signed }: SignedEnforcement,
  keys: KeySet,
): Result<void, EnforcementRefusal> {
  const named = settlement?.settlement.doubt_hash ?? null;
  if (named !== (signed?.doubt_hash ?? null))
    return fail('settlement_mismatch', 'The settlement answers another doubt than the one that is shown.');
  if (signed === undefined) return ok(undefined);
  const { doubt: object, doubt_hash: hash, signature } = signed;
  const valid = verifySigned(crypto, { object, hash, signature, keys, at: decision.decided_at });
  return valid.ok ? ok(undefined) : valid;
}

function checkAck(
  crypto: AuthorityDeps['crypto'],
  { decision, counterparty_ack: signedAck, settlement }: SignedEnforcement,
  grant: GrantRecord,
  { keys, plugin }: { readonly keys: KeySet; readonly plugin: PluginFiles },
): Result<void, EnforcementRefusal> {
  if ((signedAck?.ack_hash ?? null) !== decision.counterparty_ack_hash) {
    return fail('ack_mismatch', 'The decision and the acknowledgment do not belong together.');
  }
  const { action, action_hash: actionHash } = grant;
  if (signedAck === null) {
    const isProven = settlement !== undefined || !mustBeAcknowledged(plugin, action.facade);
    if (decision.outcome !== 'executed' || isProven) return ok(undefined);
    return fail(
      'ack_mismatch',
      'An effect at a counterparty counts as executed only with its acknowledgment.',
    );
  }
  if (decision.outcome !== 'executed') {
    return fail(
      'ack_mismatch',
      `What a counterparty acknowledged was executed: it is not "${decision.outcome}".`,
    );
  }
  const { ack, ack_hash: hash, signature } = signedAck;
  const acknowledged = verifySigned(crypto, { object: ack, hash, signature, keys, at: ack.acknowledged_at });
  if (!acknowledged.ok) return acknowledged;
  const faults = ackFaults(ack, signature.kid, { action, actionHash, connector: plugin.connector });
  if (faults.length === 0) return ok(undefined);
  return fail('ack_mismatch', `The acknowledgment is not of this action: ${faults.join('; ')}.`);
}

/** Records the gateway's report about a call: hashes, no content. */
export async function recordGatewayReport(deps: AuthorityDeps, report: GatewayReport): Promise<EventRecord> {
  const { contract_id, grant_id } = report.body;
  const mandate = contract_id === null ? null : await deps.store.mandate(contract_id);
  return deps.store.atomically((unit) =>
    appendEvent(deps, unit, {
      kind: report.kind,
      source: 'gateway',
      tenant: mandate?.contract.tenant ?? null,
      contract_id,
      grant_id,
      body: { ...report.body, recorded_at: formatInstant(deps.clock()) },
    }),
  );
}

import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { commitTo } from '@common/evidence/disclosure';
import type {
  AnsweredCall,
  EventRecord,
  GatewayReport,
  SignedEnforcement,
} from '@platform/core/objects/event';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedSettlement } from '@platform/core/objects/settlement';
import type { PluginFiles } from '@platform/core/signed/plugin';
import { type SignedRefusal, verifySigned } from '@platform/core/signed/signed';
import { ackFaults, mustBeAcknowledged } from '@platform/core/verify/acknowledgment';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps, CheckedReport, RecordedReport, ReportOutcome } from './deps.ts';
import { recordReports } from './record-reports.ts';

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
  | 'sequenceReport'
>;

/**
 * Records how the enforcement point ended a grant, and makes its receipt. A refused grant becomes `denied`, and gives
 * back what it had reserved. Repeating a report returns the existing event; a different report about the same grant is
 * refused. `call`: the gateway's, with a token of its own for it; its event is recorded with the report.
 */
export async function recordEnforcement(
  deps: EnforcementDeps,
  body: SignedEnforcement,
  call: AnsweredCall | null = null,
): Promise<Result<RecordedReport, EnforcementRefusal>> {
  const keys = await deps.keys();
  const record = await deps.store.grant(body.decision.grant_id);
  if (record === null) return fail('grant_not_found', `There is no grant ${body.decision.grant_id}.`);
  const rules = await deps.store.rules(record.grant.profile_hash);
  // INVARIANT: stored before the first grant under these rules was decided.
  if (rules === null) throw new Error(`the rules ${record.grant.profile_hash} were not kept`);
  const mandate = await deps.store.mandate(record.grant.contract_id);
  if (mandate === null) throw new Error(`grant ${record.grant.grant_id} has no mandate`);
  const settlements =
    body.settlement === undefined
      ? []
      : await deps.store.atomically((unit) => unit.settlements(body.decision.grant_id));
  const checked = checkReport(deps, body, record, { keys, plugin: rules.plugin, settlements });
  if (!checked.ok) return checked;
  const report = { body, record, mandate, call: call === null ? null : callOf(call, record) };
  return (await deps.sequenceReport(report)) ?? (await recordAndQueue(deps, report));
}

/** Null for a call about something else: the gateway then reports it itself. */
function callOf(
  { received: { kind: _, ...received }, status, reason, response_hash }: AnsweredCall,
  { grant }: GrantRecord,
): GatewayReport['body'] | null {
  const { contract_id, grant_id } = received;
  if (contract_id !== grant.contract_id || grant_id !== grant.grant_id) return null;
  return { ...received, status, reason, response_hash };
}

/** Records a report whose receipt cannot be made now, and requests the receipt. */
async function recordAndQueue(deps: EnforcementDeps, report: CheckedReport): Promise<ReportOutcome> {
  const outcome = await deps.store.atomically(async (unit): Promise<ReportOutcome> => {
    await unit.lockTenant(report.record.grant.tenant);
    const [recorded] = await recordReports(deps, unit, [report]);
    if (recorded === undefined) throw new Error('a report has no outcome');
    if (recorded.fresh !== null) await unit.queueReceipt(report.body);
    deps.faults.at('event_recorded', 'before');
    return recorded.outcome;
  });
  deps.faults.at('event_recorded', 'after');
  deps.receiptQueued();
  return outcome;
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
  if (commitTo(crypto, body.disclosure)._sd !== decision.detail._sd)
    return fail('hash_mismatch', 'The detail is not the one that the decision commits to.');
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
  const { action, action_hash: actionHash, directories: entries } = grant;
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
  const faults = ackFaults(ack, signature.kid, { action, actionHash, connector: plugin.connector, entries });
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

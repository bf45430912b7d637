import { formatInstant } from '@common/base/instant';
import { fail, ok } from '@common/base/result';
import { together } from '@common/base/together';
import type { EventRecord, GatewayReport, SignedEnforcement } from '@platform/core/objects/event';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { ChainHead, ReportedGrant, StoredMandate, Unit } from '../store/store.ts';
import { linkEvent } from './append-event.ts';
import type { AuthorityDeps, CheckedReport, ReportOutcome } from './deps.ts';
import { leaveWithoutEffect } from './end-grant.ts';
import { agentEvent } from './notice-events.ts';

type Deps = Pick<AuthorityDeps, 'deployment' | 'crypto' | 'authority' | 'clock' | 'randomBytes'>;

/** A report that was recorded now, with grant and mandate as of this transaction: what its receipt is made of. */
export interface FreshReport {
  readonly enforcement: SignedEnforcement;
  readonly record: GrantRecord;
  readonly mandate: StoredMandate;
}

interface Recorded {
  readonly outcome: ReportOutcome;
  /**
   * Null if no receipt is to be made: the report was there already, or another one, or `sanad authority restore` brought
   * the receipt back without the event.
   */
  readonly fresh: FreshReport | null;
}

/**
 * Records reports in a transaction that has locked their tenants, in their order. INVARIANT: a grant has one event
 * about its end. The same report again is answered with it, another one is refused.
 */
export async function recordReports(
  deps: Deps,
  unit: Unit,
  reports: readonly CheckedReport[],
): Promise<readonly Recorded[]> {
  if (reports.length === 0) return [];
  const [start, known] = await together([
    unit.lockEvents(),
    unit.reportedGrants(reports.map(({ record }) => record.grant.grant_id)),
  ]);
  let head = start;
  const links: EventRecord[] = [];
  const append = (link: EventRecord): EventRecord => {
    links.push(link);
    head = { sequence: link.event.sequence + 1, previousHash: link.event_hash };
    return link;
  };
  const events = new Map<string, EventRecord>();
  const recorded: Recorded[] = [];
  for (const { body, call, ...read } of reports) {
    const { grant_id: grantId } = body.decision;
    const state = known.get(grantId);
    if (state === undefined) throw new Error(`the grant ${grantId} is gone`);
    const existing = events.get(grantId) ?? state.event;
    if (existing !== null) {
      recorded.push({ outcome: again(existing, body, state.receiptId), fresh: null });
      continue;
    }
    const record = append(linkReport(deps, body, head, read.record.grant));
    events.set(grantId, record);
    const called = call === null ? null : append(linkCall(deps, call, head, read.record.grant));
    const fresh = await noteEnd(deps, unit, asOfNow(body, read, state), state);
    const callEventId = called?.event.event_id ?? null;
    const { receiptId } = state;
    recorded.push({
      outcome: ok({ record, callEventId, receiptId }),
      fresh: receiptId === null ? fresh : null,
    });
  }
  await unit.insertEvents(links);
  return recorded;
}

function again(existing: EventRecord, body: SignedEnforcement, receiptId: string | null): ReportOutcome {
  const { decision_hash: before } = existing.body as SignedEnforcement;
  if (before === body.decision_hash) return ok({ record: existing, callEventId: null, receiptId });
  return fail(
    'decision_differs',
    'A different decision on this grant is already recorded; each grant has only one.',
  );
}

function linkReport(
  deps: Deps,
  body: SignedEnforcement,
  head: ChainHead,
  { tenant, contract_id, grant_id }: GrantRecord['grant'],
): EventRecord {
  const source = body.signature.kid;
  const event = { kind: 'enforcement', source, tenant, contract_id, grant_id, body } as const;
  return linkEvent(deps, event, head);
}

function linkCall(
  deps: Deps,
  call: GatewayReport['body'],
  head: ChainHead,
  { tenant, contract_id, grant_id }: GrantRecord['grant'],
): EventRecord {
  const body = { ...call, recorded_at: formatInstant(deps.clock()) };
  const event = { kind: 'tool_call', source: 'gateway', tenant, contract_id, grant_id, body } as const;
  return linkEvent(deps, event, head);
}

/** The report was checked against what was read before the locks; only this can have changed since. */
function asOfNow(
  enforcement: SignedEnforcement,
  { record: { cancellation: _, ...record }, mandate }: Pick<CheckedReport, 'record' | 'mandate'>,
  { cancellation, revocation, revocationRecordedAt }: ReportedGrant,
): FreshReport {
  return {
    enforcement,
    record: cancellation === null ? record : { ...record, cancellation },
    mandate: { ...mandate, revocation, revocationRecordedAt },
  };
}

/**
 * Notes on the grant what its report says. INVARIANT: only a signed refusal says that nothing was done; a grant whose
 * outcome is not known keeps what it reserved, and its idempotency key.
 */
async function noteEnd(
  deps: Deps,
  unit: Unit,
  fresh: FreshReport,
  { isInDoubt, hasWebhook }: ReportedGrant,
): Promise<FreshReport> {
  const { decision, settlement, disclosure } = fresh.enforcement;
  const { grant_id: grantId, outcome, reason } = decision;
  const [, , detail] = disclosure;
  if (isInDoubt || settlement !== undefined) {
    const settled = settlement === undefined ? {} : { settlement };
    await unit.noteOnGrant(grantId, { ...settled, ...(isInDoubt ? { inDoubt: null } : {}) });
  }
  if (outcome !== 'refused') {
    const event = agentEvent('grant.executed', fresh.record, deps.clock());
    if (hasWebhook) await unit.enterNoticeEvents([event]);
    return fresh;
  }
  const stored = await unit.grant(grantId);
  if (stored === null) return fresh;
  const ending = await leaveWithoutEffect(deps, unit, stored, { event: 'refuse', reason, detail });
  return ending === null ? fresh : { ...fresh, record: { ...fresh.record, ending } };
}

import { fail, ok, type Result } from '@common/base/result';
import type { GrantRecord } from '@platform/core/objects/grant';
import { isUndone } from '@platform/core/objects/settled';
import type { GrantState, ToolResult } from '@platform/core/objects/tool-call';
import type { Witness } from '@platform/keys/witness';
import { decisionSentence } from '@platform/words/decided';
import { grantState } from '@platform/words/grant-state';
import type { Catalogue } from './catalogue.ts';
import type { TokenCheck } from './check-token.ts';
import type { Agent, Authority, UpstreamFailure } from './upstreams.ts';
import type { GrantWatch, WaitRefusal } from './watch-grants.ts';

type Failed<Code extends string> =
  | Result<never, Code>
  | { readonly ok: false; readonly error: UpstreamFailure };

interface GrantDeps {
  readonly authority: Pick<Authority, 'grant'>;
}

/** Reads a grant of the caller's own mandate. */
export async function grantOf(
  { authority }: GrantDeps,
  { mandate }: Pick<Agent, 'mandate'>,
  grantId: string,
): Promise<
  { readonly ok: true; readonly value: GrantRecord } | Failed<'grant_not_found' | 'contract_not_yours'>
> {
  const record = await authority.grant(grantId);
  if (!record.ok) {
    return record.error.detail.status === 404
      ? fail('grant_not_found', `There is no grant ${grantId}.`)
      : record;
  }
  return record.value.grant.contract_id === mandate.contract_id
    ? record
    : fail('contract_not_yours', `Grant ${grantId} was proposed under another mandate.`);
}

export interface ReadGrantDeps extends GrantDeps {
  readonly catalogue: Pick<Catalogue, 'tools'>;
  readonly witness: Pick<Witness, 'revocationOf'>;
  readonly watch: GrantWatch;
  readonly tokens: TokenCheck;
}

/**
 * Says what has become of a proposal. `limits`, null for not at all: for how long to wait for people's answer, or for the
 * end of what is being done, unless `signal`
 * says that nobody is there to be told. `waits`: whether that still lies ahead.
 */
export async function readGrantState(
  deps: ReadGrantDeps,
  agent: Agent,
  grantId: string,
  limits: Parameters<GrantWatch['settled']>[2] | null,
): Promise<
  | { readonly ok: true; readonly value: { readonly state: GrantState; readonly waits: boolean } }
  | Failed<'grant_not_found' | 'contract_not_yours' | WaitRefusal>
> {
  let record = await grantOf(deps, agent, grantId);
  if (!record.ok) return record;
  if (limits !== null && doesWait(record.value)) {
    const waited = deps.watch.settled(grantId, agent, limits);
    if (!waited.ok) return waited;
    const ended = await waited.value;
    if (!ended.ok) return ended;
    // INVARIANT: whose token ended meanwhile is told nothing, also if the watch could not ask about it.
    const good = await deps.tokens.check(agent.tokenId);
    if (!good.ok) return good;
    record = await grantOf(deps, agent, grantId);
    if (!record.ok) return record;
  }
  const { grant, action } = record.value;
  const tool = [...deps.catalogue.tools.values()].find(
    ({ plugin, spec }) => plugin === action.plugin && spec.facade === action.facade,
  );
  const result = await resultOf(deps, record.value, tool?.spec.name ?? action.facade);
  const state = {
    ...result,
    grant_id: grantId,
    tool: tool?.spec.name ?? action.facade,
    expires_at: grant.expires_at,
  };
  return ok({ state, waits: doesWait(record.value) });
}

/** Whether people, or the counterparty, have not answered yet. */
function doesWait({ status, receipt_id: receiptId }: GrantRecord): boolean {
  return status === 'pending' || (status === 'redeemed' && receiptId === null);
}

async function resultOf(
  { witness }: ReadGrantDeps,
  record: GrantRecord,
  tool: string,
): Promise<
  Pick<
    GrantState,
    'status' | 'reason' | 'detail' | 'values' | 'possible_duplicate_of' | 'receipt_id' | 'became'
  >
> {
  const { grant, status } = record;
  const { grant_id: grantId, contract_id: mandateId, expires_at: expiresAt } = grant;
  if (status === 'pending' || status === 'active') {
    const revocation = await witness.revocationOf(mandateId);
    if (revocation !== null) return withoutGrant(revoked(record, revocation.revoked_at));
  }
  if (status === 'active') {
    const detail = `Nothing was done yet: call ${tool} with only {"grant_id": "${grantId}"}${expiresAt === null ? '' : ` before ${expiresAt}`}.`;
    return { status: 'approved', reason: 'ok', detail };
  }
  if (status !== 'redeemed') return withoutGrant(standing(record, status));
  switch (grantState(record)) {
    case 'executed':
    case 'counted_as_done':
      return { status: 'executed', reason: 'ok', ...becameOf(record), ...receiptOf(record) };
    default:
      return {
        status: 'unknown',
        reason: 'counterparty_unknown',
        detail:
          'It was handed over, and how it ended is not known yet. That will be found out and recorded, and it is never done twice: do not propose it again.',
      };
  }
}

function becameOf({ became }: GrantRecord): Pick<GrantState, 'detail' | 'became'> {
  if (became === undefined) return { detail: 'Executed, exactly once.' };
  if (became === null)
    return { detail: 'Accepted, exactly once; whether it is settled is not known yet.', became };
  const { state, at } = became;
  const detail = isUndone(state)
    ? `Accepted, and ${state} at ${at}: in the end it had no effect.`
    : `Executed, exactly once, and settled at ${at}.`;
  return { detail, became };
}

function withoutGrant({
  grant_id: _,
  receipt_id: receiptId,
  counterparty_ack: _ack,
  data: _data,
  ...result
}: ToolResult) {
  return { ...result, ...(receiptId == null ? {} : { receipt_id: receiptId }) };
}

/** What the agent learns about a grant that the authority would let pass under a mandate that was revoked. */
export function revoked({ grant }: GrantRecord, at: string): ToolResult {
  const detail = `The authority let this pass, but the mandate ${grant.contract_id} was revoked at ${at}, for good; the evidence of it is kept here. Nothing was handed over: a new mandate must be signed.`;
  return { status: 'refused', reason: 'contract_revoked', detail, grant_id: grant.grant_id };
}

/** Returns what the agent learns about a grant that cannot be executed now. */
export function standing(record: GrantRecord, status: Exclude<GrantRecord['status'], 'active'>): ToolResult {
  const { grant, decision, ending } = record;
  const { possible_duplicate_of: earlier } = grant;
  const common = {
    grant_id: grant.grant_id,
    ...(earlier === undefined ? {} : { possible_duplicate_of: earlier }),
    ...receiptOf(record),
  };
  switch (status) {
    case 'pending':
      return {
        status: 'pending',
        reason: 'approval_required',
        detail: decisionSentence(decision),
        ...valuesOf(decision),
        ...common,
      };
    case 'denied':
      return {
        status: 'denied',
        reason: (ending ?? decision).reason,
        detail: ending?.detail ?? decisionSentence(decision),
        ...(ending === null ? valuesOf(decision) : {}),
        ...common,
      };
    case 'expired':
      return {
        status: 'refused',
        reason: 'grant_expired',
        detail: `Grant ${grant.grant_id} expired${grant.expires_at === null ? '' : ` at ${grant.expires_at}`} unused. Propose the action again.`,
        ...common,
      };
    case 'redeemed':
      return spent(record);
  }
}

function valuesOf({ values }: GrantRecord['decision']): Pick<ToolResult, 'values'> {
  return values === undefined ? {} : { values };
}

/** What the agent learns about a grant that was good for one execution. */
export function spent(record: GrantRecord): ToolResult {
  const { grant_id: grantId } = record.grant;
  return {
    status: 'duplicate',
    reason: 'duplicate_action',
    detail: `Grant ${grantId} is spent: it was good for one execution, and nothing was done now.`,
    grant_id: grantId,
    ...receiptOf(record),
  };
}

function receiptOf({ receipt_id: receiptId }: GrantRecord): { receipt_id?: string } {
  return receiptId === null ? {} : { receipt_id: receiptId };
}

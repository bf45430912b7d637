import { fail, ok, type Result } from '@common/base/result';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { ToolResult } from '@platform/core/objects/tool-call';
import type { Witness, WitnessRefusal } from '@platform/keys/witness';
import type { Catalogue, Tool } from './catalogue.ts';
import { checkInputs, fillParams } from './check-inputs.ts';
import type { TokenCheck } from './check-token.ts';
import { grantOf, revoked, spent, standing } from './grant-state.ts';
import type { Agent, Authority, EnforcementPoint, ReportableCall, UpstreamFailure } from './upstreams.ts';

export interface CallDeps {
  readonly catalogue: Catalogue;
  /**
   * Hashes, by plugin, of the files that the catalogue was made from. The authority compares them with the
   * signed ones.
   */
  readonly pluginHashes: ReadonlyMap<string, string>;
  /** Digest of this gateway's code and dependencies as of its start. */
  readonly software: string;
  readonly authority: Authority;
  /** A chat makes calls long after it was let in. */
  readonly tokens: TokenCheck;
  /** Remembers what the authority has shown of its log and of revocations. */
  readonly witness: Witness;
  readonly pep: EnforcementPoint;
  /** Returns the base address that `$NAME` in a tool's template means. */
  readonly baseUrl: (name: string) => string | undefined;
}

export type CallRefusal =
  | 'unauthorized'
  | 'tool_not_found'
  | 'invalid_request'
  | 'grant_not_found'
  | 'contract_not_yours'
  | 'base_url_missing'
  | WitnessRefusal;

type CallOutcome = Result<ToolResult, CallRefusal> | { readonly ok: false; readonly error: UpstreamFailure };

/**
 * Makes one tool call: proposes the action to the authority and, if it is allowed, has the enforcement point
 * execute it. With only `grant_id`, it presents a grant again. A policy decision is a ToolResult; refusals
 * are faults of the request or of a service. `call`: may be reported with the end of the grant.
 */
export async function callTool(
  deps: CallDeps,
  agent: Agent,
  name: string,
  given: unknown,
  call: ReportableCall | null = null,
): Promise<CallOutcome> {
  const tool = deps.catalogue.tools.get(name);
  if (tool === undefined) {
    const known = [...deps.catalogue.tools.keys()].join(', ');
    return fail('tool_not_found', `There is no tool of this name. Available: ${known}.`);
  }
  const checked = checkInputs(tool, given);
  if (!checked.ok) return checked;
  const good = await deps.tokens.check(agent.tokenId);
  if (!good.ok) return good;
  const continued = await deps.witness.look();
  if (!continued.ok) return continued;
  if (checked.value.kind === 'present')
    return presentGrant(deps, agent, tool, { grantId: checked.value.grantId, call });
  const { inputs, reason, documents, statements } = checked.value;
  const params = fillParams(tool, inputs, deps.baseUrl);
  if (!params.ok) return params;
  const record = await deps.authority.propose(agent.caller, {
    contract_id: agent.mandate.contract_id,
    plugin: tool.plugin,
    facade: tool.spec.facade,
    params: params.value,
    plugin_hash: deps.pluginHashes.get(tool.plugin) ?? '',
    software: deps.software,
    ...(reason === null ? {} : { reason }),
    ...(documents === null ? {} : { documents }),
    ...(statements === null ? {} : { statements }),
  });
  if (!record.ok) return record;
  return proceed(deps, agent, tool, { record: record.value, call });
}

/** Presents a grant that was held: executes it if it has been approved, and otherwise returns its state. */
async function presentGrant(
  deps: CallDeps,
  agent: Agent,
  tool: Tool,
  { grantId, call }: { readonly grantId: string; readonly call: ReportableCall | null },
): Promise<CallOutcome> {
  const record = await grantOf(deps, agent, grantId);
  if (!record.ok) return record;
  const { action } = record.value;
  if (action.plugin !== tool.plugin || action.facade !== tool.spec.facade) {
    return fail(
      'invalid_request',
      `Grant ${grantId} is for ${action.facade}, but ${tool.spec.name} is for ${tool.spec.facade}.`,
    );
  }
  return proceed(deps, agent, tool, { record: record.value, call });
}

async function proceed(
  deps: CallDeps,
  agent: Agent,
  tool: Tool,
  { record, call }: { readonly record: GrantRecord; readonly call: ReportableCall | null },
): Promise<CallOutcome> {
  const { grant_id: grantId, contract_id: mandateId } = record.grant;
  // A denial by the authority has a receipt of its own, so only what it would let pass is stopped here.
  const revocation = isOpen(record) ? await deps.witness.revocationOf(mandateId) : null;
  if (revocation !== null) return ok(revoked(record, revocation.revoked_at));
  if (record.status !== 'active') return ok(standing(record, record.status));
  const done = await deps.pep.execute(agent.caller, record, tool.facade.kind, call);
  if (done.ok) return ok({ ...done.value, grant_id: grantId });
  const { error } = done;
  if (error.detail.error === 'grant_already_redeemed') return ok(spent(record));
  if (isRefusal(error)) return done;
  return ok(unknown(error, grantId));
}

/** Codes by which the enforcement point says that it did nothing, although the request was not at fault. */
const NOTHING_DONE = [
  ...['profile_hash_mismatch', 'profile_signature_invalid', 'signer_not_principal'],
  ...['plugin_hash_mismatch', 'deployment_mismatch', 'log_rolled_back'],
];

/** A refusal means that nothing was done. Any other failure may have come after the effect. */
function isRefusal({ code, detail: { status = 500, error = '' } }: UpstreamFailure): boolean {
  return code === 'upstream_refused' && (status < 500 || NOTHING_DONE.includes(error));
}

function unknown({ code, message }: UpstreamFailure, grantId: string): ToolResult {
  const detail =
    code === 'upstream_unreachable'
      ? `The enforcement point could not be reached, so nothing was handed over. Present grant ${grantId} again later.`
      : `${message} It is not known yet whether this was done; that will be found out and recorded, and it is never done twice. Check grant ${grantId} later; do not propose it again.`;
  return { status: 'unknown', reason: 'counterparty_unknown', detail, grant_id: grantId };
}

function isOpen({ status }: GrantRecord): boolean {
  return status === 'active' || status === 'pending';
}

import type { Failure } from '@common/base/result';
import type { EventAppended, GatewayReport } from '@platform/core/objects/event';
import type { GrantRecord, ProposalRequest } from '@platform/core/objects/grant';
import type { LogContinuation } from '@platform/core/objects/log';
import type { Mandate } from '@platform/core/objects/mandate';
import type { ToolResult } from '@platform/core/objects/tool-call';
import type { Caller } from '@platform/keys/service-token';
import type { ContinuationQuery } from '@platform/keys/witness';

/** Why a call to an upstream service gave no answer of the documented form. */
export type UpstreamCode =
  /** No connection: the request was not handed over, so nothing was done. */
  | 'upstream_unreachable'
  /** Handed over, and then no answer in time, or a broken one: it is not known whether it was done. */
  | 'upstream_silent'
  /** Refused with a status and a code. */
  | 'upstream_refused';

/** `status`, `error` and `message` of a refusal; the service's name in all cases. */
export interface UpstreamFailure extends Failure<UpstreamCode> {
  readonly detail: {
    readonly service: 'authority' | 'pep';
    readonly status?: number;
    readonly error?: string;
    /** When it says to come again. */
    readonly retryAfterS?: number;
  };
}

export type UpstreamAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: UpstreamFailure };

/** The authority, as the gateway needs it. `caller` is the one whose token was checked. */
export interface Authority {
  /** A mandate never changes under its id; at each proposal, the authority says whether it still holds. */
  mandate(mandateId: string): Promise<UpstreamAnswer<Mandate>>;
  grant(grantId: string): Promise<UpstreamAnswer<GrantRecord>>;
  continuation(query: ContinuationQuery): Promise<UpstreamAnswer<LogContinuation>>;
  propose(caller: Caller, proposal: ProposalRequest): Promise<UpstreamAnswer<GrantRecord>>;
  report(caller: Caller, report: GatewayReport): Promise<UpstreamAnswer<EventAppended>>;
  /** A list of a profile's rules, in which the scripted agent looks up what a person only named; empty if there is none. */
  profileList(
    profile: string,
    rule: string,
  ): Promise<UpstreamAnswer<readonly Readonly<Record<string, string>>[]>>;
}

/** The enforcement point. `facadeKind` `fetch` goes to `/fetch`, all others to `/execute`. */
export interface EnforcementPoint {
  execute(
    caller: Caller,
    record: GrantRecord,
    facadeKind: 'effect' | 'read' | 'fetch',
  ): Promise<UpstreamAnswer<ToolResult>>;
}

/** The caller, proven by token and mandate. */
export interface Agent {
  readonly caller: Caller;
  readonly mandate: Mandate;
}

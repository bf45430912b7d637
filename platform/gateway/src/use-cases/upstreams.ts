import type { Failure } from '@common/base/result';
import type { EventAppended, GatewayReport } from '@platform/protocol/event';
import type { GrantRecord, ProposalRequest } from '@platform/protocol/grant';
import type { Mandate } from '@platform/protocol/mandate';
import type { ProfileRules } from '@platform/protocol/profile';
import type { ToolResult } from '@platform/protocol/tool-call';

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
  };
}

export type Answered<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: UpstreamFailure };

type Payees = NonNullable<ProfileRules['beneficiaries']>;

/** The authority, as the gateway needs it. `principal` is the one whose token was checked. */
export interface Authority {
  /** A mandate never changes under its id; at each proposal, the authority says whether it still holds. */
  mandate(mandateId: string): Promise<Answered<Mandate>>;
  grant(grantId: string): Promise<Answered<GrantRecord>>;
  propose(principal: string, proposal: ProposalRequest): Promise<Answered<GrantRecord>>;
  report(principal: string, report: GatewayReport): Promise<Answered<EventAppended>>;
  /** A profile's payees, by which the scripted agent finds a named payee's account. */
  beneficiaries(profile: string): Promise<Answered<Payees>>;
}

/** The enforcement point. `facadeKind` `fetch` goes to `/fetch`, all others to `/execute`. */
export interface EnforcementPoint {
  execute(
    principal: string,
    record: GrantRecord,
    facadeKind: 'effect' | 'read' | 'fetch',
  ): Promise<Answered<ToolResult>>;
}

/** The caller, proven by token and mandate. */
export interface Agent {
  readonly principal: string;
  readonly mandate: Mandate;
}

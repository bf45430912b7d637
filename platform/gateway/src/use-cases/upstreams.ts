import type { Failure } from '@common/base/result';
import type { AgentWebhook, NewWebhook, WebhookRequest } from '@platform/core/objects/agent-webhook';
import type { KeptDocument } from '@platform/core/objects/document';
import type { EventAppended, GatewayReport } from '@platform/core/objects/event';
import type { GrantRecord, ProposalRequest } from '@platform/core/objects/grant';
import type { LogContinuation } from '@platform/core/objects/log';
import type { Mandate } from '@platform/core/objects/mandate';
import type { ToolResult } from '@platform/core/objects/tool-call';
import type { Caller } from '@platform/keys/service-token';
import type { ContinuationQuery } from '@platform/keys/witness';

/** Why a call to an upstream service gave no answer of the documented form. */
export type UpstreamCode =
  /** There was no connection, so the request was not handed over and nothing was done. */
  | 'upstream_unreachable'
  /** The request was handed over, but no valid answer came: it is not known whether it was done. */
  | 'upstream_silent'
  /** The service refused with a status and a code. */
  | 'upstream_refused';

/** `status`, `error` and `message` are those of a refusal; the service's name is always given. */
export interface UpstreamFailure extends Failure<UpstreamCode> {
  readonly detail: {
    readonly service: 'authority' | 'pep';
    readonly status?: number;
    readonly error?: string;
    /** Seconds after which the service asks the client to try again. */
    readonly retryAfterS?: number;
  };
}

export type UpstreamAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: UpstreamFailure };

/** The authority, as the gateway needs it. `caller` is the one whose token was checked. */
export interface Authority {
  /** A mandate never changes under its id. At each proposal, the authority checks whether it still holds. */
  mandate(mandateId: string): Promise<UpstreamAnswer<Mandate>>;
  grant(grantId: string): Promise<UpstreamAnswer<GrantRecord>>;
  /** Those of the grants that no longer wait: for people, or to be known how they ended. */
  settled(grantIds: readonly string[]): Promise<UpstreamAnswer<readonly string[]>>;
  /** Those of these agents’ tokens that are good now. */
  goodTokens(tokenIds: readonly string[]): Promise<UpstreamAnswer<readonly string[]>>;
  continuation(query: ContinuationQuery): Promise<UpstreamAnswer<LogContinuation>>;
  propose(caller: Caller, proposal: ProposalRequest): Promise<UpstreamAnswer<GrantRecord>>;
  /** Keeps a document for a proposal under that mandate. `type`: what its sender says it is. */
  keepDocument(
    caller: Caller,
    document: { readonly mandateId: string; readonly bytes: Uint8Array; readonly type: string },
  ): Promise<UpstreamAnswer<KeptDocument>>;
  /** An agent's webhook for its mandate. */
  registerWebhook(agent: Agent, webhook: WebhookRequest): Promise<UpstreamAnswer<NewWebhook>>;
  readWebhook(agent: Agent): Promise<UpstreamAnswer<AgentWebhook>>;
  removeWebhook(agent: Agent): Promise<UpstreamAnswer<{ readonly removed: true }>>;
  report(caller: Caller, report: GatewayReport): Promise<UpstreamAnswer<EventAppended>>;
  /**
   * Reads a list of a mandate's profile, or what its tenant's directory has in the list's place, for what a person only
   * named. Empty if there is neither. Nothing is decided by it.
   */
  listed(
    mandate: Pick<Mandate, 'profile' | 'tenant'>,
    list: string,
  ): Promise<UpstreamAnswer<readonly Readonly<Record<string, string>>[]>>;
}

/** A call whose answer is a tool's result as it is, so that the enforcement point can report it. */
export interface ReportableCall {
  readonly name: string;
  readonly requestHash: () => string;
  /** Set once its event is recorded: the id, and the text of the answer that the event names. */
  event: { readonly id: string; readonly answer: string } | null;
}

/** The enforcement point. A `facadeKind` of `fetch` goes to `/fetch`, any other to `/execute`. */
export interface EnforcementPoint {
  /** `call`: is reported with the end of the grant; null for one that the gateway reports itself. */
  execute(
    caller: Caller,
    record: GrantRecord,
    facadeKind: 'effect' | 'read' | 'fetch',
    call: ReportableCall | null,
  ): Promise<UpstreamAnswer<ToolResult>>;
}

/** The caller, proven by mandate and token, or by mandate and the key in it. */
export interface Agent {
  readonly caller: Caller;
  readonly mandate: Mandate;
  /** The record of the token at the authority; null for a token of the plain kind. */
  readonly tokenId: string | null;
  /** When a token of the plain kind ends, in milliseconds since the epoch; null for others. */
  readonly tokenEndsMs: number | null;
  /** The SHA-256 in hex that the body must have, by the signature of the request; null with a token. */
  readonly signedBody: string | null;
}

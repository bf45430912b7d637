import type { Result } from '@common/base/result';
import type { GATEWAY } from '@platform/api/gateway';
import type { PartOf } from '@platform/api/route';
import { ToolResult } from '@platform/core/objects/tool-call';
import { type Static, Type } from 'typebox';

export type GatewayRefusal =
  /** There was no connection: nothing was handed over. */
  | 'gateway_unreachable'
  /** No whole answer: whether anything was done is not known. */
  | 'gateway_silent'
  /** An answer that is not of the documented form. */
  | 'gateway_garbled'
  /** The gateway’s own words; `detail.status` and `detail.error`. */
  | 'gateway_refused';

/** `GET /v1/agent`. */
export const AnsweringModel = Type.Object({
  model: Type.String({ maxLength: 200 }),
  kind: Type.Enum(['scripted', 'language_model']),
});
type AnsweringModel = Static<typeof AnsweringModel>;

/** A call that the agent made, with the result as the gateway gives it beside the words. */
export const ToldCall = Type.Object({ tool: Type.String({ maxLength: 128 }), result: ToolResult });
export type ToldCall = Static<typeof ToldCall>;

/** As chat completions have it. */
export type ChatMessage = PartOf<typeof GATEWAY.completeChat, 'body', never>['messages'][number];

interface ChatReply {
  /** INVARIANT: evidence of nothing. */
  readonly words: string;
  readonly calls: readonly ToldCall[];
}

/** The agents’ entrance, as a caller with an agent’s token sees it. */
export interface AgentGateway {
  /** Which model answers unless another one is named. */
  agent(): Promise<Result<AnsweringModel, GatewayRefusal>>;
  /** The names that it serves, the usual one first. */
  models(): Promise<Result<readonly string[], GatewayRefusal>>;
  chat(request: {
    readonly token: string;
    readonly mandateId: string;
    readonly model: string;
    readonly messages: readonly ChatMessage[];
  }): Promise<Result<ChatReply, GatewayRefusal>>;
}

import type { Result } from '@common/base/result';
import type { GATEWAY } from '@platform/api/gateway';
import type { PartOf } from '@platform/api/route';
import { ToolResult } from '@platform/core/objects/tool-call';
import { type Static, Type } from 'typebox';

export type GatewayRefusal =
  /** There was no connection, so nothing was handed over. */
  | 'gateway_unreachable'
  /** No whole answer came, so it is unknown whether anything was done. */
  | 'gateway_silent'
  /** The answer is not of the documented form. */
  | 'gateway_garbled'
  /** The gateway refused. The message is its own; see `detail.status` and `detail.error`. */
  | 'gateway_refused';

/** The answer of `GET /v1/agent`. */
export const AnsweringModel = Type.Object({
  model: Type.String({ maxLength: 200 }),
  kind: Type.Enum(['scripted', 'language_model']),
});
type AnsweringModel = Static<typeof AnsweringModel>;

/** A call that the agent made, with the result that the gateway returns beside the words. */
export const ToldCall = Type.Object({ tool: Type.String({ maxLength: 128 }), result: ToolResult });
export type ToldCall = Static<typeof ToldCall>;

/** A message in the format of chat completions. */
export type ChatMessage = PartOf<typeof GATEWAY.completeChat, 'body', never>['messages'][number];

interface ChatReply {
  /** INVARIANT: the words are evidence of nothing. */
  readonly words: string;
  readonly calls: readonly ToldCall[];
}

/** The agents’ entrance, as a caller with an agent’s token sees it. */
export interface AgentGateway {
  /** The model that answers unless the caller names another. */
  agent(): Promise<Result<AnsweringModel, GatewayRefusal>>;
  /** The names of the models that it serves, the usual one first. */
  models(): Promise<Result<readonly string[], GatewayRefusal>>;
  chat(request: {
    readonly token: string;
    readonly mandateId: string;
    readonly model: string;
    readonly messages: readonly ChatMessage[];
  }): Promise<Result<ChatReply, GatewayRefusal>>;
}

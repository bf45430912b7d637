import { type HttpApp, refuse } from '@common/kit/http/app';
import { type ChatBody, type Message, SAMPLING } from '@platform/api/chat-body';
import { GATEWAY } from '@platform/api/gateway';
import { addRoute } from '@platform/keys/add-route';
import type { FastifyReply } from 'fastify';
import type { Static } from 'typebox';
import { answerChat, type ChatDeps } from '../use-cases/answer-chat.ts';
import type { AuthenticateDeps } from '../use-cases/authenticate-agent.ts';
import type { ChatAnswer, ChatMessage, ChatRequest, ToolChoice } from '../use-cases/chat.ts';
import { answerByModel, type ModelChatDeps } from '../use-cases/model/answer-model.ts';
import type { Model } from '../use-cases/model/model.ts';
import { modelNamed, SCRIPTED_MODEL } from '../use-cases/served-models.ts';
import { addAgentScope, agentOf } from './agent-scope.ts';
import { completionOf, eventStreamOf } from './completion.ts';
import { httpFailure } from './errors.ts';

export interface ChatRouteDeps extends AuthenticateDeps, ChatDeps, ModelChatDeps {
  /** The language model that is offered beside the script; null if there is none. */
  readonly model: Model | null;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Time limit for a handler, in milliseconds. A chat may take the model's time in addition. */
  readonly handlerMs: number;
}

/** `POST /v1/chat/completions`. */
export async function addChatRoute(app: HttpApp, deps: ChatRouteDeps): Promise<void> {
  const { model, handlerMs } = deps;
  await addAgentScope(app, deps, 'chat_completion', (scope) => {
    addRoute(
      scope,
      GATEWAY.completeChat,
      async (request, reply) => {
        const { agent, notes } = agentOf(request);
        const { body } = request;
        const named = modelNamed(model, body.model);
        const asked = requestOf(body);
        const answer = !named.ok
          ? named
          : named.value === null
            ? await answerChat(deps, agent, asked)
            : await answerByModel(deps, named.value, agent, asked);
        if (!answer.ok) {
          const failure = httpFailure(answer.error);
          notes.status = failure.code;
          return refuse(reply, failure);
        }
        const last = answer.value.results.at(-1);
        notes.name = last?.tool ?? null;
        notes.status = last?.result.status ?? 'answered';
        notes.reason = last?.result.reason ?? null;
        notes.grant_id = last?.result.grant_id ?? null;
        const modelName = named.ok ? (named.value?.name ?? SCRIPTED_MODEL) : SCRIPTED_MODEL;
        sendAnswer(deps, reply, body, { modelName, answer: answer.value, messages: asked.messages });
        return reply;
      },
      model === null ? {} : { handlerTimeout: model.chatMs + handlerMs },
    );
  });
}

interface ChatExchange {
  readonly modelName: string;
  readonly answer: ChatAnswer;
  readonly messages: readonly ChatMessage[];
}

/** Sends the answer in one piece even as a stream, because a header contains the hash of the whole answer. */
function sendAnswer(
  { clock, randomBytes }: ChatRouteDeps,
  reply: FastifyReply,
  body: Static<typeof ChatBody>,
  { modelName, answer, messages }: ChatExchange,
): void {
  const facts = {
    modelName,
    answer,
    promptWords: messages.map(({ content }) => content).join(' '),
    createdAt: Math.floor(clock() / 1_000),
    id: (prefix: string) => prefix + Buffer.from(randomBytes(12)).toString('hex'),
  };
  if (body.stream !== true) return void reply.send(completionOf(facts));
  const text = eventStreamOf(facts, body.stream_options?.include_usage === true);
  reply.type('text/event-stream; charset=utf-8').header('cache-control', 'no-store').send(text);
}

function requestOf(body: Static<typeof ChatBody>): ChatRequest {
  const { messages, tools, tool_choice: choice } = body;
  const given = SAMPLING.filter((name) => body[name] !== undefined && body[name] !== null);
  return {
    messages: messages.map(messageOf),
    clientTools: tools?.map((tool) => tool.function) ?? null,
    toolChoice: choiceOf(choice),
    sampling: Object.fromEntries(given.map((name) => [name, body[name]])),
  };
}

function messageOf({
  role,
  content,
  tool_call_id: toolCallId,
  tool_calls: calls,
}: Static<typeof Message>): ChatMessage {
  const parts = Array.isArray(content) ? content.map(({ text }) => text ?? '') : [content ?? ''];
  const asked = (calls ?? []).map(({ id, function: { name, arguments: argumentsJson } }) => ({
    id,
    name,
    argumentsJson,
  }));
  return {
    role,
    content: parts.join('\n'),
    toolCallId: toolCallId ?? null,
    calls: role === 'assistant' ? asked : [],
  };
}

function choiceOf(choice: Static<typeof ChatBody>['tool_choice']): ToolChoice {
  if (choice === undefined || choice === null) return 'auto';
  return typeof choice === 'string' ? choice : { function: choice.function.name };
}

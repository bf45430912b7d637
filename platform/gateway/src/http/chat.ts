import { type HttpApp, refuse } from '@common/kit/http/app';
import { GATEWAY } from '@platform/api/gateway';
import { addRoute } from '@platform/keys/add-route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerChat, type ChatDeps } from '../use-cases/answer-chat.ts';
import type { AuthenticateDeps } from '../use-cases/authenticate-agent.ts';
import { answerByModel, type ModelChatDeps } from '../use-cases/model/answer-model.ts';
import type { Model } from '../use-cases/model/model.ts';
import { modelNamed, SCRIPTED_MODEL } from '../use-cases/served-models.ts';
import { addAgentScope, agentOf } from './agent-scope.ts';
import type { ChatForm } from './chat-form.ts';
import { completionForm } from './completion.ts';
import { httpFailure } from './errors.ts';
import { responseForm } from './responses.ts';

export interface ChatRouteDeps extends AuthenticateDeps, ChatDeps, ModelChatDeps {
  /** The language model that is offered beside the script; null if there is none. */
  readonly model: Model | null;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Time limit for a handler, in milliseconds. A chat may take the model's time in addition. */
  readonly handlerMs: number;
}

/** `POST /v1/chat/completions` and `POST /v1/responses`: two forms of one chat, with the same event. */
export async function addChatRoutes(app: HttpApp, deps: ChatRouteDeps): Promise<void> {
  const { model, handlerMs } = deps;
  const options = model === null ? {} : { handlerTimeout: model.chatMs + handlerMs };
  await addAgentScope(app, deps, 'chat_completion', (scope) => {
    addRoute(
      scope,
      GATEWAY.completeChat,
      (request, reply) => answerIn(completionForm(request.body), deps, request, reply),
      options,
    );
    addRoute(
      scope,
      GATEWAY.createResponse,
      (request, reply) => answerIn(responseForm(request.body), deps, request, reply),
      options,
    );
  });
}

async function answerIn(
  form: ChatForm,
  deps: ChatRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { agent, notes } = agentOf(request);
  const { asked } = form;
  const named = modelNamed(deps.model, form.model);
  const answer = !named.ok
    ? named
    : !asked.ok
      ? asked
      : named.value === null
        ? await answerChat(deps, agent, asked.value)
        : await answerByModel(deps, named.value, agent, asked.value);
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
  const facts = {
    modelName: named.ok ? (named.value?.name ?? SCRIPTED_MODEL) : SCRIPTED_MODEL,
    answer: answer.value,
    promptWords: asked.ok ? asked.value.messages.map(({ content }) => content).join(' ') : '',
    createdAt: Math.floor(deps.clock() / 1_000),
    id: (prefix: string) => prefix + Buffer.from(deps.randomBytes(12)).toString('hex'),
  };
  if (!form.streams) return reply.send(form.whole(facts));
  // In one piece even as a stream, because a header contains the hash of the whole answer.
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(form.events(facts));
}

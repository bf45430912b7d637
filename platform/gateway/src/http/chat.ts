import { type HttpApp, refuse } from '@common/kit/http';
import { PlatformErrorSchema } from '@platform/trust/error-bodies';
import { type Static, Type } from 'typebox';
import { answerChat, type ChatDeps, type ChatMessage } from '../use-cases/answer-chat.ts';
import type { AuthenticateDeps } from '../use-cases/authenticate-agent.ts';
import { addAgentScope, agentOf } from './agent-scope.ts';
import { completionOf, eventStreamOf } from './completion.ts';
import { httpFailure } from './errors.ts';
import { AGENT_HEADERS, AGENT_SECURITY } from './schemas.ts';

const MAX_MESSAGES = 1_000;
const MAX_TEXT = 200_000;

const Part = Type.Object({ type: Type.String(), text: Type.Optional(Type.String({ maxLength: MAX_TEXT })) });
const Message = Type.Object({
  role: Type.Enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: Type.Optional(
    Type.Union([Type.String({ maxLength: MAX_TEXT }), Type.Array(Part, { maxItems: 100 }), Type.Null()]),
  ),
  tool_call_id: Type.Optional(Type.String()),
});

/** Fields that are not named here (temperature, seed, ...) are accepted and change nothing. */
const ChatBody = Type.Object({
  model: Type.String({ maxLength: 200, description: 'Any name; the answer says which model answered' }),
  messages: Type.Array(Message, { minItems: 1, maxItems: MAX_MESSAGES }),
  tools: Type.Optional(
    Type.Array(
      Type.Object({ type: Type.Literal('function'), function: Type.Object({ name: Type.String() }) }),
      {
        maxItems: 128,
        description: 'Functions that the caller runs; without them the agent runs its own tools',
      },
    ),
  ),
  tool_choice: Type.Optional(Type.Unknown()),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  stream_options: Type.Optional(
    Type.Union([Type.Object({ include_usage: Type.Optional(Type.Boolean()) }), Type.Null()]),
  ),
  n: Type.Optional(Type.Union([Type.Literal(1), Type.Null()])),
});

/** `POST /v1/chat/completions`. */
export async function addChatRoute(
  app: HttpApp,
  deps: AuthenticateDeps & ChatDeps & { readonly randomBytes: (size: number) => Uint8Array },
): Promise<void> {
  await addAgentScope(app, deps, 'chat_completion', (scope) => {
    scope.post(
      '/v1/chat/completions',
      {
        schema: {
          summary: 'Chat completion, answered by the scripted agent',
          description:
            'Compatible with chat-completions clients, including streaming and function calls. Without `tools`, the agent calls the gateway’s tools itself and says what happened; `tool_results` then holds the results unchanged.',
          tags: ['chat'],
          security: AGENT_SECURITY,
          headers: AGENT_HEADERS,
          body: ChatBody,
          response: {
            200: Type.Unknown({ description: 'A chat completion, or its events if `stream` is true' }),
            '4xx': PlatformErrorSchema,
            '5xx': PlatformErrorSchema,
          },
        },
      },
      async (request, reply) => {
        const { agent, notes } = agentOf(request);
        const { body } = request;
        const messages = body.messages.map(messageOf);
        const answer = await answerChat(deps, agent, { messages, clientTools: clientToolsOf(body) });
        if (!answer.ok) {
          const failure = httpFailure(answer.error);
          notes.status = failure.code;
          return refuse(reply, failure);
        }
        const [ran] = answer.value.results;
        notes.name = ran?.tool ?? null;
        notes.status = ran?.result.status ?? 'answered';
        notes.reason = ran?.result.reason ?? null;
        notes.grantId = ran?.result.grant_id ?? null;
        const facts = {
          answer: answer.value,
          promptWords: messages.map(({ content }) => content).join(' '),
          createdAt: Math.floor(deps.clock() / 1_000),
          id: (prefix: string) => prefix + Buffer.from(deps.randomBytes(12)).toString('hex'),
        };
        if (body.stream !== true) return completionOf(facts);
        const text = eventStreamOf(facts, body.stream_options?.include_usage === true);
        return reply.type('text/event-stream; charset=utf-8').header('cache-control', 'no-store').send(text);
      },
    );
  });
}

function messageOf({ role, content, tool_call_id: toolCallId }: Static<typeof Message>): ChatMessage {
  const parts = Array.isArray(content) ? content.map(({ text }) => text ?? '') : [content ?? ''];
  return { role, content: parts.join('\n'), toolCallId: toolCallId ?? null };
}

/** `tool_choice: none` forbids all tools: an empty list, because no list would leave them to the agent. */
function clientToolsOf({ tools, tool_choice: choice }: Static<typeof ChatBody>): readonly string[] | null {
  if (choice === 'none') return [];
  return tools === undefined ? null : tools.map((tool) => tool.function.name);
}

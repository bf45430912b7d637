import { fail, type Result } from '@common/base/result';
import type { HttpClient } from '@common/kit/http/client';
import type { ChatMessage } from '../use-cases/chat.ts';
import type { Model, ModelRefusal, ModelRequest } from '../use-cases/model/model.ts';
import { readTurn } from './model-answer.ts';

interface ModelAddress {
  readonly http: HttpClient;
  /** The address up to and including the version: `https://models.example/v1`. */
  readonly baseUrl: string;
  readonly name: string;
  readonly apiKey: string | undefined;
  readonly chatMs: number;
}

/** Limit on the size of an answer. */
const MAX_ANSWER_BYTES = 1_048_576;

/** A chat-completions server. The text of its errors is never repeated, because it may contain the key. */
export function createHttpModel({ http, baseUrl, name, apiKey, chatMs }: ModelAddress): Model {
  const { origin, pathname } = new URL(baseUrl);
  return {
    name,
    chatMs,
    async answer(request) {
      const answer = await http.send({
        method: 'POST',
        origin,
        path: `${pathname.replace(/\/$/, '')}/chat/completions`,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify(bodyOf(name, request)),
        timeoutMs: Math.max(1, Math.floor(request.timeoutMs)),
        maxBytes: MAX_ANSWER_BYTES,
        apart: true,
      });
      if (answer.kind === 'unanswered') {
        return fail('model_unavailable', `The model gave no answer: ${answer.message}.`);
      }
      return answer.status === 200
        ? readTurn(Buffer.from(answer.bytes).toString('utf8'))
        : refusedWith(answer.status);
    },
  };
}

function refusedWith(status: number): Result<never, ModelRefusal> {
  if (status === 429) return fail('model_unavailable', 'The model is over its limit (status 429).');
  if (status >= 500) return fail('model_unavailable', `The model failed with status ${status}.`);
  if (status < 400) {
    return fail(
      'model_answer_unusable',
      `The model answered with status ${status}; redirects are not followed.`,
    );
  }
  return fail(
    'model_refused',
    `The model refused with status ${status}: the messages may be too long for it, or the operator must check MODEL_BASE_URL, MODEL_NAME and MODEL_API_KEY.`,
  );
}

function bodyOf(name: string, { messages, tools, toolChoice, sampling }: ModelRequest): object {
  const offers = tools.length > 0 && toolChoice !== 'none';
  return {
    ...sampling,
    model: name,
    messages: messages.map(messageOf),
    ...(offers
      ? {
          tools: tools.map((spec) => ({ type: 'function', function: spec })),
          tool_choice:
            typeof toolChoice === 'object'
              ? { type: 'function', function: { name: toolChoice.function } }
              : toolChoice,
        }
      : {}),
  };
}

function messageOf({ role, content, toolCallId, calls }: ChatMessage): object {
  return {
    role,
    content: calls.length > 0 && content === '' ? null : content,
    ...(toolCallId === null ? {} : { tool_call_id: toolCallId }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: call.argumentsJson },
          })),
        }),
  };
}

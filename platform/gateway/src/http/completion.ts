import { ok } from '@common/base/result';
import { type ChatBody, type Message, SAMPLING } from '@platform/api/chat-body';
import type { Static } from 'typebox';
import type { ChatAnswer, ChatMessage, ChatRequest, ToolChoice } from '../use-cases/chat.ts';
import { type AnswerFacts, type ChatForm, piecesOf, usageOf } from './chat-form.ts';

/** A chat completion. */
export function completionForm(body: Static<typeof ChatBody>): ChatForm {
  return {
    model: body.model,
    streams: body.stream === true,
    asked: ok(requestOf(body)),
    whole: completionOf,
    events: (facts) => eventStreamOf(facts, body.stream_options?.include_usage === true),
  };
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

/** Returns a chat completion in one piece. */
function completionOf(facts: AnswerFacts): Record<string, unknown> {
  const { answer } = facts;
  const calls = callsOf(facts);
  return {
    id: facts.id('chatcmpl-'),
    object: 'chat.completion',
    created: facts.createdAt,
    model: facts.modelName,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.words,
          refusal: null,
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        logprobs: null,
        finish_reason: finishOf(answer),
      },
    ],
    usage: usageOf(facts),
    ...(answer.results.length === 0 ? {} : { tool_results: answer.results }),
  };
}

/** Returns server-sent events: the role, the words one by one or the calls, the finish reason, `[DONE]`. */
function eventStreamOf(facts: AnswerFacts, includeUsage: boolean): string {
  const { answer } = facts;
  const head = {
    id: facts.id('chatcmpl-'),
    object: 'chat.completion.chunk',
    created: facts.createdAt,
    model: facts.modelName,
  };
  const chunk = (delta: Record<string, unknown>, finish: string | null, more = {}) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...(includeUsage ? { usage: null } : {}),
    ...more,
  });
  const calls = callsOf(facts).map((call, index) => ({ index, ...call }));
  const chunks: unknown[] = [
    chunk({ role: 'assistant', content: answer.words === null ? null : '' }, null),
    ...piecesOf(answer.words ?? '').map((content) => chunk({ content }, null)),
    ...(calls.length === 0 ? [] : [chunk({ tool_calls: calls }, null)]),
    chunk({}, finishOf(answer), answer.results.length === 0 ? {} : { tool_results: answer.results }),
    ...(includeUsage ? [{ ...head, choices: [], usage: usageOf(facts) }] : []),
  ];
  return `${chunks.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')}data: [DONE]\n\n`;
}

function callsOf({ answer, id }: AnswerFacts) {
  return answer.calls.map(({ name, argumentsJson }) => ({
    id: id('call_'),
    type: 'function' as const,
    function: { name, arguments: argumentsJson },
  }));
}

function finishOf({ calls, finish }: ChatAnswer): ChatAnswer['finish'] | 'tool_calls' {
  return calls.length > 0 ? 'tool_calls' : finish;
}

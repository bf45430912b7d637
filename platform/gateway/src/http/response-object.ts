import type { ResponsesBody } from '@platform/api/responses-body';
import type { Static } from 'typebox';
import { type AnswerFacts, piecesOf, usageOf } from './chat-form.ts';

type Body = Static<typeof ResponsesBody>;

/** Returns a response in one piece. It repeats of the request what counted. */
export function responseOf(facts: AnswerFacts, body: Body) {
  const { answer } = facts;
  const { finish, results } = answer;
  const { prompt_tokens, completion_tokens, total_tokens } = usageOf(facts);
  return {
    id: facts.id('resp_'),
    object: 'response' as const,
    created_at: facts.createdAt,
    status: statusOf(facts),
    background: false,
    error: null,
    incomplete_details:
      finish === 'stop' ? null : { reason: finish === 'length' ? 'max_output_tokens' : finish },
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    metadata: body.metadata ?? {},
    model: facts.modelName,
    output: outputOf(facts),
    parallel_tool_calls: true,
    previous_response_id: null,
    store: false,
    temperature: body.temperature ?? null,
    text: { format: { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: (body.tools ?? []).map(({ type, name, description = null, parameters = null }) => ({
      type,
      name,
      description,
      parameters,
      strict: false,
    })),
    top_p: body.top_p ?? null,
    truncation: 'disabled',
    usage: {
      input_tokens: prompt_tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: completion_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens,
    },
    ...(results.length === 0 ? {} : { tool_results: results }),
  };
}

/** Returns the events of a response in the order of OpenAI's API, numbered from 0. */
export function responseEventsOf(facts: AnswerFacts, body: Body): string {
  const whole = responseOf(facts, body);
  const { tool_results: _, ...rest } = whole;
  const begun = { ...rest, status: 'in_progress', incomplete_details: null, output: [], usage: null };
  const events: readonly StreamEvent[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...whole.output.flatMap((item, index) =>
      item.type === 'message' ? messageEvents(item, index) : callEvents(item, index),
    ),
    { type: `response.${whole.status}`, response: whole },
  ];
  return events
    .map((event, sequence_number) => {
      const data = JSON.stringify({ ...event, sequence_number });
      return `event: ${event.type}\ndata: ${data}\n\n`;
    })
    .join('');
}

function statusOf({ answer }: AnswerFacts): 'completed' | 'incomplete' {
  return answer.finish === 'stop' ? 'completed' : 'incomplete';
}

function outputOf(facts: AnswerFacts) {
  const { answer, id } = facts;
  const words =
    answer.words === null
      ? []
      : [
          {
            id: id('msg_'),
            type: 'message' as const,
            role: 'assistant' as const,
            status: statusOf(facts),
            content: [textPart(answer.words)] as const,
          },
        ];
  const calls = answer.calls.map(({ name, argumentsJson }) => ({
    id: id('fc_'),
    type: 'function_call' as const,
    call_id: id('call_'),
    name,
    arguments: argumentsJson,
    status: 'completed' as const,
  }));
  return [...words, ...calls];
}

type Item = ReturnType<typeof outputOf>[number];
type MessageItem = Extract<Item, { readonly type: 'message' }>;
type CallItem = Extract<Item, { readonly type: 'function_call' }>;

interface StreamEvent extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

function textPart(text: string) {
  return { type: 'output_text' as const, text, annotations: [], logprobs: [] };
}

function messageEvents(item: MessageItem, output_index: number): readonly StreamEvent[] {
  const [part] = item.content;
  const { text } = part;
  const place = { item_id: item.id, output_index, content_index: 0 };
  const begun = { ...item, status: 'in_progress', content: [] };
  return [
    { type: 'response.output_item.added', output_index, item: begun },
    { type: 'response.content_part.added', ...place, part: textPart('') },
    ...piecesOf(text).map((delta) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
    { type: 'response.output_item.done', output_index, item },
  ];
}

function callEvents(item: CallItem, output_index: number): readonly StreamEvent[] {
  const place = { item_id: item.id, output_index };
  const { name, arguments: given } = item;
  const begun = { ...item, status: 'in_progress', arguments: '' };
  return [
    { type: 'response.output_item.added', output_index, item: begun },
    { type: 'response.function_call_arguments.delta', ...place, delta: given },
    { type: 'response.function_call_arguments.done', ...place, name, arguments: given },
    { type: 'response.output_item.done', output_index, item },
  ];
}

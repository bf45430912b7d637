import { fail, ok, type Result } from '@common/base/result';
import type { ResponsesBody } from '@platform/api/responses-body';
import type { Static } from 'typebox';
import type { ChatMessage, ChatRequest, FunctionSpec, ToolChoice } from '../use-cases/chat.ts';
import type { ChatForm } from './chat-form.ts';
import { responseEventsOf, responseOf } from './response-object.ts';

type Body = Static<typeof ResponsesBody>;
type Item = Exclude<Body['input'], string>[number];
type Read<Value> = Result<Value, 'invalid_request'>;

/** A response, which is not stored: the caller sends the whole conversation each time. */
export function responseForm(body: Body): ChatForm {
  return {
    model: body.model,
    streams: body.stream === true,
    asked: requestOf(body),
    whole: (facts) => responseOf(facts, body),
    events: (facts) => responseEventsOf(facts, body),
  };
}

function requestOf(body: Body): Read<ChatRequest> {
  const unserved = unservedOf(body);
  if (unserved !== null) return fail('invalid_request', unserved);
  const tools = toolsOf(body.tools ?? null);
  if (!tools.ok) return tools;
  const choice = choiceOf(body.tool_choice);
  if (!choice.ok) return choice;
  const messages = messagesOf(body);
  if (!messages.ok) return messages;
  const { temperature, top_p, max_output_tokens: max_completion_tokens } = body;
  const sampling = Object.entries({ temperature, top_p, max_completion_tokens });
  return ok({
    messages: messages.value,
    clientTools: tools.value,
    toolChoice: choice.value,
    sampling: Object.fromEntries(sampling.filter(([, value]) => value !== undefined && value !== null)),
  });
}

/** What the request wants and this service does not do; null if there is nothing. */
function unservedOf({ store, background, text, ...body }: Body): string | null {
  const needed = (['previous_response_id', 'conversation', 'prompt'] as const).find(
    (name) => body[name] !== undefined && body[name] !== null,
  );
  if (needed !== undefined) {
    return `${needed} is not served: nothing is stored here. Send the whole conversation as input, and instructions as text.`;
  }
  if (store === true) return 'Nothing is stored here: send store as false, or leave it out.';
  if (background === true) {
    return 'background is not served: the answer comes with the request. Send it as false, or leave it out.';
  }
  const format = text?.format?.type ?? 'text';
  return format === 'text' ? null : `text.format must be text: ${format} is not served.`;
}

function toolsOf(tools: Exclude<Body['tools'], undefined>): Read<readonly FunctionSpec[] | null> {
  if (tools === null) return ok(null);
  const specs: FunctionSpec[] = [];
  for (const [index, { type, name, description, parameters }] of tools.entries()) {
    if (type !== 'function' || name === undefined) {
      return fail(
        'invalid_request',
        `tools.${index} must be a function with a name: only functions that the caller runs are served. Without tools, the agent runs the tools of its mandate.`,
      );
    }
    specs.push({
      name,
      ...(description == null ? {} : { description }),
      ...(parameters == null ? {} : { parameters }),
    });
  }
  return ok(specs);
}

function choiceOf(choice: Body['tool_choice']): Read<ToolChoice> {
  if (choice === undefined || choice === null) return ok('auto');
  if (typeof choice === 'string') return ok(choice);
  return choice.type === 'function' && choice.name !== undefined
    ? ok({ function: choice.name })
    : fail('invalid_request', 'tool_choice must be none, auto, required, or a function by name.');
}

function messagesOf({ instructions, input }: Body): Read<readonly ChatMessage[]> {
  const messages: ChatMessage[] = [];
  if (instructions != null) messages.push(said('system', instructions));
  for (const [index, item] of (typeof input === 'string'
    ? [{ role: 'user' as const, content: input }]
    : input
  ).entries()) {
    const read = messageOf(item, `input.${index}`);
    if (!read.ok) return read;
    const last = messages.at(-1);
    // Calls that were made at once are one message, after which come the messages with what they returned.
    if (read.value.calls.length > 0 && last?.role === 'assistant') {
      messages.splice(-1, 1, { ...last, calls: [...last.calls, ...read.value.calls] });
    } else {
      messages.push(read.value);
    }
  }
  return ok(messages);
}

function messageOf(item: Item, where: string): Read<ChatMessage> {
  const { type = 'message', role, call_id: id, name, arguments: argumentsJson } = item;
  if (type === 'message' && role !== undefined) {
    const content = textOf(item.content, `${where}.content`);
    return content.ok ? ok(said(role, content.value)) : content;
  }
  if (type === 'function_call' && id !== undefined && name !== undefined && argumentsJson !== undefined) {
    return ok({ ...said('assistant', ''), calls: [{ id, name, argumentsJson }] });
  }
  if (type === 'function_call_output' && id !== undefined) {
    const output = textOf(item.output, `${where}.output`);
    return output.ok ? ok({ ...said('tool', output.value), toolCallId: id }) : output;
  }
  return fail(
    'invalid_request',
    `${where} must be a message with a role, a function_call with call_id, name and arguments, or a function_call_output with call_id and output.`,
  );
}

const TEXT_PARTS: readonly string[] = ['input_text', 'output_text', 'refusal'];

function textOf(content: Item['content'], where: string): Read<string> {
  if (typeof content === 'string') return ok(content);
  const other = content === undefined ? -1 : content.findIndex(({ type }) => !TEXT_PARTS.includes(type));
  if (content === undefined || other !== -1) {
    return fail('invalid_request', `${content === undefined ? where : `${where}.${other}`} must be text.`);
  }
  return ok(content.map(({ text, refusal }) => text ?? refusal ?? '').join('\n'));
}

function said(role: ChatMessage['role'], content: string): ChatMessage {
  return { role, content, toolCallId: null, calls: [] };
}

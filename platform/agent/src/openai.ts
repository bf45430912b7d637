import type { Agent, AgentTool } from './agent.ts';
import { type CallOptions, callForModel } from './for-model.ts';
import { isObject } from './outcome.ts';

/** A tool call of a chat completion; only function calls are answered. */
interface ToolCall {
  readonly id: string;
  readonly type: string;
  readonly function?: { readonly name: string; readonly arguments: string };
}

/** The tools as `chat.completions.create({ tools })` takes them. */
export function openaiTools(tools: readonly AgentTool[]) {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    function: { name, description, parameters: { ...parameters } },
  }));
}

/** Makes the calls that a completion asks for, one after another, and returns the messages that answer them. */
export async function answerToolCalls(
  agent: Agent,
  calls: readonly ToolCall[],
  options: CallOptions & { readonly signal?: AbortSignal } = {},
) {
  const messages: { role: 'tool'; tool_call_id: string; content: string }[] = [];
  for (const { id, function: called } of calls) {
    if (called === undefined) continue;
    const inputs = objectIn(called.arguments);
    const outcome =
      inputs === null
        ? { status: 'rejected', reason: 'invalid_request', detail: 'The arguments are not a JSON object.' }
        : await callForModel(agent, called.name, inputs, options);
    messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(outcome) });
  }
  return messages;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

import type { Agent, AgentTool, Outcome } from './agent.ts';
import { type CallOptions, callForModel } from './for-model.ts';
import { isObject } from './outcome.ts';

interface AgentsTool {
  readonly name: string;
  readonly description: string;
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's type of a JSON Schema is narrower than JSON Schema
  readonly parameters: any;
  readonly strict: false;
  readonly execute: (
    inputs: unknown,
    context?: unknown,
    details?: { readonly signal?: AbortSignal },
  ) => Promise<Outcome>;
}

/**
 * The tools for OpenAI's agents SDK: `new Agent({ tools: agentsTools({ tool }, agent, listed.tools) })`, with `tool` of
 * `@openai/agents`. They are not strict: a call has either all inputs or a grant.
 */
export function agentsTools<Tool>(
  { tool }: { readonly tool: (parts: AgentsTool) => Tool },
  agent: Agent,
  tools: readonly AgentTool[],
  options: CallOptions = {},
): Tool[] {
  return tools.map(({ name, description, parameters }) =>
    tool({
      name,
      description,
      parameters,
      strict: false,
      execute: (inputs, _context, details) =>
        callForModel(agent, name, isObject(inputs) ? inputs : {}, { ...options, signal: details?.signal }),
    }),
  );
}

import type { Agent, AgentTool, Inputs } from './agent.ts';
import { type CallOptions, callForModel } from './for-model.ts';

type Run = (inputs: Inputs, config?: { readonly signal?: AbortSignal }) => Promise<string>;

interface Parts {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/**
 * The tools for LangChain: `model.bindTools(langchainTools({ tool }, agent, listed.tools))`, with `tool` of
 * `@langchain/core/tools`. A tool answers with the outcome as JSON text.
 */
export function langchainTools<Tool>(
  { tool }: { readonly tool: (run: Run, parts: Parts) => Tool },
  agent: Agent,
  tools: readonly AgentTool[],
  options: CallOptions = {},
): Tool[] {
  return tools.map(({ name, description, parameters }) =>
    tool(
      async (inputs, config) =>
        JSON.stringify(await callForModel(agent, name, inputs, { ...options, signal: config?.signal })),
      { name, description, schema: parameters },
    ),
  );
}

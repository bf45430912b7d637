import type { Agent, AgentTool, Inputs, Outcome } from './agent.ts';
import { type CallOptions, callForModel } from './for-model.ts';

/** Of the package `ai`: `import { jsonSchema } from 'ai'`. */
interface AiSdk<Schema> {
  readonly jsonSchema: (schema: Readonly<Record<string, unknown>>) => Schema;
}

interface AiTool<Schema> {
  readonly description: string;
  readonly inputSchema: Schema;
  readonly execute: (
    inputs: Inputs,
    call: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<Outcome>;
}

/**
 * The tools for Vercel's AI SDK: `generateText({ tools: aiSdkTools({ jsonSchema }, agent, listed.tools) })`.
 */
export function aiSdkTools<Schema>(
  { jsonSchema }: AiSdk<Schema>,
  agent: Agent,
  tools: readonly AgentTool[],
  options: CallOptions = {},
): Record<string, AiTool<Schema>> {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      {
        description,
        inputSchema: jsonSchema(parameters),
        execute: (
          inputs: Inputs,
          { abortSignal: signal }: { readonly abortSignal?: AbortSignal | undefined },
        ) => callForModel(agent, name, inputs, { ...options, signal }),
      },
    ]),
  );
}

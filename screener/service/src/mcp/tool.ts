import type { Result } from '@common/base/result';
import { FAILURES, failureCodeOf } from '@common/kit/failures';
import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import type { AnswerOf } from '@screener/engine/schema-parts';
import type { Static, TObject } from 'typebox';
import type { McpCall } from './call.ts';
import { inputSchemaOf, outputSchemaOf } from './schema.ts';

/** What a tool found, as text for a reader and as data for the tool's output schema. */
export interface ToolAnswer<Data extends object = object> {
  readonly text: string;
  readonly data: Data;
}

interface ToolDefinition<Input extends TObject, Output extends TObject> {
  readonly name: string;
  readonly title: string;
  /** Read by an agent that chooses among tools. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Returns the answer, or a refusal whose message says what to do. */
  readonly run: (
    given: Static<Input>,
    call: McpCall,
  ) => Promise<Result<ToolAnswer<AnswerOf<Output>>, string>>;
}

export interface Tool {
  readonly name: string;
  addTo(server: McpServer, call: McpCall): void;
}

/** All tools are read-only and give the same answer for the same facts. */
const ANNOTATIONS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Builds a tool from its definition. An exception is logged, and the answer does not contain its message. */
export function defineTool<const Input extends TObject, const Output extends TObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, run } = definition;
  const inputSchema = inputSchemaOf(definition.input);
  const outputSchema = outputSchemaOf(definition.output);
  return {
    name,
    addTo(server, call) {
      const config = {
        title,
        description,
        inputSchema,
        outputSchema,
        annotations: { ...ANNOTATIONS, title },
      };
      server.registerTool(name, config, async (given): Promise<CallToolResult> => {
        try {
          const result = await run(given, call);
          return result.ok
            ? answered(result.value)
            : refused(`${result.error.code}: ${result.error.message}`);
        } catch (error) {
          return refused(failureText(error, name, call));
        }
      });
    },
  };
}

function failureText(error: unknown, tool: string, { log, requestId }: McpCall): string {
  const code = failureCodeOf(error);
  if (code !== null) {
    const { level, message } = FAILURES[code];
    log[level]({ err: error, code, tool }, message);
    return `${code}: ${message}`;
  }
  log.error({ err: error, tool }, 'unexpected exception in a tool');
  return `internal_error: Something failed on our side. Try again; if it keeps failing, report the request id ${requestId}.`;
}

function answered({ text, data }: ToolAnswer): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { ...data } };
}

function refused(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

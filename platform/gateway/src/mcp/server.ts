import { FAILURES, failureCodeOf } from '@common/kit/failures';
import { VERSION } from '@common/kit/version';
import { type CallToolResult, Server, type Tool } from '@modelcontextprotocol/server';
import { ToolResult } from '@platform/core/objects/tool-call';
import type { FastifyBaseLogger } from 'fastify';
import type { agentOf } from '../http/agent-scope.ts';
import { callForAgent } from '../http/tools.ts';
import type { CallDeps } from '../use-cases/call-tool.ts';
import { type Catalogue, type ListedTool, listTools, pluginOf } from '../use-cases/catalogue.ts';
import type { ReadGrantDeps } from '../use-cases/grant-state.ts';
import { answered, refused } from './answer.ts';
import { addGrantResources } from './grant-resource.ts';

/** The parts of an HTTP request that the server answering it may see. */
export interface McpCall extends ReturnType<typeof agentOf> {
  readonly requestId: string;
  /** The answer says only what is known already. */
  readonly leaveNoEvent: () => void;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

const INSTRUCTIONS = `Actions under a mandate that a person signed. Each call is proposed, decided by that mandate, and, if it is allowed, executed once.

- status executed or fetched: done. pending: a person must approve it; later call the same tool with only grant_id. denied, refused: nothing was done, reason and detail say why. duplicate: the grant was spent. unknown: do not propose it again; check the grant later.
- Never say that something was done unless status says executed or fetched.
- Inputs are strings, amounts too: "250", not 250.`;

/** A call may have gone on to the other services before it failed here. */
const NOT_KNOWN = 'Whether it was done is not known: check your mandate’s grants.';

/** The schema of a tool's result, as plain JSON so that older clients can compile it. */
const OUTPUT: NonNullable<Tool['outputSchema']> = JSON.parse(JSON.stringify(ToolResult));

/**
 * Creates the server for one message: it lists the tools of the mandate's plugin and calls them, and reads grants.
 * `listens`: whether the client speaks a revision in which one may listen without a session.
 */
export function makeMcpServer(deps: CallDeps & ReadGrantDeps, call: McpCall, listens: boolean): Server {
  const server = new Server(
    { name: 'sanad-gateway', title: 'Sanad gateway', version: VERSION },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        resources: { subscribe: listens, listChanged: false },
      },
    },
  );
  addGrantResources(server, deps, call);
  const plugin = pluginOf(deps.catalogue, call.agent.mandate);
  server.setRequestHandler('tools/list', () => ({
    tools: listTools(deps.catalogue, plugin).map((tool) => mcpTool(deps.catalogue, tool)),
  }));
  // Avoids the library's table of tools: `callTool` checks the inputs, so refusals are the same as over HTTP.
  server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
    try {
      const outcome = await callForAgent(deps, call, params.name, params.arguments ?? {});
      if (outcome.ok) return answered(params.name, outcome.value, listens);
      const { code, message, headers } = outcome.error;
      return refused(code, message, headers?.['retry-after']);
    } catch (error) {
      const known = failureCodeOf(error);
      if (known !== null) {
        const { level, message, retryAfterS } = FAILURES[known];
        call.log[level]({ err: error, code: known, tool: params.name }, message);
        return refused(
          known,
          `${message} ${NOT_KNOWN}`,
          retryAfterS === null ? undefined : String(retryAfterS),
        );
      }
      call.log.error({ err: error, tool: params.name }, 'unexpected exception in a tool');
      return refused(
        'internal_error',
        `Something failed on our side. ${NOT_KNOWN} Report the request id ${call.requestId}.`,
        undefined,
      );
    }
  });
  return server;
}

function mcpTool({ tools }: Catalogue, { spec: { function: listed } }: ListedTool): Tool {
  const tool = tools.get(listed.name);
  const isEffect = tool?.facade.kind === 'effect';
  return {
    name: listed.name,
    description: listed.description,
    inputSchema: { ...listed.parameters, type: 'object' },
    outputSchema: OUTPUT,
    annotations: {
      readOnlyHint: !isEffect,
      destructiveHint: isEffect,
      idempotentHint: !isEffect || tool?.facade.idempotency.unique === true,
      openWorldHint: true,
    },
  };
}

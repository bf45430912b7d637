import { fail, ok, type Result } from '@common/base/result';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { GATEWAY } from '@platform/api/gateway';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { addRoute } from '@platform/keys/add-route';
import { type AuthenticateDeps, authenticateAgent } from '../use-cases/authenticate-agent.ts';
import { type CallDeps, callTool } from '../use-cases/call-tool.ts';
import { type Catalogue, listTools, pluginOf } from '../use-cases/catalogue.ts';
import type { ReportableCall } from '../use-cases/upstreams.ts';
import { addAgentScope, agentOf } from './agent-scope.ts';
import { httpFailure } from './errors.ts';
import { sentRequest } from './sent-request.ts';

/** `GET /v1/tools` needs no token. With token and mandate, it lists the tools of the mandate's plugin. */
export function addToolListRoute(app: HttpApp, deps: AuthenticateDeps & CallDeps): void {
  addRoute(app, GATEWAY.listTools, async (request, reply) => {
    const sent = sentRequest(request);
    const isProof = sent.signatureInput !== undefined || sent.signature !== undefined;
    const isAgents = sent.mandateId !== undefined && (sent.authorization !== undefined || isProof);
    let plugin = pluginNamed(deps.catalogue, request.query.plugin);
    if (request.query.plugin === undefined && isAgents) {
      const agent = await authenticateAgent(deps, sent);
      if (!agent.ok) return refuse(reply, httpFailure(agent.error));
      plugin = ok(pluginOf(deps.catalogue, agent.value.mandate));
    }
    if (!plugin.ok) return refuse(reply, httpFailure(plugin.error));
    return { tools: [...listTools(deps.catalogue, plugin.value)] };
  });
}

function pluginNamed(
  { plugins }: Catalogue,
  name: string | undefined,
): Result<string | null, 'plugin_not_found'> {
  if (name === undefined) return ok(null);
  if (plugins.some((plugin) => plugin.name === name)) return ok(name);
  const known = plugins.map((plugin) => plugin.name).join(', ');
  return fail('plugin_not_found', `There is no plugin of this name. Available: ${known}.`);
}

/** `POST /v1/tools/{name}`. */
export async function addToolCallRoute(app: HttpApp, deps: AuthenticateDeps & CallDeps): Promise<void> {
  await addAgentScope(app, deps, 'tool_call', (scope) => {
    addRoute(scope, GATEWAY.callTool, async (request, reply) => {
      const call = agentOf(request);
      const { name } = request.params;
      const reportable = Object.assign(call.reportable, { name });
      const outcome = await callForAgent(deps, call, name, request.body, reportable);
      if (!outcome.ok) return refuse(reply, outcome.error);
      // In the spelling of the enforcement point, which may have reported it.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(outcome.value));
    });
  });
}

/** Calls a tool for a proven agent, and notes the call for its event. A refusal has its HTTP form. */
export async function callForAgent(
  deps: CallDeps,
  { agent, notes }: Pick<ReturnType<typeof agentOf>, 'agent' | 'notes'>,
  name: string,
  given: unknown,
  reportable: ReportableCall | null = null,
): Promise<
  | { readonly ok: true; readonly value: ToolResult }
  | { readonly ok: false; readonly error: ReturnType<typeof httpFailure> }
> {
  if (deps.catalogue.tools.has(name)) notes.name = name;
  const outcome = await callTool(deps, agent, name, given, reportable);
  if (!outcome.ok) {
    const failure = httpFailure(outcome.error);
    notes.status = failure.code;
    return { ok: false, error: failure };
  }
  const { status, reason, grant_id = null } = outcome.value;
  Object.assign(notes, { status, reason, grant_id });
  return outcome;
}

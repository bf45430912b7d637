import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { InvalidRequest, RefusedRequest } from '@common/kit/http/errors';
import { AGENT_HEADERS } from '@platform/api/gateway';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addAgentScope, agentOf, leaveNoEvent } from '../http/agent-scope.ts';
import { answerOver } from '../http/answer-over.ts';
import type { AuthenticateDeps } from '../use-cases/authenticate-agent.ts';
import type { CallDeps } from '../use-cases/call-tool.ts';
import type { ReadGrantDeps } from '../use-cases/grant-state.ts';
import { LISTEN_MS, listenedTo, watchFor } from './listening.ts';
import type { McpOAuth } from './resource-metadata.ts';
import {
  INVALID_REQUEST,
  PARSE_ERROR,
  RPC_MESSAGE,
  RPC_RESPONSES,
  refusalAsRpcError,
  rpcError,
} from './rpc.ts';
import { type McpCall, makeMcpServer } from './server.ts';
import { createMcpServing, type McpServing } from './serving.ts';

const MCP_PATH = '/mcp';
/** The notifications of a grant come before its stream ends. */
const GRACE_MS = 1_000;

type McpDeps = AuthenticateDeps & CallDeps & ReadGrantDeps & { readonly oauth: McpOAuth | null };

/**
 * `POST /mcp`: the tools for agents that speak the Model Context Protocol, under the same token, mandate,
 * limits and events as `POST /v1/tools/{name}`. Every refusal of the request is a JSON-RPC error. GET and
 * DELETE, which only sessions need, get 405, as on any path without that method.
 */
export async function addMcpRoute(app: HttpApp, deps: McpDeps): Promise<void> {
  const serving = createMcpServing((call: McpCall, listens) => makeMcpServer(deps, call, listens));
  const closing = new AbortController();
  // Who listens must not hold up the end.
  app.addHook('preClose', async () => closing.abort());
  app.addHook('onClose', () => serving.close());
  const asked = { ...deps, forMcp: { audience: deps.oauth?.resource ?? null } };
  await addAgentScope(app, asked, 'tool_call', (scope) => {
    scope.addHook('preSerialization', (_request, reply, payload, done) => {
      if (reply.statusCode === 401 && deps.oauth !== null)
        reply.header('www-authenticate', deps.oauth.challenge);
      done(null, refusalAsRpcError(payload, reply));
    });
    scope.post(
      MCP_PATH,
      {
        // The protocol library validates the body and answers faults in its own form.
        validatorCompiler: () => (value) => ({ value }),
        onRequest: refusePages,
        errorHandler: (error, _request, reply) => {
          if (error instanceof RefusedRequest)
            return reply.status(400).send(rpcError(PARSE_ERROR, error.failure.message));
          if (!(error instanceof InvalidRequest)) throw error;
          const [issue] = error.issues;
          return reply.status(400).send(rpcError(PARSE_ERROR, `The body ${issue?.msg ?? 'is not JSON'}.`));
        },
        schema: {
          summary: 'Model Context Protocol',
          description:
            'The tools of the mandate for agents that speak the protocol: stateless streamable HTTP, JSON answers, revisions up to 2026-07-28. A result is in structuredContent; a refusal is a tool error with code and message. A grant is a resource, which a client of 2026-07-28 may listen to: that answer is a stream. A token of one mandate needs no X-Service-Contract here.',
          tags: ['tools'],
          security: [{ agent: [] }],
          headers: AGENT_HEADERS,
          body: RPC_MESSAGE,
          response: RPC_RESPONSES,
        },
      },
      async (request, reply) => {
        await answerMessage({ deps, serving, closing: closing.signal }, request, reply);
        return reply;
      },
    );
  });
}

interface Answering {
  readonly deps: McpDeps;
  readonly serving: McpServing<McpCall>;
  readonly closing: AbortSignal;
}

async function answerMessage(
  { deps, serving, closing }: Answering,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body } = request;
  if (typeof body !== 'object' || body === null) {
    return reply.status(400).send(rpcError(PARSE_ERROR, 'The body must be one JSON-RPC message.'));
  }
  // INVARIANT: one request is one message, one event, and one proposal that the limits count.
  if (Array.isArray(body)) {
    return reply
      .status(400)
      .send(rpcError(INVALID_REQUEST, 'Send one message per request: batches are not supported.'));
  }
  const { id: requestId, log } = request;
  const call = { ...agentOf(request), requestId, log, leaveNoEvent: () => leaveNoEvent(request) };
  if (!('method' in body && (body.method === 'tools/call' || body.method === 'resources/read'))) {
    leaveNoEvent(request);
  }
  const uris = listenedTo(body);
  if (uris === null) return sendResponse(reply, await serving.answer(requestFor(request), body, call));
  const over = answerOver(reply);
  const watch = await watchFor(deps, call.agent, uris, over);
  if (!watch.ok) {
    const { code, message } = watch.error;
    const id = 'id' in body ? body.id : null;
    return reply.status(400).send({ ...rpcError(INVALID_REQUEST, message, { code }), id });
  }
  const refused = new AbortController();
  const ends = AbortSignal.any([closing, over, refused.signal, AbortSignal.timeout(LISTEN_MS + GRACE_MS)]);
  const response = await serving.answer(requestFor(request, ends), body, call);
  // All who listen to a resource are told at once, so a stream whose token has ended must end.
  watch.begin({ updated: (uri) => serving.updated(uri), refused: () => refused.abort() });
  return sendResponse(reply, response);
}

/** The protocol requires refusing foreign origins. Agents are programs and send no origin. */
async function refusePages(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (request.headers.origin === undefined) return undefined;
  return refuse(reply, {
    status: 403,
    code: 'origin_not_allowed',
    message: 'Pages may not call this address: only programs, which send no Origin.',
  });
}

/**
 * Builds the part of the request that the library reads. `Accept` is set to what the library demands,
 * whatever the client sent; the token is left out.
 */
function requestFor(request: FastifyRequest, signal: AbortSignal | null = null): Request {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith('mcp-') && typeof value === 'string') headers.set(name, value);
  }
  return new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers, signal });
}

/** Headers that the HTTP server sets itself, so they are not copied. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['connection', 'content-length', 'transfer-encoding']);

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.status(response.status);
  for (const [name, value] of response.headers) {
    if (!OF_THE_CONNECTION.has(name)) reply.header(name, value);
  }
  if (response.body === null) return reply.send();
  // Only `subscriptions/listen` gets a stream.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) return reply.send(Readable.fromWeb(response.body as ReadableStream));
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

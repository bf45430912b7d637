import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { addPreflight, letRead } from '@common/kit/http/cors';
import { InvalidRequest, RefusedRequest } from '@common/kit/http/errors';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { UsageCounter } from '../accounts/count-usage.ts';
import { callerOf, KEY_OPTIONAL } from '../accounts/guard.http.ts';
import type { GatedOperation, Tier } from '../accounts/tiers.ts';
import { SHOWN } from '../http/cors.ts';
import type { McpCall } from './call.ts';
import { judgeAddress, type OriginRules } from './origin.ts';
import {
  INVALID_REQUEST,
  PARSE_ERROR,
  RPC_MESSAGE,
  RPC_RESPONSES,
  refusalAsRpcError,
  rpcError,
} from './rpc.ts';
import type { McpServing } from './serving.ts';

interface McpRouteDeps {
  readonly guard: onRequestHookHandler;
  readonly tiers: Readonly<Record<Tier, { readonly may: ReadonlySet<GatedOperation> }>>;
  readonly origins: OriginRules;
  readonly serving: McpServing;
  readonly usage: Pick<UsageCounter, 'asked'>;
}

const MCP_PATH = '/mcp';
/** Headers that a client of the protocol sends. */
const SENT = 'content-type, accept, x-api-key, authorization, mcp-protocol-version, mcp-method, mcp-name';
/** A call names a few tickers; this leaves room for what clients add. */
const BODY_BYTES = 65_536;

/**
 * Adds `POST /mcp` (interface document, 4.1). Every refusal is a JSON-RPC error, which clients show as it is.
 * GET and DELETE, which only sessions need, get 405 like any other method that a path lacks.
 */
export function addMcpRoute(app: HttpApp, { guard, tiers, origins, serving, usage }: McpRouteDeps): void {
  app.addHook('onClose', () => serving.close());
  const crossOrigin = { origins: origins.allowed, sent: SENT, shown: SHOWN };
  addPreflight(app, MCP_PATH, ['POST'], crossOrigin);
  app.post(
    MCP_PATH,
    {
      onRequest: [
        letRead(crossOrigin),
        (request, reply, done) => {
          const judged = judgeAddress(origins, addressOf(request));
          if (judged.ok) return done();
          refuse(reply, { status: 403, code: judged.error.code, message: judged.error.message });
        },
        guard,
      ],
      bodyLimit: BODY_BYTES,
      // The protocol's own rules decide, and give their own answers.
      validatorCompiler: () => (value) => ({ value }),
      preSerialization: (_request, reply, payload, done) => done(null, refusalAsRpcError(payload, reply)),
      errorHandler: (error, _request, reply) => {
        if (error instanceof RefusedRequest)
          return reply.status(400).send(rpcError(PARSE_ERROR, error.failure.message));
        if (!(error instanceof InvalidRequest)) throw error;
        const [issue] = error.issues;
        return reply.status(400).send(rpcError(PARSE_ERROR, `The body ${issue?.msg ?? 'is not JSON'}.`));
      },
      schema: {
        security: KEY_OPTIONAL,
        operationId: 'callMcp',
        summary: 'Model Context Protocol',
        description:
          'Tools for agents: stateless streamable HTTP, JSON answers, revisions up to 2026-07-28. Any `Accept` header is accepted.',
        tags: ['agents'],
        body: RPC_MESSAGE,
        response: RPC_RESPONSES,
      },
    },
    async (request, reply) => {
      const body: unknown = request.body;
      if (body === undefined || body === null) {
        return reply.status(400).send(rpcError(PARSE_ERROR, 'The body is empty: send one JSON-RPC message.'));
      }
      // INVARIANT: each request that the limits count has one message.
      if (Array.isArray(body)) {
        return reply
          .status(400)
          .send(rpcError(INVALID_REQUEST, 'Send one message per request: batches are not supported.'));
      }
      const { tier, account } = callerOf(request);
      const asked: McpCall['asked'] = (symbol, answer) => usage.asked(account, symbol, answer);
      const tool = toolCalledBy(body);
      const call = { tool, may: tiers[tier].may, requestId: request.id, log: request.log, asked };
      return sendResponse(reply, await serving.answer(requestFor(request), body, call));
    },
  );
}

function toolCalledBy(message: unknown): string | null {
  const { method, params }: { method?: unknown; params?: unknown } = Object(message);
  const { name }: { name?: unknown } = Object(params);
  return method === 'tools/call' && typeof name === 'string' ? name : null;
}

function addressOf(request: FastifyRequest): Parameters<typeof judgeAddress>[1] {
  return { origin: request.headers.origin, host: request.host };
}

/**
 * Builds the part of a request that the protocol library reads. `Accept` is what the library demands,
 * whatever the client sent, because the answer is always JSON. The key is left out.
 */
function requestFor(request: FastifyRequest): Request {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith('mcp-') && typeof value === 'string') headers.set(name, value);
  }
  return new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.status(response.status);
  for (const [name, value] of response.headers) {
    if (!OF_THE_CONNECTION.has(name)) reply.header(name, value);
  }
  if (response.body === null) return reply.send();
  // Only `subscriptions/listen` gets a stream: the list of what it may listen to, which is empty.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) return reply.send(Readable.fromWeb(response.body as ReadableStream));
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

/** Headers that the HTTP server sets itself. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['connection', 'content-length', 'transfer-encoding']);

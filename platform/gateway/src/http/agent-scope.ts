import { createHash, type Hash } from 'node:crypto';
import { type HttpApp, refuse } from '@common/kit/http/app';
import type { GatewayReport } from '@platform/core/objects/event';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthenticateDeps, authenticateAgent } from '../use-cases/authenticate-agent.ts';
import type { Agent } from '../use-cases/upstreams.ts';
import { httpFailure } from './errors.ts';

/** What the evidence event says about a call besides its hashes; filled in by the route. */
type CallNotes = Record<'grant_id' | 'name' | 'status' | 'reason', string | null>;

interface AgentCall {
  readonly agent: Agent;
  readonly requestHash: Hash;
  readonly notes: CallNotes;
}

/** Of a status in an event. */
const LONGEST_WORD = 64;

const calls = new WeakMap<FastifyRequest, AgentCall>();

/** The caller that the hooks of `addAgentScope` authenticated; a route outside that scope is a bug. */
export function agentOf(request: FastifyRequest): { readonly agent: Agent; readonly notes: CallNotes } {
  const call = calls.get(request);
  if (call === undefined) throw new Error('this route is outside the agents’ scope');
  return call;
}

/** For a message that asks for nothing to be done, such as a list of tools: like a GET, it leaves no event. */
export function leaveNoEvent(request: FastifyRequest): void {
  calls.delete(request);
}

/**
 * Routes for agents: token and mandate are checked before the body is read, and each answer to a proven agent, refusals
 * included, is reported to the authority as one event, whose id it carries. Hashes are SHA-256 of the bodies' bytes.
 */
export async function addAgentScope(
  app: HttpApp,
  deps: AuthenticateDeps,
  kind: GatewayReport['kind'],
  addRoutes: (scope: HttpApp) => void,
): Promise<void> {
  await app.register((scope: HttpApp, _options, done) => {
    scope.addHook('onRequest', async (request, reply) => {
      const proven = await authenticateAgent(
        deps,
        request.headers.authorization,
        textOf(request.headers['x-service-contract']),
      );
      if (!proven.ok) return refuse(reply, httpFailure(proven.error));
      calls.set(request, {
        agent: proven.value,
        requestHash: createHash('sha256'),
        notes: { grant_id: null, name: null, status: null, reason: null },
      });
      return undefined;
    });
    // With `done`, not a promise: the bytes flow from now on, and the parser must listen before the first of them.
    scope.addHook('preParsing', (request, _reply, payload, done) => {
      const call = calls.get(request);
      if (call !== undefined) payload.on('data', (chunk: Uint8Array) => call.requestHash.update(chunk));
      done(null, payload);
    });
    scope.addHook('onSend', async (request, reply, payload) => {
      const call = calls.get(request);
      if (call !== undefined) await report(deps, kind, call, reply, payload);
      return payload;
    });
    addRoutes(scope);
    done();
  });
}

async function report(
  deps: AuthenticateDeps,
  kind: GatewayReport['kind'],
  { agent, requestHash, notes }: AgentCall,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  // A copy: if a body is refused for its length, more of it may still come in.
  const requestDigest = requestHash.copy().digest('hex');
  const responseDigest = createHash('sha256').update(bytesOf(payload)).digest('hex');
  reply.header('x-service-request-hash', requestDigest);
  reply.header('x-service-response-hash', responseDigest);
  const appended = await deps.authority.report(agent.caller, {
    kind,
    body: {
      contract_id: agent.mandate.contract_id,
      ...notes,
      status: (notes.status ?? `http_${reply.statusCode}`).slice(0, LONGEST_WORD),
      request_hash: requestDigest,
      response_hash: responseDigest,
    },
  });
  if (appended.ok) reply.header('x-service-event-id', appended.value.event_id);
  // What was done stays done and is reported: the enforcement point's own report has the proof of it.
  else reply.log.warn({ err: appended.error }, 'the event of this answer could not be recorded');
}

function bytesOf(payload: unknown): string | Uint8Array {
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload;
  return '';
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

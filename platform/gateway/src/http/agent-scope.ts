import { createHash, type Hash } from 'node:crypto';
import { type HttpApp, refuse } from '@common/kit/http/app';
import type { GatewayReport } from '@platform/core/objects/event';
import { EVENT_HEADER } from '@platform/keys/call-header';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type AuthenticateDeps,
  authenticateAgent,
  checkSignedBody,
} from '../use-cases/authenticate-agent.ts';
import type { Agent, ReportableCall } from '../use-cases/upstreams.ts';
import { httpFailure } from './errors.ts';
import { sentRequest } from './sent-request.ts';

/** What the evidence event says about a call besides its hashes. The route fills it in. */
type CallNotes = Record<'grant_id' | 'name' | 'status' | 'reason', string | null>;

/** A call with all that its route may say of it. */
interface NotedCall {
  readonly agent: Agent;
  readonly notes: CallNotes;
  readonly reportable: Omit<ReportableCall, 'name'>;
}

interface AgentCall extends NotedCall {
  readonly requestHash: Hash;
}

/** The longest status that an event may have. */
const LONGEST_WORD = 64;

const calls = new WeakMap<FastifyRequest, AgentCall>();

/** Returns the caller that the hooks of `addAgentScope` authenticated. A route outside it is a bug. */
export function agentOf(request: FastifyRequest): NotedCall {
  const call = calls.get(request);
  if (call === undefined) throw new Error('this route is outside the agents’ scope');
  return call;
}

/** Suppresses the event of a message without effect, such as a request for the tools, or for what still waits. */
export function leaveNoEvent(request: FastifyRequest): void {
  calls.delete(request);
}

/**
 * Adds routes for agents. Mandate, and token or signature, are checked before the body is read. Each answer to a proven
 * agent, refusals included, is reported to the authority as one event, by the enforcement point with the end of its
 * grant or else from here, and carries that event's id. Hashes are SHA-256 of the bodies' bytes.
 * `kind` null: no answer of these routes leaves an event.
 */
export async function addAgentScope(
  app: HttpApp,
  deps: AuthenticateDeps,
  kind: GatewayReport['kind'] | null,
  addRoutes: (scope: HttpApp) => void,
): Promise<void> {
  await app.register((scope: HttpApp, _options, done) => {
    scope.addHook('onRequest', async (request, reply) => {
      const proven = await authenticateAgent(deps, sentRequest(request));
      if (!proven.ok) return refuse(reply, httpFailure(proven.error));
      const requestHash = createHash('sha256');
      calls.set(request, {
        agent: proven.value,
        requestHash,
        reportable: { requestHash: () => digestOf(requestHash), event: null },
        notes: { grant_id: null, name: null, status: null, reason: null },
      });
      return undefined;
    });
    // Calls `done` instead of returning a promise: the bytes flow from now on, and the parser must listen
    // before the first of them.
    scope.addHook('preParsing', (request, _reply, payload, done) => {
      const call = calls.get(request);
      if (call !== undefined) payload.on('data', (chunk: Uint8Array) => call.requestHash.update(chunk));
      done(null, payload);
    });
    scope.addHook('preValidation', async (request, reply) => {
      const call = calls.get(request);
      if (call === undefined) return undefined;
      const body = checkSignedBody(call.agent, digestOf(call.requestHash));
      return body.ok ? undefined : refuse(reply, httpFailure(body.error));
    });
    scope.addHook('onSend', async (request, reply, payload) => {
      const call = calls.get(request);
      // A body that the agent did not sign is no call of the agent, even if it was refused before it was compared.
      const isAgents = call !== undefined && checkSignedBody(call.agent, digestOf(call.requestHash)).ok;
      if (isAgents && kind !== null) await report(deps, kind, call, reply, payload);
      return payload;
    });
    addRoutes(scope);
    done();
  });
}

async function report(
  deps: AuthenticateDeps,
  kind: GatewayReport['kind'],
  { agent, requestHash, notes, reportable: { event } }: AgentCall,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const requestDigest = digestOf(requestHash);
  const responseDigest = createHash('sha256').update(bytesOf(payload)).digest('hex');
  reply.header('x-service-request-hash', requestDigest);
  reply.header('x-service-response-hash', responseDigest);
  if (event !== null && event.answer === payload) {
    reply.header(EVENT_HEADER, event.id);
    return;
  }
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
  if (appended.ok) reply.header(EVENT_HEADER, appended.value.event_id);
  // The answer is sent even so: the enforcement point's own report proves what was done.
  else reply.log.warn({ err: appended.error }, 'the event of this answer could not be recorded');
}

/** Copies the hash, because the rest of a body that was refused for its length may still arrive. */
function digestOf(hash: Hash): string {
  return hash.copy().digest('hex');
}

function bytesOf(payload: unknown): string | Uint8Array {
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload;
  return '';
}

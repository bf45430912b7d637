import type { HttpApp } from '@common/kit/http/app';
import { inSpan } from '@common/kit/telemetry/scope';
import { AUTHORITY } from '@platform/api/authority';
import { DEFAULT_LIMIT } from '@platform/api/lists';
import { CALL_HEADER } from '@platform/api/operation';
import type {
  AnsweredCall,
  EventAppended,
  EventRecord,
  SignedEnforcement,
} from '@platform/core/objects/event';
import { addRoute } from '@platform/keys/add-route';
import { readAnsweredCall } from '@platform/keys/call-header';
import { bearerOf } from '@platform/keys/jwt';
import { bodyHash, type TokenReader } from '@platform/keys/service-token';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { mayRead } from '../use-cases/readers.ts';
import { recordDoubt } from '../use-cases/record-doubt.ts';
import { recordEnforcement, recordGatewayReport } from '../use-cases/record-event.ts';
import { tenantsOf } from './closed-reads.ts';
import { answerRefusal } from './errors.ts';
import { pageOf, sendPage } from './pages.ts';
import { sendJson } from './views.ts';

/** The evidence chain (interface document, part 6). */
export function addEventRoutes(
  app: HttpApp,
  deps: AuthorityDeps,
  options: { readonly tokens: TokenReader },
): void {
  addRoute(app, AUTHORITY.reportEvent, async (request, reply) => {
    const report = request.body;
    if (report.kind === 'enforcement') {
      const call = readAnsweredCall(request.headers[CALL_HEADER]);
      const isGateways =
        call !== null &&
        options.tokens.read(call.token, { scope: 'events', ref: bodyHash(call.received) }) !== null;
      const recorded = await recordWithReceipt(deps, report.body, isGateways ? call : null);
      if (!recorded.ok) return answerRefusal(reply, recorded.error);
      const { record, receiptId, callEventId } = recorded.value;
      const named = callEventId === null ? {} : { call_event_id: callEventId };
      return sendJson(reply, { ...appended(record, receiptId), ...named }, 201);
    }
    if (report.kind === 'in_doubt') {
      const recorded = await recordDoubt(deps, report.body);
      if (!recorded.ok) return answerRefusal(reply, recorded.error);
      return sendJson(reply, appended(recorded.value, null), 201);
    }
    const bearer = bearerOf(request.headers.authorization);
    const demand = { scope: 'events', ref: bodyHash(report) } as const;
    const token = bearer === null ? null : options.tokens.read(bearer, demand);
    if (token === null) {
      const message = 'Send the gateway’s token for exactly this body as a bearer token.';
      return answerRefusal(reply, { code: 'unauthorized', message });
    }
    return sendJson(reply, appended(await recordGatewayReport(deps, report), null), 201);
  });
  addReading(app, deps);
}

/** Records the report, mostly with its receipt. In a trace this is its own span, whose ids lead to the receipt. */
function recordWithReceipt(
  deps: AuthorityDeps,
  body: SignedEnforcement,
  call: AnsweredCall | null,
): ReturnType<typeof recordEnforcement> {
  const attributes = { 'sanad.grant_id': body.decision.grant_id };
  return inSpan({ name: 'make the receipt', kind: 'internal', attributes }, async (span) => {
    const recorded = await recordEnforcement(deps, body, call);
    const receiptId = recorded.ok ? recorded.value.receiptId : null;
    if (receiptId !== null) span?.set({ 'sanad.receipt_id': receiptId });
    return recorded;
  });
}

function addReading(app: HttpApp, deps: AuthorityDeps): void {
  addRoute(app, AUTHORITY.listEvents, async (request, reply) => {
    const { after = null, kind = null, limit = DEFAULT_LIMIT } = request.query;
    const found = await deps.store.events(after, limit, kind);
    const { items, last } = pageOf(found, limit);
    const more = last === undefined ? null : { after: String(last.event.sequence) };
    const theirs = items.filter((item) => isTheirs(tenantsOf(request), item));
    return sendPage(request, reply, { items: theirs, more, rel: 'next' });
  });
  addRoute(app, AUTHORITY.readEventHead, async () => {
    const { sequence, previousHash } = await deps.store.eventHead();
    return { event_hash: previousHash, length: sequence };
  });
}

/** What is about no tenant but about a key is everyone’s, as keys are. */
function isTheirs(tenants: readonly string[] | null, { event: { tenant, kind } }: EventRecord): boolean {
  if (tenant !== null) return mayRead(tenants, tenant);
  return tenants === null || kind === 'key_enrolled' || kind === 'key_compromised';
}

function appended({ event, event_hash }: EventRecord, receiptId: string | null): EventAppended {
  return { event_id: event.event_id, event_hash, sequence: event.sequence, receipt_id: receiptId };
}

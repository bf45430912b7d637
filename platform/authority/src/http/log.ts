import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { DEFAULT_LIMIT } from '@platform/api/lists';
import { thingsIn } from '@platform/core/objects/standing';
import { addRoute } from '@platform/keys/add-route';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { readLogStanding } from '../use-cases/endings.ts';
import { continueLog, proveConsistency } from '../use-cases/read-log.ts';
import { answerRefusal } from './errors.ts';
import { sendPage } from './pages.ts';
import { sendJson } from './views.ts';

/** The transparency log (RFC 6962; interface document, part 6). DESIGN 6.6 covers what goes beyond it. */
export function addLogRoutes(app: HttpApp, deps: AuthorityDeps): void {
  addRoute(app, AUTHORITY.readLogHead, async (request, reply) => {
    const head = await deps.store.treeHead(request.query.tree_size ?? null);
    if (head !== null) return sendJson(reply, head);
    const message = 'There is no head of that size: the log grows in batches and starts empty.';
    return answerRefusal(reply, { code: 'log_empty', message });
  });
  addRoute(app, AUTHORITY.listLogHeads, async (request, reply) => {
    const { below = null, limit = DEFAULT_LIMIT } = request.query;
    const items = await deps.store.treeHeads(limit, below);
    const last = items.at(limit - 1);
    const more = last === undefined ? null : { below: String(last.tree_head.tree_size) };
    return sendPage(request, reply, { items, more, rel: 'next' });
  });
  addRoute(app, AUTHORITY.proveConsistency, async (request, reply) => {
    const proof = await proveConsistency(deps, request.query.from, request.query.to ?? null);
    return proof.ok ? sendJson(reply, proof.value) : answerRefusal(reply, proof.error);
  });
  addContinuation(app, deps);
  addEndingRoutes(app, deps);
}

/** What has ended, and the proofs of it (ADR 0031). */
export function addEndingRoutes(app: HttpApp, deps: Pick<AuthorityDeps, 'store' | 'crypto'>): void {
  addRoute(app, AUTHORITY.readLogStanding, async (request, reply) => {
    const { things, tree_size: size = null } = request.query;
    const found = await readLogStanding(deps, thingsIn(things), size);
    return found.ok ? sendJson(reply, found.value) : answerRefusal(reply, found.error);
  });
  addRoute(app, AUTHORITY.listEndings, async (request, reply) => {
    const { from = 0, limit = DEFAULT_LIMIT } = request.query;
    const items = await deps.store.endings(from, limit);
    const more = items.length < limit ? null : { from: String(from + limit) };
    return sendPage(request, reply, { items, more, rel: 'next' });
  });
}

function addContinuation(app: HttpApp, deps: AuthorityDeps): void {
  addRoute(app, AUTHORITY.continueLog, async (request, reply) => {
    const { tree_size: treeSize = 0, event = 0, limit = DEFAULT_LIMIT } = request.query;
    return sendJson(reply, await continueLog(deps, { treeSize, event }, limit));
  });
}

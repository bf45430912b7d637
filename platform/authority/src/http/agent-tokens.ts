import { formatInstant } from '@common/base/instant';
import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { DEFAULT_LIMIT } from '@platform/api/lists';
import { addRoute } from '@platform/keys/add-route';
import { bearerOf } from '@platform/keys/jwt';
import { isReadToken } from '@platform/keys/read-token';
import { endToken, goodTokens, makeToken } from '../use-cases/agent-tokens.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { tenantsOf } from './closed-reads.ts';
import { answerRefusal } from './errors.ts';
import { pageOf, readCursor, sendPage, writeCursor } from './pages.ts';
import { sendJson } from './views.ts';

/** Agents’ tokens, which principals make and end. */
export function addAgentTokenRoutes(
  app: HttpApp,
  deps: AuthorityDeps & { readonly gatewaySecret: string },
): void {
  addRoute(app, AUTHORITY.listTokens, async (request, reply) => {
    const { contract_id: mandateId = null, token_id: tokenId = null, state } = request.query;
    const { cursor, limit = DEFAULT_LIMIT } = request.query;
    const found = await deps.store.agentTokensOf({
      mandateId,
      tokenId,
      goodAt: state === 'good' ? formatInstant(deps.clock()) : null,
      tenants: tenantsOf(request),
      after: readCursor(cursor),
      limit,
    });
    const { items, last } = pageOf(found, limit);
    const more =
      last === undefined
        ? null
        : { cursor: writeCursor({ at: last.registered_at, id: last.token.token_id }) };
    return sendPage(request, reply, { items, more, rel: 'next' });
  });
  addRoute(app, AUTHORITY.makeToken, async (request, reply) => {
    const made = await makeToken(deps, request.body);
    return made.ok ? sendJson(reply, made.value, 201) : answerRefusal(reply, made.error);
  });
  addRoute(app, AUTHORITY.endToken, async (request, reply) => {
    const ended = await endToken(deps, request.params.token_id, request.body);
    return ended.ok ? sendJson(reply, ended.value) : answerRefusal(reply, ended.error);
  });
  addRoute(app, AUTHORITY.goodTokens, async (request) => {
    const bearer = bearerOf(request.headers.authorization);
    // Where reads are open, anybody may ask.
    const isInUse = bearer !== null && isReadToken(deps.gatewaySecret, bearer, deps.clock());
    return [...(await goodTokens(deps, request.query.token_ids.split(','), isInUse))];
  });
}

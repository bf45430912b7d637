import { dateOfInstant } from '@common/base/calendar';
import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { nextPath } from '@common/web/next-path';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import type { UsageStore } from '@screener/service/accounts/usage.store';
import { createAnswerCache } from '@screener/service/http/answer-cache';
import { readWatchlist, type WatchlistDeps } from '@screener/service/watchlist/read-watchlist';
import {
  MAX_TICKER,
  REFUSAL_WORDS,
  unwatchTicker,
  type WatchDeps,
  type WatchRefusal,
  watchSeveral,
  watchTicker,
} from '@screener/service/watchlist/watch-ticker';
import type { WatchedRow } from '@screener/service/watchlist/watched-row';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DASHBOARD, doorPath, SIGN_IN } from '../accounts/entrance.http.ts';
import { type Readers, readerOf, sessionOf } from '../accounts/readers.http.ts';
import { words } from '../parts/language.ts';
import { sendCsv } from '../parts/send-csv.http.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { LONGEST_NEXT } from '../parts/watch.page.ts';
import { type Dashboard, dashboardMain, dashboardTitle, type RefusedTicker } from './dashboard-main.page.ts';
import { watchlistCsv } from './watchlist-csv.ts';

interface DashboardDeps extends WatchDeps {
  readonly readers: Readers;
  readonly usage: Pick<UsageStore, 'callsOfAccount'>;
  /** Memory for recently read rows, in bytes. */
  readonly rowCacheBytes: number;
}

/**
 * The form that adds a ticker (interface document, 2.5). The ticker's length is checked later, so that its
 * error is shown beside the field.
 */
const AddForm = Type.Object({
  ticker: Type.Optional(Type.String()),
  next: Type.Optional(Type.String({ maxLength: LONGEST_NEXT })),
});
const RemoveForm = Type.Object({ ticker: Type.Optional(Type.String({ maxLength: MAX_TICKER })) });
const Asked = Type.Object({ error: Type.Optional(Type.String()) }, { additionalProperties: true });

/** `GET /portal/dashboard` and the forms of the watchlist (interface document, 4.2). */
export async function addDashboardRoutes(app: HttpApp, site: Site, given: DashboardDeps): Promise<void> {
  const { readers } = given;
  const rows = createAnswerCache<WatchedRow>({
    bytes: given.rowCacheBytes,
    sizeOf: (row) => JSON.stringify(row).length,
    readGeneration: () => given.store.generation(),
    clock: given.clock,
  });
  const deps = { ...given, rows };
  const page = { config: { page: true }, schema: { hide: true } } as const;
  app.get(
    DASHBOARD,
    { ...page, onRequest: readers.requireCounted, schema: { hide: true, querystring: Asked } },
    async (request, reply) =>
      sendDashboard(reply, site, await readDashboard(request, deps, refusedBy(request.query.error))),
  );
  app.get('/portal/watchlist.csv', { ...page, onRequest: readers.requireCounted }, async (request, reply) => {
    const { rows: lines } = await readDashboard(request, deps, undefined);
    return sendCsv(reply, 'watchlist', watchlistCsv(lines));
  });
  await addFormRoutes(app, (scope) => {
    // Who is not signed in watches it once they are.
    const anyone = [readers.refuseCrossSite, readers.recognise];
    scope.post(
      '/portal/watchlist/add',
      { ...page, onRequest: anyone, schema: { hide: true, body: AddForm } },
      async (request, reply) => {
        const { ticker = '', next = '' } = request.body;
        if (sessionOf(request) === null) {
          return seeOther(
            reply,
            doorPath(SIGN_IN, { next: next || DASHBOARD, watch: ticker.trim().slice(0, MAX_TICKER) }),
          );
        }
        const { account } = readerOf(request);
        const several = await watchSeveral(deps, account, ticker);
        if (several !== null) {
          const isAll = several.every(({ added }) => added.ok);
          if (isAll) return seeOther(reply, nextPath(next, DASHBOARD));
          const shown = { ...(await readDashboard(request, deps, undefined)), several };
          return sendDashboard(reply, site, shown, 422);
        }
        const added = await watchTicker(deps, account, ticker);
        if (added.ok) return seeOther(reply, nextPath(next, DASHBOARD));
        const refused = { ...added.error, typed: ticker.slice(0, MAX_TICKER), next };
        return sendDashboard(reply, site, await readDashboard(request, deps, refused), 422);
      },
    );
    scope.post(
      '/portal/watchlist/remove',
      {
        ...page,
        onRequest: [readers.refuseCrossSite, readers.require],
        schema: { hide: true, body: RemoveForm },
      },
      async (request, reply) => {
        const { ticker = '' } = request.body;
        await unwatchTicker(deps, readerOf(request).account.id, ticker);
        return seeOther(reply, DASHBOARD);
      },
    );
  });
}

function seeOther(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(to, 303);
}

async function readDashboard(
  request: FastifyRequest,
  deps: WatchlistDeps & Pick<DashboardDeps, 'usage' | 'readers'>,
  refused: RefusedTicker | undefined,
): Promise<Dashboard> {
  const { account } = readerOf(request);
  const choice = await deps.readers.choiceOf(request);
  const today = dateOfInstant(deps.clock());
  const month = { from: `${today.slice(0, 7)}-01`, through: today };
  const [rows, calls] = await Promise.all([
    readWatchlist(deps, { account: account.id, choice }, (error, symbol) =>
      request.log.error({ err: error, symbol }, 'a ticker of a watchlist failed'),
    ),
    deps.usage.callsOfAccount(account.id, month),
  ]);
  return {
    rows,
    choice,
    today,
    tier: account.tier,
    calls: calls.reduce((sum, { calls: count }) => sum + count, 0),
    refused,
  };
}

/**
 * Reads a refusal from its code in the address. INVARIANT: the page shows only the words of the code, never
 * text from the address.
 */
function refusedBy(error: string | undefined): RefusedTicker | undefined {
  if (error === undefined || !Object.hasOwn(REFUSAL_WORDS, error)) return undefined;
  const code = error as WatchRefusal;
  return { code, message: REFUSAL_WORDS[code], typed: '', next: '' };
}

function sendDashboard(reply: FastifyReply, site: Site, dashboard: Dashboard, status = 200): FastifyReply {
  const page = renderSitePage(site, {
    title: dashboardTitle(dashboard),
    description: words().watchlist.description,
    path: DASHBOARD,
    main: dashboardMain(dashboard),
    area: 'portal',
  });
  return sendPrivatePage(reply, page, status);
}

import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPage } from '@common/web/send-page';
import type { RankingKind } from '@screener/engine/rankings/formulas';
import type { RankingStore } from '@screener/service/rankings/rankings.store';
import type { RankingAnswer } from '@screener/service/rankings/read-ranking';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Readers, sessionOf } from '../accounts/readers.http.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { leadersMain } from './leaders.page.ts';
import type { RankingScene } from './ranking-parts.page.ts';
import { valueMain } from './value.page.ts';
import {
  createRankingReader,
  LEADER_ORDERS,
  PAGE_LINES,
  type RankingQuery,
  VALUE_ORDERS,
} from './view-ranking.ts';

interface RankingPageDeps {
  readonly rankings: Pick<RankingStore, 'read'>;
  readonly readers: Pick<Readers, 'recognise'>;
  readonly clock: () => number;
}

const MAX_FILTER = 60;
const Filter = Type.Optional(Type.String({ minLength: 1, maxLength: MAX_FILTER }));
const Listed = {
  sector: Filter,
  exchange: Filter,
  page: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,4}$' })),
};
/** Tolerates parameters that others append to links (`utm_source`). */
const TOLERANT = { additionalProperties: true };
const LeadersQuery = Type.Object(
  {
    ...Listed,
    sort: Type.Optional(Type.Enum(Object.keys(LEADER_ORDERS) as (keyof typeof LEADER_ORDERS)[])),
  },
  TOLERANT,
);
const ValueQuery = Type.Object(
  { ...Listed, sort: Type.Optional(Type.Enum(Object.keys(VALUE_ORDERS) as (keyof typeof VALUE_ORDERS)[])) },
  TOLERANT,
);

const PAGES = {
  leaders: {
    path: '/leaders',
    title: 'Farthest from every limit',
    description:
      'Companies that every methodology passes, ordered by how far each stays from the limits, with the reason for each place.',
  },
  value: {
    path: '/value',
    title: 'The most for the price',
    description:
      'Companies that every methodology passes, ordered by filed equity, sales, cash, earnings and free cash flow for their price.',
  },
} as const satisfies Readonly<Record<RankingKind, object>>;

/** `GET /leaders` and `GET /value`: the rankings as tables that links sort and filter. */
export function addRankingPages(
  app: HttpApp,
  site: Site,
  { rankings, readers, clock }: RankingPageDeps,
): void {
  const reader = createRankingReader(rankings);
  const shown = { config: { page: true }, onRequest: readers.recognise } as const;
  app.get(
    PAGES.leaders.path,
    { ...shown, schema: { hide: true, querystring: LeadersQuery } },
    async (request, reply) => {
      const ranking = await reader.read('leaders');
      if (ranking === null) return send(request, reply, site, 'leaders', notYet());
      const query = { ...asked(request.query), sort: request.query.sort ?? 'rank' };
      if (isBeyond(ranking, query)) return reply.callNotFound();
      return send(
        request,
        reply,
        site,
        'leaders',
        leadersMain(sceneOf(request, ranking, query, dateOfInstant(clock()))),
      );
    },
  );
  app.get(
    PAGES.value.path,
    { ...shown, schema: { hide: true, querystring: ValueQuery } },
    async (request, reply) => {
      const ranking = await reader.read('value');
      if (ranking === null) return send(request, reply, site, 'value', notYet());
      const query = { ...asked(request.query), sort: request.query.sort ?? 'rank' };
      if (isBeyond(ranking, query)) return reply.callNotFound();
      return send(
        request,
        reply,
        site,
        'value',
        valueMain(sceneOf(request, ranking, query, dateOfInstant(clock()))),
      );
    },
  );
}

function asked(query: {
  readonly sector?: string;
  readonly exchange?: string;
  readonly page?: string;
}): Omit<RankingQuery, 'sort'> {
  const { sector = null, exchange = null, page = '1' } = query;
  return { sector, exchange, page: Number(page) };
}

function isBeyond({ ranked }: RankingAnswer<RankingKind>, { page }: RankingQuery): boolean {
  return page > Math.max(1, Math.ceil(ranked / PAGE_LINES));
}

function sceneOf<Kind extends RankingKind, Order extends string>(
  request: FastifyRequest,
  ranking: RankingAnswer<Kind>,
  query: RankingQuery<Order>,
  today: CalendarDate,
): RankingScene<Kind, Order> {
  const { path } = PAGES[ranking.ranking];
  return { ranking, query, path, isSignedIn: sessionOf(request) !== null, today };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  kind: RankingKind,
  body: Safe,
): FastifyReply {
  const { title, description, path } = PAGES[kind];
  const main = html`<h1>${title}</h1>
${body}`;
  return sendPage(request, reply, renderSitePage(site, { title, description, main, path }));
}

function notYet(): Safe {
  return html`<p class="lead">Nothing is ranked here yet.</p>
<p>A server ranks the companies it knows once after its first start. That takes seconds with the embedded snapshot, and about a minute for the whole market: reload this page then.</p>`;
}

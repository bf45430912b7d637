import { dateOfInstant } from '@common/base/calendar';
import type { Failure, Result } from '@common/base/result';
import type { HttpApp } from '@common/kit/http';
import type { Safe } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { errorPage, sendPage } from '@common/web/send-page';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { MAX_TYPED, renderSitePage } from '../site/site.page.ts';
import {
  DATA_SOURCE,
  type ScreenAnswer,
  type ScreenDeps,
  type ScreenRefusal,
  SNAPSHOT_AS_OF,
  screenTicker,
  suggestFor,
  understand,
} from '../use-cases/screen-ticker.ts';
import { answerMain, answerTitle } from './answer.page.ts';
import { refusedMain, refusedTitle, STATUS_OF } from './refused.page.ts';
import { type KnownData, welcomeMain } from './welcome.page.ts';

interface StartPageDeps extends ScreenDeps {
  /** Who may screen, and how often: as for `GET /v1/screen`. */
  readonly guard: onRequestHookHandler;
}

const DESCRIPTION =
  'Sharia screening of US-listed companies and funds from the SEC’s own filings, with a citation behind every number.';

/** Tolerates parameters that others append to links (`utm_source`). */
const Query = Type.Object(
  { q: Type.Optional(Type.String({ maxLength: MAX_TYPED })) },
  { additionalProperties: true },
);

/** `GET /`: what the service is; with `?q=<ticker>`, the verdict in words. */
export function addStartPage(app: HttpApp, site: Site, deps: StartPageDeps): void {
  const render = (title: string, main: Safe) =>
    renderSitePage(site, { title, description: DESCRIPTION, main, area: 'start' });
  // The page itself does not count towards limits; a search counts as it does over the API.
  const guardSearch: onRequestHookHandler = (request, reply, done) =>
    typedIn(request.query) === '' ? done() : deps.guard.call(app, request, reply, done);
  app.get(
    '/',
    { config: { page: true }, onRequest: guardSearch, schema: { hide: true, querystring: Query } },
    async (request, reply) => {
      const typed = typedIn(request.query);
      if (typed === '') {
        const main = welcomeMain(await readKnownData(deps));
        return sendPage(request, reply, render('Sharia screening from SEC filings', main));
      }
      const answer = await screen(deps, typed);
      if (answer.ok) {
        return sendPage(request, reply, render(answerTitle(answer.value), answerMain(answer.value)));
      }
      const refusal = { ...answer.error, typed };
      const { body, headers } = errorPage(render(refusedTitle(refusal), refusedMain(refusal)));
      return reply
        .status(STATUS_OF[refusal.code])
        .headers({ ...headers })
        .send(body);
    },
  );
}

/** The search term of a query that is not validated yet; empty if there is none. */
function typedIn(query: unknown): string {
  const given = typeof query === 'object' && query !== null && 'q' in query ? query.q : '';
  return String(given).trim();
}

async function screen(deps: ScreenDeps, typed: string): Promise<Result<ScreenAnswer, ScreenRefusal>> {
  const asked = { ticker: typed, asOf: null, rules: null };
  const understood = understand(asked, dateOfInstant(deps.clock()));
  if (!understood.ok) return answerName(deps, typed, understood.error);
  return screenTicker(deps, understood.value);
}

/** What is no ticker may be a name: screened at once if exactly one ticker has it, otherwise proposed. */
async function answerName(
  deps: ScreenDeps,
  typed: string,
  refused: Failure<ScreenRefusal>,
): Promise<Result<ScreenAnswer, ScreenRefusal>> {
  const found = await deps.search?.find(typed, 2);
  const hits = found?.ok === true ? found.value.results : [];
  const [only] = hits;
  if (only === undefined || hits.length > 1) return suggestFor(deps, typed, refused);
  return screenTicker(deps, { symbol: only.symbol, asOf: null, rules: 'current' });
}

async function readKnownData({ store, live }: ScreenDeps): Promise<KnownData> {
  if (live !== null) return { source: 'sec_live' };
  if ((await store.setting(DATA_SOURCE)) === 'sec_bulk') return { source: 'sec_bulk' };
  return { source: 'snapshot', asOf: await store.setting(SNAPSHOT_AS_OF) };
}

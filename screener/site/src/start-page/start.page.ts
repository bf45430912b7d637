import type { HttpApp } from '@common/kit/http/app';
import type { Safe } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { errorPage, sendPage } from '@common/web/send-page';
import { typedText } from '@common/web/shown-text';
import type { UsageCounter } from '@screener/service/accounts/count-usage';
import { callerOf } from '@screener/service/accounts/guard.http';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { words } from '../parts/language.ts';
import { MAX_TYPED, renderSitePage } from '../parts/site.page.ts';
import { answerMain, answerTitle } from './answer.page.ts';
import { type FindDeps, findAndScreen, type SearchOutcome } from './find.ts';
import { endedMain, hitsMain, nothingMain, unavailableMain, unreadableMain } from './no-answer.page.ts';
import { severalMain } from './several.page.ts';
import { welcomeMain } from './welcome.page.ts';

interface StartPageDeps extends FindDeps {
  readonly operator: { readonly contact: string | null };
  /** Limits who may screen and how often, as for `GET /v1/screen`. */
  readonly guard: onRequestHookHandler;
  readonly usage: Pick<UsageCounter, 'asked'>;
  /** Returns a real answer to show before any search; null if there is none. */
  readonly example: () => Promise<ScreenAnswer | null>;
}

/** Tolerates parameters that others append to links (`utm_source`). */
const Query = Type.Object(
  { q: Type.Optional(Type.String({ maxLength: MAX_TYPED })) },
  { additionalProperties: true },
);

/** `GET /` says what the service is; with `?q=<ticker or name>`, it gives the verdict in words. */
export function addStartPage(app: HttpApp, site: Site, deps: StartPageDeps): void {
  const render = (title: string, main: Safe) =>
    renderSitePage(site, { title, description: words().start.description, main, area: 'start' });
  // The page itself does not count towards limits. A search counts as it does in the API.
  const guardSearch: onRequestHookHandler = (request, reply, done) =>
    typedIn(request.query) === '' ? done() : deps.guard.call(app, request, reply, done);
  app.get(
    '/',
    { config: { page: true }, onRequest: guardSearch, schema: { hide: true, querystring: Query } },
    async (request, reply) => {
      const typed = typedIn(request.query);
      if (typed === '') {
        const main = welcomeMain({ example: await deps.example() });
        return sendPage(request, reply, render(words().start.title, main));
      }
      const found = await findAndScreen(deps, typed, (symbol, screened) =>
        deps.usage.asked(callerOf(request).account, symbol, screened),
      );
      if (found.kind === 'answer') {
        const { namesakes, former } = found;
        const main = answerMain(found.answer, { typed, namesakes, former, contact: deps.operator.contact });
        return sendPage(request, reply, render(answerTitle(found.answer), main));
      }
      return sendNoAnswer(request, reply, found, typed, render);
    },
  );
}

function sendNoAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  found: Exclude<SearchOutcome, { kind: 'answer' }>,
  typed: string,
  render: (title: string, main: Safe) => Safe,
): FastifyReply {
  const refuse = (status: number, title: string, main: Safe) => {
    const { body, headers } = errorPage(render(title, main));
    return reply
      .status(status)
      .headers({ ...headers })
      .send(body);
  };
  const { search, ended, nothing, unreadable, unavailable } = words().noAnswer;
  switch (found.kind) {
    case 'hits':
      return sendPage(request, reply, render(search(typed), hitsMain(found.hits, typed)));
    case 'several':
      return sendPage(request, reply, render(search(typed), severalMain(found.rows, typed)));
    case 'ended':
      return refuse(404, ended, endedMain(found.former, typed));
    case 'nothing':
      return refuse(404, nothing, nothingMain(found.near, typed));
    case 'unreadable':
      return refuse(422, unreadable, unreadableMain(typed));
    case 'unavailable':
      return refuse(503, unavailable, unavailableMain(found.refusal, typed));
  }
}

/** Returns the search term of a query that is not validated yet; empty if there is none. */
function typedIn(query: unknown): string {
  const given = typeof query === 'object' && query !== null && 'q' in query ? query.q : '';
  return typedText(String(given));
}

import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import type { Safe } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import { assessText, MOST, type PortfolioDeps } from '@screener/service/portfolio/assess-portfolio';
import { understandChosen } from '@screener/service/use-cases/chosen-methodologies';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Readers } from '../accounts/readers.http.ts';
import { CHOICE } from '../parts/methodology-choice.page.ts';
import { sendCsv } from '../parts/send-csv.http.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { ASK_TITLE, type Asked, askMain } from './ask.page.ts';
import { portfolioCsv } from './portfolio-csv.ts';
import { portfolioMain, portfolioTitle, reasonOf } from './portfolio-main.page.ts';

interface PortfolioPageDeps extends Omit<PortfolioDeps, 'onFailure' | 'reasonOf'> {
  /** Limits who may screen and how often, as for a search on the start page. */
  readonly guard: onRequestHookHandler;
  readonly readers: Pick<Readers, 'refuseCrossSite'>;
  readonly scripts: { readonly print: Safe; readonly file: Safe };
}

/** An escape in a form takes three bytes. */
const BODY_BYTES = 3 * MOST.characters;
const PATH = '/portal/portfolio';
const Form = Type.Object({ holdings: Type.Optional(Type.String()), methodologies: CHOICE });

/**
 * `/portal/portfolio` asks what somebody owns and answers with one page; `.csv` has the same as a table. It works
 * without an account. INVARIANT: nothing of a portfolio is stored, logged or in an address.
 */
export async function addPortfolioPage(app: HttpApp, site: Site, deps: PortfolioPageDeps): Promise<void> {
  const page = { config: { page: true }, schema: { hide: true } } as const;
  const render = (title: string, main: Safe) =>
    renderSitePage(site, {
      ...{ title, description: ASK_TITLE, main, path: PATH, isPrivate: true },
      scripts: [deps.scripts.print, deps.scripts.file],
    });
  app.get(PATH, page, (_request, reply) =>
    sendPrivatePage(reply, render(ASK_TITLE, askMain({ typed: '', chosen: [], error: null }))),
  );
  const assess = async (request: FastifyRequest<{ Body: Static<typeof Form> }>) => {
    const { holdings: typed = '', methodologies = [] } = request.body;
    const understood = understandChosen(methodologies.join());
    // Only a form that was not made here names others.
    const chosen = (understood.ok ? understood.value : null) ?? [];
    const onFailure = (err: unknown) => request.log.error({ err }, 'a holding failed');
    const asked = { ...deps, onFailure, reasonOf, chosen: chosen.length === 0 ? null : chosen };
    return { typed, chosen, assessed: await assessText(asked, typed) };
  };
  const refuse = (reply: FastifyReply, asked: Asked) =>
    sendPrivatePage(reply, render(ASK_TITLE, askMain(asked)), 422);
  await addFormRoutes(app, (scope) => {
    const onRequest = [deps.readers.refuseCrossSite, deps.guard];
    const posted = { ...page, onRequest, bodyLimit: BODY_BYTES, schema: { hide: true, body: Form } };
    scope.post(PATH, posted, async (request, reply) => {
      const { typed, chosen, assessed } = await assess(request);
      if (!assessed.ok) return refuse(reply, { typed, chosen, error: assessed.error.message });
      const main = portfolioMain(assessed.value, { typed });
      return sendPrivatePage(reply, render(portfolioTitle(assessed.value), main));
    });
    scope.post(`${PATH}.csv`, posted, async (request, reply) => {
      const { typed, chosen, assessed } = await assess(request);
      if (!assessed.ok) return refuse(reply, { typed, chosen, error: assessed.error.message });
      return sendCsv(reply, 'portfolio', portfolioCsv(assessed.value));
    });
  });
}

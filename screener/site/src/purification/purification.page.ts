import { dateOfInstant } from '@common/base/calendar';
import type { Failure } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { roomFor } from '@common/kit/http/room';
import type { Safe } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import { METHODOLOGY_IDS } from '@screener/engine/methodologies/rule-sets';
import type { Choice } from '@screener/service/accounts/choice.store';
import type { SavedPortfolioStore } from '@screener/service/portfolio/saved-portfolio.store';
import {
  assessPurification,
  PURIFICATION_BYTES,
  type PurificationDeps,
} from '@screener/service/purification/assess-purification';
import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Readers } from '../accounts/readers.http.ts';
import { savedText } from '../accounts/saved-text.http.ts';
import { bytesOfHoldings, HOLDINGS_FORM_BYTES, TO_SEND } from '../parts/hidden-list.http.ts';
import { words } from '../parts/language.ts';
import { sendCsv } from '../parts/send-csv.http.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { type AskedOnPage, askPurificationMain, EVERY_YEAR } from './ask-purification.page.ts';
import { purificationCsv } from './purification-csv.ts';
import { purificationMain } from './purification-main.page.ts';

interface PurificationPageDeps extends Omit<PurificationDeps, 'onFailure'> {
  /** Limits how often who is not signed in may ask, as for a search, once the list is read. */
  readonly guard: preHandlerHookHandler;
  readonly readers: Pick<Readers, 'refuseCrossSite' | 'recognise' | 'countedOr' | 'choiceOf'>;
  readonly saved: Pick<SavedPortfolioStore, 'read'>;
  readonly scripts: { readonly print: Safe; readonly file: Safe };
}

const PATH = '/portal/purification';
const YEAR = /^20\d{2}$/;
const Form = Type.Object({
  holdings: Type.Optional(Type.String()),
  // Zakat has a year of another kind.
  year: Type.Optional(Type.String({ maxLength: 40 })),
  methodology: Type.Optional(Type.String({ maxLength: 40 })),
});

/**
 * `/portal/purification` asks what somebody held and says what to give away; `.csv` has the same as a table. It works
 * without an account, and begins with the list that the reader saved. INVARIANT: nothing of the holdings is stored,
 * logged or in an address.
 */
export async function addPurificationPage(
  app: HttpApp,
  site: Site,
  deps: PurificationPageDeps,
): Promise<void> {
  const page = { config: { page: true }, schema: { hide: true } } as const;
  const render = (main: Safe) =>
    renderSitePage(site, {
      ...{ title: words().purification.title, description: words().purification.title },
      ...{ main, path: PATH, isPrivate: true },
      again: { form: TO_SEND, path: PATH },
      scripts: [deps.scripts.print, deps.scripts.file],
    });
  /** What is not offered in the form is taken for the usual choice. */
  const askedBy = (
    { holdings = '', year = '', methodology = '' }: Static<typeof Form>,
    { methodologies }: Choice,
  ): AskedOnPage => {
    const thisYear = Number(dateOfInstant(deps.clock()).slice(0, 4));
    return {
      typed: holdings,
      year: year === EVERY_YEAR || YEAR.test(year) ? year : String(thisYear - 1),
      methodology: METHODOLOGY_IDS.includes(methodology)
        ? methodology
        : (methodologies?.[0] ?? METHODOLOGY_IDS[0] ?? ''),
      thisYear,
      error: null,
    };
  };
  app.get(PATH, { ...page, onRequest: deps.readers.recognise }, async (request, reply) => {
    const [holdings, choice] = await Promise.all([
      savedText(deps.saved, request),
      deps.readers.choiceOf(request),
    ]);
    return sendPrivatePage(reply, render(askPurificationMain(askedBy({ holdings }, choice))));
  });
  const assess = async (request: FastifyRequest<{ Body: Static<typeof Form> }>) => {
    const choice = await deps.readers.choiceOf(request);
    const asked = askedBy(request.body, choice);
    const onFailure = (err: unknown) => request.log.error({ err }, 'a holding failed');
    const year = asked.year === EVERY_YEAR ? null : Number(asked.year);
    const { methodology } = asked;
    return {
      asked,
      assessed: await assessPurification({ ...deps, onFailure, rules: choice.rules }, asked.typed, {
        year,
        methodology,
      }),
    };
  };
  const refuse = (reply: FastifyReply, asked: AskedOnPage, error: Failure) =>
    sendPrivatePage(
      reply,
      render(askPurificationMain({ ...asked, error: words().holdings.refusal(error) })),
      422,
    );
  await addFormRoutes(app, (scope) => {
    const onRequest = [deps.readers.refuseCrossSite, deps.readers.recognise];
    const room = roomFor((request) => PURIFICATION_BYTES + bytesOfHoldings(request));
    const preHandler = [room, deps.readers.countedOr(deps.guard)];
    const posted = {
      ...page,
      onRequest,
      preHandler,
      bodyLimit: HOLDINGS_FORM_BYTES,
      schema: { hide: true, body: Form },
    };
    scope.post(PATH, posted, async (request, reply) => {
      const { asked, assessed } = await assess(request);
      if (!assessed.ok) return refuse(reply, asked, assessed.error);
      return sendPrivatePage(reply, render(purificationMain(assessed.value, asked)));
    });
    scope.post(`${PATH}.csv`, posted, async (request, reply) => {
      const { asked, assessed } = await assess(request);
      if (!assessed.ok) return refuse(reply, asked, assessed.error);
      return sendCsv(reply, 'purification', purificationCsv(assessed.value));
    });
  });
}

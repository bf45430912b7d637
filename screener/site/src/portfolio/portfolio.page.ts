import { dateOfInstant } from '@common/base/calendar';
import type { Failure } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { roomFor } from '@common/kit/http/room';
import type { Safe } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import type { Choice } from '@screener/service/accounts/choice.store';
import {
  assessText,
  PORTFOLIO_BYTES,
  type PortfolioDeps,
} from '@screener/service/portfolio/assess-portfolio';
import { changesSince, lookAt, lookedAgain } from '@screener/service/portfolio/looks';
import { savePortfolio } from '@screener/service/portfolio/save-portfolio';
import { savedCsv } from '@screener/service/portfolio/saved-csv';
import type { SavedPortfolio, SavedPortfolioStore } from '@screener/service/portfolio/saved-portfolio.store';
import { understandChosen } from '@screener/service/use-cases/chosen-methodologies';
import { REFUSAL_WORDS, type WatchRefusal } from '@screener/service/watchlist/watch-ticker';
import type { FastifyReply, FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify';
import { type Static, Type } from 'typebox';
import { SIGN_IN } from '../accounts/entrance.http.ts';
import { type Readers, readerOf, sessionOf } from '../accounts/readers.http.ts';
import { bytesOfHoldings, HOLDINGS_FORM_BYTES, TO_SEND } from '../parts/hidden-list.http.ts';
import { words } from '../parts/language.ts';
import { CHOICE } from '../parts/methodology-choice.page.ts';
import { sendCsv } from '../parts/send-csv.http.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { type Asked, askMain } from './ask.page.ts';
import { portfolioCsv } from './portfolio-csv.ts';
import { type PortfolioScene, portfolioMain, portfolioTitle, reasonOf } from './portfolio-main.page.ts';

interface PortfolioPageDeps extends Omit<PortfolioDeps, 'onFailure' | 'reasonOf'> {
  /** Limits how often who is not signed in may screen, as for a search, once the list is read. */
  readonly guard: preHandlerHookHandler;
  readonly readers: Pick<
    Readers,
    'refuseCrossSite' | 'recognise' | 'require' | 'requireCounted' | 'countedOr' | 'choiceOf'
  >;
  readonly saved: SavedPortfolioStore;
  readonly scripts: { readonly print: Safe; readonly file: Safe };
}

const PATH = '/portal/portfolio';
/** The code of a refusal to watch, where that was asked for too. */
const AfterWatching = Type.Object({ error: Type.Optional(Type.String()) }, { additionalProperties: true });
const Form = Type.Object({ holdings: Type.Optional(Type.String()), methodologies: CHOICE });

/**
 * `/portal/portfolio` asks what somebody owns and answers with one page; `.csv` has the same as a table. It works
 * without an account. A signed-in reader can save one list, and then the page shows it computed again.
 * INVARIANT: nothing of a portfolio is stored but by that button, and nothing is logged or in an address.
 */
export async function addPortfolioPage(app: HttpApp, site: Site, deps: PortfolioPageDeps): Promise<void> {
  const { readers, saved, guard } = deps;
  const page = { config: { page: true }, schema: { hide: true } } as const;
  const render = (title: string, main: Safe) =>
    renderSitePage(site, {
      ...{ title, description: words().portfolio.ask.title, main, path: PATH, isPrivate: true },
      again: { form: TO_SEND, path: PATH },
      scripts: [deps.scripts.print, deps.scripts.file],
    });
  const assess = async (request: FastifyRequest, typed: string, { methodologies: chosen, rules }: Choice) => {
    const onFailure = (err: unknown) => request.log.error({ err }, 'a holding failed');
    return assessText({ ...deps, onFailure, reasonOf, chosen, rules }, typed);
  };
  const savedOf = async (request: FastifyRequest) => {
    const session = sessionOf(request);
    return session === null ? null : saved.read(session.account.id);
  };
  const refuse = (reply: FastifyReply, asked: Asked, status = 422) =>
    sendPrivatePage(reply, render(words().portfolio.ask.title, askMain(asked)), status);
  const isSignedIn = (request: FastifyRequest) => sessionOf(request) !== null;
  // To ask costs nothing; what is shown to a signed-in reader may be a saved list, which is screened.
  const guardSaved: onRequestHookHandler = (request, reply, done) =>
    isSignedIn(request) ? readers.requireCounted.call(app, request, reply, done) : done();
  // Of what is saved, the size is not known yet.
  const roomOfSaved = roomFor(PORTFOLIO_BYTES);
  const roomForSaved: preHandlerHookHandler = (request, reply, done) =>
    isSignedIn(request) ? roomOfSaved.call(app, request, reply, done) : done();
  const shown = { ...page, onRequest: [readers.recognise, guardSaved], preHandler: roomForSaved };
  app.get(PATH, shown, async (request, reply) => {
    const [list, choice] = await Promise.all([savedOf(request), readers.choiceOf(request)]);
    const chosen = choice.methodologies ?? [];
    if (list === null) return refuse(reply, { typed: '', chosen, error: null }, 200);
    const assessed = await assess(request, list.holdings, choice);
    if (!assessed.ok)
      return refuse(reply, { typed: list.holdings, chosen, error: refusalOf(assessed.error) });
    const { looks } = list;
    const look = lookAt(assessed.value, choice, dateOfInstant(deps.clock()), looks?.last ?? null);
    const next = lookedAgain(looks, look);
    await saved.saveLooks(readerOf(request).account.id, next);
    const scene = sceneOf(request, list.holdings, { list, choice });
    const main = portfolioMain(assessed.value, {
      ...scene,
      changes: changesSince(next.before, look, assessed.value),
    });
    return sendPrivatePage(reply, render(portfolioTitle(assessed.value), main));
  });
  app.get(`${PATH}/saved.csv`, { ...page, onRequest: readers.require }, async (request, reply) => {
    const list = await savedOf(request);
    return sendCsv(reply, 'holdings', savedCsv(list?.holdings ?? ''));
  });
  const posted = async (request: FastifyRequest<{ Body: Static<typeof Form> }>) => {
    const { holdings: typed = '', methodologies = [] } = request.body;
    const understood = understandChosen(methodologies.join());
    // Only a form that was not made here names others.
    const chosen = understood.ok ? understood.value : null;
    const choice = { methodologies: chosen, rules: (await readers.choiceOf(request)).rules };
    return { typed, chosen: chosen ?? [], choice, assessed: await assess(request, typed, choice) };
  };
  await addFormRoutes(app, (scope) => {
    const room = roomFor((request) => PORTFOLIO_BYTES + bytesOfHoldings(request));
    const form = {
      ...page,
      preHandler: room,
      bodyLimit: HOLDINGS_FORM_BYTES,
      schema: { hide: true, body: Form },
    };
    const anyone = {
      ...form,
      onRequest: [readers.refuseCrossSite, readers.recognise],
      preHandler: [room, readers.countedOr(guard)],
    };
    const owner = { ...form, onRequest: [readers.refuseCrossSite, readers.require] };
    const answered = { ...anyone, schema: { ...anyone.schema, querystring: AfterWatching } };
    scope.post(PATH, answered, async (request, reply) => {
      const { typed, chosen, choice, assessed } = await posted(request);
      if (!assessed.ok) return refuse(reply, { typed, chosen, error: refusalOf(assessed.error) });
      const list = await savedOf(request);
      const scene = sceneOf(request, typed, { list, choice });
      const main = portfolioMain(assessed.value, { ...scene, notWatched: notWatched(request.query) });
      return sendPrivatePage(reply, render(portfolioTitle(assessed.value), main));
    });
    scope.post(`${PATH}.csv`, anyone, async (request, reply) => {
      const { typed, chosen, assessed } = await posted(request);
      if (!assessed.ok) return refuse(reply, { typed, chosen, error: refusalOf(assessed.error) });
      return sendCsv(reply, 'portfolio', portfolioCsv(assessed.value));
    });
    // Where the session has ended, the list comes along to the door and back.
    const saving = { ...owner, onRequest: anyone.onRequest, preHandler: [room, toTheDoor] };
    scope.post(`${PATH}/save`, saving, async (request, reply) => {
      const { holdings: typed = '' } = request.body;
      const kept = await savePortfolio(deps, readerOf(request).account.id, typed);
      if (!kept.ok) return refuse(reply, { typed, chosen: [], error: refusalOf(kept.error) });
      return back(reply);
    });
    scope.post(`${PATH}/delete`, owner, async (request, reply) => {
      await saved.remove(readerOf(request).account.id);
      return back(reply);
    });
  });
}

/** Has the browser of a reader who is not signed in send the same form to the door. */
const toTheDoor: preHandlerHookHandler = (request, reply, done) => {
  if (sessionOf(request) !== null) done();
  else reply.header('cache-control', 'no-store').redirect(SIGN_IN, 307);
};

/** INVARIANT: the page shows only the words of the code, never text from the address. */
function notWatched({ error = '' }: Static<typeof AfterWatching>): string | null {
  if (!Object.hasOwn(REFUSAL_WORDS, error)) return null;
  const code = error as WatchRefusal;
  return words().watchlist.refusal({ code, message: REFUSAL_WORDS[code] });
}

function refusalOf(error: Failure): string {
  return words().holdings.refusal(error);
}

interface OfAccount {
  /** Null without a saved list. */
  readonly list: SavedPortfolio | null;
  readonly choice: Choice;
}

function sceneOf(request: FastifyRequest, typed: string, { list, choice }: OfAccount): PortfolioScene {
  const isSaved = list !== null && list.holdings === typed;
  return {
    typed,
    rules: choice.rules,
    isSignedIn: sessionOf(request) !== null,
    hasOther: list !== null && !isSaved,
    changes: null,
    notWatched: null,
    ...(isSaved ? { savedOn: dateOfInstant(list.savedAt) } : {}),
  };
}

function back(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(PATH, 303);
}

import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { roomFor } from '@common/kit/http/room';
import type { Safe } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import type { SavedPortfolioStore } from '@screener/service/portfolio/saved-portfolio.store';
import { assessZakat, ZAKAT_BYTES, type ZakatDeps } from '@screener/service/zakat/assess-zakat';
import { readDollars, readGoldPrice } from '@screener/service/zakat/read-dollars';
import type { Zakat } from '@screener/service/zakat/zakat';
import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Readers } from '../accounts/readers.http.ts';
import { savedText } from '../accounts/saved-text.http.ts';
import { bytesOfHoldings, HOLDINGS_FORM_BYTES, TO_SEND } from '../parts/hidden-list.http.ts';
import { words } from '../parts/language.ts';
import { sendCsv } from '../parts/send-csv.http.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { type AskedOnPage, askZakatMain, CHOICES, type WrongFields } from './ask-zakat.page.ts';
import { zakatCsv } from './zakat-csv.ts';
import { zakatMain } from './zakat-main.page.ts';

interface ZakatPageDeps extends Omit<ZakatDeps, 'onFailure'> {
  /** Limits how often who is not signed in may ask, as for a search, once the list is read. */
  readonly guard: preHandlerHookHandler;
  readonly readers: Pick<Readers, 'refuseCrossSite' | 'recognise' | 'countedOr'>;
  readonly saved: Pick<SavedPortfolioStore, 'read'>;
  readonly scripts: { readonly print: Safe; readonly file: Safe };
}

const PATH = '/portal/zakat';
const Word = Type.Optional(Type.String({ maxLength: 40 }));
const Form = Type.Object({
  holdings: Type.Optional(Type.String()),
  ...{ gold: Word, other: Word, heldFor: Word, year: Word, goldUnit: Word, securities: Word },
});
type Sent = Static<typeof Form>;

/**
 * `/portal/zakat` asks what somebody holds and says what zakat is due; `.csv` has the same as a table. It works without
 * an account, and begins with the list that the reader saved. INVARIANT: nothing of the holdings is stored, logged or in
 * an address.
 */
export async function addZakatPage(app: HttpApp, site: Site, deps: ZakatPageDeps): Promise<void> {
  const page = { config: { page: true }, schema: { hide: true } } as const;
  const render = (main: Safe) =>
    renderSitePage(site, {
      ...{ title: words().zakat.title, description: words().zakat.title },
      ...{ main, path: PATH, isPrivate: true },
      again: { form: TO_SEND, path: PATH },
      scripts: [deps.scripts.print, deps.scripts.file],
    });
  app.get(PATH, { ...page, onRequest: deps.readers.recognise }, async (request, reply) => {
    const holdings = await savedText(deps.saved, request);
    return sendPrivatePage(reply, render(askZakatMain(askedBy({ holdings }))));
  });
  const answer = async (
    request: FastifyRequest<{ Body: Sent }>,
    reply: FastifyReply,
    send: (zakat: Zakat, asked: AskedOnPage) => FastifyReply,
  ) => {
    const asked = askedBy(request.body);
    // Another page of ours sent the holdings alone.
    if (request.body.gold === undefined) return sendPrivatePage(reply, render(askZakatMain(asked)));
    const refuse = (wrong: WrongFields) => sendPrivatePage(reply, render(askZakatMain(asked, wrong)), 422);
    const gold = readGoldPrice(asked.gold);
    const other = asked.other.trim() === '' ? 0 : readDollars(asked.other);
    if (gold === null) return refuse({ gold: words().zakat.wrongGold });
    if (other === null) return refuse({ other: words().zakat.wrongOther });
    const onFailure = (err: unknown) => request.log.error({ err }, 'a holding failed');
    const { heldFor, year, goldUnit, securities } = asked;
    const assessed = await assessZakat({ ...deps, onFailure }, asked.holdings, {
      ...{ heldFor, year, goldUnit, other },
      ...{ goldPrice: gold, securities: securities === 'with' },
    });
    if (!assessed.ok) return refuse({ holdings: words().holdings.refusal(assessed.error) });
    return send(assessed.value, asked);
  };
  await addFormRoutes(app, (scope) => {
    const onRequest = [deps.readers.refuseCrossSite, deps.readers.recognise];
    const room = roomFor((request) => ZAKAT_BYTES + bytesOfHoldings(request));
    const preHandler = [room, deps.readers.countedOr(deps.guard)];
    const posted = {
      ...page,
      onRequest,
      preHandler,
      bodyLimit: HOLDINGS_FORM_BYTES,
      schema: { hide: true, body: Form },
    };
    scope.post(PATH, posted, (request, reply) =>
      answer(request, reply, (zakat, asked) => sendPrivatePage(reply, render(zakatMain(zakat, asked)))),
    );
    scope.post(`${PATH}.csv`, posted, (request, reply) =>
      answer(request, reply, (zakat) => sendCsv(reply, 'zakat', zakatCsv(zakat))),
    );
  });
}

/** What is not offered in the form is taken for the usual choice. */
function askedBy({ holdings = '', gold = '', other = '', ...sent }: Sent): AskedOnPage {
  const chosen = <Value extends string>(
    offered: readonly [Value, ...Value[]],
    asked: string | undefined,
  ): Value => offered.find((one) => one === asked) ?? offered[0];
  return {
    ...{ holdings, gold, other },
    heldFor: chosen(CHOICES.heldFor, sent.heldFor),
    year: chosen(CHOICES.year, sent.year),
    goldUnit: chosen(CHOICES.goldUnit, sent.goldUnit),
    securities: chosen(CHOICES.securities, sent.securities),
  };
}

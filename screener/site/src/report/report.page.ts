import { dateOfInstant } from '@common/base/calendar';
import { type Failure, ok, type Result } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import type { Safe } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import { byChoice } from '@screener/engine/chosen';
import type { MarketQuote } from '@screener/engine/facts';
import { type OverlayName, parseOverlayNames } from '@screener/engine/overlays/overlay-names';
import { OWN_FIGURES } from '@screener/engine/own-figures';
import type { UsageCounter } from '@screener/service/accounts/count-usage';
import { type AnswerCache, createAnswerCache } from '@screener/service/http/answer-cache';
import { type OverlayDeps, readParsedOverlays } from '@screener/service/overlays/read-overlays';
import type { RankingReader } from '@screener/service/rankings/ranking-reader';
import { readCase } from '@screener/service/recompute/read-case';
import {
  type ScreenAnswer,
  type ScreenDeps,
  type UnderstoodRequest,
  understand,
} from '@screener/service/use-cases/screen-ticker';
import type { ScreeningCase } from '@screener/service/use-cases/screening-case';
import { unknownTickerOf } from '@screener/service/use-cases/unknown-ticker';
import { wasReached } from '@screener/service/use-cases/unreached';
import { worded } from '@screener/words/answer';
import { verdictInTime } from '@screener/words/time';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Readers } from '../accounts/readers.http.ts';
import { face, language, words } from '../parts/language.ts';
import { askedByChoice } from '../parts/methodology-choice.page.ts';
import type { Screen } from '../parts/screen.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { alternativesSection } from './alternatives.page.ts';
import { assumptionsSection } from './assumptions.page.ts';
import { screeningsCsv } from './export-csv.ts';
import { fundMain } from './fund.page.ts';
import { historySection } from './history.page.ts';
import type { FundAddress } from './holdings.page.ts';
import { listHoldings } from './holdings-listing.ts';
import { type BesideVerdict, NOTHING_BESIDE, todoSection } from './no-verdict.page.ts';
import { canEnterFigures, ownFiguresMain } from './own-figures.page.ts';
import { NO_FIGURES, pickFigures } from './own-figures.ts';
import type { Calculator } from './purification.page.ts';
import { type HoldingField, readHolding } from './purification.ts';
import {
  REPORT_STATUS,
  type RefusedReport,
  type ReportRefusal,
  refusedReportMain,
  refusedReportTitle,
} from './refused-report.page.ts';
import { companyMain, reportLinks, reportTools } from './report-main.page.ts';
import { type AskedReport, reportAddress, whoseVerdict } from './report-words.page.ts';
import { CSV_TYPE, sendExport } from './send-export.http.ts';
import { readShownHistory } from './shown-history.ts';

interface ReportDeps extends ScreenDeps, OverlayDeps {
  /** Makes the report that recomputes itself. */
  readonly reportFile: (answer: ScreenAnswer, given: ScreeningCase) => Promise<string>;
  readonly screen: Screen;
  readonly rankings: RankingReader;
  readonly operator: { readonly contact: string | null };
  /** Memory for recently made reports, in bytes. */
  readonly cacheBytes: number;
  /** Those behind the print button and the addresses of sections. */
  readonly scripts: readonly Safe[];
  /** Admits signed-in readers, counted like callers of the API, and sends others to the sign-in page. */
  readonly requireReader: onRequestHookHandler;
  /** What the reader follows, where the address names nothing. */
  readonly choiceOf: Readers['choiceOf'];
  readonly usage: Pick<UsageCounter, 'asked'>;
}

const Params = Type.Object({ ticker: Type.String() });
const typed = () => Type.Optional(Type.String({ maxLength: 400 }));

/** Tolerates parameters that others append to links (`utm_source`). */
const Query = Type.Object(
  {
    as_of: typed(),
    rules: typed(),
    methodologies: typed(),
    overlays: typed(),
    shares: typed(),
    dividends: typed(),
    since: typed(),
    until: typed(),
    verdict: typed(),
    page: typed(),
  },
  { additionalProperties: true },
);
type QueryOf = Static<typeof Query>;

const FiguresQuery = Type.Object(Object.fromEntries(OWN_FIGURES.map((name) => [name, typed()])), {
  additionalProperties: true,
});

type ReportRoute = ReturnType<typeof routeFor>;

function routeFor({ requireReader }: Pick<ReportDeps, 'requireReader'>) {
  return {
    config: { page: true as const },
    onRequest: requireReader,
    schema: { hide: true, params: Params, querystring: Query },
  };
}

/** `GET /portal/report/{ticker}` and its exports: everything behind a verdict, for signed-in readers. */
export function addReportPage(app: HttpApp, site: Site, deps: ReportDeps): void {
  const route = routeFor(deps);
  const render = (path: string, title: string, main: Safe) =>
    renderSitePage(site, {
      title,
      description: title,
      main,
      area: 'portal',
      path,
      scripts: deps.scripts,
    });
  const refuse = (reply: FastifyReply, refused: RefusedReport) => {
    const page = render('/portal/report', refusedReportTitle(refused), refusedReportMain(refused));
    const retryAfterS = refused.detail?.retry_after_s;
    if (typeof retryAfterS === 'number') reply.header('retry-after', retryAfterS);
    return sendPrivatePage(reply, page, REPORT_STATUS[refused.code]);
  };

  const mains = createAnswerCache<MadeMain>({
    bytes: deps.cacheBytes,
    sizeOf: ({ main }) => main.toString().length,
    readGeneration: () => deps.store.generation(),
    clock: deps.clock,
  });

  app.get('/portal/report/:ticker', route, async (request, reply) => {
    const read = await readReport(deps, request);
    if (!read.ok) {
      const now = unknownTickerOf(read.error.detail).former?.renamed_to;
      // A ticker may be given to another company, so the new address is not for ever.
      if (now != null)
        return reply.header('cache-control', 'no-store').redirect(reportPath(now, read.error.asked), 302);
      return refuse(reply, read.error);
    }
    const { answer, asked } = read.value;
    const made = await makeMainOnce(deps, mains, read.value, request.query);
    if (!made.ok) return refuse(reply, { ...made.error, ticker: answer.symbol, asked });
    const title = `${answer.symbol} ${verdictInTime(byChoice(answer), face())}`;
    const page = render(`/portal/report/${answer.symbol}`, title, made.value.main);
    return sendPrivatePage(reply, page, made.value.isWrong ? 422 : 200);
  });

  app.get(
    '/portal/report/:ticker/figures',
    { ...route, schema: { ...route.schema, querystring: FiguresQuery } },
    async (request, reply) => {
      const { caller = null, params } = request;
      const read = await readReport(deps, { caller, session: null, params, query: {} });
      if (!read.ok) return refuse(reply, read.error);
      const { answer } = read.value;
      if (!canEnterFigures(answer))
        return reply.header('cache-control', 'no-store').redirect(reportPath(answer.symbol, {}), 302);
      const typed = { ...NO_FIGURES, ...pickFigures(request.query) };
      const { main, isWrong } = ownFiguresMain({ answer, typed, close: await newestClose(deps, answer) });
      const page = render(
        `/portal/report/${answer.symbol}/figures`,
        words().report.byYourFigures(answer.symbol),
        main,
      );
      return sendPrivatePage(reply, page, isWrong ? 422 : 200);
    },
  );

  addExports(app, route, deps, refuse);
}

/** Adds the report as files: its data, its checks and evidence as a table, and the file that recomputes itself. */
function addExports(
  app: HttpApp,
  route: ReportRoute,
  deps: ReportDeps,
  refuse: (reply: FastifyReply, refused: RefusedReport) => FastifyReply,
): void {
  app.get('/portal/report/:ticker/export.json', route, async (request, reply) => {
    const read = await readReport(deps, request);
    if (!read.ok) return refuse(reply, read.error);
    const { answer, overlays } = read.value;
    const shown = overlays();
    const whole = worded(answer);
    const body = JSON.stringify(shown === null ? whole : { ...whole, overlays: shown }, null, 2);
    return sendExport(reply, {
      name: fileName(answer, 'json'),
      type: 'application/json; charset=utf-8',
      body,
    });
  });

  app.get('/portal/report/:ticker/recompute.html', route, async (request, reply) => {
    const read = await readReport(deps, request);
    if (!read.ok) return refuse(reply, read.error);
    const { answer, asked } = read.value;
    const found = await readCase(deps, answer);
    if (!found.ok) return refuse(reply, { ...found.error, ticker: answer.symbol, asked });
    return sendExport(reply, {
      name: fileName(answer, 'html'),
      type: 'text/html; charset=utf-8',
      body: await deps.reportFile(answer, found.value),
    });
  });

  app.get('/portal/report/:ticker/export.csv', route, async (request, reply) => {
    const read = await readReport(deps, request);
    if (!read.ok) return refuse(reply, read.error);
    const { answer } = read.value;
    const body = screeningsCsv([answer]);
    return sendExport(reply, { name: fileName(answer, 'csv'), type: CSV_TYPE, body });
  });
}

interface MadeMain {
  readonly main: Safe;
  /** Whether a field of the calculator is wrong. */
  readonly isWrong: boolean;
}

/** Caches a report's content. A change of the facts, the day or the history makes it anew. */
async function makeMainOnce(
  deps: ReportDeps,
  mains: AnswerCache<MadeMain>,
  read: ReadReport,
  query: QueryOf,
): Promise<Result<MadeMain, ReportRefusal>> {
  const { symbol, rules, as_of: asOf } = read.answer;
  const [newest] = await deps.store.screenings(symbol, rules, 1);
  const ranking = await deps.rankings.read('leaders');
  const { shares, dividends, since, until, verdict, page } = query;
  const key = JSON.stringify([
    ...[language(), symbol, rules, asOf, dateOfInstant(deps.clock()), read.asked],
    ...[shares, dividends, since, until, verdict, page],
    ...[newest?.recordedAt, newest?.fingerprint, ranking?.finished_at],
  ]);
  const generation = await mains.generation();
  const known = mains.getNow(key);
  if (known !== undefined) return ok(known);
  const made = await makeMain(deps, read, query);
  if (made.ok && wasReached(read.answer)) mains.set(key, made.value, generation);
  return made;
}

/** Makes the report of a company or of a fund, which share only the frame. */
async function makeMain(
  deps: ReportDeps,
  { answer: screened, overlays, asked }: ReadReport,
  query: QueryOf,
): Promise<Result<MadeMain, ReportRefusal>> {
  const answer = byChoice(screened);
  const whose = whoseVerdict(screened);
  const { symbol, etf_look_through: fund } = answer;
  if (fund !== undefined) {
    const listing = listHoldings(fund, query);
    if (!listing.ok) return listing;
    const tools = reportTools(symbol, asked, answer);
    const links = reportLinks(symbol, asked);
    const addressOf: FundAddress = (some, fragment) => reportAddress(symbol, { ...asked, ...some }, fragment);
    const assumed = assumptionsSection(answer);
    const todo = answer.compliance === 'not_screenable' && todoSection(answer, asked, deps.operator.contact);
    const main = fundMain({
      answer,
      whose,
      fund,
      listing: listing.value,
      addressOf,
      tools,
      links,
      todo,
      assumed,
    });
    return ok({ main, isWrong: false });
  }
  const calculator = readCalculator(query);
  const history = historySection(answer, await readShownHistory(deps, answer));
  const beside = answer.compliance === 'not_screenable' ? await readBeside(deps, answer) : NOTHING_BESIDE;
  const alternatives = await alternativesSection(deps, answer, asked);
  const main = companyMain({
    ...{ answer, whose, overlays: overlays(), calculator, asked, beside, alternatives, history },
  });
  return ok({ main, isWrong: Object.keys(calculator.errors).length > 0 });
}

async function newestClose(
  deps: ReportDeps,
  { symbol, as_of: asOf }: ScreenAnswer,
): Promise<MarketQuote | null> {
  const quotes = await deps.store.closes(symbol);
  return quotes.findLast(({ date }) => date <= asOf) ?? null;
}

async function readBeside(deps: ReportDeps, answer: ScreenAnswer): Promise<BesideVerdict> {
  const close = await newestClose(deps, answer);
  return { close, contact: deps.operator.contact };
}

interface ReadReport {
  readonly answer: ScreenAnswer;
  /** Reads the overlays; null if the reader asked for none. */
  readonly overlays: () => ReturnType<typeof readParsedOverlays> | null;
  readonly asked: AskedReport;
}

interface ReportRequest extends Pick<FastifyRequest, 'caller' | 'session'> {
  readonly params: Static<typeof Params>;
  readonly query: QueryOf;
}

async function readReport(
  deps: ReportDeps,
  request: ReportRequest,
): Promise<
  { readonly ok: true; readonly value: ReadReport } | { readonly ok: false; readonly error: RefusedReport }
> {
  const { ticker } = request.params;
  const asked = { ...askedIn(request.query), ...askedByChoice(request.query, await deps.choiceOf(request)) };
  const refuse = (error: Failure<ReportRefusal>) =>
    ({ ok: false, error: { ...error, ticker, asked } }) as const;
  const understood = understandReport(deps, ticker, asked);
  if (!understood.ok) return refuse(understood.error);
  const screened = await deps.screen(understood.value);
  deps.usage.asked(request.caller?.account ?? null, understood.value.symbol, screened);
  if (!screened.ok) return refuse(screened.error);
  const { overlays, asOf } = understood.value;
  const answer = screened.value;
  return ok({
    answer,
    asked,
    overlays: () => (overlays === null ? null : readParsedOverlays(deps, answer, overlays, asOf)),
  });
}

/** Reads what the address asks for. An empty field asks for nothing. */
function askedIn(query: QueryOf): AskedReport {
  const { as_of, rules, methodologies, overlays } = query;
  return Object.fromEntries(
    Object.entries({ as_of, rules, methodologies, overlays }).flatMap(([name, value]) => {
      const text = value?.trim() ?? '';
      return text === '' ? [] : [[name, text]];
    }),
  );
}

interface UnderstoodReport extends UnderstoodRequest {
  readonly overlays: readonly OverlayName[] | null;
}

function understandReport(
  deps: ReportDeps,
  ticker: string,
  { as_of: asOf, rules, methodologies, overlays }: AskedReport,
): Result<UnderstoodReport, ReportRefusal> {
  const asked = { ticker, asOf: asOf ?? null, rules: rules ?? null, methodologies };
  const understood = understand(asked, dateOfInstant(deps.clock()));
  if (!understood.ok) return understood;
  if (overlays === undefined) return ok({ ...understood.value, overlays: null });
  const names = parseOverlayNames(overlays);
  return names.ok ? ok({ ...understood.value, overlays: names.value }) : names;
}

const HOLDING_FIELDS: readonly HoldingField[] = ['shares', 'dividends', 'since', 'until'];

function readCalculator(query: QueryOf): Calculator {
  const [shares = '', dividends = '', since = '', until = ''] = HOLDING_FIELDS.map((name) => query[name]);
  const holding = { shares, dividends, since, until };
  return { typed: holding, ...readHolding(holding) };
}

function reportPath(symbol: string, asked: AskedReport): string {
  const query = new URLSearchParams(Object.entries(asked)).toString();
  return `/portal/report/${encodeURIComponent(symbol)}${query === '' ? '' : `?${query}`}`;
}

function fileName({ symbol, as_of: asOf }: ScreenAnswer, extension: 'json' | 'csv' | 'html'): string {
  return `${symbol}-${asOf}.${extension}`;
}

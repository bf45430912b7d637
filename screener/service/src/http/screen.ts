import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import { type Failure, ok, type Result } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { parseOverlayNames } from '@screener/engine/overlays/overlay-names';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Static, Type } from 'typebox';
import type { UsageCounter } from '../accounts/count-usage.ts';
import { callerOf, KEY_OPTIONAL } from '../accounts/guard.http.ts';
import type { Tier, TierTerms } from '../accounts/tiers.ts';
import { envelopeOf, NOT_MODIFIED, REFUSED_CALLER, RULES_QUERY } from '../schemas/envelope.ts';
import { METHODOLOGIES_QUERY } from '../use-cases/chosen-methodologies.ts';
import {
  HOLDINGS_A_PAGE,
  HOLDINGS_SHOWN,
  PagedAnswer,
  TOP_HOLDINGS,
  TOP_PAGE,
} from '../use-cases/page-holdings.ts';
import {
  type ScreenDeps,
  type ScreenRefusal,
  suggestFor,
  type UnderstoodRequest,
  understand,
} from '../use-cases/screen-ticker.ts';
import { sendReady } from './answer-body.ts';
import type { Answers, WantedAnswer } from './answers.ts';
import { answerRefusal } from './errors.ts';
import { FIELDS_QUERY, understandFields } from './fields.ts';

const DAY_MS = 86_400_000;

/** The parameters that say which screening is meant. */
export const ASKED_OF_A_TICKER = {
  as_of: Type.Optional(
    Type.String({
      description:
        'Screen as of this date (YYYY-MM-DD), from what was filed by then; not in the future. Default: the newest date for which there are facts',
    }),
  ),
  rules: Type.Optional(RULES_QUERY),
  methodologies: Type.Optional(METHODOLOGIES_QUERY),
  overlays: Type.Optional(
    Type.String({
      description:
        'Values overlays to add to the screening: all, or comma-separated names. They never change the verdict or the score. Requires a key; without one, only the available names are returned.',
    }),
  ),
};
const Asked = Type.Object(ASKED_OF_A_TICKER);

const Query = Type.Object({
  ...ASKED_OF_A_TICKER,
  holdings: Type.Optional(
    Type.Enum(HOLDINGS_SHOWN, {
      description: `Of a fund: list none of its holdings, the ${TOP_HOLDINGS} largest (top, the default), or all, ${HOLDINGS_A_PAGE} a page`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'With holdings=all: the next_cursor of the page before',
    }),
  ),
  fields: Type.Optional(FIELDS_QUERY),
});

interface ScreenRouteDeps extends Pick<ScreenDeps, 'clock' | 'search'> {
  readonly answers: Answers;
  readonly guard: onRequestHookHandler;
  readonly tiers: Readonly<Record<Tier, TierTerms>>;
  readonly usage: Pick<UsageCounter, 'asked'>;
}

/** Adds `GET /v1/screen/{ticker}` (interface document, 4.1). */
export function addScreenRoute(app: HttpApp, deps: ScreenRouteDeps): void {
  const { answers } = deps;
  const calendar = todayReader();
  app.get(
    '/v1/screen/:ticker',
    {
      onRequest: deps.guard,
      schema: {
        operationId: 'screenTicker',
        security: KEY_OPTIONAL,
        summary: 'Screen one ticker',
        description:
          'Verdict, score, audit matrix, purification and the filed facts behind every number, at one date. The same facts give the same body, and it can be recomputed from its own evidence.',
        tags: ['screening'],
        params: Type.Object({
          ticker: Type.String({ description: 'A US ticker, in any case: AAPL, BRK.B, brk-b' }),
        }),
        querystring: Query,
        response: {
          200: envelopeOf(PagedAnswer),
          ...NOT_MODIFIED,
          400: ErrorEnvelope,
          404: ErrorEnvelope,
          ...REFUSED_CALLER,
        },
      },
    },
    (request, reply) => {
      const today = calendar(deps.clock());
      const { holdings = 'top', cursor = null, fields } = request.query;
      const asked = understandAsked(request, request.query, request.params.ticker, deps.tiers, today);
      if (!asked.ok) return refuseAsked(deps, reply, request.params.ticker, asked.error);
      const chosen = understandFields(fields);
      if (!chosen.ok) return void answerRefusal(reply, chosen.error);
      const page = holdings === 'top' && cursor === null ? TOP_PAGE : { show: holdings, cursor };
      const wanted = { ...asked.value, page, fields: chosen.value };
      const ready = answers.getNow(wanted, today);
      if (ready === undefined) return answerFresh(request, reply, wanted);
      deps.usage.asked(callerOf(request).account, wanted.symbol, ok(ready));
      sendReady(request, reply, ready);
    },
  );

  async function answerFresh(request: FastifyRequest, reply: FastifyReply, wanted: WantedAnswer) {
    const answer = await answers.read(wanted);
    deps.usage.asked(callerOf(request).account, wanted.symbol, answer);
    return answer.ok ? sendReady(request, reply, answer.value) : answerRefusal(reply, answer.error);
  }
}

const NO_OVERLAYS = ok(null);

type AskedRefusal = ScreenRefusal | 'unknown_overlay';

/** Reads which screening is meant, without I/O. */
export function understandAsked(
  request: FastifyRequest,
  { as_of: asOf, rules, methodologies, overlays }: Static<typeof Asked>,
  ticker: string,
  tiers: ScreenRouteDeps['tiers'],
  today: CalendarDate,
): Result<UnderstoodRequest & Pick<WantedAnswer, 'overlays'>, AskedRefusal> {
  const named = { ticker, asOf: asOf ?? null, rules: rules ?? null, methodologies };
  const understood = understand(named, today);
  if (!understood.ok) return understood;
  const added = overlays === undefined ? NO_OVERLAYS : understandOverlays(request, tiers, overlays);
  return added.ok ? ok({ ...understood.value, overlays: added.value }) : added;
}

/** Refuses what `understandAsked` refused, with tickers that a malformed one may have meant. */
export async function refuseAsked(
  deps: Pick<ScreenDeps, 'search'>,
  reply: FastifyReply,
  typed: string,
  refused: Failure<AskedRefusal>,
) {
  const answer = await suggestFor(deps, typed, refused);
  return answer.ok ? answer.value : answerRefusal(reply, answer.error);
}

/** Reads the names before checking the tier: a wrong name is wrong for every caller. */
function understandOverlays(
  request: FastifyRequest,
  tiers: ScreenRouteDeps['tiers'],
  asked: string,
): Result<WantedAnswer['overlays'], 'unknown_overlay'> {
  const names = parseOverlayNames(asked);
  if (!names.ok || tiers[callerOf(request).tier].may.has('overlays')) return names;
  return ok('offer');
}

/** Returns a function for the calendar date of an instant, which formats each date only once. */
function todayReader(): (epochMs: number) => CalendarDate {
  let day = Number.NaN;
  let date: CalendarDate = '';
  return (epochMs) => {
    const of = Math.floor(epochMs / DAY_MS);
    if (of === day) return date;
    day = of;
    date = dateOfInstant(epochMs);
    return date;
  };
}

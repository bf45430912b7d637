import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import type { HttpApp } from '@common/kit/http';
import { type OverlayName, parseOverlayNames } from '@screener/engine/overlays/overlay-names';
import type { Overlays } from '@screener/engine/overlays/overlays';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { callerOf, KEY_OPTIONAL } from '../access/guard.http.ts';
import type { Tier, TierTerms } from '../access/tiers.ts';
import {
  OVERLAY_OFFER,
  type OverlayDeps,
  type OverlayOffer,
  readParsedOverlays,
} from '../overlays/read-overlays.ts';
import {
  type ScreenAnswer,
  type ScreenDeps,
  screenTicker,
  type UnderstoodRequest,
  understand,
} from '../use-cases/screen-ticker.ts';
import { wasReached } from '../use-cases/unreached.ts';
import { sendReady, successBody } from './answer-body.ts';
import type { AnswerCache } from './answer-cache.ts';
import { answerRefusal } from './errors.ts';
import { RULES_QUERY } from './schema-parts.ts';
import { ErrorEnvelope, envelopeOf, REFUSED_CALLER, ScreeningSchema } from './schemas.ts';

const DAY_MS = 86_400_000;

const Query = Type.Object({
  as_of: Type.Optional(
    Type.String({ description: 'Screen as of this date (YYYY-MM-DD), from what was filed by then' }),
  ),
  rules: Type.Optional(RULES_QUERY),
  overlays: Type.Optional(
    Type.String({
      description:
        'Values overlays to add to the screening: all, or comma-separated names. They never change the verdict or the score. Requires a key; without one, only the available names are returned.',
    }),
  ),
});

interface ScreenRouteDeps extends ScreenDeps, OverlayDeps {
  readonly guard: onRequestHookHandler;
  readonly tiers: Readonly<Record<Tier, TierTerms>>;
}

/** `GET /v1/screen/{ticker}`: see the interface document, 4.1. */
export function addScreenRoute(app: HttpApp, deps: ScreenRouteDeps, cache: AnswerCache): void {
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
        params: Type.Object({ ticker: Type.String({ description: 'A US ticker: AAPL, BRK.B' }) }),
        querystring: Query,
        response: {
          200: envelopeOf(ScreeningSchema),
          400: ErrorEnvelope,
          404: ErrorEnvelope,
          503: ErrorEnvelope,
          ...REFUSED_CALLER,
        },
      },
    },
    (request, reply) => {
      const today = calendar(deps.clock());
      const { as_of: asOf = null, rules = null, overlays } = request.query;
      const understood = understand({ ticker: request.params.ticker, asOf, rules }, today);
      if (!understood.ok) return void answerRefusal(reply, understood.error);
      const asked = overlays === undefined ? NO_OVERLAYS : understandOverlays(request, deps.tiers, overlays);
      if (!asked.ok) return void answerRefusal(reply, asked.error);
      const wanted = { ...understood.value, overlays: asked.value };
      const key = cacheKey(wanted, today);
      const ready = cache.getNow(key);
      // A cached answer is sent without a promise, whose turns would cost more than all the rest here.
      if (ready === undefined) return answerFresh(request, reply, wanted, key);
      sendReady(request, reply, ready);
    },
  );

  async function answerFresh(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: WantedAnswer,
    key: string,
  ) {
    const generation = await cache.generation();
    const known = cache.getNow(key);
    if (known !== undefined) return sendReady(request, reply, known);
    const answer = await screenTicker(deps, wanted);
    if (!answer.ok) return answerRefusal(reply, answer.error);
    const { overlays } = wanted;
    const ready = successBody<typeof ScreeningSchema>(
      overlays === null
        ? answer.value
        : { ...answer.value, overlays: overlaysOf(deps, answer.value, wanted) },
    );
    if (wasReached(answer.value)) cache.set(key, ready, generation);
    return sendReady(request, reply, ready);
  }
}

interface WantedAnswer extends UnderstoodRequest {
  /** The overlays requested; `offer` if the tier has none; null if none were requested. */
  readonly overlays: readonly OverlayName[] | 'offer' | null;
}

const NO_OVERLAYS = ok(null);

/** Names are read before the tier is checked: a wrong name is wrong for everybody. */
function understandOverlays(
  request: FastifyRequest,
  tiers: ScreenRouteDeps['tiers'],
  asked: string,
): Result<WantedAnswer['overlays'], 'unknown_overlay'> {
  const names = parseOverlayNames(asked);
  if (!names.ok || tiers[callerOf(request).tier].may.has('overlays')) return names;
  return ok('offer');
}

function overlaysOf(
  deps: OverlayDeps,
  answer: ScreenAnswer,
  { overlays, asOf }: WantedAnswer,
): Overlays | OverlayOffer {
  if (overlays === null || overlays === 'offer') return OVERLAY_OFFER;
  return readParsedOverlays(deps, answer, overlays, asOf);
}

/** The calendar date of an instant, formatted once a day. */
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

/** One key for all spellings of a request. Without `as_of` the answer is today's: tomorrow it is another one. */
function cacheKey({ symbol, asOf, rules, overlays }: WantedAnswer, today: CalendarDate): string {
  const key = `${symbol}|${asOf ?? `present, ${today}`}|${rules}`;
  // Without a date an overlay uses today's lists, and lists are read at the start.
  return overlays === null ? key : `${key}|${overlays === 'offer' ? overlays : overlays.join(',')}`;
}

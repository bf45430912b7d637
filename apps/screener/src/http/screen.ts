import { type CalendarDate, dateOfInstant } from '@sanad/base/calendar';
import type { HttpApp } from '@sanad/kit/http';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import {
  type ScreenDeps,
  screenTicker,
  type UnderstoodRequest,
  understand,
} from '../use-cases/screen-ticker.ts';
import { sendReady, successBody } from './answer-body.ts';
import type { AnswerCache } from './answer-cache.ts';
import { answerRefusal } from './errors.ts';
import { ErrorEnvelope, envelopeOf, ScreeningSchema } from './schemas.ts';

const DAY_MS = 86_400_000;

/** `GET /v1/screen/{ticker}`: see the interface document, 4.1. */
export function addScreenRoute(app: HttpApp, deps: ScreenDeps, cache: AnswerCache): void {
  const calendar = todayReader();
  app.get(
    '/v1/screen/:ticker',
    {
      schema: {
        summary: 'Screen one ticker',
        description:
          'Verdict, score, audit matrix, purification and the filed facts behind every number, at one date. The body is the same for the same facts: it can be recomputed from its own evidence.',
        tags: ['screening'],
        params: Type.Object({ ticker: Type.String({ description: 'A US ticker: AAPL, BRK.B' }) }),
        querystring: Type.Object({
          as_of: Type.Optional(
            Type.String({ description: 'Screen as of this date (YYYY-MM-DD), from what was filed by then' }),
          ),
          rules: Type.Optional(Type.String({ description: 'Rule set: current (default) or classic' })),
        }),
        response: {
          200: envelopeOf(ScreeningSchema),
          400: ErrorEnvelope,
          404: ErrorEnvelope,
          503: ErrorEnvelope,
        },
      },
    },
    (request, reply) => {
      const today = calendar(deps.clock());
      const { as_of: asOf = null, rules = null } = request.query;
      const understood = understand({ ticker: request.params.ticker, asOf, rules }, today);
      if (!understood.ok) return void answerRefusal(reply, understood.error);
      const key = cacheKey(understood.value, today);
      const ready = cache.getNow(key);
      // A ready answer goes out without a promise, whose turns cost more than all else here.
      if (ready === undefined) return answerFresh(reply, understood.value, key);
      sendReady(reply, ready);
    },
  );

  async function answerFresh(reply: FastifyReply, understood: UnderstoodRequest, key: string) {
    const generation = await cache.generation();
    const ready = cache.getNow(key);
    if (ready !== undefined) return sendReady(reply, ready);
    const answer = await screenTicker(deps, understood);
    if (!answer.ok) return answerRefusal(reply, answer.error);
    const body = successBody(answer.value);
    cache.set(key, body, generation);
    return sendReady(reply, body);
  }
}

/** The calendar date of an instant, written out once a day. */
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

/** One key for all spellings of a request. Without `as_of` the answer is one of today: tomorrow it is another. */
function cacheKey({ symbol, asOf, rules }: UnderstoodRequest, today: CalendarDate): string {
  return `${symbol}|${asOf ?? `present, ${today}`}|${rules}`;
}

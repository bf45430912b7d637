import { type CalendarDate, dateOfInstant } from '@sanad/base/calendar';
import type { HttpApp } from '@sanad/kit/http';
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

/** `GET /v1/screen/{ticker}`: see the interface document, 4.1. */
export function addScreenRoute(app: HttpApp, deps: ScreenDeps, cache: AnswerCache): void {
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
    async (request, reply) => {
      const today = dateOfInstant(deps.clock());
      const { as_of: asOf = null, rules = null } = request.query;
      const understood = understand({ ticker: request.params.ticker, asOf, rules }, today);
      if (!understood.ok) return answerRefusal(reply, understood.error);
      const key = cacheKey(understood.value, today);
      const ready = await cache.get(key);
      if (ready !== undefined) return sendReady(reply, ready);
      const generation = await cache.generation();
      const answer = await screenTicker(deps, understood.value);
      if (!answer.ok) return answerRefusal(reply, answer.error);
      const body = successBody(answer.value);
      cache.set(key, body, generation);
      return sendReady(reply, body);
    },
  );
}

/** One key for all spellings of a request. Without `as_of` the answer is one of today: tomorrow it is another. */
function cacheKey({ symbol, asOf, rules }: UnderstoodRequest, today: CalendarDate): string {
  return `${symbol}|${asOf ?? `present, ${today}`}|${rules}`;
}

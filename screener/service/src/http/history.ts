import { dateOfInstant } from '@common/base/calendar';
import type { HttpApp } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { KEY_OPTIONAL } from '../accounts/guard.http.ts';
import { envelopeOf, NOT_MODIFIED, REFUSED_CALLER, RULES_QUERY } from '../schemas/envelope.ts';
import { HistoryAnswer, readHistory, understandCursor } from '../use-cases/read-history.ts';
import { type ScreenDeps, understand } from '../use-cases/screen-ticker.ts';
import { sendReady, successBody } from './answer-body.ts';
import { answerRefusal } from './errors.ts';

const DEFAULT_LIMIT = 100;
const GREATEST_LIMIT = 500;

/** Adds `GET /v1/history/{ticker}`: dated screenings, newest first. */
export function addHistoryRoute(
  app: HttpApp,
  deps: ScreenDeps & { readonly guard: onRequestHookHandler },
): void {
  app.get(
    '/v1/history/:ticker',
    {
      onRequest: deps.guard,
      schema: {
        operationId: 'readHistory',
        security: KEY_OPTIONAL,
        summary: 'Dated screenings of one ticker',
        description:
          'Each screening that differs from the one before it, newest first: which check flipped, and which filed figure caused it.',
        tags: ['screening'],
        params: Type.Object({
          ticker: Type.String({ description: 'A US ticker, in any case: AAPL, BRK.B, brk-b' }),
        }),
        querystring: Type.Object({
          rules: Type.Optional(RULES_QUERY),
          limit: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: GREATEST_LIMIT,
              description: `Screenings a page; default ${DEFAULT_LIMIT}`,
            }),
          ),
          cursor: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 200,
              description: 'The next_cursor of the page before, for older screenings',
            }),
          ),
        }),
        response: {
          200: envelopeOf(HistoryAnswer),
          ...NOT_MODIFIED,
          400: ErrorEnvelope,
          404: ErrorEnvelope,
          ...REFUSED_CALLER,
        },
      },
    },
    async (request, reply) => {
      const { rules = null, limit = DEFAULT_LIMIT, cursor } = request.query;
      const understood = understand(
        { ticker: request.params.ticker, asOf: null, rules },
        dateOfInstant(deps.clock()),
      );
      if (!understood.ok) return answerRefusal(reply, understood.error);
      const { symbol, rules: ruleSet } = understood.value;
      const after = understandCursor(cursor);
      if (!after.ok) return answerRefusal(reply, after.error);
      const history = await readHistory(deps, symbol, ruleSet, { limit, after: after.value });
      if (!history.ok) return answerRefusal(reply, history.error);
      return sendReady(request, reply, successBody<typeof HistoryAnswer>(history.value));
    },
  );
}

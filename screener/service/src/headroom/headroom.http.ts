import { dateOfInstant } from '@common/base/calendar';
import type { HttpApp } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { byChoice } from '@screener/engine/chosen';
import { Headroom, headroomOf } from '@screener/engine/headroom';
import { nullable, object } from '@screener/engine/schema-parts';
import { Screening } from '@screener/engine/screening';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import type { UsageCounter } from '../accounts/count-usage.ts';
import { callerOf, KEY_OPTIONAL } from '../accounts/guard.http.ts';
import { sendReady, successBody } from '../http/answer-body.ts';
import { answerRefusal } from '../http/errors.ts';
import { envelopeOf, NOT_MODIFIED, REFUSED_CALLER, RULES_QUERY } from '../schemas/envelope.ts';
import { METHODOLOGIES_QUERY } from '../use-cases/chosen-methodologies.ts';
import { type ScreenDeps, screenTicker, understand } from '../use-cases/screen-ticker.ts';

const { symbol, name, as_of, today, stale, compliance } = Screening.properties;
const HeadroomAnswer = object(
  {
    ...{ symbol, name, as_of, today, stale, compliance },
    headroom: nullable(
      Headroom,
      'Null for a fund, for a company that is not compliant by these methodologies, and without a close',
    ),
  },
  { description: 'The verdict, and the room that it has' },
);

interface HeadroomRouteDeps extends ScreenDeps {
  readonly guard: onRequestHookHandler;
  readonly usage: Pick<UsageCounter, 'asked'>;
}

/** Adds `GET /v1/headroom/{ticker}`: how far price and debt may move before a methodology no longer passes. */
export function addHeadroomRoute(app: HttpApp, deps: HeadroomRouteDeps): void {
  app.get(
    '/v1/headroom/:ticker',
    {
      onRequest: deps.guard,
      schema: {
        operationId: 'readHeadroom',
        security: KEY_OPTIONAL,
        summary: 'Room to the limits',
        description:
          'How far the price of a compliant company may fall, or its debt rise, before each methodology no longer passes, or each of a choice: exact at a cent, or at debt_unit, from the intervals of its screening, and by the market value of one day. It holds on the day of the verdict, as_of.',
        tags: ['screening'],
        params: Type.Object({
          ticker: Type.String({ description: 'A US ticker, in any case: AAPL, BRK.B, brk-b' }),
        }),
        querystring: Type.Object({
          as_of: Type.Optional(
            Type.String({ description: 'As of this date (YYYY-MM-DD); not in the future' }),
          ),
          rules: Type.Optional(RULES_QUERY),
          methodologies: Type.Optional(METHODOLOGIES_QUERY),
        }),
        response: {
          200: envelopeOf(HeadroomAnswer),
          ...NOT_MODIFIED,
          400: ErrorEnvelope,
          404: ErrorEnvelope,
          ...REFUSED_CALLER,
        },
      },
    },
    async (request, reply) => {
      const { as_of: asOf = null, rules = null, methodologies } = request.query;
      const { ticker } = request.params;
      const understood = understand({ ticker, asOf, rules, methodologies }, dateOfInstant(deps.clock()));
      if (!understood.ok) return answerRefusal(reply, understood.error);
      const screened = await screenTicker(deps, understood.value);
      deps.usage.asked(callerOf(request).account, understood.value.symbol, screened);
      if (!screened.ok) return answerRefusal(reply, screened.error);
      const answer = byChoice(screened.value);
      const { symbol, name, as_of, today, stale, compliance } = answer;
      const about = { symbol, name, as_of, today, stale, compliance };
      const headroom = headroomOf(answer, answer.chosen?.methodologies);
      return sendReady(request, reply, successBody<typeof HeadroomAnswer>({ ...about, headroom }));
    },
  );
}

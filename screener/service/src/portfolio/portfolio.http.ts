import type { HttpApp } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { roomFor } from '@common/kit/http/room';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { KEY_OPTIONAL } from '../accounts/guard.http.ts';
import { sendUnkept, successBody } from '../http/answer-body.ts';
import { answerRefusal } from '../http/errors.ts';
import { envelopeOf, REFUSED_CALLER } from '../schemas/envelope.ts';
import { METHODOLOGIES_QUERY, understandChosen } from '../use-cases/chosen-methodologies.ts';
import { assessText, MOST, PORTFOLIO_BYTES, Portfolio, type PortfolioDeps } from './assess-portfolio.ts';

/** In JSON a character may take six bytes, but brokers' lists are mostly plain. */
const BODY_BYTES = 2 * MOST.characters;

interface PortfolioRouteDeps extends Omit<PortfolioDeps, 'onFailure'> {
  readonly guard: onRequestHookHandler;
}

/** Adds `POST /v1/portfolio`. Nothing of a portfolio is stored, counted by ticker or logged. */
export function addPortfolioRoute(app: HttpApp, deps: PortfolioRouteDeps): void {
  app.post(
    '/v1/portfolio',
    {
      onRequest: deps.guard,
      preHandler: roomFor(PORTFOLIO_BYTES),
      bodyLimit: BODY_BYTES,
      schema: {
        operationId: 'assessPortfolio',
        security: KEY_OPTIONAL,
        summary: 'Screen a portfolio',
        description: `The holdings of a text, as people type them (AAPL 40; Microsoft, 20; Costco $1,200; cash 1204.11) or as a broker exports them (CSV with columns for symbol, quantity, value, cost, currency, found by their names), up to ${MOST.lines} lines: the verdict of each, and the shares of value by verdict and methodology. A line that was sold by today, or is bought later (AAPL 40 sold 2025-06-30), is not counted. Requires a key and counts as one request. Nothing of it is stored.`,
        tags: ['screening'],
        querystring: Type.Object({ methodologies: Type.Optional(METHODOLOGIES_QUERY) }),
        body: Type.Object({
          text: Type.String({
            minLength: 1,
            maxLength: MOST.characters,
            description: 'The holdings: one on each line, or a CSV file',
          }),
        }),
        response: {
          200: envelopeOf(Portfolio),
          403: ErrorEnvelope,
          ...REFUSED_CALLER,
        },
      },
    },
    async (request, reply) => {
      const chosen = understandChosen(request.query.methodologies);
      if (!chosen.ok) return answerRefusal(reply, chosen.error);
      const onFailure = (err: unknown) => request.log.error({ err }, 'a holding failed');
      const assessed = await assessText({ ...deps, onFailure, chosen: chosen.value }, request.body.text);
      if (!assessed.ok) return answerRefusal(reply, assessed.error);
      return sendUnkept(reply, successBody<typeof Portfolio>(assessed.value).body);
    },
  );
}

import type { HttpApp } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { roomFor } from '@common/kit/http/room';
import { METHODOLOGY_IDS } from '@screener/engine/methodologies/rule-sets';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { KEY_OPTIONAL } from '../accounts/guard.http.ts';
import { sendUnkept, successBody } from '../http/answer-body.ts';
import { answerRefusal } from '../http/errors.ts';
import { MOST } from '../portfolio/assess-portfolio.ts';
import { envelopeOf, REFUSED_CALLER } from '../schemas/envelope.ts';
import { assessPurification, PURIFICATION_BYTES, type PurificationDeps } from './assess-purification.ts';
import { Purification } from './purification.ts';

/** In JSON a character may take six bytes, but brokers' lists are mostly plain. */
const BODY_BYTES = 2 * MOST.characters;
const FIRST_YEAR = 2009;
const LAST_YEAR = 2100;

interface PurificationRouteDeps extends Omit<PurificationDeps, 'onFailure'> {
  readonly guard: onRequestHookHandler;
}

/** Adds `POST /v1/purification`. Nothing of the holdings is stored, counted by ticker or logged. */
export function addPurificationRoute(app: HttpApp, deps: PurificationRouteDeps): void {
  app.post(
    '/v1/purification',
    {
      onRequest: deps.guard,
      preHandler: roomFor(PURIFICATION_BYTES),
      bodyLimit: BODY_BYTES,
      schema: {
        operationId: 'purifyPortfolio',
        security: KEY_OPTIONAL,
        summary: 'Purify a portfolio',
        description: `What is to be given away of the holdings of a text for a year, by each method, from annual reports: an interval, and the usual figure with its kind. Lines as for a portfolio, with more words where they are known (AAPL 40 dividends 41.20 bought 2024-03-01 sold 2025-06-30), or a CSV file with columns symbol, quantity, dividends, bought, sold. Up to ${MOST.lines} lines. Requires a key and counts as one request. Nothing of it is stored.`,
        tags: ['screening'],
        body: Type.Object({
          text: Type.String({
            minLength: 1,
            maxLength: MOST.characters,
            description: 'The holdings: one on each line, or a CSV file',
          }),
          year: Type.Optional(
            Type.Union([Type.Integer({ minimum: FIRST_YEAR, maximum: LAST_YEAR }), Type.Null()], {
              description:
                'The calendar year in which the fiscal years end; null for every fiscal year since the purchase. Default: last year',
            }),
          ),
          methodology: Type.Optional(
            Type.Enum([...METHODOLOGY_IDS], {
              description: 'Id of the methodology to follow: its method comes first. Default: aaoifi',
            }),
          ),
        }),
        response: {
          200: envelopeOf(Purification),
          403: ErrorEnvelope,
          ...REFUSED_CALLER,
        },
      },
    },
    async (request, reply) => {
      const onFailure = (err: unknown) => request.log.error({ err }, 'a holding failed');
      const { text, year, methodology } = request.body;
      const assessed = await assessPurification({ ...deps, onFailure }, text, { year, methodology });
      if (!assessed.ok) return answerRefusal(reply, assessed.error);
      return sendUnkept(reply, successBody<typeof Purification>(assessed.value).body);
    },
  );
}

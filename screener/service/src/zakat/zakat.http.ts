import type { HttpApp } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { roomFor } from '@common/kit/http/room';
import { HELD_FOR } from '@screener/sources/holdings/read-holdings';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { KEY_OPTIONAL } from '../accounts/guard.http.ts';
import { sendUnkept, successBody } from '../http/answer-body.ts';
import { answerRefusal } from '../http/errors.ts';
import { MOST } from '../portfolio/assess-portfolio.ts';
import { envelopeOf, REFUSED_CALLER } from '../schemas/envelope.ts';
import { assessZakat, GOLD_UNITS, ZAKAT_BYTES, type ZakatDeps } from './assess-zakat.ts';
import { LEAST_GOLD_PRICE, MOST_DOLLARS } from './read-dollars.ts';
import { Zakat } from './zakat.ts';

/** In JSON a character may take six bytes, but brokers' lists are mostly plain. */
const BODY_BYTES = 2 * MOST.characters;

interface ZakatRouteDeps extends Omit<ZakatDeps, 'onFailure'> {
  readonly guard: onRequestHookHandler;
}

/** Adds `POST /v1/zakat`. Nothing of the holdings is stored, counted by ticker or logged. */
export function addZakatRoute(app: HttpApp, deps: ZakatRouteDeps): void {
  app.post(
    '/v1/zakat',
    {
      onRequest: deps.guard,
      preHandler: roomFor(ZAKAT_BYTES),
      bodyLimit: BODY_BYTES,
      schema: {
        operationId: 'zakatOfPortfolio',
        security: KEY_OPTIONAL,
        summary: 'Work out the zakat of a portfolio',
        description: `The zakat of the holdings of a text, with its arithmetic: shares held to trade at market value, shares held for income at their part of the company’s cash, receivables and inventories, the nisab by a price of gold that you give. Lines as for a portfolio, each with the word trade or income at its end where it differs (NVDA 45 trade), or a CSV file with a column "held for". Up to ${MOST.lines} lines. Requires a key and counts as one request. Nothing of it is stored.`,
        tags: ['screening'],
        body: Type.Object({
          text: Type.String({
            minLength: 1,
            maxLength: MOST.characters,
            description: 'The holdings: one on each line, or a CSV file',
          }),
          held_for: Type.Enum([...HELD_FOR], {
            description: 'What lines that do not say so are held for',
          }),
          gold_price: Type.Number({
            minimum: LEAST_GOLD_PRICE,
            maximum: MOST_DOLLARS,
            description: 'US dollars for one gold_unit of gold of 24 carats',
          }),
          gold_unit: Type.Optional(
            Type.Enum([...GOLD_UNITS], {
              description: 'A gram, or a troy ounce of 31.1034768 grams. Default: gram',
            }),
          ),
          year: Type.Optional(
            Type.Enum(['lunar', 'solar'], {
              description:
                'The year for which zakat is paid: 2.5 % for a lunar one, 2.577 % for a solar one. Default: lunar',
            }),
          ),
          other: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: MOST_DOLLARS,
              description: 'Other wealth that counts, in US dollars: cash, gold, goods for trade. Default: 0',
            }),
          ),
          securities: Type.Optional(
            Type.Boolean({
              description: 'Whether short-term securities of a company count with its cash. Default: true',
            }),
          ),
        }),
        response: {
          200: envelopeOf(Zakat),
          403: ErrorEnvelope,
          ...REFUSED_CALLER,
        },
      },
    },
    async (request, reply) => {
      const onFailure = (err: unknown) => request.log.error({ err }, 'a holding failed');
      const {
        text,
        held_for,
        gold_price,
        gold_unit = 'gram',
        year = 'lunar',
        other = 0,
        securities = true,
      } = request.body;
      const assessed = await assessZakat({ ...deps, onFailure }, text, {
        ...{ heldFor: held_for, goldPrice: gold_price, goldUnit: gold_unit },
        ...{ year, other, securities },
      });
      if (!assessed.ok) return answerRefusal(reply, assessed.error);
      return sendUnkept(reply, successBody<typeof Zakat>(assessed.value).body);
    },
  );
}

import type { HttpApp } from '@common/kit/http';
import type { Metrics } from '@common/kit/metrics';
import type { FastifyReply, onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { KEY_OPTIONAL } from '../access/guard.http.ts';
import { type SymbolError, screenBatch } from '../use-cases/screen-batch.ts';
import type { ScreenDeps } from '../use-cases/screen-ticker.ts';
import type { AnswerOf, Same } from './same-shape.ts';
import { object } from './schema-parts.ts';
import { ErrorEnvelope, envelopeOf, REFUSED_CALLER, ScreeningSchema } from './schemas.ts';

const MOST_SYMBOLS = 25;
/** Enough for 25 tickers with spaces, escapes and typos. */
const BODY_BYTES = 16_384;
/** Well before the request itself would time out. */
const BATCH_LIMIT_MS = 25_000;

/** A symbol without a screening. Shared by batch and bulk. */
export const SymbolErrorSchema = object(
  { symbol: Type.String(), error: object({ code: Type.String(), message: Type.String() }) },
  { description: 'A symbol that could not be screened' },
);
true satisfies Same<SymbolError, typeof SymbolErrorSchema>;

const BatchSchema = object({ results: Type.Array(Type.Union([ScreeningSchema, SymbolErrorSchema])) });

interface BatchRouteDeps extends ScreenDeps {
  readonly guard: onRequestHookHandler;
  readonly metrics: Metrics;
}

/** `POST /v1/batch`: see the interface document, 4.1. */
export function addBatchRoute(app: HttpApp, deps: BatchRouteDeps): void {
  const symbols = deps.metrics.counter('screener_batch_symbols_total', 'Batch symbols, by outcome.', [
    'outcome',
  ]);
  app.post(
    '/v1/batch',
    {
      onRequest: deps.guard,
      bodyLimit: BODY_BYTES,
      schema: {
        security: KEY_OPTIONAL,
        operationId: 'screenBatch',
        summary: 'Screen up to 25 tickers at once',
        description:
          'The full screening of each symbol, or its error, in request order. Requires a key and counts as one request. A symbol that fails does not affect the others.',
        tags: ['screening'],
        body: Type.Object({
          symbols: Type.Array(Type.String(), {
            minItems: 1,
            maxItems: MOST_SYMBOLS,
            description: 'US tickers: AAPL, BRK.B. Duplicates are allowed',
          }),
        }),
        response: {
          200: envelopeOf(BatchSchema),
          403: ErrorEnvelope,
          ...REFUSED_CALLER,
        },
      },
    },
    async (request, reply) => {
      const results = await screenBatch(
        {
          ...deps,
          batchLimitMs: BATCH_LIMIT_MS,
          onFailure: (err, symbol) => request.log.error({ err, symbol }, 'a symbol of a batch failed'),
        },
        request.body.symbols,
      );
      for (const result of results) symbols.inc({ outcome: 'error' in result ? 'refused' : 'screened' });
      return sendAsWritten(reply, { results });
    },
  );
}

/** Serialised here because the framework would try each form of a result against its schema. */
function sendAsWritten(reply: FastifyReply, data: AnswerOf<typeof BatchSchema>): FastifyReply {
  return reply
    .header('cache-control', 'private, no-store')
    .type('application/json; charset=utf-8')
    .send(Buffer.from(JSON.stringify({ success: true, error: null, data })));
}

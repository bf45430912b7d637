import { type HttpApp, refuse } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { BUSY, holdRoom } from '@common/kit/http/sending';
import type { Metrics } from '@common/kit/telemetry/metrics';
import { list, object } from '@screener/engine/schema-parts';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import type { UsageCounter } from '../accounts/count-usage.ts';
import { callerOf, KEY_OPTIONAL } from '../accounts/guard.http.ts';
import { envelopeOf, REFUSED_CALLER } from '../schemas/envelope.ts';
import { METHODOLOGIES_QUERY, understandChosen } from '../use-cases/chosen-methodologies.ts';
import { PagedAnswer, TOP_HOLDINGS, TOP_PAGE } from '../use-cases/page-holdings.ts';
import { type BatchResult, SymbolError, screenBatch } from '../use-cases/screen-batch.ts';
import type { ScreenDeps } from '../use-cases/screen-ticker.ts';
import { dataOf, type ReadyAnswer, sendUnkept } from './answer-body.ts';
import { type Answers, PLAIN } from './answers.ts';
import { answerRefusal } from './errors.ts';
import { FIELDS_QUERY, understandFields } from './fields.ts';

export const MOST_SYMBOLS = 25;
/** Enough for 25 tickers with spaces, escapes and typos. */
const BODY_BYTES = 16_384;
/** Well before the request itself would time out. */
const BATCH_LIMIT_MS = 25_000;

const NO_HOLDINGS = { show: 'none', cursor: null } as const;
/** The memory set aside for each symbol until the size of its answer is known. */
const BYTES_A_SYMBOL = 65_536;

const BatchSchema = object(
  {
    results: list(
      Type.Union([PagedAnswer, SymbolError]),
      'One for each symbol, in request order; with fields, screenings have only those members',
    ),
  },
  { description: 'Screenings and errors' },
);

interface BatchRouteDeps extends Pick<ScreenDeps, 'clock'> {
  readonly answers: Answers;
  readonly guard: onRequestHookHandler;
  readonly metrics: Metrics;
  readonly usage: Pick<UsageCounter, 'asked'>;
}

/** Adds `POST /v1/batch` (interface document, 4.1). */
export function addBatchRoute(app: HttpApp, deps: BatchRouteDeps): void {
  const outcomes = deps.metrics.counter('screener_batch_symbols_total', 'Batch symbols, by outcome.', [
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
        querystring: Type.Object({
          holdings: Type.Optional(
            Type.Enum(['none', 'top'], {
              description: `Of a fund: list none of its holdings, or the ${TOP_HOLDINGS} largest (top, the default). GET /v1/screen/{ticker} lists all`,
            }),
          ),
          fields: Type.Optional(FIELDS_QUERY),
          methodologies: Type.Optional(METHODOLOGIES_QUERY),
        }),
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
      const { symbols } = request.body;
      const fields = understandFields(request.query.fields);
      if (!fields.ok) return answerRefusal(reply, fields.error);
      const chosen = understandChosen(request.query.methodologies);
      if (!chosen.ok) return answerRefusal(reply, chosen.error);
      const page = request.query.holdings === 'none' ? NO_HOLDINGS : TOP_PAGE;
      if (!holdRoom(reply, symbols.length * BYTES_A_SYMBOL)) return refuse(reply, BUSY);
      const { account } = callerOf(request);
      const results = await screenBatch(
        {
          async screen(understood) {
            const answer = await deps.answers.read({ ...PLAIN, ...understood, page, fields: fields.value });
            deps.usage.asked(account, understood.symbol, answer);
            return answer;
          },
          clock: deps.clock,
          batchLimitMs: BATCH_LIMIT_MS,
          chosen: chosen.value,
          onFailure: (err, symbol) => request.log.error({ err, symbol }, 'a symbol of a batch failed'),
        },
        symbols,
      );
      for (const result of results) outcomes.inc({ outcome: 'error' in result ? 'refused' : 'screened' });
      return sendUnkept(reply, bodyOf(results));
    },
  );
}

/** Builds the body from the bytes that `GET /v1/screen/{ticker}` sends. */
function bodyOf(results: readonly BatchResult<ReadyAnswer>[]): Buffer {
  const parts = results.map((result) =>
    'error' in result ? Buffer.from(JSON.stringify(result)) : dataOf(result.answer),
  );
  const pieces = parts.flatMap((part, place) => (place === 0 ? [part] : [COMMA, part]));
  return Buffer.concat([BEFORE_RESULTS, ...pieces, AFTER_RESULTS]);
}

const BEFORE_RESULTS = Buffer.from('{"success":true,"error":null,"data":{"results":[');
const COMMA = Buffer.from(',');
const AFTER_RESULTS = Buffer.from(']}}');

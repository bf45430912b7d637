import type { HttpApp } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import type { UsageCounter } from '../accounts/count-usage.ts';
import { callerOf, KEY_OPTIONAL } from '../accounts/guard.http.ts';
import { sendReady, successBody } from '../http/answer-body.ts';
import { answerRefusal } from '../http/errors.ts';
import { envelopeOf, NOT_MODIFIED, REFUSED_CALLER } from '../schemas/envelope.ts';
import { BulkAnswer, readBulk } from './read-bulk.ts';
import { BulkView, MOST_SYMBOLS, type SubmitBulkDeps, submitBulk } from './submit-bulk.ts';

/** Enough for 500 tickers with spaces, escapes and typos. */
const BODY_BYTES = 65_536;

interface BulkRouteDeps extends SubmitBulkDeps {
  readonly guard: onRequestHookHandler;
  readonly usage: Pick<UsageCounter, 'screened'>;
}

/** Adds `POST /v1/bulk` and `GET /v1/bulk/{job_id}` (interface document, 2.4 and 4.1). */
export function addBulkRoutes(app: HttpApp, deps: BulkRouteDeps): void {
  addSubmitRoute(app, deps);
  app.get(
    '/v1/bulk/:job_id',
    {
      onRequest: deps.guard,
      schema: {
        security: KEY_OPTIONAL,
        operationId: 'readBulk',
        summary: 'Progress and results of a bulk job',
        description:
          'Only for the key that submitted it. For the full screening of a symbol, with its evidence, use /v1/screen/{ticker}.',
        tags: ['screening'],
        params: Type.Object({ job_id: Type.String({ description: 'blk_ and 24 hex digits' }) }),
        response: {
          200: envelopeOf(BulkAnswer),
          ...NOT_MODIFIED,
          403: ErrorEnvelope,
          404: ErrorEnvelope,
          ...REFUSED_CALLER,
        },
      },
    },
    async (request, reply) => {
      const job = await readBulk(deps.store, request.params.job_id, callerOf(request).id);
      if (!job.ok) return answerRefusal(reply, job.error);
      return sendReady(request, reply, successBody<typeof BulkAnswer>(job.value));
    },
  );
}

function addSubmitRoute(app: HttpApp, deps: BulkRouteDeps): void {
  app.post(
    '/v1/bulk',
    {
      onRequest: deps.guard,
      bodyLimit: BODY_BYTES,
      schema: {
        security: KEY_OPTIONAL,
        operationId: 'submitBulk',
        summary: 'Screen up to 500 tickers as a job',
        description:
          'Answers at once with a job that runs in the background; poll the URL in `poll` for progress. Requires a key. Repeating a request with the same Idempotency-Key returns the same job in its current state.',
        tags: ['screening'],
        headers: Type.Object({
          'idempotency-key': Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 255,
              pattern: '^[\\x20-\\x7e]+$',
              description: 'Printable ASCII. Kept as long as the job',
            }),
          ),
        }),
        body: Type.Object({
          symbols: Type.Array(Type.String(), {
            minItems: 1,
            maxItems: MOST_SYMBOLS,
            description: 'US tickers: AAPL, BRK.B. Duplicates are allowed; each entry has its own result',
          }),
        }),
        response: {
          200: envelopeOf(BulkView),
          403: ErrorEnvelope,
          409: ErrorEnvelope,
          ...REFUSED_CALLER,
        },
      },
    },
    async (request, reply) => {
      const { id, tier, owner, account } = callerOf(request);
      const submitted = await submitBulk(deps, {
        owner: id,
        account: `${tier} ${owner}`,
        symbols: request.body.symbols,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
      });
      if (!submitted.ok) return answerRefusal(reply, submitted.error);
      if (account !== null) deps.usage.screened(account);
      reply.header('cache-control', 'private, no-store');
      return { success: true as const, error: null, data: submitted.value };
    },
  );
}

import type { HttpApp } from '@common/kit/http/app';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import type { UsageCounter } from '../accounts/count-usage.ts';
import { callerOf, KEY_OPTIONAL } from '../accounts/guard.http.ts';
import { sendReady, successBody } from '../http/answer-body.ts';
import { SymbolErrorSchema } from '../http/batch.ts';
import { answerRefusal } from '../http/errors.ts';
import type { Same } from '../schemas/same-shape.ts';
import { choice, num, object, text } from '../schemas/schema-parts.ts';
import {
  ErrorEnvelope,
  envelopeOf,
  NOT_MODIFIED,
  REFUSED_CALLER,
  ScreeningSchema,
} from '../schemas/schemas.ts';
import { type BulkAnswer, readBulk } from './read-bulk.ts';
import { type BulkView, type SubmitBulkDeps, submitBulk } from './submit-bulk.ts';

export const MOST_SYMBOLS = 500;
/** Enough for 500 tickers with spaces, escapes and typos. */
const BODY_BYTES = 65_536;

interface BulkRouteDeps extends SubmitBulkDeps {
  readonly guard: onRequestHookHandler;
  readonly usage: Pick<UsageCounter, 'screened'>;
}

const Job = object(
  {
    job_id: Type.String({ pattern: '^blk_[0-9a-f]{24}$', description: 'Id of the job' }),
    status: choice(['pending', 'complete'], 'complete: every symbol has its result'),
    total: Type.Integer({ minimum: 1, maximum: MOST_SYMBOLS, description: 'Symbols in the job' }),
    done: Type.Integer({
      minimum: 0,
      maximum: MOST_SYMBOLS,
      description: 'Symbols that have their result; never decreases',
    }),
    poll: Type.String({ description: 'Poll this URL for progress and results' }),
  },
  { description: 'A job that runs in the background' },
);
true satisfies Same<BulkView, typeof Job>;

const Summary = object({
  symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
  compliance: ScreeningSchema.properties.compliance,
  score: Type.Number({ minimum: 0, maximum: 100, description: 'Of 100 points' }),
  purification_pct: Type.Union([Type.Number(), Type.Null()], {
    description:
      'Percent of dividends and gains to give away: 2.7 is 2.7 %. From the filed figure of interest income where there is one, else the upper end; null if nothing bounds it',
  }),
  purification_low_pct: num('The low end of what is known, in percent'),
  purification_basis: ScreeningSchema.properties.purification.properties.basis,
});

const Results = Type.Array(Type.Union([Summary, SymbolErrorSchema]), {
  description: 'One for each symbol, in request order; present once the job is complete',
});
const JobWithResults = object(
  { ...Job.properties, results: Type.Optional(Results) },
  { description: 'The job, and its results' },
);
true satisfies Same<BulkAnswer, typeof JobWithResults>;

/** `POST /v1/bulk` and `GET /v1/bulk/{job_id}`: see the interface document, 2.4 and 4.1. */
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
          200: envelopeOf(JobWithResults),
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
      return sendReady(request, reply, successBody<typeof JobWithResults>(job.value));
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
          200: envelopeOf(Job),
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

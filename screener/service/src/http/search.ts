import type { HttpApp } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { KEY_OPTIONAL } from '../accounts/guard.http.ts';
import { envelopeOf, NOT_MODIFIED, REFUSED_CALLER } from '../schemas/envelope.ts';
import { DEFAULT_HITS, LONGEST_SEARCH, MOST_HITS, type Search, SearchAnswer } from '../search/search.ts';
import { sendReady, successBody } from './answer-body.ts';
import { answerRefusal } from './errors.ts';

interface SearchRouteDeps {
  readonly search: Search;
  readonly guard: onRequestHookHandler;
}

/** Adds `GET /v1/search`, which finds tickers by ticker or name. */
export function addSearchRoute(app: HttpApp, { search, guard }: SearchRouteDeps): void {
  app.get(
    '/v1/search',
    {
      onRequest: guard,
      schema: {
        operationId: 'searchTickers',
        security: KEY_OPTIONAL,
        summary: 'Find a ticker by name',
        description:
          'Companies and funds by ticker, name, everyday name (google), former ticker or name (FB), CIK, ISIN or CUSIP, in the spelling of brokers (NASDAQ:AAPL, AAPL.US), with words around it (is apple halal), or mistyped; several at once, separated by commas, get one result each. match says how each was found, former what became of a listing that ended.',
        tags: ['screening'],
        querystring: Type.Object({
          q: Type.String({
            minLength: 1,
            maxLength: LONGEST_SEARCH,
            description: 'A ticker or name, or the beginning of one',
          }),
          limit: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: MOST_HITS,
              description: `Results at most; default ${DEFAULT_HITS}`,
            }),
          ),
        }),
        response: { 200: envelopeOf(SearchAnswer), ...NOT_MODIFIED, 400: ErrorEnvelope, ...REFUSED_CALLER },
      },
    },
    async (request, reply) => {
      const { q, limit = DEFAULT_HITS } = request.query;
      const found = await search.find(q, limit);
      if (!found.ok) return answerRefusal(reply, found.error);
      return sendReady(request, reply, successBody<typeof SearchAnswer>(found.value));
    },
  );
}

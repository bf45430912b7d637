import type { HttpApp } from '@common/kit/http/app';
import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { KEY_OPTIONAL } from '../accounts/guard.http.ts';
import type { Same } from '../schemas/same-shape.ts';
import { choice, list, nullableText, object, text } from '../schemas/schema-parts.ts';
import { ErrorEnvelope, envelopeOf, NOT_MODIFIED, REFUSED_CALLER } from '../schemas/schemas.ts';
import { DEFAULT_HITS, LONGEST_SEARCH, MOST_HITS, type Search, type SearchAnswer } from '../search/search.ts';
import { MATCHES } from '../search/search-index.ts';
import { sendReady, successBody } from './answer-body.ts';
import { answerRefusal } from './errors.ts';

const TICKER = {
  symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
  name: nullableText('The filer’s name at the SEC; null where it is not known'),
  exchange: nullableText('Of the listing: Nasdaq, NYSE. Null where it is not known'),
  type: choice(['company', 'fund'], 'What the ticker is'),
  cik: text('The filer’s number at the SEC, ten digits'),
  facts_at_hand: Type.Boolean({
    description:
      'Whether there are facts here to screen it from; where there are none, live mode fetches them',
  }),
};

const MATCHING =
  'How it matches, best first: by the ticker, by its beginning, by the beginning of the name, of words in it, or anywhere in it';

export const SearchSchema = object(
  {
    query: Type.String({ description: 'What was searched for, trimmed' }),
    results: list(object({ ...TICKER, match: choice(MATCHES, MATCHING) }), 'Best first'),
    did_you_mean: Type.Array(object(TICKER), {
      description: 'Where nothing is found: the tickers and names nearest to it',
    }),
  },
  { title: 'Search', description: 'Tickers that were found' },
);
true satisfies Same<SearchAnswer, typeof SearchSchema>;

interface SearchRouteDeps {
  readonly search: Search;
  readonly guard: onRequestHookHandler;
}

/** `GET /v1/search`: tickers by ticker or name. */
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
          'Companies and funds by ticker or name: the ticker itself first, then tickers that begin with it, names that begin with it, names with words that do, and names that contain it. For a typo, did_you_mean.',
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
        response: { 200: envelopeOf(SearchSchema), ...NOT_MODIFIED, 400: ErrorEnvelope, ...REFUSED_CALLER },
      },
    },
    async (request, reply) => {
      const { q, limit = DEFAULT_HITS } = request.query;
      const found = await search.find(q, limit);
      if (!found.ok) return answerRefusal(reply, found.error);
      return sendReady(request, reply, successBody<typeof SearchSchema>(found.value));
    },
  );
}

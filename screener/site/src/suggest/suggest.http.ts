import { type HttpApp, refuse } from '@common/kit/http/app';
import { clientNetwork, createMemoryRateLimiter, rateHeaders } from '@common/kit/rate-limit';
import { LONGEST_SEARCH, type Search } from '@screener/service/search/search';
import { Type } from 'typebox';
import { shownName } from '../parts/shown-name.ts';

/** What fits on a phone above its keyboard. */
const MOST_SUGGESTIONS = 8;

/** Two letters a second for a minute. Typing does not use up what a caller may screen. */
const POLICY = { name: 'suggest', requests: 120, windowS: 60 };

interface SuggestDeps {
  readonly search: Search;
}

/** `GET /suggest?q=` names companies and funds while a reader types, for the site's own script. */
export function addSuggestRoute(app: HttpApp, { search }: SuggestDeps): void {
  const limiter = createMemoryRateLimiter(POLICY);
  app.get(
    '/suggest',
    {
      schema: {
        hide: true,
        querystring: Type.Object({ q: Type.String({ minLength: 1, maxLength: LONGEST_SEARCH }) }),
      },
    },
    async (request, reply) => {
      const allowance = await limiter.take(clientNetwork(request.ip));
      if (!allowance.allowed) {
        return refuse(reply, {
          status: 429,
          code: 'rate_limit_exceeded',
          message: `Suggestions are limited to ${POLICY.requests} a minute. Try again in ${allowance.resetS} s.`,
          headers: rateHeaders(POLICY, allowance),
        });
      }
      const found = await search.find(request.query.q, MOST_SUGGESTIONS);
      const hits = found.ok ? found.value.results.slice(0, MOST_SUGGESTIONS) : [];
      return reply
        .header('cache-control', 'public, max-age=300')
        .header('cross-origin-resource-policy', 'same-origin')
        .send(hits.map(({ symbol, name }) => ({ symbol, name: name === null ? symbol : shownName(name) })));
    },
  );
}

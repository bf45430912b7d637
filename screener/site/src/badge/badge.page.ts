import { dateOfInstant } from '@common/base/calendar';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { sendTagged, strongTag } from '@common/kit/http/etag';
import { clientNetwork, createMemoryRateLimiter, type RatePolicy, rateHeaders } from '@common/kit/rate-limit';
import { byChoice } from '@screener/engine/chosen';
import { answerRefusal } from '@screener/service/http/errors';
import { NOT_MODIFIED } from '@screener/service/schemas/envelope';
import { METHODOLOGIES_QUERY } from '@screener/service/use-cases/chosen-methodologies';
import { understand } from '@screener/service/use-cases/screen-ticker';
import { LANGUAGES, type Language, languageOf } from '@screener/words/language';
import { Type } from 'typebox';
import { LANGUAGE_QUERY } from '../parts/language.http.ts';
import { inLanguage } from '../parts/language.ts';
import type { Screen } from '../parts/screen.ts';
import { badge } from './badge-image.page.ts';

interface BadgeDeps {
  /** From stored facts alone: a page elsewhere must not use up the allowance of requests to the SEC. */
  readonly screen: Screen;
  readonly clock: () => number;
}

/** Readers of a page load its badges, and should keep their allowance for their own questions. */
const BADGES: RatePolicy = { name: 'badges', requests: 120, windowS: 60 };
const CACHE = 'public, max-age=3600';

const Params = Type.Object({
  ticker: Type.String({ maxLength: 32, description: 'The ticker: AAPL, BRK-B' }),
});
const Query = Type.Object(
  {
    methodologies: Type.Optional(METHODOLOGIES_QUERY),
    [LANGUAGE_QUERY]: Type.Optional(
      Type.Enum([...LANGUAGES], { description: 'The language of the image: en by default' }),
    ),
  },
  { additionalProperties: true },
);

/** `GET /badge/{ticker}.svg`: the verdict as an image, for pages elsewhere. */
export function addBadge(app: HttpApp, { screen, clock }: BadgeDeps): void {
  const limiter = createMemoryRateLimiter(BADGES);
  app.get(
    '/badge/:ticker.svg',
    {
      schema: {
        operationId: 'showBadge',
        summary: 'The verdict as an image for other pages',
        description:
          'An SVG with the verdict, its day and the methodologies that were chosen, for an img of another site, which may keep it for an hour. It is drawn from stored facts: nothing is fetched for it. Needs no key and counts towards no tier.',
        tags: ['screening'],
        security: [],
        params: Params,
        querystring: Query,
        response: {
          200: { description: 'The image', content: { 'image/svg+xml': { schema: Type.String() } } },
          ...NOT_MODIFIED,
          400: ErrorEnvelope,
          404: ErrorEnvelope,
          429: ErrorEnvelope,
          503: ErrorEnvelope,
        },
      },
    },
    async (request, reply) => {
      const allowance = await limiter.take(clientNetwork(request.ip));
      reply.headers(rateHeaders(BADGES, allowance));
      if (!allowance.allowed) {
        const message = `A network may load ${BADGES.requests} badges a minute. Try again in ${allowance.resetS} s.`;
        return refuse(reply, { status: 429, code: 'rate_limit_exceeded', message });
      }
      const { methodologies } = request.query;
      const asked = { ticker: request.params.ticker, asOf: null, rules: null, methodologies };
      const understood = understand(asked, dateOfInstant(clock()));
      const screened = understood.ok ? await screen(understood.value) : understood;
      if (!screened.ok) return answerRefusal(reply, screened.error);
      const shown = byChoice(screened.value);
      const body = inLanguage(languageOfAddress(request.url), () =>
        badge(shown, screened.value.chosen?.methodologies),
      ).toString();
      reply.headers({
        'cache-control': CACHE,
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      });
      return sendTagged(request, reply, { body, etag: strongTag(body), type: 'image/svg+xml' });
    },
  );
}

/** Shared caches keep an image by its address, so that nothing else may choose its language. */
function languageOfAddress(address: string): Language {
  const { searchParams } = new URL(address, 'http://any');
  return languageOf(searchParams.get(LANGUAGE_QUERY) ?? '') ?? 'en';
}

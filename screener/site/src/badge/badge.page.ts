import { dateOfInstant } from '@common/base/calendar';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { sendTagged, strongTag } from '@common/kit/http/etag';
import { clientNetwork, createMemoryRateLimiter, type RatePolicy, rateHeaders } from '@common/kit/rate-limit';
import { byChoice } from '@screener/engine/chosen';
import { understand } from '@screener/service/use-cases/screen-ticker';
import { Type } from 'typebox';
import type { Screen } from '../parts/screen.ts';
import { REPORT_STATUS } from '../report/refused-report.page.ts';
import { badge } from './badge-image.page.ts';

interface BadgeDeps {
  readonly screen: Screen;
  readonly clock: () => number;
}

/** Readers of a page load its badges, and should keep their allowance for their own questions. */
const BADGES: RatePolicy = { name: 'badges', requests: 120, windowS: 60 };
const CACHE = 'public, max-age=3600';

const Params = Type.Object({ ticker: Type.String({ maxLength: 32 }) });
const Query = Type.Object(
  { methodologies: Type.Optional(Type.String({ maxLength: 100 })) },
  { additionalProperties: true },
);

/** `GET /badge/{ticker}.svg`: the verdict as an image, for pages elsewhere. */
export function addBadge(app: HttpApp, { screen, clock }: BadgeDeps): void {
  const limiter = createMemoryRateLimiter(BADGES);
  app.get(
    '/badge/:ticker.svg',
    { schema: { hide: true, params: Params, querystring: Query } },
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
      if (!screened.ok) {
        const { code, message, detail } = screened.error;
        return refuse(reply, {
          status: REPORT_STATUS[code],
          code,
          message,
          ...(detail === undefined ? {} : { detail }),
        });
      }
      const body = badge(byChoice(screened.value)).toString();
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

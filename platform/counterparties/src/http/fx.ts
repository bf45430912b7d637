import type { HttpApp } from '@common/kit/http/app';
import { RefusalBody } from '@platform/api/route';
import { Currency } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { FxQuote, quoteFx } from '../use-cases/quote-fx.ts';
import { answerRefusal } from './errors.ts';

/** `GET /market/fx`: open to everyone, with a signed answer. */
export function addFxRoute(app: HttpApp, deps: Parameters<typeof quoteFx>[0]): void {
  app.get(
    '/market/fx',
    {
      schema: {
        summary: 'Signed exchange rate',
        tags: ['market'],
        querystring: Type.Object({
          base: Type.Optional(
            Type.String({
              ...Currency,
              description: 'Base currency: the rate is for one unit of it; default USD',
            }),
          ),
          quote: Type.Optional(
            Type.String({
              ...Currency,
              description: 'Quote currency: the rate is in units of it; default EUR',
            }),
          ),
        }),
        response: { 200: FxQuote, 404: RefusalBody },
      },
    },
    async (request, reply) => {
      const { base = 'USD', quote = 'EUR' } = request.query;
      const quoted = quoteFx(deps, base, quote);
      if (!quoted.ok) return answerRefusal(reply, quoted.error);
      return quoted.value;
    },
  );
}

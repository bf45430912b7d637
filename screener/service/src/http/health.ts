import type { HttpApp } from '@common/kit/http';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import { type Static, Type } from 'typebox';
import { DATA_SOURCE, type ScreenDeps, SNAPSHOT_AS_OF } from '../use-cases/screen-ticker.ts';
import { ErrorEnvelope } from './schemas.ts';

const Health = Type.Object({
  status: Type.Literal('ok'),
  engine_version: Type.String(),
  data_source: Type.String(),
  snapshot_as_of: Type.Union([Type.String(), Type.Null()]),
  live_mode: Type.Boolean(),
  tickers: Type.Integer(),
  companies_with_facts: Type.Integer(),
});

/** `GET /health`: whether the store answers, and what it holds. */
export function addHealthRoute(app: HttpApp, deps: ScreenDeps): void {
  app.get(
    '/health',
    {
      schema: {
        operationId: 'readHealth',
        security: [],
        summary: 'Health',
        description:
          'Whether the store answers, what it holds and as of which date. Does not count towards limits and needs no key.',
        tags: ['operation'],
        response: {
          400: ErrorEnvelope,
          200: Health,
        },
      },
    },
    async (): Promise<Static<typeof Health>> => {
      const [counts, source, asOf] = await Promise.all([
        deps.store.countListings(),
        deps.store.setting(DATA_SOURCE),
        deps.store.setting(SNAPSHOT_AS_OF),
      ]);
      return {
        status: 'ok',
        engine_version: ENGINE_VERSION,
        data_source: source ?? 'snapshot',
        snapshot_as_of: asOf,
        live_mode: deps.live !== null,
        tickers: counts.listings,
        companies_with_facts: counts.companies,
      };
    },
  );
}

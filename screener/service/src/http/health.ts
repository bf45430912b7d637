import type { Result } from '@common/base/result';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { VERSION } from '@common/kit/version';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import { count, flag, nullable, nullableText, text } from '@screener/engine/schema-parts';
import { type Static, Type } from 'typebox';
import { CurrentState, type ReadCurrentState } from '../refresh/current-state.ts';
import { SNAPSHOT_AS_OF } from '../use-cases/present.ts';
import { DATA_SOURCE, type ScreenDeps } from '../use-cases/screen-ticker.ts';

const Health = Type.Object({
  status: Type.Literal('ok', { description: 'The store answers' }),
  version: text('Of the product'),
  engine_version: text('Version of the rules and formulas'),
  data_source: text('Where stored facts came from: snapshot, sec_bulk'),
  snapshot_as_of: nullableText('The date of the embedded snapshot (YYYY-MM-DD); null without it'),
  live_mode: flag('Whether what is not stored is fetched from the SEC on request'),
  tickers: count('Tickers that are known'),
  companies_with_facts: count('Companies with stored facts'),
  current: nullable(CurrentState, 'How current stored facts and prices are; null where live mode is off'),
});

/** Adds `GET /health`: whether the store answers and accepts writes, and what it holds. */
export function addHealthRoute(
  app: HttpApp,
  deps: ScreenDeps & {
    readonly readCurrent?: ReadCurrentState | null;
    /** Asks the database at most every few seconds. */
    readonly writable?: () => Promise<Result<void, 'database_not_writable'>>;
  },
): void {
  app.get(
    '/health',
    {
      schema: {
        operationId: 'readHealth',
        security: [],
        summary: 'Health',
        description:
          'Whether the store answers and takes writes, what it holds and as of which date. Does not count towards limits and needs no key.',
        tags: ['operation'],
        response: {
          400: ErrorEnvelope,
          200: Health,
          503: ErrorEnvelope,
        },
      },
    },
    async (_request, reply) => {
      const [counts, source, asOf, current] = await Promise.all([
        deps.store.countListings(),
        deps.store.setting(DATA_SOURCE),
        deps.store.setting(SNAPSHOT_AS_OF),
        deps.readCurrent?.() ?? null,
      ]);
      // This comes after the reads: if the database is unavailable they fail first, and succeed as soon as it
      // is back.
      const writes = await deps.writable?.();
      if (writes?.ok === false) return refuse(reply, { status: 503, ...writes.error });
      const health: Static<typeof Health> = {
        status: 'ok',
        version: VERSION,
        engine_version: ENGINE_VERSION,
        data_source: source ?? 'snapshot',
        snapshot_as_of: asOf,
        live_mode: deps.live !== null,
        tickers: counts.listings,
        companies_with_facts: counts.companies,
        current,
      };
      return health;
    },
  );
}

import type { HttpApp } from '@common/kit/http';
import { VERSION } from '@common/kit/version';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import { type Static, Type } from 'typebox';
import type { CurrentState, ReadCurrentState } from '../refresh/current-state.ts';
import { DATA_SOURCE, type ScreenDeps, SNAPSHOT_AS_OF } from '../use-cases/screen-ticker.ts';
import type { Same } from './same-shape.ts';
import { ErrorEnvelope } from './schemas.ts';

const Text = Type.Union([Type.String(), Type.Null()]);
const Current = Type.Object(
  {
    facts: Type.Object({
      index_through: Text,
      companies_due: Type.Integer(),
      last_run_at: Text,
      problem: Text,
    }),
    prices: Type.Union([Type.Object({ session: Text, last_checked_at: Text }), Type.Null()]),
  },
  {
    description:
      'How current stored facts and prices are: the newest day of the SEC’s index of filings that was read, companies that filed since they were fetched, and the session of the newest close. Null where live mode is off.',
  },
);

const Health = Type.Object({
  status: Type.Literal('ok'),
  version: Type.String({ description: 'Of the product' }),
  engine_version: Type.String(),
  data_source: Type.String(),
  snapshot_as_of: Type.Union([Type.String(), Type.Null()]),
  live_mode: Type.Boolean(),
  tickers: Type.Integer(),
  companies_with_facts: Type.Integer(),
  current: Type.Union([Current, Type.Null()]),
});
true satisfies Same<CurrentState, typeof Current>;

/** `GET /health`: whether the store answers, and what it holds. */
export function addHealthRoute(
  app: HttpApp,
  deps: ScreenDeps & { readonly readCurrent?: ReadCurrentState | null },
): void {
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
          503: ErrorEnvelope,
        },
      },
    },
    async (): Promise<Static<typeof Health>> => {
      const [counts, source, asOf, current] = await Promise.all([
        deps.store.countListings(),
        deps.store.setting(DATA_SOURCE),
        deps.store.setting(SNAPSHOT_AS_OF),
        deps.readCurrent?.() ?? null,
      ]);
      return {
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
    },
  );
}

import { fail, ok, type Result } from '@common/base/result';
import { postgresOptions } from '@common/kit/service/settings';
import { openReadReplica, type ReadReplica } from '@common/kit/sql/read-replica';
import { parseDatabaseUrl } from '@common/kit/sql/url';
import type { Log } from '@common/kit/telemetry/log';
import type { ScreenerSettings } from './config.ts';
import type { Screener } from './open-screener.ts';
import { createRankingStore } from './rankings/rankings.sql.ts';
import type { RankingStore } from './rankings/rankings.store.ts';
import { createReplicaRankings, createReplicaStore } from './replica/replica-store.sql.ts';
import { createSearch } from './search/search.ts';
import { MIGRATIONS } from './store/migrations.ts';
import type { ScreenerSchema } from './store/schema.ts';
import { createSqlStore } from './store/sql-store.ts';

/** What answers are made of. */
interface AnswerReads {
  readonly screen: Screener['deps'];
  readonly rankings: RankingStore;
  /** Null where DATABASE_READ_URL is not set. */
  readonly replica: ReadReplica<ScreenerSchema> | null;
  close(): Promise<void>;
}

/** Answers read from the replica, if there is one; it need not be there yet. */
export async function openAnswerReads(
  { config, secrets }: ScreenerSettings,
  { deps, rankings, database, writes }: Screener,
  log: Log,
): Promise<Result<AnswerReads, 'unusable_settings'>> {
  const url = secrets.DATABASE_READ_URL;
  if (url === undefined) return ok({ screen: deps, rankings, replica: null, close: async () => {} });
  const target = parseDatabaseUrl(url);
  if (!target.ok) return fail('unusable_settings', `DATABASE_READ_URL: ${target.error.message}`);
  if (database.engine !== 'postgres' || target.value.engine !== 'postgres') {
    return fail(
      'unusable_settings',
      'DATABASE_READ_URL names a replica of a PostgreSQL database: it and DATABASE_URL must both begin with postgres://. Leave it out with SQLite.',
    );
  }
  const replica = openReadReplica<ScreenerSchema>({
    primary: database,
    url: target.value.connectionString,
    postgres: postgresOptions(config, 'screener-answers'),
    mostLagMs: config.DATABASE_READ_LAG_S * 1_000,
    newestMigration: Object.keys(MIGRATIONS).sort().at(-1) ?? '',
    version: '(select value from generation where id = 1)',
    onChange: (trouble) => {
      if (trouble === null) log.info('answers read from the replica');
      else log.warn({ trouble }, 'answers do not read from the replica');
    },
  });
  writes.listen(replica.saw);
  await replica.start();
  const store = createReplicaStore(deps.store, createSqlStore(replica.database), replica);
  const screen = {
    ...deps,
    store,
    primary: deps.store,
    search: createSearch(store, deps.clock),
  };
  return ok({
    screen,
    rankings: createReplicaRankings(rankings, createRankingStore(replica.database), replica),
    replica,
    close: () => replica.close(),
  });
}

import { type Database, openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { createAlertStore } from '../../src/alerts/alerts.sql.ts';
import type { AppDeps } from '../../src/app.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';
import { createSqlStore } from '../../src/store/sql-store.ts';
import { createWatchlistStore } from '../../src/watchlist/watchlist.sql.ts';

/** Watchlists and alerts in their own in-memory database; nothing is sent. */
export async function openTestWatchlist(t: {
  after(work: () => Promise<void>): void;
}): Promise<Pick<AppDeps, 'watchlist' | 'alerts'>> {
  const database = await openDatabase<ScreenerSchema>({ url: 'sqlite::memory:' });
  t.after(() => database.close());
  await migrate(database, MIGRATIONS);
  return { watchlist: createWatchlistStore(database), alerts: alertsOn(database) };
}

export function alertsOn(
  database: Database<ScreenerSchema>,
  clock: () => number = Date.now,
): AppDeps['alerts'] {
  return {
    alerts: createAlertStore(database),
    store: createSqlStore(database),
    publicOrigin: 'http://localhost',
    sendWebhook: () => Promise.reject(new Error('no webhook is sent here')),
    sendMail: null,
    keySecret: 'a secret for tests only',
    clock,
    mailOf: () => ({ subject: '', text: '' }),
    webhookRules: { allowPrivate: false },
  };
}

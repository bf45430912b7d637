import type { Database } from '@common/kit/sql/database';
import { createChoiceStore } from '../../src/accounts/choice.sql.ts';
import { createAlertStore } from '../../src/alerts/alerts.sql.ts';
import type { AppDeps } from '../../src/app.ts';
import { NO_FAULTS } from '../../src/store/faults.store.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';
import { createSqlStore } from '../../src/store/sql-store.ts';
import { createWatchlistStore } from '../../src/watchlist/watchlist.sql.ts';
import { type Ends, openTestDatabase } from '../access/access-under-test.ts';

/** On an in-memory database of its own. */
export async function openTestWatchlist(t: Ends): Promise<AppDeps['watchlist']> {
  return createWatchlistStore(await openTestDatabase(t));
}

/** Alerts that send nothing. */
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
    choices: createChoiceStore(database),
    mailOf: () => ({ subject: '', text: '' }),
    faults: NO_FAULTS,
    webhookRules: { allowPrivate: false },
  };
}

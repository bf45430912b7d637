import { createHash } from 'node:crypto';
import { isEvent } from '@screener/engine/history/changes';
import type { AlertFaults } from './faults.store.ts';
import type { Executor } from './sql-companies.ts';
import type { StoredScreening } from './store.ts';

const ROWS_PER_INSERT = 500;

/**
 * Enters an alert, and its deliveries, for every account that watches a ticker that flipped or went stale. Only what was
 * screened on their day under the current rules count: a backfill finds what is long past.
 */
export async function enterAlerts(
  trx: Executor,
  screenings: readonly StoredScreening[],
  faults: AlertFaults,
): Promise<void> {
  for (const screening of screenings) {
    const { origin, rules, changes } = screening;
    if (origin === 'live' && rules === 'current' && changes !== null && isEvent(changes)) {
      faults.at('enter', 'before');
      await enterFlip(trx, screening);
      faults.at('enter', 'after');
    }
  }
}

async function enterFlip(trx: Executor, flip: StoredScreening): Promise<void> {
  const { symbol, rules, asOf, fingerprint, recordedAt } = flip;
  const watchers = await trx
    .selectFrom('watched_ticker')
    .leftJoin('alert_webhook', 'alert_webhook.account', 'watched_ticker.account')
    .leftJoin('alert_email', 'alert_email.account', 'watched_ticker.account')
    .select(['watched_ticker.account', 'alert_webhook.url', 'alert_email.confirmed_at'])
    .where('symbol', '=', symbol)
    .execute();
  for (let start = 0; start < watchers.length; start += ROWS_PER_INSERT) {
    const alerts = watchers
      .slice(start, start + ROWS_PER_INSERT)
      .map((watcher) => ({ ...watcher, id: alertId(watcher.account, flip) }));
    await trx
      .insertInto('alert')
      .values(
        alerts.map(({ id, account }) => ({
          id,
          account,
          symbol,
          rules,
          fingerprint,
          as_of: asOf,
          created_at: recordedAt,
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const deliveries = alerts.flatMap(({ id, account, url, confirmed_at: confirmedAt }) => [
      ...(url === null ? [] : [delivery(id, account, 'webhook', recordedAt)]),
      ...(confirmedAt === null ? [] : [delivery(id, account, 'email', recordedAt)]),
    ]);
    if (deliveries.length === 0) continue;
    await trx
      .insertInto('alert_delivery')
      .values(deliveries)
      .onConflict((conflict) => conflict.columns(['alert', 'channel']).doNothing())
      .execute();
  }
}

function delivery(alert: string, account: string, channel: string, at: number) {
  return { alert, account, channel, attempts: 0, free_at: at, lease_token: null };
}

/**
 * INVARIANT: the same account and flip have the same id, even after a crash: receivers recognise a repeat by
 * it.
 */
function alertId(account: string, { symbol, rules, asOf, fingerprint }: StoredScreening): string {
  const hash = createHash('sha256').update(JSON.stringify([account, symbol, rules, asOf, fingerprint]));
  return `alr_${hash.digest('hex').slice(0, 32)}`;
}

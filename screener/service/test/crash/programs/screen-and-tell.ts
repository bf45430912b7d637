/**
 * Screens what is watched in the database of argument 1 as of the instant in argument 2, delivers what is due an hour
 * later, and reports each step. The tests kill and restart it.
 */
import { randomBytes } from 'node:crypto';
import { createAlertStore } from '@screener/service/alerts/alerts.sql';
import { deliver } from '@screener/service/alerts/deliver-alerts';
import { screenWatched } from '@screener/service/alerts/screen-watched';
import { createWebhookSender } from '@screener/service/alerts/webhook.adapter';
import { createWatchlistStore } from '@screener/service/watchlist/watchlist.sql';
import { openStore } from './open-store.ts';

const [, , url = '', instant = ''] = process.argv;
const step = (name: string) => process.stdout.write(`${name}\n`);
const HOUR = 3_600_000;
const LEASE = 60_000;
let now = Number(instant);
const clock = () => now;
const { database, store } = await openStore(url);
step('opened');
await screenWatched(
  {
    ...{ store, live: null, liveQuotes: null, options: { yieldBound: true }, clock },
    watchlist: createWatchlistStore(database),
  },
  new AbortController().signal,
  (error) => {
    throw error;
  },
);
step('screened');
const alerts = createAlertStore(database);
const send = createWebhookSender({ allowPrivate: true });
const deps = {
  ...{ alerts, store, clock, sendMail: null, keySecret: 'a secret for tests only' },
  publicOrigin: 'http://localhost',
  mailOf: () => ({ subject: '', text: '' }),
  async sendWebhook(message: Parameters<typeof send>[0]) {
    step('sending');
    const sent = await send(message);
    step('sent');
    return sent;
  },
};
// Longer than any lease: what a killed process held is free again.
now += HOUR;
for (;;) {
  const lease = await alerts.take(randomBytes(8).toString('hex'), now, LEASE);
  if (lease === null) break;
  step('taken');
  step(await deliver(deps, lease));
}
await database.close();

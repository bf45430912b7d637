import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { ok } from '@common/base/result';
import type { MailMessage, SendMail } from '@common/kit/mail/send-mail';
import { createWebhookSender } from '@common/kit/webhooks/send';
import type { AlertEvent } from '@screener/service/alerts/alert-event';
import { alertMail } from '@screener/service/alerts/alert-mail';
import { deliver } from '@screener/service/alerts/deliver-alerts';
import { screenWatched } from '@screener/service/alerts/screen-watched';
import { createWatchlistStore } from '@screener/service/watchlist/watchlist.sql';
import { LITTLE_DEBT, MUCH_DEBT, NORTHWIND } from '@screener/sources/testing/synthetic-filer';
import type { Language } from '@screener/words/language';
import { dayAfter, importReports, listFiler } from '../../../service/test/alerts/watched-filer.ts';
import { DAY, MINUTE } from '../../../service/test/app-under-test.ts';
import { openStore } from '../../../service/test/crash/programs/open-store.ts';
import { alertsOn } from '../../../service/test/watchlist/watchlist-under-test.ts';
import { signIn } from '../accounts/signed-in.ts';
import { makeApp } from '../app-under-test.ts';

/** The whole service on one store, with a reader who watches the made-up filer. */
export async function openWatched(t: TestContext, folder: string, given?: SendMail) {
  const { database, store } = await openStore('sqlite::memory:');
  t.after(() => database.close());
  let now = Date.parse(`${dayAfter(2)}T12:00:00Z`) - 3 * DAY;
  const clock = () => now;
  const mails: MailMessage[] = [];
  const watchlist = createWatchlistStore(database);
  const alerts = {
    ...alertsOn(database, clock),
    sendWebhook: createWebhookSender({ allowPrivate: true }),
    webhookRules: { allowPrivate: true },
    sendMail:
      given ??
      (async (mail: MailMessage) => {
        mails.push(mail);
        return ok(undefined);
      }),
    mailOf: (event: AlertEvent, language: Language) => alertMail(event, 'http://localhost', language),
  };
  const screen = { store, live: null, liveQuotes: null, options: { yieldBound: true }, clock };
  const { app } = await makeApp(t, { ...screen, watchlist, alerts });
  await listFiler(store);
  await importReports(store, folder, [LITTLE_DEBT]);
  const reader = await signIn(app);
  await reader.post('/portal/watchlist/add', { ticker: NORTHWIND.symbol });
  const round = () =>
    screenWatched(
      { ...screen, watchlist, alerts: alerts.alerts, faults: alerts.faults },
      new AbortController().signal,
      (error) => {
        throw error;
      },
    );
  await round();
  return {
    app,
    reader,
    mails,
    store,
    alerts,
    clock,
    flip: async () => {
      await importReports(store, folder, [LITTLE_DEBT, MUCH_DEBT]);
      now += 3 * DAY;
      await round();
    },
    deliverAll: async () => {
      for (;;) {
        const lease = await alerts.alerts.take(randomBytes(8).toString('hex'), now, MINUTE);
        if (lease === null) return;
        await deliver(alerts, lease);
      }
    },
  };
}

/** What a page shows once: a secret or a secret address. */
export function onceIn(body: string): string {
  return /<p class="once"><bdi><code>([^<]+)<\/code>/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { startReceiver, verified } from '@common/kit/testing/webhook-receiver';
import { createWebhookSender } from '@common/kit/webhooks/send';
import { WAITS_MS } from '@common/kit/webhooks/waits';
import { LITTLE_DEBT, MUCH_DEBT, NORTHWIND } from '@screener/edgar/testing/synthetic-filer';
import type { AlertEvent } from '../../src/alerts/alert-event.ts';
import { type DeliveryDeps, deliver } from '../../src/alerts/deliver-alerts.ts';
import { NO_FAULTS } from '../../src/alerts/faults.store.ts';
import { screenWatched } from '../../src/alerts/screen-watched.ts';
import { saveWebhook } from '../../src/alerts/webhook.ts';
import { createWatchlistStore } from '../../src/watchlist/watchlist.sql.ts';
import { DAY, MINUTE } from '../app-under-test.ts';
import { openStore } from '../crash/programs/open-store.ts';
import { alertsOn } from '../watchlist/watchlist-under-test.ts';
import { dayAfter, importReports, listFiler } from './watched-filer.ts';

const ACCOUNT = 'acc_0123456789abcdef01234567';
const { symbol: SYMBOL } = NORTHWIND;

/** A store with the filer's first report, watched by an account with a webhook. */
async function open(t: TestContext, folder: string) {
  const { database, store } = await openStore('sqlite::memory:');
  t.after(() => database.close());
  const receiver = await startReceiver(t);
  let now = Date.parse(`${dayAfter(1)}T12:00:00Z`);
  const clock = () => now;
  const watchlist = createWatchlistStore(database);
  const deps: DeliveryDeps = {
    ...alertsOn(database, clock),
    sendWebhook: createWebhookSender({ allowPrivate: true }),
  };
  const screen = {
    store,
    live: null,
    liveQuotes: null,
    options: { yieldBound: true },
    clock,
    watchlist,
    faults: NO_FAULTS,
  };
  const round = () =>
    screenWatched(screen, new AbortController().signal, (error) => {
      throw error;
    });
  const deliverAll = async () => {
    const outcomes: string[] = [];
    for (;;) {
      const lease = await deps.alerts.take(randomBytes(8).toString('hex'), now, MINUTE);
      if (lease === null) return outcomes;
      outcomes.push(await deliver(deps, lease));
    }
  };
  await listFiler(store);
  await importReports(store, folder, [LITTLE_DEBT]);
  await watchlist.add(ACCOUNT, SYMBOL, 10, now);
  const secret = await saveWebhook({ ...deps, randomBytes }, ACCOUNT, receiver.url);
  await round();
  return {
    ...{ store, deps, receiver, secret, round, deliverAll, watchlist },
    advance: (ms: number) => {
      now += ms;
    },
    fileMuchDebt: async () => {
      await importReports(store, folder, [LITTLE_DEBT, MUCH_DEBT]);
      now = Date.parse(`${dayAfter(2)}T12:00:00Z`);
    },
  };
}

describe('an alert', () => {
  test('comes once, signed, for a flip that a newer filing made', async (t) => {
    await withTempDir(async (folder) => {
      const { deps, receiver, secret, round, deliverAll, fileMuchDebt } = await open(t, folder);
      assert.deepEqual([await deliverAll(), receiver.received.length], [[], 0], 'nothing changed yet');
      await fileMuchDebt();
      for (let again = 0; again < 3; again += 1) await round();
      assert.deepEqual(await deliverAll(), ['delivered']);
      assert.deepEqual(await deliverAll(), []);
      assert.equal(receiver.received.length, 1);
      const [message] = receiver.received;
      assert.ok(message !== undefined);
      const { type, data } = verified(t, secret, message, deps.clock()) as AlertEvent;
      assert.equal(type, 'verdict.changed');
      const { symbol, before, after, cause, filing, link } = data;
      assert.deepEqual(
        { symbol, before, after, cause, link },
        {
          symbol: SYMBOL,
          before: 'compliant',
          after: 'questionable',
          cause: 'filing',
          link: `http://localhost/portal/report/${SYMBOL}`,
        },
      );
      assert.deepEqual([filing?.form, filing?.period_end], ['10-K', '2021-12-31']);
      assert.deepEqual(
        data.checks.map(({ methodology, from, to }) => [methodology, from, to]),
        [
          ['ftse', 'pass', 'fail'],
          ['msci', 'pass', 'fail'],
        ],
      );
      assert.equal((await deps.alerts.alertsOf(ACCOUNT, 10)).length, 1);
    });
  });

  test('comes when a receiver that was down is back, with the same id', async (t) => {
    await withTempDir(async (folder) => {
      const { receiver, round, deliverAll, fileMuchDebt, advance } = await open(t, folder);
      await fileMuchDebt();
      await round();
      receiver.answer(503);
      assert.deepEqual(await deliverAll(), ['postponed']);
      assert.deepEqual(await deliverAll(), [], 'not before its time');
      for (const wait of WAITS_MS.slice(0, 3)) {
        advance(wait);
        assert.deepEqual(await deliverAll(), ['postponed']);
      }
      receiver.answer(200);
      advance(WAITS_MS[3] ?? 0);
      assert.deepEqual(await deliverAll(), ['delivered']);
      const { received } = receiver;
      assert.deepEqual([received.length, new Set(received.map(({ id }) => id)).size], [5, 1]);
      assert.equal(new Set(received.map(({ body }) => body)).size, 1, 'the same words');
    });
  });

  test('is given up after a day, and can be sent again', async (t) => {
    await withTempDir(async (folder) => {
      const { deps, receiver, round, deliverAll, fileMuchDebt, advance } = await open(t, folder);
      await fileMuchDebt();
      await round();
      receiver.answer(302, { location: 'http://127.0.0.1:1/' });
      for (const wait of WAITS_MS) {
        assert.deepEqual(await deliverAll(), ['postponed']);
        advance(wait);
      }
      assert.deepEqual(await deliverAll(), ['given_up']);
      const total = WAITS_MS.reduce((sum, wait) => sum + wait, 0);
      assert.ok(total >= DAY && total < 1.1 * DAY, `${total / DAY} days`);
      const [dead] = await deps.alerts.deliveriesOf(ACCOUNT, 10);
      assert.deepEqual(
        [dead?.state, dead?.problem],
        ['given_up', 'The receiver answered 302, and redirects are not followed.'],
      );
      receiver.answer(200);
      await deps.alerts.sendAgain('acc_of_somebody_else', dead?.alert ?? '', 'webhook', deps.clock());
      assert.deepEqual(await deliverAll(), []);
      await deps.alerts.sendAgain(ACCOUNT, dead?.alert ?? '', 'webhook', deps.clock());
      assert.deepEqual(await deliverAll(), ['delivered']);
    });
  });

  test('is not sent where the receiver wants nothing more, or the webhook was turned off', async (t) => {
    await withTempDir(async (folder) => {
      const { deps, receiver, round, deliverAll, fileMuchDebt } = await open(t, folder);
      await fileMuchDebt();
      await round();
      receiver.answer(410);
      assert.deepEqual(await deliverAll(), ['given_up']);
      await deps.alerts.saveWebhook(ACCOUNT, null, deps.clock());
      const [dead] = await deps.alerts.deliveriesOf(ACCOUNT, 10);
      await deps.alerts.sendAgain(ACCOUNT, dead?.alert ?? '', 'webhook', deps.clock());
      assert.deepEqual(await deliverAll(), ['given_up']);
      assert.equal(receiver.received.length, 1);
    });
  });

  test('goes to those who watched the ticker at that moment, and to nobody else', async (t) => {
    await withTempDir(async (folder) => {
      const { deps, watchlist, round, fileMuchDebt } = await open(t, folder);
      await watchlist.add('acc_second', SYMBOL, 10, 0);
      await watchlist.add('acc_third', 'AAPL', 10, 0);
      await fileMuchDebt();
      await round();
      await watchlist.add('acc_late', SYMBOL, 10, 0);
      await round();
      const counts = await Promise.all(
        [ACCOUNT, 'acc_second', 'acc_third', 'acc_late'].map(
          async (account) => (await deps.alerts.alertsOf(account, 10)).length,
        ),
      );
      assert.deepEqual(counts, [1, 1, 0, 0]);
    });
  });
});

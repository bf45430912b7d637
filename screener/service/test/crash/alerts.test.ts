import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { createAlertStore } from '../../src/alerts/alerts.sql.ts';
import { saveWebhook } from '../../src/alerts/webhook.ts';
import { createWatchlistStore } from '../../src/watchlist/watchlist.sql.ts';
import { startReceiver } from '../alerts/receiver.ts';
import { dayAfter, importReports, listFiler } from '../alerts/watched-filer.ts';
import { LITTLE_DEBT, MUCH_DEBT, NORTHWIND } from '../synthetic-filer.ts';
import { withStore } from './programs/open-store.ts';
import { live, program } from './programs.ts';

const ACCOUNT = 'acc_0123456789abcdef01234567';
const HOUR = 3_600_000;
/** After how many lines of its output, and how many milliseconds later, the process is killed. */
const DEATHS = [
  [0, 300],
  [2, 0],
  [2, 5],
  [2, 15],
  [3, 0],
  [3, 3],
  [4, 0],
  [5, 0],
  [5, 2],
  [6, 0],
] as const;

test('one alert for one flip, however often the process is killed', async (t) => {
  await withTempDir(async (folder) => {
    const url = `sqlite:${join(folder, 'store.sqlite')}`;
    const receiver = await startReceiver(t);
    const debts: number[] = [LITTLE_DEBT];
    const noon = (count: number) => Date.parse(`${dayAfter(count)}T12:00:00Z`);
    const run = (instant: number) => ({
      entry: program('screen-and-tell'),
      args: [url, String(instant)],
      codeCache: join(folder, 'code'),
    });
    await withStore(url, async ({ database, store }) => {
      await listFiler(store);
      await importReports(store, folder, debts);
      await createWatchlistStore(database).add(ACCOUNT, NORTHWIND.symbol, 10, 0);
      const alerts = createAlertStore(database);
      await saveWebhook(
        { alerts, randomBytes, keySecret: 'a secret for tests only', clock: () => 0 },
        ACCOUNT,
        receiver.url,
      );
    });
    await live(run(noon(1)), null);
    assert.equal(receiver.received.length, 0);
    let killed = 0;
    for (const [lines, ms] of DEATHS) {
      debts.push(debts.at(-1) === LITTLE_DEBT ? MUCH_DEBT : LITTLE_DEBT);
      await withStore(url, ({ store }) => importReports(store, folder, debts));
      const before = new Set(receiver.received.map(({ id }) => id));
      const life = await live(run(noon(debts.length)), { lines, ms });
      if (!life.finished) killed += 1;
      await live(run(noon(debts.length) + 2 * HOUR), null);
      const messages = receiver.received.filter(({ id }) => !before.has(id));
      const place = `killed ${ms} ms after line ${lines}`;
      assert.equal(new Set(messages.map(({ id }) => id)).size, 1, `${place}: one alert`);
      assert.equal(new Set(messages.map(({ body }) => body)).size, 1, `${place}: repeats are the same`);
      assert.ok(messages.length <= 2, `${place}: a repeat only of what was not known to have arrived`);
    }
    await withStore(url, async ({ database }) => {
      const alerts = createAlertStore(database);
      assert.equal((await alerts.alertsOf(ACCOUNT, 100)).length, DEATHS.length);
      const states = (await alerts.deliveriesOf(ACCOUNT, 100)).map(({ state }) => state);
      assert.deepEqual(new Set(states), new Set(['delivered']));
    });
    t.diagnostic(`${killed} of ${DEATHS.length} kills hit the work; ${receiver.received.length} messages`);
    assert.ok(killed >= DEATHS.length / 2, 'too few kills hit the work');
  });
});

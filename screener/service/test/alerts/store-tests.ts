import assert from 'node:assert/strict';
import { createAlertStore } from '../../src/alerts/alerts.sql.ts';
import type { StoredScreening } from '../../src/store/store.ts';
import { createWatchlistStore } from '../../src/watchlist/watchlist.sql.ts';
import type { Opened, StoreTests } from '../store/open-store.ts';
import { screening } from '../store/records.ts';

const AT = 1_790_000_000_000;
const LEASE = 60_000;
const SYMBOL = 'AAPL';

/** A kept screening whose verdict changed. */
function flip(word: string, more: Partial<StoredScreening> = {}): StoredScreening {
  const changes = {
    since: '2025-01-31',
    verdict: { from: 'compliant', to: 'questionable' },
    score: null,
    checks: [],
    report: null,
    engine_changed: false,
  } as const;
  return screening(SYMBOL, '2025-05-02', word, { origin: 'live', recordedAt: AT, changes, ...more });
}

/** Accounts that watch the ticker, with a webhook each. */
async function watchers({ database }: Opened, count: number): Promise<readonly string[]> {
  const accounts = Array.from({ length: count }, (_, n) => `acc_${n}`);
  const alerts = createAlertStore(database);
  for (const account of accounts) {
    await createWatchlistStore(database).add(account, SYMBOL, 10, AT);
    await alerts.saveWebhook(account, { url: 'https://hooks.example/', salt: account }, AT);
  }
  return accounts;
}

/** Alerts, their outbox and watchlists. */
export const ALERT_TESTS: StoreTests = {
  'a flip that is kept many times at once is told once, to everybody who watches': async (place) => {
    const accounts = await watchers(place, 3);
    const other = place.url === null ? place : await place.reopen();
    await Promise.all(
      [place, other, place, other].map(({ store }) => store.saveScreenings([flip('one'), flip('two')])),
    );
    const alerts = createAlertStore(place.database);
    for (const account of accounts) {
      const told = await alerts.alertsOf(account, 10);
      assert.equal(told.length, 2);
      assert.equal(told[0]?.screening.changes?.verdict?.to, 'questionable');
      assert.equal((await alerts.deliveriesOf(account, 10)).length, 2);
    }
  },

  'only what was screened on its day under the current rules is told': async (place) => {
    await watchers(place, 1);
    await place.store.saveScreenings([
      flip('backfill', { origin: 'backfill' }),
      flip('classic', { rules: 'classic' }),
      flip('nothing', { changes: null }),
    ]);
    await place.store.replaceBackfills([
      { symbol: SYMBOL, rules: 'current', screenings: [flip('replaced', { origin: 'backfill' })] },
    ]);
    assert.deepEqual(await createAlertStore(place.database).alertsOf('acc_0', 10), []);
  },

  'a delivery is taken by one of many workers in two processes': async (place) => {
    await watchers(place, 12);
    await place.store.saveScreenings([flip('one')]);
    const other = place.url === null ? place : await place.reopen();
    const taken: string[] = [];
    const work = async (alerts: ReturnType<typeof createAlertStore>, worker: number) => {
      for (let turn = 0; ; turn += 1) {
        const lease = await alerts.take(`${worker}-${turn}`, AT, LEASE);
        if (lease === null) return;
        taken.push(lease.alert.account);
        assert.equal(lease.attempts, 1);
        await alerts.delivered(lease, AT);
      }
    };
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => work(createAlertStore((n % 2 ? place : other).database), n)),
    );
    // A worker that met another at the last rows may have gone home early: the next look finds the rest.
    await work(createAlertStore(place.database), 9);
    assert.deepEqual(taken.toSorted(), (await watchers(place, 12)).toSorted());
  },

  'a lease that ran out is another’s, and its former holder changes nothing': async (place) => {
    await watchers(place, 1);
    await place.store.saveScreenings([flip('one')]);
    const alerts = createAlertStore(place.database);
    const first = await alerts.take('first', AT, LEASE);
    assert.ok(first !== null);
    assert.equal(await alerts.take('early', AT + LEASE - 1, LEASE), null);
    const second = await alerts.take('second', AT + LEASE, LEASE);
    assert.equal(second?.attempts, 2);
    await alerts.giveUp(first, AT, 'too late');
    const stateOf = async () => (await alerts.deliveriesOf('acc_0', 1))[0];
    assert.deepEqual([(await stateOf())?.state, (await stateOf())?.problem], ['waiting', null]);
    await alerts.postpone(second, AT + 3 * LEASE, 'down');
    assert.equal((await stateOf())?.nextAt, AT + 3 * LEASE);
    await alerts.saveWebhook('acc_0', null, AT);
    assert.equal((await stateOf())?.state, 'given_up');
    await alerts.sendAgain('acc_0', first.alert.id, 'webhook', AT);
    const third = await alerts.take('third', AT, LEASE);
    assert.equal(third?.attempts, 1);
    await alerts.delivered(third, AT);
    await alerts.sendAgain('acc_0', first.alert.id, 'webhook', AT);
    assert.equal((await stateOf())?.state, 'delivered', 'what arrived is not sent again');
    assert.deepEqual(await alerts.countDeliveries({ since: AT, until: AT + 1 }), { sent: 1, given_up: 0 });
  },

  'a feed has one address, and mail is confirmed by the newest link': async ({ database }) => {
    const alerts = createAlertStore(database);
    await alerts.saveFeed('acc_0', 'old');
    await alerts.saveFeed('acc_0', 'new');
    assert.deepEqual([await alerts.accountOfFeed('old'), await alerts.accountOfFeed('new')], [null, 'acc_0']);
    await alerts.saveFeed('acc_0', null);
    assert.equal(await alerts.hasFeed('acc_0'), false);
    await alerts.askEmail('acc_0', 'anna@example.org', 'first', AT);
    await alerts.askEmail('acc_0', 'anna@example.org', 'second', AT + 1);
    assert.equal(await alerts.confirmEmail('first', 0, AT), false);
    assert.equal(await alerts.confirmEmail('second', AT + 2, AT), false, 'too old');
    assert.equal(await alerts.confirmEmail('second', AT, AT), true);
    assert.equal((await alerts.emailOf('acc_0'))?.isConfirmed, true);
    await alerts.removeEmail('acc_0', AT);
    assert.equal(await alerts.emailOf('acc_0'), null);
  },

  'a watchlist is never longer than it may be, however many add at once': async (place) => {
    const other = place.url === null ? place : await place.reopen();
    const lists = [createWatchlistStore(place.database), createWatchlistStore(other.database)];
    const symbols = Array.from({ length: 8 }, (_, n) => `T${n >> 1}`);
    const added = await Promise.all(symbols.map((symbol, n) => lists[n % 2]?.add('acc_0', symbol, 3, AT)));
    const [list = createWatchlistStore(place.database)] = lists;
    assert.equal((await list.symbolsOf('acc_0')).length, 3);
    assert.deepEqual(
      ['added', 'full', 'known'].map((outcome) => added.filter((one) => one === outcome).length >= 1),
      [true, true, true],
    );
    await list.add('acc_1', 'T0', 3, AT);
    const all = await list.watchedSymbols(null, 10);
    assert.equal(new Set(all).size, all.length);
    const [own = ''] = await list.symbolsOf('acc_0');
    await list.remove('acc_0', own);
    assert.equal((await list.symbolsOf('acc_0')).length, 2);
    assert.deepEqual(await list.watchedSymbols(all.at(-1) ?? '', 10), []);
  },
};

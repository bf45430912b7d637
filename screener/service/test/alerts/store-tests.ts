import assert from 'node:assert/strict';
import { createChoiceStore } from '../../src/accounts/choice.sql.ts';
import type { Choice } from '../../src/accounts/choice.store.ts';
import { NO_CHOICE } from '../../src/accounts/choice.ts';
import { createAlertStore } from '../../src/alerts/alerts.sql.ts';
import type { StoredScreening } from '../../src/store/store.ts';
import type { FundState } from '../../src/store/told.store.ts';
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
      const [alert] = told;
      assert.ok(alert?.of.kind === 'company');
      assert.equal(alert.of.screening.changes?.verdict?.to, 'questionable');
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

  'an alert goes by what its account follows: its edition, and the verdict of its methodologies': async ({
    database,
    store,
  }) => {
    const list = createWatchlistStore(database);
    const choices = createChoiceStore(database);
    const follows: Readonly<Record<string, Choice>> = {
      acc_all: NO_CHOICE,
      acc_classic: { methodologies: null, rules: 'classic' },
      acc_turns: { methodologies: ['ftse'], rules: 'current' },
      acc_stays: { methodologies: ['sp'], rules: 'current' },
    };
    for (const [account, choice] of Object.entries(follows)) {
      await list.add(account, SYMBOL, 10, AT);
      await choices.saveChoice(account, choice);
    }
    assert.deepEqual(await choices.choiceOf('acc_turns'), follows.acc_turns);
    assert.equal((await list.watchedTickers(null, 10))[0]?.choices.length, 4);
    const by = (word: string, day: string, ftse: 'pass' | 'fail') => {
      const kept = screening(SYMBOL, day, word, { origin: 'live', recordedAt: AT });
      const methodologies = ['ftse', 'sp'].map((id) => ({
        id,
        passed: id === 'sp' || ftse === 'pass',
        status: id === 'sp' ? ('pass' as const) : ftse,
        checks: [
          {
            ...{ ratio: 'debt', value: 0.2, threshold: 0.3, passed: true },
            status: id === 'sp' ? ('pass' as const) : ftse,
          },
        ],
      }));
      return { ...kept, screening: { ...kept.screening, business_activity: 'pass' as const, methodologies } };
    };
    const before = by('before', '2025-01-31', 'pass');
    const after = by('after', '2025-05-02', 'fail');
    await store.saveScreenings([before]);
    await store.saveScreenings([{ ...after, changes: flip('x').changes }]);
    const alerts = createAlertStore(database);
    const told = async (account: string) =>
      (await alerts.alertsOf(account, 10)).map(({ of }) => of.kind === 'company' && of.choice);
    assert.deepEqual(await told('acc_all'), [null]);
    assert.deepEqual(await told('acc_turns'), [
      { methodologies: ['ftse'], before: 'compliant', after: 'non_compliant' },
    ]);
    assert.deepEqual(await told('acc_stays'), []);
    assert.deepEqual(await told('acc_classic'), []);
    const stale = { since: '2025-09-01', why: 'report_late', verdict: 'questionable' } as const;
    const since = { since: '2025-08-31', verdict: null, score: null, checks: [], report: null };
    const overdue = screening(SYMBOL, stale.since, 'overdue', { origin: 'live', recordedAt: AT + 1 });
    await store.saveScreenings([{ ...overdue, changes: { ...since, engine_changed: false, stale } }]);
    assert.deepEqual(await told('acc_stays'), [
      { methodologies: ['sp'], before: 'compliant', after: 'compliant' },
    ]);
    await store.saveScreenings([{ ...flip('classic', { rules: 'classic' }) }]);
    assert.equal((await told('acc_classic')).length, 1);
  },

  'a turn of a fund is told once to those who watch it by that choice, and starts anew for the first who watches it':
    async ({ database }) => {
      const list = createWatchlistStore(database);
      await list.add('acc_all', 'SPUS', 10, AT);
      await list.add('acc_own', 'SPUS', 10, AT);
      await createChoiceStore(database).saveChoice('acc_own', { methodologies: ['sp'], rules: 'current' });
      const alerts = createAlertStore(database);
      const fund = { symbol: 'SPUS', rules: 'current', methodologies: null } as const;
      const state: FundState = {
        ...{ as_of: '2025-01-31', compliance: 'compliant', compliance_by_all: 'compliant', stale: null },
        ...{ accession: null, engine_version: '1', shares: { compliant: 97 } },
      };
      const turned = { ...state, shares: { compliant: 91 } };
      const turn = { ...fund, name: 'A fund', before: state, after: turned, source_url: null };
      assert.equal(await alerts.fundState(fund), null);
      await alerts.saveFundState(fund, state, null, AT);
      for (let twice = 0; twice < 2; twice += 1) await alerts.saveFundState(fund, turned, turn, AT);
      assert.deepEqual(
        (await alerts.alertsOf('acc_all', 10)).map(({ of }) => of),
        [{ kind: 'fund', turn }],
      );
      assert.deepEqual(await alerts.alertsOf('acc_own', 10), []);
      assert.deepEqual(await alerts.fundState(fund), turned);
      for (const account of ['acc_all', 'acc_own']) await list.remove(account, 'SPUS');
      await list.add('acc_all', 'SPUS', 10, AT);
      assert.equal(await alerts.fundState(fund), null);
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
    const all = (await list.watchedTickers(null, 10)).map(({ symbol }) => symbol);
    assert.equal(new Set(all).size, all.length);
    const [own = ''] = await list.symbolsOf('acc_0');
    await list.remove('acc_0', own);
    assert.equal((await list.symbolsOf('acc_0')).length, 2);
    assert.deepEqual(await list.watchedTickers(all.at(-1) ?? '', 10), []);
  },
};

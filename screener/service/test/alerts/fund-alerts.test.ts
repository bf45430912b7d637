import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NO_CHOICE } from '../../src/accounts/choice.ts';
import { type AlertEvent, alertEvent, eventLines, eventTitle } from '../../src/alerts/alert-event.ts';
import { createAlertStore } from '../../src/alerts/alerts.sql.ts';
import { isFundTurn } from '../../src/alerts/fund-turn.ts';
import { screenWatched } from '../../src/alerts/screen-watched.ts';
import { NO_FAULTS } from '../../src/store/faults.store.ts';
import type { FundState } from '../../src/store/told.store.ts';
import { createWatchlistStore } from '../../src/watchlist/watchlist.sql.ts';
import { openTestDatabase } from '../access/access-under-test.ts';
import { clockAt } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const clock = clockAt('2026-05-01T12:00:00Z');
const snapshot = useSnapshotStore(clock);

const STATE: FundState = {
  ...{ as_of: '2026-02-26', compliance: 'compliant', compliance_by_all: 'compliant', stale: null },
  ...{ accession: '0001', engine_version: '1', shares: { compliant: 97, sp: 99 } },
};

test('a fund turns by its verdict, by a share of a point or more, or where its report is overdue', () => {
  const turns = (more: Partial<FundState>, from: Partial<FundState> = {}) =>
    isFundTurn({ ...STATE, ...from }, { ...STATE, ...more });
  assert.equal(turns({}), false);
  assert.equal(turns({ compliance: 'questionable' }), true);
  assert.equal(turns({ shares: { compliant: 97.9, sp: 99 } }), false);
  assert.equal(turns({ shares: { compliant: 97, sp: 98 } }), true);
  // A share that is not known on both days did not move.
  assert.equal(turns({ shares: {} }), false);
  const stale = { since: '2026-03-01', why: 'report_late' } as const;
  assert.equal(turns({ stale }), true);
  assert.equal(turns({ stale }, { stale }), false);
});

describe('a round over a watched fund', () => {
  test('tells a share that moved since the last one, once, by what each reader follows', async (t) => {
    const screen = { ...snapshot.shared(), clock };
    const database = await openTestDatabase(t);
    const [watchlist, alerts] = [createWatchlistStore(database), createAlertStore(database)];
    const own = { methodologies: ['sp'], rules: 'current' } as const;
    const choices = [NO_CHOICE, own];
    const list = {
      watchedTickers: async (after: string | null) => (after === null ? [{ symbol: 'SPUS', choices }] : []),
    };
    await watchlist.add('acc_all', 'SPUS', 10, clock());
    const round = () =>
      screenWatched(
        { ...screen, watchlist: list, alerts, faults: NO_FAULTS },
        new AbortController().signal,
        (error) => {
          throw error;
        },
      );
    await round();
    const fund = { symbol: 'SPUS', rules: 'current', methodologies: null } as const;
    const known = await alerts.fundState(fund);
    assert.ok(known !== null);
    assert.deepEqual(Object.keys(known.shares), ['compliant']);
    assert.deepEqual(
      Object.keys((await alerts.fundState({ ...fund, methodologies: own.methodologies }))?.shares ?? {}),
      ['sp'],
    );
    const { compliant = 0 } = known.shares;
    await alerts.saveFundState(fund, { ...known, shares: { compliant: compliant + 2 } }, null, clock());
    await round();
    await round();
    const [alert, ...others] = await alerts.alertsOf('acc_all', 10);
    assert.ok(alert !== undefined && others.length === 0);
    const event = await alertEvent({ store: screen.store, publicOrigin: 'http://localhost' }, alert);
    assert.deepEqual(
      [event.type, event.data.shares, event.data.chosen, event.data.link],
      [
        'share.changed',
        [{ name: 'compliant', from: compliant + 2, to: compliant }],
        null,
        'http://localhost/portal/report/SPUS',
      ],
    );
    assert.match(eventTitle(event), /\(SPUS\) stays .*, but its shares changed$/);
    assert.match(eventLines(event).join('\n'), /^Compliant: .*% of net assets, before .*%\.$/m);
  });
});

test('an alert by a choice speaks of that verdict first, and of the one by all beside it', () => {
  const event: AlertEvent = {
    type: 'verdict.changed',
    timestamp: '2026-02-26T15:00:00.000Z',
    data: {
      ...{ symbol: 'APH', name: 'Amphenol', rules: 'current', as_of: '2026-02-26' },
      ...{ before: 'compliant', after: 'questionable', shares: [], checks: [], cause: 'filing' },
      ...{ figure: null, filing: null, missing: null, stale: null, engine_version: '1', link: 'https://x/' },
      chosen: { methodologies: ['ftse', 'msci'], before: 'compliant', after: 'non_compliant' },
    },
  };
  assert.equal(eventTitle(event), 'Amphenol (APH): compliant, now non-compliant by FTSE and MSCI');
  assert.ok(eventLines(event).includes('By all five methodologies: questionable.'));
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createJobWatch } from '@common/kit/jobs';
import { createLog } from '@common/kit/log';
import { withTempDir } from '@common/kit/testing';
import { createAlertDelivery, createWatchRounds } from '../../src/alerts/alerts.job.ts';
import { NO_FAULTS } from '../../src/alerts/faults.store.ts';
import type { ScreenDeps } from '../../src/use-cases/screen-ticker.ts';
import { openWatched } from './watched-app.ts';

const HOUR_MS = 3_600_000;

function watched() {
  const told: string[] = [];
  const destination = { write: (line: string) => void told.push(JSON.parse(line).msg) };
  return { told, jobs: createJobWatch(), log: createLog({ level: 'warn', destination }) };
}

/** Rounds over one ticker, each of which ends when the test says so. */
function rounds(t: TestContext) {
  const { jobs, log } = watched();
  const begun: PromiseWithResolvers<null>[] = [];
  const findListing = () => {
    const screening = Promise.withResolvers<null>();
    begun.push(screening);
    return screening.promise;
  };
  const store = { generation: async () => 0, findListing, funds: { findFund: async () => null } };
  const made = createWatchRounds({
    ...{ store: store as unknown as ScreenDeps['store'], live: null, liveQuotes: null },
    ...{ options: { yieldBound: true }, clock: Date.now, faults: NO_FAULTS },
    watchlist: { watchedSymbols: async () => ['GONE'] },
    ...{ everyMs: HOUR_MS, lookEveryMs: HOUR_MS, jobs, log },
  });
  t.after(async () => {
    const stopping = made.stop();
    for (const screening of begun) screening.resolve(null);
    await stopping;
  });
  return {
    ...{ rounds: made, begun },
    failingS: () => jobs.failingS().watched_tickers ?? 0,
    begins: async (many: number) => {
      while (begun.length < many) await setTimeout(1);
    },
  };
}

test('a round that follows a failed one at once tells how it went itself', async (t) => {
  const { rounds: made, begun, begins, failingS } = rounds(t);
  made.start();
  await begins(1);
  made.runSoon();
  made.runSoon();
  begun[0]?.reject(new Error('the disk'));
  await begins(2);
  assert.ok(failingS() > 0);
  made.runSoon();
  begun[1]?.resolve(null);
  await begins(3);
  assert.equal(failingS(), 0, 'while the next one is under way');
  begun[2]?.resolve(null);
  await setTimeout(20);
  assert.equal(begun.length, 3, 'what was asked for meanwhile is one round');
});

test('a round that is asked for while one is under way does not begin once they have stopped', async (t) => {
  const { rounds: made, begun, begins } = rounds(t);
  made.start();
  await begins(1);
  made.runSoon();
  const stopping = made.stop();
  begun[0]?.resolve(null);
  await stopping;
  made.runSoon();
  await setTimeout(20);
  assert.equal(begun.length, 1);
});

test('a delivery that throws fails the job until it is tried again, and is told once', async (t) => {
  await withTempDir(async (folder) => {
    const { alerts, reader, flip } = await openWatched(t, folder);
    await reader.post('/portal/alerts/webhook', { url: 'http://127.0.0.1:1/' });
    await flip();
    const { told, jobs, log } = watched();
    const delivery = createAlertDelivery({
      ...{ ...alerts, sendWebhook: () => Promise.reject(new Error('the disk')) },
      ...{ pollMs: 5, randomBytes, onOutcome: () => {}, jobs, log },
    });
    delivery.start();
    while (told.length === 0) await setTimeout(5);
    await setTimeout(50);
    await delivery.stop();
    assert.deepEqual(told, ['an alert was not delivered']);
    assert.ok((jobs.failingS().alert_delivery ?? 0) > 0.04);
  });
});

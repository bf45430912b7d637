import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clockAt, makeApp } from '../app-under-test.ts';
import { snapshotDate, useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

/** What the foot of the page says of the data. */
function lineIn(body: string): string {
  const [, line = ''] = /<p>(Data: .*?)<\/p>/.exec(body) ?? [];
  return line.replace(/<[^>]*>/g, '');
}

describe('the line about the data at the foot of each page', () => {
  test('names the day of the embedded snapshot, on pages of errors too', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    const date = day.format(new Date(await snapshotDate()));
    for (const url of ['/', '/terms', '/leaders', '/nowhere']) {
      const { body } = await app.inject({ url, headers: { accept: 'text/html' } });
      assert.match(
        lineIn(body),
        new RegExp(`an embedded snapshot, with closing prices up to ${date}\\.`),
        url,
      );
    }
  });

  test('without the store says nothing, and the page stays', async (t) => {
    const shared = snapshot.shared();
    const store = { ...shared.store, setting: () => Promise.reject(new Error('away')) };
    const { app } = await makeApp(t, { ...shared, store });
    const { statusCode, body } = await app.inject('/terms');
    assert.deepEqual([statusCode, lineIn(body)], [200, '']);
  });

  test('is read again once it is a minute old, and follows the SEC’s index and the listing', async (t) => {
    const shared = snapshot.shared();
    const clock = clockAt('2030-06-15T12:00:00Z');
    let session = '2030-06-13';
    const readCurrent = async () => ({
      facts: { index_through: '2030-06-14', companies_due: 0, last_run_at: null, problem: null },
      prices: { session, last_checked_at: null },
    });
    const live = {
      ...{ refreshTickers: assert.fail, refreshFacts: assert.fail },
      ...{ refreshFund: assert.fail, isUnreached: assert.fail },
    };
    const deps = { ...shared, clock, readCurrent, live: live as unknown as NonNullable<typeof shared.live> };
    const { app } = await makeApp(t, deps);
    const line = async () => lineIn((await app.inject('/terms')).body);
    const words = (date: string) =>
      `Data: SEC filings to 14 June 2030, fetched on demand; closing prices of ${date}.`;
    assert.equal(await line(), words('13 June 2030'));
    session = '2030-06-14';
    assert.equal(await line(), words('13 June 2030'));
    clock.advance(60_000);
    assert.equal(await line(), words('14 June 2030'));
  });
});

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createDailyListing, datingPricesOf } from '../../../src/prices/listing/daily-listing.ts';
import { DATING_NAMES } from '../../../src/prices/listing/date-listing.ts';
import {
  type FakeVersion,
  fakeCloses,
  fakeRows,
  startFakeListing,
} from '../../../src/testing/fake-listing.ts';

const version = (madeAt: string, date: string, before: string): FakeVersion => ({
  madeAt,
  nasdaq: fakeRows(fakeCloses(DATING_NAMES, date), fakeCloses(DATING_NAMES, before)),
  nyse: fakeRows({ KO: 70, 'BRK/B': 500 }, { KO: 71 }, { KO: 3e11 }),
});
const FIRST = version('2026-11-19T00:20:00Z', '2026-11-18', '2026-11-17');
const SECOND = version('2026-11-20T00:20:00Z', '2026-11-19', '2026-11-18');

describe('reading the daily listing', () => {
  test('the versions after an instant, oldest first, and their rows of all exchanges', async (t) => {
    const { fake, listing } = await open(t, [SECOND, FIRST]);
    const commits = await listing.commitsAfter(Date.parse('2026-11-18T00:00:00Z'));
    assert.ok(commits.ok);
    assert.deepEqual(
      commits.value.map(({ madeAt }) => new Date(madeAt).toISOString()),
      ['2026-11-19T00:20:00.000Z', '2026-11-20T00:20:00.000Z'],
    );
    const [first, second] = commits.value;
    assert.ok(first !== undefined && second !== undefined);
    const prices = await listing.datingPrices(first);
    assert.ok(prices.ok);
    assert.equal(prices.value.last.AAPL, Number(fakeCloses(DATING_NAMES, '2026-11-18').AAPL?.toFixed(2)));
    const rows = await listing.rows(second);
    assert.ok(rows.ok);
    assert.equal(rows.value.length, DATING_NAMES.length + 3);
    assert.deepEqual(Object.keys(datingPricesOf(rows.value).last).length, DATING_NAMES.length);
    assert.deepEqual((await listing.commitsAfter(second.madeAt)).ok && 'none', 'none');
    assert.ok(fake.requests.every((path) => !path.includes('@')));
  });

  test('more than a page of versions', async (t) => {
    const many = Array.from({ length: 130 }, (_, index) => ({
      madeAt: new Date(Date.UTC(2026, 0, 1) + index * 86_400_000).toISOString(),
      nasdaq: [],
    }));
    const { fake, listing } = await open(t, many);
    const commits = await listing.commitsAfter(Date.UTC(2025, 11, 31));
    assert.equal(commits.ok && commits.value.length, 130);
    assert.equal(fake.requests.length, 2);
  });

  const faults = {
    'a web page under 200': [
      { kind: 'body', body: '<html></html>', type: 'text/html' },
      'market_unexpected_content',
    ],
    null: [{ kind: 'body', body: 'null' }, 'market_unexpected_content'],
    'half a file': [{ kind: 'truncated' }, 'market_unavailable'],
    silence: [{ kind: 'silence' }, 'market_unavailable'],
    'status 500': [{ kind: 'status', status: 500 }, 'market_unavailable'],
    'status 304': [{ kind: 'status', status: 304 }, 'market_unavailable'],
    'status 429': [{ kind: 'status', status: 429 }, 'market_rate_limited'],
    'a used-up allowance': [
      { kind: 'status', status: 403, headers: { 'x-ratelimit-remaining': '0' } },
      'market_rate_limited',
    ],
  } as const;
  for (const [what, [behaviour, code]] of Object.entries(faults)) {
    test(`${what}: refused, for the versions and for the files`, async (t) => {
      const { fake, listing } = await open(t, [FIRST]);
      const commits = await listing.commitsAfter(0);
      const [commit] = commits.ok ? commits.value : [];
      assert.ok(commit !== undefined);
      fake.always('/commits', behaviour);
      fake.always('/nyse/', behaviour);
      const again = await listing.commitsAfter(0);
      assert.equal(!again.ok && again.error.code, code);
      const rows = await listing.rows(commit);
      assert.equal(!rows.ok && rows.error.code, code);
      assert.equal((await listing.datingPrices(commit)).ok, true);
    });
  }
});

async function open(t: TestContext, versions: readonly FakeVersion[]) {
  const fake = await startFakeListing(versions);
  t.after(() => fake.close());
  const listing = createDailyListing({
    filesUrl: fake.filesUrl,
    commitsUrl: fake.commitsUrl,
    limits: { idleTimeoutMs: 300 },
  });
  return { fake, listing };
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SecRateStore } from '@screener/edgar/sec-client/rate-store';
import type { StoredResponse } from '@screener/edgar/sec-client/response-store';
import { createSecResponseStore, createSharedSecRateStore } from '../../src/store/sec-stores.ts';
import { type OpenPlace, PLACES, type StoreTests } from './open-store.ts';

const SPACING_MS = 40;
const DEPARTURES = 6;
const HOLD_MS = 1_000;
const MINUTE_MS = 60_000;

/** The pace of requests as seen by two processes that share it; `open` adds one that starts later. */
interface Pace {
  readonly first: SecRateStore;
  readonly second: SecRateStore;
  readonly open: () => Promise<SecRateStore>;
}

const PACE_TESTS: Readonly<Record<string, (pace: Pace) => Promise<void>>> = {
  'two processes together keep the spacing, however greedily they ask': async ({ first, second }) => {
    const departures = (await Promise.all([takeSlots(first), takeSlots(second)])).flat();
    assert.equal(departures.length, 2 * DEPARTURES);
    for (const [index, one] of departures.entries()) {
      for (const other of departures.slice(index + 1)) {
        const from = Math.min(one.after, other.after);
        const to = Math.max(one.before, other.before);
        assert.ok(to - from >= SPACING_MS, `two departures within ${to - from} ms`);
      }
    }
  },

  'the first slot is free; the next request learns how long to wait': async ({ first, second }) => {
    assert.deepEqual(await first.takeSlot(10 * MINUTE_MS), { kind: 'go' });
    for (const store of [first, second]) {
      const answer = await store.takeSlot(10 * MINUTE_MS);
      assert.equal(answer.kind, 'wait');
      assert.ok(answer.kind === 'wait' && answer.forMs > 9 * MINUTE_MS && answer.forMs <= 10 * MINUTE_MS);
    }
    assert.deepEqual(await second.takeSlot(0), { kind: 'go' });
  },

  'of many simultaneous requests, one may go': async ({ first, second }) => {
    const asked = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? first : second).takeSlot(MINUTE_MS));
    const answers = await Promise.all(asked);
    assert.equal(answers.filter((answer) => answer.kind === 'go').length, 1);
    assert.equal(answers.filter((answer) => answer.kind === 'wait').length, 11);
  },

  'a hold stops all processes, even one that starts later': async ({ first, second, open }) => {
    await first.hold(10 * MINUTE_MS);
    for (const store of [first, second, await open()]) {
      const answer = await store.takeSlot(SPACING_MS);
      assert.ok(answer.kind === 'held' && answer.forMs > 9 * MINUTE_MS, JSON.stringify(answer));
      assert.ok(answer.forMs <= 10 * MINUTE_MS);
    }
  },

  'a hold can be extended, never shortened': async ({ first, second }) => {
    const heldFor = async () => {
      const answer = await first.takeSlot(SPACING_MS);
      return answer.kind === 'held' ? answer.forMs : 0;
    };
    await first.hold(10 * MINUTE_MS);
    await second.hold(MINUTE_MS);
    assert.ok((await heldFor()) > 9 * MINUTE_MS);
    await second.hold(20 * MINUTE_MS);
    assert.ok((await heldFor()) > 19 * MINUTE_MS);
  },

  'a hold takes precedence over the spacing, and ends': async ({ first, second }) => {
    assert.deepEqual(await first.takeSlot(10 * MINUTE_MS), { kind: 'go' });
    await second.hold(HOLD_MS);
    assert.equal((await first.takeSlot(10 * MINUTE_MS)).kind, 'held');
    let answer = await first.takeSlot(0);
    // The hold may end between two statements: then the answer is to wait a moment.
    while (answer.kind !== 'go') {
      await new Promise((resolve) => setTimeout(resolve, 20));
      answer = await first.takeSlot(0);
    }
    assert.deepEqual(answer, { kind: 'go' });
  },
};

const URL_OF_FACTS = 'https://data.sec.gov/api/xbrl/companyfacts/CIK0000320193.json';

const RESPONSE_TESTS: StoreTests = {
  'a document comes back with its validators, byte for byte': async ({ database }) => {
    const responses = createSecResponseStore(database);
    assert.equal(await responses.get(URL_OF_FACTS), null);
    const stored = response({ bytes: Uint8Array.from({ length: 1_000_000 }, (_, n) => (n * 7) & 0xff) });
    await responses.put(URL_OF_FACTS, stored);
    const read = await responses.get(URL_OF_FACTS);
    assert.ok(read !== null && Object.getPrototypeOf(read.bytes) === Uint8Array.prototype);
    assert.ok(Buffer.from(read.bytes).equals(stored.bytes));
    assert.deepEqual({ ...read, bytes: null }, { ...stored, bytes: null });
    assert.equal(await responses.get(`${URL_OF_FACTS}?x`), null);
  },

  'the next answer replaces the earlier one, including absent validators': async (place) => {
    const responses = createSecResponseStore(place.database);
    await responses.put(URL_OF_FACTS, response());
    const bare = response({ etag: null, lastModified: null, fetchedAt: 5, bytes: new Uint8Array([1]) });
    await responses.put(URL_OF_FACTS, bare);
    await responses.put('https://www.sec.gov/files/company_tickers.json', response());
    const other = place.url === null ? place : await place.reopen();
    assert.deepEqual(await createSecResponseStore(other.database).get(URL_OF_FACTS), bare);
  },

  'the same document from several requests at once': async ({ database }) => {
    const responses = createSecResponseStore(database);
    const puts = Array.from({ length: 8 }, (_, n) => responses.put(URL_OF_FACTS, response({ fetchedAt: n })));
    await Promise.all(puts);
    assert.deepEqual((await responses.get(URL_OF_FACTS))?.bytes, response().bytes);
  },
};

secStoreTests('SQLite in memory', PLACES.sqliteInMemory);
secStoreTests('SQLite in a file', PLACES.sqliteFile);
secStoreTests('PostgreSQL', PLACES.postgres);

function secStoreTests(name: string, open: OpenPlace): void {
  describe(`the pace of requests to the SEC on ${name}`, () => {
    for (const [what, check] of Object.entries(PACE_TESTS)) {
      test(what, async (t) => {
        const place = await open(t);
        const another = async () => {
          const { database } = place.url === null ? place : await place.reopen();
          return createSharedSecRateStore(database);
        };
        await check({
          first: createSharedSecRateStore(place.database),
          second: await another(),
          open: another,
        });
      });
    }
  });

  describe(`documents of the SEC on ${name}`, () => {
    for (const [what, check] of Object.entries(RESPONSE_TESTS)) {
      test(what, async (t) => check(await open(t)));
    }
  });
}

/** The instants between which a slot was granted. */
interface Departure {
  readonly after: number;
  readonly before: number;
}

/** Asks again at once, ignoring the time to wait, until it has departed often enough. */
async function takeSlots(store: SecRateStore): Promise<Departure[]> {
  const departures: Departure[] = [];
  while (departures.length < DEPARTURES) {
    // The tests' databases read this machine's clock.
    const after = Date.now();
    const answer = await store.takeSlot(SPACING_MS);
    if (answer.kind === 'go') departures.push({ after, before: Date.now() + 1 });
    // The SQLite driver blocks: without this the first of the two would never let the second ask.
    else await new Promise((resolve) => setImmediate(resolve));
  }
  return departures;
}

function response(changes: Partial<StoredResponse> = {}): StoredResponse {
  return {
    etag: '"33a64df551425fcc"',
    lastModified: 'Fri, 30 Jan 2026 11:00:00 GMT',
    fetchedAt: 1_772_452_800_123,
    bytes: new TextEncoder().encode('{"cik":320193}'),
    ...changes,
  };
}

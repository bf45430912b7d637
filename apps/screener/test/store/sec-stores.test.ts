import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { SecRateStore } from '@sanad/edgar/sec-client/rate-store';
import type { StoredResponse } from '@sanad/edgar/sec-client/response-store';
import { createSecResponseStore, createSharedSecRateStore } from '../../src/store/sec-stores.ts';
import { type OpenPlace, PLACES, type Place } from './open-store.ts';

const SPACING_MS = 40;
const DEPARTURES = 6;
const MINUTE_MS = 60_000;

secStoreTests('SQLite in memory', PLACES.sqliteInMemory, { shared: false });
secStoreTests('SQLite in a file', PLACES.sqliteFile, { shared: true });
secStoreTests('PostgreSQL', PLACES.postgres, { shared: true });

function secStoreTests(name: string, open: OpenPlace, { shared }: { readonly shared: boolean }): void {
  /** The rate stores of two processes; of one, twice, where there can be no other. */
  const twoRateStores = async (t: TestContext): Promise<[Place, SecRateStore, SecRateStore]> => {
    const place = await open(t);
    const other = shared ? await place.reopen() : place;
    return [place, createSharedSecRateStore(place.database), createSharedSecRateStore(other.database)];
  };

  describe(`the pace of requests to the SEC on ${name}`, () => {
    test('two processes together keep the distance, however greedily they ask', async (t) => {
      const [, ...stores] = await twoRateStores(t);
      const departures = (await Promise.all(stores.map((store) => takeSlots(store)))).flat();
      assert.equal(departures.length, 2 * DEPARTURES);
      for (const [index, one] of departures.entries()) {
        for (const other of departures.slice(index + 1)) {
          const from = Math.min(one.after, other.after);
          const to = Math.max(one.before, other.before);
          assert.ok(to - from >= SPACING_MS, `two departures within ${to - from} ms`);
        }
      }
    });

    test('the first slot is free, the next says how long to wait', async (t) => {
      const [, first, second] = await twoRateStores(t);
      assert.deepEqual(await first.takeSlot(10 * MINUTE_MS), { kind: 'go' });
      for (const store of [first, second]) {
        const answer = await store.takeSlot(10 * MINUTE_MS);
        assert.equal(answer.kind, 'wait');
        assert.ok(answer.kind === 'wait' && answer.forMs > 9 * MINUTE_MS && answer.forMs <= 10 * MINUTE_MS);
      }
      assert.deepEqual(await second.takeSlot(0), { kind: 'go' });
    });

    test('of many that ask at once, one may go', async (t) => {
      const [, first, second] = await twoRateStores(t);
      const asked = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? first : second).takeSlot(MINUTE_MS));
      const answers = await Promise.all(asked);
      assert.equal(answers.filter((answer) => answer.kind === 'go').length, 1);
      assert.equal(answers.filter((answer) => answer.kind === 'wait').length, 11);
    });

    test('a hold stops all processes, also one that starts later', async (t) => {
      const [place, first, second] = await twoRateStores(t);
      await first.hold(10 * MINUTE_MS);
      const later = createSharedSecRateStore(shared ? (await place.reopen()).database : place.database);
      for (const store of [first, second, later]) {
        const answer = await store.takeSlot(SPACING_MS);
        assert.ok(answer.kind === 'held' && answer.forMs > 9 * MINUTE_MS, JSON.stringify(answer));
        assert.ok(answer.forMs <= 10 * MINUTE_MS);
      }
    });

    test('a hold is made longer, never shorter', async (t) => {
      const [, first, second] = await twoRateStores(t);
      const heldFor = async () => {
        const answer = await first.takeSlot(SPACING_MS);
        return answer.kind === 'held' ? answer.forMs : 0;
      };
      await first.hold(10 * MINUTE_MS);
      await second.hold(MINUTE_MS);
      assert.ok((await heldFor()) > 9 * MINUTE_MS);
      await second.hold(20 * MINUTE_MS);
      assert.ok((await heldFor()) > 19 * MINUTE_MS);
    });

    test('a hold comes before the distance, and ends', async (t) => {
      const [, first, second] = await twoRateStores(t);
      assert.deepEqual(await first.takeSlot(10 * MINUTE_MS), { kind: 'go' });
      await second.hold(150);
      assert.equal((await first.takeSlot(10 * MINUTE_MS)).kind, 'held');
      let answer = await first.takeSlot(0);
      while (answer.kind === 'held') {
        await new Promise((resolve) => setTimeout(resolve, 20));
        answer = await first.takeSlot(0);
      }
      assert.deepEqual(answer, { kind: 'go' });
    });
  });

  describe(`documents of the SEC on ${name}`, () => {
    const url = 'https://data.sec.gov/api/xbrl/companyfacts/CIK0000320193.json';

    test('a document comes back with its validators, byte for byte', async (t) => {
      const { database } = await open(t);
      const responses = createSecResponseStore(database);
      assert.equal(await responses.get(url), null);
      const stored = response({ bytes: Uint8Array.from({ length: 1_000_000 }, (_, n) => (n * 7) & 0xff) });
      await responses.put(url, stored);
      const read = await responses.get(url);
      assert.ok(read !== null && Object.getPrototypeOf(read.bytes) === Uint8Array.prototype);
      assert.ok(Buffer.from(read.bytes).equals(stored.bytes));
      assert.deepEqual({ ...read, bytes: null }, { ...stored, bytes: null });
      assert.equal(await responses.get(`${url}?x`), null);
    });

    test('the next answer takes the place of the one before, absent validators included', async (t) => {
      const place = await open(t);
      const responses = createSecResponseStore(place.database);
      await responses.put(url, response());
      const bare = response({ etag: null, lastModified: null, fetchedAt: 5, bytes: new Uint8Array([1]) });
      await responses.put(url, bare);
      await responses.put('https://www.sec.gov/files/company_tickers.json', response());
      const other = shared ? await place.reopen() : place;
      assert.deepEqual(await createSecResponseStore(other.database).get(url), bare);
    });

    test('the same document from several requests at once', async (t) => {
      const { database } = await open(t);
      const responses = createSecResponseStore(database);
      await Promise.all(Array.from({ length: 8 }, (_, n) => responses.put(url, response({ fetchedAt: n }))));
      const read = await responses.get(url);
      assert.deepEqual(read?.bytes, response().bytes);
    });
  });
}

/** The instants between which a slot was given. */
interface Departure {
  readonly after: number;
  readonly before: number;
}

/** Asks again at once, not after the time it is told to wait, until it has left often enough. */
async function takeSlots(store: SecRateStore): Promise<Departure[]> {
  const departures: Departure[] = [];
  while (departures.length < DEPARTURES) {
    // The databases of the tests read the clock of this machine.
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

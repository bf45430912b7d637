import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SEC_LIMITS } from '../../src/sec-client/limits.ts';
import { createRateGate } from '../../src/sec-client/rate-gate.ts';
import { createMemoryRateStore, type SecRateStore } from '../../src/sec-client/rate-store.ts';
import { mostInOneSecond } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';

interface Slowness {
  /** How late the sleeps wake, in turn. */
  readonly sleepsMs: readonly number[];
  /** How long the store takes before and after it decides, in turn. */
  readonly storeMs: readonly number[];
}

/** Departures of several processes on one store whose sleeps and store are slow in the given ways. */
async function departures(gates: number, slow: Slowness, perGate: number): Promise<number[]> {
  const time = new VirtualClock(1);
  const { clock } = time;
  let steps = 0;
  const pass = (delays: readonly number[], leastMs = 0): Promise<void> => {
    steps += 1;
    return time.sleep(leastMs + (delays[steps % delays.length] ?? 0));
  };
  const memory = createMemoryRateStore(clock);
  const store: SecRateStore = {
    ...memory,
    async takeSlot(spacingMs) {
      await pass(slow.storeMs);
      const answer = await memory.takeSlot(spacingMs);
      await pass(slow.storeMs);
      return answer;
    },
  };
  const sleep = (ms: number): Promise<void> => pass(slow.sleepsMs, ms);
  const left: number[] = [];
  const run = async (): Promise<void> => {
    const gate = createRateGate({ store, clock, sleep, ...SEC_LIMITS });
    for (let request = 0; request < perGate; request += 1) {
      // The one allowed end is the error for a store that is always too slow.
      const admission = await gate.admit().catch((error: Error) => {
        assert.match(error.message, /rate store took/);
        return null;
      });
      if (admission === null) return;
      assert.ok(admission.admitted);
      left.push(clock());
    }
  };
  await time.drive(Promise.all(Array.from({ length: gates }, run)));
  return left;
}

const delays = (max: number) => fc.array(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 8 });
const processes = fc.integer({ min: 1, max: 3 });

test('however late sleepers wake, all requests leave and no second holds more than five', async () => {
  const slowness = fc.record({ sleepsMs: delays(1500), storeMs: delays(SEC_LIMITS.latenessMs / 2) });
  await fc.assert(
    fc.asyncProperty(processes, slowness, async (gates, slow) => {
      const left = await departures(gates, slow, 15);
      assert.equal(left.length, gates * 15);
      assert.ok(mostInOneSecond(left) <= 5);
    }),
    { numRuns: 200 },
  );
});

test('however slow the store answers, no second holds more than five departures', async () => {
  const slowness = fc.record({ sleepsMs: delays(500), storeMs: delays(400) });
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(processes, slowness, async (gates, slow) => {
      const left = await departures(gates, slow, 15);
      seen += left.length;
      assert.ok(mostInOneSecond(left) <= 5);
    }),
    { numRuns: 200 },
  );
  assert.ok(seen > 100, 'some do leave');
});

test('without delays a request leaves every 220 ms', async () => {
  const left = await departures(1, { sleepsMs: [0], storeMs: [0] }, 5);
  assert.deepEqual(
    left.map((at) => at - (left[0] ?? 0)),
    [0, 220, 440, 660, 880],
  );
});

test('a pace of more than five a second cannot be set up', () => {
  const clock = (): number => 0;
  const deps = { store: createMemoryRateStore(clock), clock, sleep: async () => {} };
  assert.throws(() => createRateGate({ ...deps, spacingMs: 200, latenessMs: 100 }), RangeError);
});

test('a hold is never shortened', async () => {
  const store = createMemoryRateStore(() => 5000);
  await store.hold(60_000);
  await store.hold(1000);
  assert.deepEqual(await store.takeSlot(220), { kind: 'held', forMs: 60_000 });
});

test('a store that never answers in time ends in an error, not in an endless loop', async () => {
  let now = 0;
  const gate = createRateGate({
    store: {
      async takeSlot() {
        now += 500;
        return { kind: 'go' };
      },
      hold: async () => {},
    },
    clock: () => now,
    sleep: async () => {},
    spacingMs: 220,
    latenessMs: 100,
  });
  await assert.rejects(gate.admit(), /rate store took over 100 ms/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScreenerStore } from '../src/store/store.ts';
import { type ScreenDeps, screenTicker } from '../src/use-cases/screen-ticker.ts';
import { clockAt } from './app-under-test.ts';
import { useSnapshotStore } from './snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const REQUEST = { symbol: 'AAPL', asOf: null, rules: 'current' } as const;

/** A replica that has not replayed the closes yet. */
const behind = (store: ScreenerStore): ScreenerStore => ({ ...store, closes: async () => [] });

const answered = async (deps: ScreenDeps) => {
  const answer = await screenTicker(deps, REQUEST);
  assert.ok(answer.ok);
  return answer.value;
};
const kept = async ({ store }: ScreenDeps) =>
  (await store.screenings('AAPL', 'current', 5)).map(({ fingerprint }) => fingerprint);

test('what a replica that is behind answers is not kept as a change: history is screened from the primary', async (t) => {
  const plain = await (await snapshot.copy(t)).open();
  const whole = await answered(plain);
  const expected = await kept(plain);

  const replicated = await (await snapshot.copy(t)).open();
  const late = await answered({ ...replicated, store: behind(replicated.store), primary: replicated.store });
  assert.notDeepEqual(late.market_data, whole.market_data, 'the answer is of what the replica has');
  assert.deepEqual(await kept(replicated), expected);
});

test('while the primary is away, an answer that would be kept goes out', async (t) => {
  const deps = await (await snapshot.copy(t)).open();
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const primary = { ...deps.store, findListing: () => Promise.reject(away) };
  const before = await kept(deps);
  await answered({ ...deps, store: behind(deps.store), primary });
  assert.deepEqual(await kept(deps), before);
});

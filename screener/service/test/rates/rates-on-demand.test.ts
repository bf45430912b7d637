import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import type { LiveRates } from '../../src/rates/live-rates.ts';
import { makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(() => Date.parse('2030-06-15T12:00:00Z'));

/** The snapshot without its rates until a source gives them. */
async function open(t: TestContext, answer: Awaited<ReturnType<LiveRates['keepCurrent']>>) {
  const deps = snapshot.shared();
  let asked = 0;
  let isKnown = false;
  const liveRates: LiveRates = {
    async keepCurrent() {
      asked += 1;
      isKnown = answer.ok;
      return answer;
    },
  };
  const store: typeof deps.store = {
    ...deps.store,
    rates: async (currencies) => (isKnown ? deps.store.rates(currencies) : []),
  };
  const app = await makeApp(t, { ...deps, store, liveRates }, 0);
  return { ...app, asked: () => asked };
}

describe('a rate that a screening lacks', () => {
  test('is asked for, and the screening made again with it', async (t) => {
    const app = await open(t, ok('updated'));
    const answer = await app.screen('TSM?as_of=2025-04-17');
    assert.equal(answer.compliance, 'questionable');
    assert.equal(app.asked(), 1);
    await app.screen('AAPL?as_of=2026-02-25');
    assert.equal(app.asked(), 1, 'a report in the currency of its price needs none');
  });

  test('is missing where its source is not reached, and the answer says so', async (t) => {
    const app = await open(t, fail('rates_unavailable', 'The server answered 503.'));
    const answer = await app.screen('TSM?as_of=2025-04-17');
    assert.equal(answer.compliance, 'not_screenable');
    assert.deepEqual(
      answer.missing.map(({ code, message }) => [code, message]),
      [
        [
          'market_cap',
          'the price is in USD and the report in TWD, and no official rate between them is at hand for 2024-12-31',
        ],
        ['rates_not_reached', 'No current exchange rates were reached: The server answered 503.'],
      ],
    );
  });
});

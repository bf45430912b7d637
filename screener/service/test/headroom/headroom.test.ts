import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clockAt, makeApp } from '../app-under-test.ts';
import { described } from '../bulk/bulk-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

describe('GET /v1/headroom/{ticker}', () => {
  const snapshot = useSnapshotStore(clockAt('2026-05-01T12:00:00Z'));

  test('the room of a compliant company, by all methodologies or by a choice; none of another', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const fits = await described(app, 'get', '/v1/headroom/{ticker}');
    const read = async (path: string) => {
      const answer = await app.inject({ url: `/v1/headroom/${path}` });
      assert.equal(answer.statusCode, 200, answer.body);
      assert.ok(fits(answer.json()), answer.body);
      return answer.json().data;
    };
    const apple = await read('AAPL');
    // Cash and securities of at most 144,795 million are 30 % of 482,650 million. At 253.79 a share the company was
    // worth 3,725,926.5206 million, so that is 32.8755 a share.
    assert.deepEqual([apple.compliance, apple.headroom.close], ['compliant', 253.79]);
    assert.deepEqual(apple.headroom.methodologies[0].price, {
      cents: 3_288,
      ratio: 'deposits_to_market_cap',
    });
    const chosen = await read('aapl?methodologies=msci');
    assert.deepEqual(
      chosen.headroom.methodologies,
      apple.headroom.methodologies.filter(({ id }: { readonly id: string }) => id === 'msci'),
    );
    assert.deepEqual(
      apple.headroom.methodologies.map(
        ({ average_months: months }: { readonly average_months: number }) => months,
      ),
      [null, 24, null, null, 36],
    );
    assert.equal((await read('JPM')).headroom, null);
    // TSMC's filing is in New Taiwan dollars, at 32.5743 for a dollar on average in December 2024. A day of it may lie a
    // third from that, so at most 2,733,151.4 million of cash and securities are 125,231.56 million dollars: 30 % of
    // 417,438.54 million, of 860,944.757 million at 166 a share. So much debt may be 258,283.43 million dollars, at most.
    const { headroom: tsmc } = await read('TSM?methodologies=aaoifi');
    assert.deepEqual([tsmc.currency, tsmc.debt_currency, tsmc.debt], ['USD', 'TWD', 2_043_885_100_000]);
    assert.deepEqual(tsmc.methodologies[0].price, { cents: 8_049, ratio: 'deposits_to_market_cap' });
    assert.equal(Math.round(tsmc.methodologies[0].debt.units / 1e8), 5_636_979);
    assert.equal((await app.inject({ url: '/v1/headroom/AAPL?methodologies=mufti' })).statusCode, 422);
  });
});

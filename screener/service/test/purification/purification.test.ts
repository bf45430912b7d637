import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Purification } from '../../src/purification/purification.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { described, keyFor, post } from '../bulk/bulk-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const PURIFICATION = '/v1/purification';

describe('POST /v1/purification', () => {
  const snapshot = useSnapshotStore(clockAt('2026-05-01T12:00:00Z'));

  async function ask(t: TestContext, body: object, status = 200) {
    const { app } = await makeApp(t, snapshot.shared());
    const answer = await post(app, PURIFICATION, body, await keyFor(app, 'giver'));
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    if (status === 200) assert.ok((await described(app, 'post', PURIFICATION))(answer.body));
    return answer;
  }

  async function purify(t: TestContext, body: object): Promise<Purification> {
    const { headers, body: answer } = await ask(t, body);
    assert.equal(headers['cache-control'], 'private, no-store');
    return answer.data;
  }

  const told = ({ holdings }: Purification) =>
    holdings.map(({ symbol, state, by_share: share, by_dividends: dividends }) => [
      symbol,
      state,
      share?.usual?.toFixed(2) ?? null,
      dividends?.usual?.toFixed(2) ?? null,
    ]);

  test('last year by the method that the methodology asks for, the other sums beside it', async (t) => {
    const text =
      'PG 12 dividends 48.93\nAAPL 40 dividends 41.20\nJPM 8\nTSLA 3\nSPUS 10 dividends 100\ncash 50';
    const answer = await purify(t, { text });
    assert.deepEqual([answer.year, answer.methodology, answer.method], [2025, 'aaoifi', 'by_share']);
    // 6,119.85 / 14,776.353 x 40; 469 / 2,342.371488 x 12. See by-hand.test.ts of the engine.
    assert.deepEqual(told(answer).slice(0, 2), [
      ['AAPL', 'counted', '16.57', '0.61'],
      ['PG', 'counted', '2.40', '0.27'],
    ]);
    const others = new Map(answer.holdings.map((one) => [one.symbol, one]));
    assert.equal(others.get('JPM')?.state, 'business_excluded');
    assert.equal(others.get('TSLA')?.state, 'no_annual_report');
    assert.equal(others.get('TSLA')?.newest_year, '2021-12-31');
    const fund = others.get('SPUS');
    const rate = fund?.covered_rate_pct ?? 0;
    assert.ok(rate > 0 && rate < 5, 'the covered rate, and no bound');
    assert.deepEqual(
      [fund?.by_share, fund?.by_dividends?.usual, fund?.by_dividends?.high],
      [null, rate, null],
    );
    const { by_share: byShare, by_dividends: byDividends } = answer.sums;
    assert.deepEqual([byShare.usual?.toFixed(2), byShare.counted, byShare.left_out], ['18.97', 2, ['SPUS']]);
    assert.ok(byShare.low <= 18.97 && (byShare.high ?? 0) > 18.97);
    assert.deepEqual([byDividends.counted, byDividends.high], [3, null]);
    assert.deepEqual(
      answer.apart.map(({ kind }) => kind),
      ['cash'],
    );
  });

  test('each year since the purchase, for the days held; a sale before the end owes nothing by share', async (t) => {
    const { holdings, sums } = await purify(t, {
      text: 'symbol,quantity,bought,sold\nPG,12,2023-10-01,2025-06-30\nMSFT,5,,',
      year: null,
      methodology: 'msci',
    });
    const [procter, microsoft] = ['PG', 'MSFT'].map((symbol) =>
      holdings.find((one) => one.symbol === symbol),
    );
    assert.equal(microsoft?.state, 'no_purchase_date');
    const years = procter?.lots[0]?.years ?? [];
    assert.deepEqual(
      years.map(({ end, days, days_held, held_at_end }) => [end, days, days_held, held_at_end]),
      [
        ['2024-06-30', 366, 274, true],
        ['2025-06-30', 365, 364, false],
      ],
    );
    // 473 of fiscal 2024 over 2,354.050987 million shares, times 12.
    assert.equal(procter?.by_share?.usual?.toFixed(4), ((473 / 2_354.050987) * 12).toFixed(4));
    assert.equal(sums.by_dividends.counted, 0);
  });

  test('dividends of shares that were not held in the year give no zero, and a line that was never held is unread', async (t) => {
    const lines = [
      'AAPL 40 dividends 41.20 bought 2025-10-15',
      'MSFT 4 dividends 3 sold 2024-06-30',
      'SPUS 40 dividends 100 bought 2030-01-01',
      'PG 3 bought 2025-06-30 sold 2025-01-31',
    ];
    const { holdings, sums, unread } = await purify(t, {
      ...{ text: lines.join('\n'), year: 2025, methodology: 'djim' },
    });
    assert.deepEqual(
      holdings.map(({ by_dividends: given, lots }) => [given, lots[0]?.years[0]?.days_held]),
      [
        [null, 0],
        [null, 0],
      ],
    );
    assert.deepEqual(sums.by_dividends.left_out.toSorted(), ['AAPL', 'MSFT']);
    assert.deepEqual(unread, [
      { line: 3, text: 'SPUS: bought 2030-01-01' },
      { line: 4, text: 'PG: bought 2025-06-30, sold 2025-01-31' },
    ]);
  });

  test('says what is wrong with a date, a methodology and a text, and needs a key', async (t) => {
    const { unread } = await purify(t, { text: 'symbol,quantity,bought\nAAPL,4,3/1/2024\nPG,1,' });
    assert.deepEqual(unread, [{ line: 2, text: 'AAPL: 3/1/2024' }]);
    await ask(t, { text: 'AAPL 1', methodology: 'mine' }, 422);
    await ask(t, { text: '!!' }, 422);
    const { app } = await makeApp(t, snapshot.shared());
    assert.equal((await post(app, PURIFICATION, { text: 'AAPL 1' })).status, 403);
  });
});

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Zakat } from '../../src/zakat/zakat.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { described, keyFor, post } from '../bulk/bulk-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const PATH = '/v1/zakat';

describe('POST /v1/zakat', () => {
  const snapshot = useSnapshotStore(clockAt('2026-05-01T12:00:00Z'));

  async function ask(t: TestContext, body: object, status = 200): Promise<Zakat> {
    const { app } = await makeApp(t, snapshot.shared());
    const answer = await post(app, PATH, body, await keyFor(app, 'giver'));
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    if (status === 200) {
      assert.ok((await described(app, 'post', PATH))(answer.body));
      assert.equal(answer.headers['cache-control'], 'private, no-store');
    }
    return answer.body.data;
  }

  const cents = (...values: (number | null | undefined)[]) => values.map((value) => value?.toFixed(2));

  test('adds market values, balance sheets and cash, and names what it leaves out', async (t) => {
    const text = [
      ...['AAPL 40', 'AAPL 10 trade', 'Microsoft $2,000 trade', 'PG 12', 'SPUS 10', 'TSLA 3', 'COST $900'],
      ...['cash 500', 'Cash 40 EUR', 'nosuchcompany 4'],
    ].join('\n');
    const answer = await ask(t, { text, held_for: 'income', gold_price: 115, securities: false });
    const found = (symbol: string, heldFor = 'income') =>
      answer.holdings.find((one) => one.symbol === symbol && one.held_for === heldFor);
    const apple = found('AAPL');
    // (45,317 + 70,320 + 5,875) / 14,681.14 x 40. See by-hand.test.ts of the engine.
    assert.deepEqual(cents(apple?.counts_low, apple?.counts_high), ['331.07', '331.07']);
    assert.deepEqual([apple?.balance?.report.period_end, apple?.balance?.stale], ['2025-12-27', false]);
    assert.ok(apple?.balance?.tags.includes('us-gaap:NontradeReceivablesCurrent'));
    const toTrade = found('AAPL', 'trade');
    assert.deepEqual([toTrade?.shares, toTrade?.value_from], [10, 'close']);
    assert.equal(found('MSFT', 'trade')?.counts_low, 2_000);
    assert.deepEqual(
      ['SPUS', 'TSLA', 'COST'].map((symbol) => found(symbol)?.state),
      ['fund', 'no_balance', 'no_balance'],
    );
    const procter = found('PG');
    assert.ok((procter?.counts_low ?? 0) < (procter?.counts_high ?? 0), 'an interval');
    assert.deepEqual(answer.left_out.toSorted(), ['COST', 'Cash', 'SPUS', 'TSLA', 'nosuchcompany']);
    const counted = (end: 'counts_low' | 'counts_high') =>
      answer.holdings.reduce((sum, one) => sum + (one[end] ?? 0), 500);
    assert.deepEqual(
      cents(answer.base_low, answer.base_high),
      cents(counted('counts_low'), counted('counts_high')),
    );
    assert.deepEqual([answer.cash, answer.nisab, answer.reaches, answer.due_low], [500, 9_775, 'open', 0]);
    assert.equal(answer.due_high, null, 'what is left out bounds nothing');
  });

  test('an ounce of gold, a solar year and other wealth', async (t) => {
    const asked = { text: 'AAPL $9,000', held_for: 'trade', gold_price: 3_110.34768, gold_unit: 'ounce' };
    const below = await ask(t, asked);
    assert.deepEqual(
      [below.gold_price, below.nisab, below.reaches, below.due_high],
      [100, 8_500, 'yes', 225],
    );
    const more = await ask(t, { ...asked, gold_price: 4_000, other: 1_000, year: 'solar' });
    // 85 x 4,000 / 31.1034768 = 10,931.25, more than 10,000.
    assert.deepEqual([...cents(more.nisab), more.reaches, more.due_high], ['10931.25', 'no', 0]);
  });

  test('what was sold does not count, and a day of sale that is none leaves the answer open', async (t) => {
    const asked = { held_for: 'trade', gold_price: 100 };
    const text = 'AAPL $9,000\nMSFT 20 sold 2026-05-01\nPG 12 sold 2026-05-02';
    const answer = await ask(t, { ...asked, text });
    assert.deepEqual(
      answer.holdings.map(({ symbol }) => symbol),
      ['AAPL', 'PG'],
    );
    assert.deepEqual(answer.sold, [{ line: 2, text: 'MSFT: sold 2026-05-01' }]);
    assert.deepEqual(answer.left_out, []);
    const undated = await ask(t, { ...asked, text: 'AAPL $10\nMSFT 20 sold 2026-02-31' });
    assert.deepEqual(
      [undated.reaches, undated.unread],
      ['open', [{ line: 2, text: 'MSFT: sold 2026-02-31' }]],
    );
  });

  test('a listing that ended has no value and no balance sheet, unless its value is given', async (t) => {
    const text = 'ATVI 10\nVMW 4 income\nSGEN $90';
    const answer = await ask(t, { text, held_for: 'trade', gold_price: 100 });
    assert.deepEqual(
      answer.holdings.map(({ symbol, state, counts_low }) => [symbol, state, counts_low]),
      [
        ['SGEN', 'counted', 90],
        ['ATVI', 'not_listed', null],
        ['VMW', 'not_listed', null],
      ],
    );
    assert.deepEqual([answer.reaches, answer.due_low, answer.due_high], ['open', 0, null]);
  });

  test('what is bought later is not held yet, and a day or a reason that is none leaves the answer open', async (t) => {
    const asked = { held_for: 'trade', gold_price: 100 };
    const later = await ask(t, { ...asked, text: 'AAPL $9,000\nMSFT 20, bought 2026-05-02' });
    assert.deepEqual(later.not_yet_held, [{ line: 2, text: 'MSFT: bought 2026-05-02' }]);
    assert.deepEqual([later.base_high, later.left_out], [9_000, []]);
    const text = 'symbol,quantity,bought,held for\nAAPL,1,2026-02-31,\nMSFT,1,,not for trade\nPG,1,,To trade';
    const unclear = await ask(t, { ...asked, text });
    assert.deepEqual(unclear.unread, [
      { line: 2, text: 'AAPL: bought 2026-02-31' },
      { line: 3, text: 'MSFT: held for not for trade' },
    ]);
    assert.deepEqual(
      unclear.holdings.map(({ symbol }) => symbol),
      ['PG'],
    );
  });

  test('lines of one holding that give a value and a quantity are not said to lack a close', async (t) => {
    const text = 'AAPL $900\nAAPL 10\nMicrosoft 900 EUR';
    const { holdings } = await ask(t, { text, held_for: 'trade', gold_price: 100 });
    assert.deepEqual(
      holdings.map(({ symbol, state }) => [symbol, state]),
      [['AAPL', 'no_measure']],
    );
  });

  test('a gold price is needed, and a reason for holding', async (t) => {
    await ask(t, { text: 'AAPL 1', held_for: 'trade' }, 422);
    await ask(t, { text: 'AAPL 1', held_for: 'trade', gold_price: 0 }, 422);
    await ask(t, { text: 'AAPL 1', gold_price: 100 }, 422);
  });
});

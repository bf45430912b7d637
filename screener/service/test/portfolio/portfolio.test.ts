import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Portfolio } from '../../src/portfolio/assess-portfolio.ts';
import { closeOf } from '../../src/portfolio/value-holding.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { described, keyFor, post } from '../bulk/bulk-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const PORTFOLIO = '/v1/portfolio';

describe('POST /v1/portfolio', () => {
  const snapshot = useSnapshotStore(clockAt('2026-05-01T12:00:00Z'));

  async function open(t: TestContext) {
    const { app } = await makeApp(t, snapshot.shared());
    return { app, key: await keyFor(app, 'investor') };
  }

  async function assess(t: TestContext, text: string): Promise<Portfolio> {
    const { app, key } = await open(t);
    const { status, body } = await post(app, PORTFOLIO, { text }, key);
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok((await described(app, 'post', PORTFOLIO))(body));
    return body.data;
  }

  test('the shares of value by hand: two lines of one company are added up, and cash is kept apart', async (t) => {
    const { app, key } = await open(t);
    const text = 'AAPL $600\nJPM $300\nApple Inc. $100\ncash 5000';
    const { status, headers, body } = await post(app, PORTFOLIO, { text }, key);
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'private, no-store');
    const { data }: { readonly data: Portfolio } = body;
    assert.deepEqual(
      data.holdings.map(({ symbol, lines, value, weight_pct, compliance }) => [
        symbol,
        lines,
        value,
        weight_pct,
        compliance,
      ]),
      [
        ['AAPL', [1, 3], 700, 70, 'compliant'],
        ['JPM', [2], 300, 30, 'non_compliant'],
      ],
    );
    assert.equal(data.total_value, 1000);
    assert.deepEqual(data.shares.compliant, { holdings: 1, value: 700, pct: 70 });
    assert.deepEqual(data.shares.non_compliant, { holdings: 1, value: 300, pct: 30 });
    assert.deepEqual(data.shares.questionable, { holdings: 0, value: 0, pct: 0 });
    assert.deepEqual(
      data.by_methodology.map(({ pass, fail }) => [pass.value, fail.value]),
      Array(5).fill([700, 300]),
    );
    assert.deepEqual(
      data.apart.map(({ line, kind, value }) => [line, kind, value]),
      [[4, 'cash', 5000]],
    );
  });

  test('what is held times its newest close; without a close or a number there is no value', async (t) => {
    const { holdings, total_value, without_value } = await assess(t, 'AAPL 2\nSPUS 3\nMicrosoft');
    const [first, ...others] = holdings;
    const closes = await snapshot.shared().store.closes('AAPL');
    const { close = Number.NaN, date } = closes.findLast((one) => one.date <= '2026-05-01') ?? {};
    assert.deepEqual(
      [first?.symbol, first?.value, first?.value_from, first?.close_date, first?.weight_pct],
      ['AAPL', 2 * close, 'close', date, 100],
    );
    assert.deepEqual(
      others.map(({ symbol, value, weight_pct }) => [symbol, value, weight_pct]),
      [
        ['SPUS', null, null],
        ['MSFT', null, null],
      ],
    );
    assert.deepEqual([total_value, without_value], [2 * close, 2]);
  });

  test('a close counts by today, no listing that ended has one, and none is older than those of the day', async (t) => {
    const { store } = snapshot.shared();
    const search = { formerOf: () => null };
    const closes = ['2026-06-30', '2026-08-14', '2026-08-21'].map((date) => ({
      ...{ symbol: 'X', date, close: 1, currency: 'USD', marketCap: null, source: 'test' },
    }));
    const dayOf = async (now: string, days: number) => {
      const deps = { clock: clockAt(`${now}T12:00:00Z`), liveQuotes: null, search };
      const kept = { ...store, closes: async () => closes.slice(0, days) };
      return (await closeOf({ ...deps, store: kept }, 'X'))?.date ?? null;
    };
    assert.equal(await dayOf('2026-08-20', 3), '2026-08-14');
    // The snapshot is of 21 August 2026, however long ago that is.
    assert.equal(await dayOf('2027-08-20', 3), '2026-08-21');
    assert.equal(await dayOf('2027-08-20', 1), null, '52 days before the snapshot');
    assert.equal(await dayOf('2026-08-14', 1), '2026-06-30', '45 days before today');
    const { holdings } = await assess(t, 'ATVI 10\nVMW $40');
    assert.deepEqual(
      holdings.map(({ symbol, value }) => [symbol, value]),
      [
        ['VMW', 40],
        ['ATVI', null],
      ],
    );
  });

  test('nothing that only resembles a listing is taken for it', async (t) => {
    const text = [
      'Symbol,Name,Exchange,Quantity,Market Value,Currency',
      // A Canadian certificate with the ticker of an American share.
      'META,Meta CDR (CAD Hedged),TSX,25,573.5,CAD',
      // The ticker of another company at home.
      'AMD,Amundi World,,3,900,EUR',
      // An American share in an account in euros: its number says which.
      'US0378331005,APPLE INC. - COMMON ST,,1,200,EUR',
      'AAPLX,,,1,10,USD',
      'MSFT,Microsoft Corp,NASDAQ,-2,-800,USD',
      ',Gold,,3,300,USD',
      ',"Procter & Gamble Co",,1,150,USD',
      ',Amphenol,,1,100,USD',
    ].join('\n');
    const { holdings, apart } = await assess(t, text);
    assert.deepEqual(
      holdings.map(({ symbol, value_from }) => [symbol, value_from]),
      [
        ['AAPL', 'close'],
        ['PG', 'given'],
        ['APH', 'given'],
      ],
    );
    assert.deepEqual(
      apart.map(({ line, kind }) => [line, kind]),
      [
        [2, 'foreign'],
        [3, 'foreign'],
        [5, 'unmatched'],
        [6, 'short'],
        [7, 'unmatched'],
      ],
    );
  });

  test('what was sold by today, or is bought later, is in no share of value, in lines and in a file', async (t) => {
    const typed = await assess(
      t,
      'AAPL $600\nJPM $300 sold 2025-03-01\nAAPL $50 sold 2026-05-01\nKO $70 bought 2026-05-02\nMSFT $400 bought 2026-05-01\nPG $9 sold 2026-05-02\nNVDA $8 sold 2026-02-31',
    );
    assert.deepEqual(
      typed.holdings.map(({ symbol, value, lines }) => [symbol, value, lines]),
      [
        ['AAPL', 600, [1]],
        ['MSFT', 400, [5]],
        ['PG', 9, [6]],
      ],
    );
    assert.deepEqual([typed.total_value, typed.shares.non_compliant.holdings], [1009, 0]);
    assert.deepEqual(
      typed.apart.map(({ line, asked, kind, day, value }) => [line, asked, kind, day, value]),
      [
        [2, 'JPM', 'sold', '2025-03-01', 300],
        [3, 'AAPL', 'sold', '2026-05-01', 50],
        [4, 'KO', 'bought_later', '2026-05-02', 70],
      ],
    );
    assert.deepEqual(typed.unread, [{ line: 7, text: 'NVDA: sold 2026-02-31' }]);
    const both = await assess(t, 'AAPL 40 sold 2024-01-01 sold 2027-01-01');
    assert.deepEqual(
      [both.holdings, both.unread],
      [[], [{ line: 1, text: 'AAPL: sold 2024-01-01, sold 2027-01-01' }]],
    );
    // What a line cannot say in this way is part of no name.
    const others = await assess(
      t,
      'AAPL 40 bought 12/31/2027\nAAPL 40 sold 3/4/2024\nAAPL 40 dividends 5 dividends 6',
    );
    assert.deepEqual(
      [others.holdings, others.apart.map(({ kind }) => kind)],
      [[], ['unmatched', 'unmatched', 'unmatched']],
    );
    // 02/05/2026 may be in the past, and both days that 03/06/2027 may be are later.
    const file = await assess(
      t,
      'Symbol,Market Value,Date acquired,Date sold\nAAPL,600,02/05/2026,N/A\nJPM,300,various,2025-03-01\nKO,70,2027-01-01,--\nPG,5,03/06/2027,',
    );
    const american = await assess(
      t,
      'Symbol,Market Value,Date acquired\nAAPL,600,02/05/2026\nPG,5,12/31/2027',
    );
    const told = ({ holdings, apart }: Portfolio) => [
      holdings.map(({ symbol }) => symbol),
      apart.map(({ line, kind, day }) => [line, kind, day]),
    ];
    assert.deepEqual(told(file), [
      ['AAPL'],
      [
        [3, 'sold', '2025-03-01'],
        [4, 'bought_later', '2027-01-01'],
        [5, 'bought_later', null],
      ],
    ]);
    assert.deepEqual(told(american), [['AAPL'], [[3, 'bought_later', '2027-12-31']]]);
  });

  test('a stale verdict is of an earlier day: it needs a decision, and counts for nothing today', async (t) => {
    const { holdings, shares, by_methodology: methodologies } = await assess(t, 'AAPL $60\nSNOW $40');
    const [apple, snow] = holdings;
    assert.deepEqual([apple?.needs_decision, apple?.stale], [false, null]);
    assert.ok(snow?.stale !== null && snow?.compliance === 'non_compliant' && snow.needs_decision);
    assert.deepEqual([apple?.compliance_today, snow.compliance_today], ['compliant', 'not_screenable']);
    assert.deepEqual(
      [shares.compliant.pct, shares.non_compliant.pct, shares.not_screenable.pct],
      [60, 0, 40],
    );
    for (const { id, pass, fail, unknown } of methodologies)
      assert.deepEqual([id, pass.pct, fail.pct, unknown.pct], [id, 60, 0, 40]);
  });

  test('needs a key, and says what is wrong with a text', async (t) => {
    const { app, key } = await open(t);
    assert.equal((await post(app, PORTFOLIO, { text: 'AAPL 1' })).status, 403);
    for (const [text, type] of [
      ['!!', 'no_holdings'],
      ['AAPL 1\n'.repeat(501), 'too_many_holdings'],
      ['Action,Ticker,No. of shares\nMarket buy,AAPL,1', 'list_of_trades'],
    ] as const) {
      const { status, body } = await post(app, PORTFOLIO, { text }, key);
      assert.deepEqual([status, body.detail[0].type, body.detail[0].loc], [422, type, ['body', 'text']]);
    }
  });
});

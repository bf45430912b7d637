import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays } from '@common/base/calendar';
import type { MarketQuote } from '@screener/engine/facts';
import { FactLedger, type LedgerEntry } from '@screener/engine/selection/fact-ledger';
import { openSplits, SPLIT_RATIO } from '@screener/engine/shares/open-splits';
import { shareBasisOf } from '@screener/engine/shares/share-basis';
import { coverShares, makeCompany, makeQuote, makeReport } from '../support/make-facts.ts';

type Close = readonly [date: string, close: number, marketCap: number];

interface KnownSplit {
  readonly symbol: string;
  /** The first day of trading after the split. */
  readonly day: string;
  readonly factor: number;
  /** The last count of shares filed before the split took effect. */
  readonly count: readonly [date: string, shares: number];
  /** A month-end before and one after, from a stock exchange’s listing of all tickers; none are at hand before 2021. */
  readonly before?: Close;
  readonly after?: Close;
}

/** The counts are those of the cover pages; GE’s and Amazon’s are the listing’s own. */
const SPLITS: readonly KnownSplit[] = [
  { symbol: 'AAPL', day: '2014-06-09', factor: 7, count: ['2014-04-11', 861_381_000] },
  { symbol: 'AAPL', day: '2020-08-31', factor: 4, count: ['2020-07-17', 4_275_634_000] },
  { symbol: 'TSLA', day: '2020-08-31', factor: 5, count: ['2020-07-20', 186_361_726] },
  {
    symbol: 'NVDA',
    day: '2021-07-20',
    factor: 4,
    count: ['2021-05-21', 623_000_000],
    before: ['2021-06-30', 800.1, 498_462_300_000],
    after: ['2021-07-30', 194.99, 485_915_080_000],
  },
  {
    symbol: 'GE',
    day: '2021-08-02',
    factor: 0.125,
    count: ['2021-06-30', 8_778_640_000],
    before: ['2021-07-30', 12.95, 113_717_874_485],
    after: ['2021-08-31', 105.41, 115_704_645_129],
  },
  {
    symbol: 'AMZN',
    day: '2022-06-06',
    factor: 20,
    count: ['2022-04-29', 508_540_000],
    before: ['2022-05-31', 2404.19, 1_223_060_693_215],
    after: ['2022-06-30', 106.21, 1_080_887_295_722],
  },
  {
    symbol: 'GOOGL',
    day: '2022-07-18',
    factor: 20,
    count: ['2022-03-31', 658_763_000],
    before: ['2022-06-30', 2179.26, 1_435_042_441_951],
    after: ['2022-07-29', 116.32, 1_531_934_113_853],
  },
  {
    symbol: 'TSLA',
    day: '2022-08-25',
    factor: 3,
    count: ['2022-07-19', 1_044_490_015],
    before: ['2022-07-29', 891.45, 923_890_372_735],
    after: ['2022-08-31', 275.61, 856_604_086_288],
  },
  {
    symbol: 'BKTI',
    day: '2023-04-24',
    factor: 0.2,
    // The 10-Q gives the number of before the split for the day before it took effect.
    count: ['2023-04-23', 16_998_187],
    before: ['2023-03-31', 2.85, 48_405_246],
    after: ['2023-04-28', 13.6204, 46_304_416],
  },
  {
    symbol: 'NVDA',
    day: '2024-06-10',
    factor: 10,
    count: ['2024-05-24', 2_460_000_000],
    before: ['2024-05-31', 1096.33, 2_696_971_800_000],
    after: ['2024-06-28', 123.54, 3_038_879_166_974],
  },
];

const REPORT = makeReport();

/** What `openSplits` and the ledger would give. */
function entryOf(value: number, end: string, tag?: string): LedgerEntry {
  const fact = { ...coverShares(REPORT, value, end), ...(tag === undefined ? {} : { tag, unit: 'pure' }) };
  return { id: tag === undefined ? 'f1' : `s${value}`, fact, report: REPORT, superseded: [] };
}

function quoteOf([date, close, marketCap]: Close, symbol = 'EXMP'): MarketQuote {
  return makeQuote({ symbol, date, close, marketCap });
}

function basisAt(
  asOf: string,
  count: LedgerEntry,
  quotes: readonly MarketQuote[],
  splits: readonly LedgerEntry[] = [],
) {
  const basis = shareBasisOf({ symbol: 'EXMP', count, openSplits: splits, quotes, asOf });
  const { status, why, date, factor_low: low, factor_high: high } = basis;
  return {
    status,
    why,
    date,
    factor: low === high ? low : [low, high],
    splits: basis.splits,
    quotes: basis.quotes,
  };
}

suite('known splits', () => {
  for (const { symbol, day, factor, count, before, after } of SPLITS) {
    test(`${symbol} ${day}: before, on and after the day, and with the next report`, () => {
      const [counted, shares] = count;
      const dayBefore = addDays(day, -1);
      // The day’s own close is built: that of the month-end before, divided by the factor.
      const [start, close, cap] = before ?? [addDays(day, -20), 300, 300 * shares];
      const [end, laterClose, laterCap] = after ?? [addDays(day, 20), 310 / factor, 310 * shares];
      const quotes: readonly Close[] = [
        [start, close, cap],
        ...(start < dayBefore ? [[dayBefore, close, cap] as const] : []),
        [day, close / factor, cap],
        ...(end > day ? [[end, laterClose, laterCap] as const] : []),
      ];
      const all = quotes.map((one) => quoteOf(one));
      const old = entryOf(shares, counted);
      const onOld = basisAt(dayBefore, old, all);
      assert.deepEqual([onOld.status, onOld.factor], ['listed', 1]);
      assert.ok(onOld.date <= dayBefore, 'no look-ahead');
      for (const asOf of [day, end]) {
        const onNew = basisAt(asOf, old, all);
        assert.deepEqual([onNew.status, onNew.factor, onNew.date], ['split', factor, asOf]);
        assert.equal(onNew.quotes.at(-1)?.date, asOf);
      }
      const restated = basisAt(end, entryOf(shares * factor, end), all);
      assert.deepEqual([restated.status, restated.factor], ['listed', 1]);
    });
  }
});

suite('a depositary share', () => {
  // The listing at two month-ends, and the ordinary shares of the annual report of 2024.
  const TSM = {
    count: ['2024-12-31', 25_932_733_242],
    closes: [
      ['2024-12-31', 197.49, 1_024_264_939_963],
      ['2025-03-31', 166, 860_944_756_868],
    ],
  } as const;
  const [day, shares] = TSM.count;
  const countOf = (form: string) => {
    const report = makeReport({ form });
    return { ...entryOf(shares, day), report };
  };
  const quotes = TSM.closes.map((close) => quoteOf(close));
  const now = '2025-04-17';

  test('of TSM stands for five ordinary shares, and so is the amount', () => {
    const basis = basisAt(now, countOf('20-F'), quotes);
    assert.deepEqual([basis.status, basis.factor, basis.date], ['depositary', 0.2, '2025-03-31']);
    assert.deepEqual(
      basis.quotes.map(({ date }) => date),
      ['2024-12-31', '2025-03-31'],
    );
  });

  test('is not recognised without the day of the count, nor of a domestic filer, nor by a ratio that moved', () => {
    const later = quotes.slice(1);
    const moved = [quoteOf(['2024-12-31', 197.49, 5 * 1_024_264_939_963]), ...later];
    for (const basis of [
      basisAt(now, countOf('20-F'), later),
      basisAt(now, countOf('10-K'), quotes),
      basisAt(now, countOf('20-F'), [quoteOf(['2024-12-31', 197.49, 812_000_000_000]), ...later]),
    ]) {
      assert.deepEqual([basis.status, basis.why], ['unclear', 'counts_differ']);
    }
    assert.notEqual(basisAt(now, countOf('20-F'), moved).status, 'depositary');
  });
});

suite('what is not known to be on one basis', () => {
  const shares = 1_000_000;
  const count = entryOf(shares, '2025-01-20');
  const before: Close = ['2025-01-31', 100, 100_000_000];

  test('without a capitalisation the amount is on the count’s own day, which is named', () => {
    const none = { status: 'counted', why: null, date: '2025-01-20', factor: 1, splits: [], quotes: [] };
    assert.deepEqual(basisAt('2025-03-01', count, []), none);
    const closes = [makeQuote({ date: '2025-02-28', close: 90, marketCap: null })];
    assert.deepEqual(basisAt('2025-03-01', count, closes), none);
  });

  test('a listing with another number of shares that no split explains gives an interval with both', () => {
    const merged = basisAt(
      '2025-03-01',
      count,
      [before, ['2025-02-28', 95, 95 * 1.86 * shares] as const].map((one) => quoteOf(one)),
    );
    assert.deepEqual([merged.status, merged.why, merged.factor], ['unclear', 'counts_differ', [1, 1.86]]);
    // Twice the shares at the old price: an issue of shares, or a listing that counted a split too early.
    const doubled = basisAt(
      '2025-03-01',
      count,
      [before, ['2025-02-28', 98, 196 * shares] as const].map((one) => quoteOf(one)),
    );
    assert.deepEqual([doubled.status, doubled.why, doubled.factor], ['unclear', 'counts_differ', [1, 2]]);
  });

  test('a listing that has the new count before the new price shows the split once it has both', () => {
    const early: Close = ['2025-02-28', 98, 294 * shares];
    const late: Close = ['2025-03-31', 33, 99 * shares];
    const quotes = [before, early, late].map((one) => quoteOf(one));
    assert.equal(basisAt('2025-03-01', count, quotes).status, 'unclear');
    const shown = basisAt('2025-03-31', count, quotes);
    assert.deepEqual([shown.status, shown.factor], ['split', 3]);
    assert.deepEqual(
      shown.quotes.map(({ date }) => date),
      ['2025-01-31', '2025-03-31'],
    );
  });

  test('a price that jumps while the listing keeps its count may be a split that the listing missed', () => {
    const jumped = [before, ['2025-02-28', 3000, 3000 * shares] as const].map((one) => quoteOf(one));
    const basis = basisAt('2025-03-01', count, jumped);
    assert.deepEqual([basis.status, basis.why], ['unclear', 'price_jump']);
    const [low = 1, high = 0] = [basis.factor].flat();
    assert.ok(low <= 1 / 30 && high === 1);
  });

  test('closes alone: a fall as in a split gives an interval that holds the split', () => {
    const closes = [
      makeQuote({ date: '2025-01-20', close: 100, marketCap: null }),
      makeQuote({ date: '2025-02-28', close: 9.6, marketCap: null }),
    ];
    const basis = basisAt('2025-03-01', count, closes);
    assert.deepEqual([basis.status, basis.why], ['unclear', 'price_jump']);
    const [low = 0, high = 0] = [basis.factor].flat();
    assert.ok(low === 1 && high >= 10);
  });

  test('a filed split that the count may not include widens the amount unless a close of the day settles it', () => {
    const split = [entryOf(20, '2025-01-10', SPLIT_RATIO)];
    const unlisted = basisAt('2025-03-01', count, [], split);
    assert.deepEqual(
      [unlisted.status, unlisted.why, unlisted.factor, unlisted.splits],
      ['unclear', 'split_filed', [0.05, 20], ['s20']],
    );
    const stale = basisAt('2025-02-20', count, [quoteOf(before)], split);
    assert.deepEqual([stale.status, stale.why], ['unclear', 'split_filed']);
    assert.equal(basisAt('2025-01-31', count, [quoteOf(before)], split).status, 'listed');
    const after = basisAt('2025-02-28', count, [quoteOf(['2025-02-28', 5, 100 * shares])], split);
    assert.deepEqual([after.status, after.factor, after.splits], ['split', 20, ['s20']]);
  });

  test('preferred stock has a price of its own, which says nothing of the count', () => {
    const basis = shareBasisOf({
      symbol: 'EXMP-PA',
      count,
      openSplits: [],
      quotes: [quoteOf(before)],
      asOf: '2025-01-31',
    });
    assert.equal(basis.status, 'counted');
  });
});

suite('splits that a report states', () => {
  const yearBefore = makeReport({
    accession: '0000000001-24-000001',
    periodEnd: '2023-12-31',
    filed: '2024-02-10',
  });
  const ratio = (value: number, end: string) => ({
    ...coverShares(REPORT, value, end),
    tag: SPLIT_RATIO,
    unit: 'pure',
  });

  function openIn(now: number, earlier: number, value: number, end: string): readonly number[] {
    const count = coverShares(REPORT, now, '2025-02-10');
    const company = makeCompany(
      [yearBefore, REPORT],
      [coverShares(yearBefore, earlier, '2024-02-01'), count, ratio(value, end)],
    );
    const ledger = new FactLedger(company, new Set(company.reports.map(({ accession }) => accession)));
    const entry = ledger.cite(count, REPORT);
    const anchor = { report: REPORT, superseded: [], annual: REPORT, before: yearBefore, yearBefore };
    return openSplits(ledger, anchor, entry).map(({ fact }) => fact.value);
  }

  test('are open until the count includes them, whatever day they are tagged with', () => {
    assert.deepEqual(openIn(665_000_000, 667_000_000, 20, '2025-02-01'), [20], 'announced, as Alphabet did');
    assert.deepEqual(openIn(12_970_000_000, 664_000_000, 20, '2024-07-15'), [], 'a year before, times 20');
    assert.deepEqual(
      openIn(3_404_218, 16_998_187, 5, '2024-04-24'),
      [],
      'a reverse split that is written as 5',
    );
    assert.deepEqual(openIn(1_000_000, 1_000_000, 2, '2023-01-27'), [], 'over a year old');
    assert.deepEqual(openIn(1_000_000, 1_000_000, 1, '2025-01-27'), [], 'one for one');
  });
});

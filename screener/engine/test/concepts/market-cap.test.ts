import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { capitalisationGap, marketCapAt, quoteAt } from '@screener/engine/concepts/market-cap';
import type { Fact, MarketQuote, Report } from '@screener/engine/facts';
import { FactLedger } from '@screener/engine/selection/fact-ledger';
import { coverShares, makeCompany, makeQuote, makeReport } from '../support/make-facts.ts';

const AS_OF = '2025-03-01';
const REPORT = makeReport({ filed: '2025-02-15' });
const COUNT = coverShares(REPORT, 1_000_000, '2025-02-10');

interface Case {
  readonly symbol?: string;
  readonly quotes?: readonly MarketQuote[];
  readonly report?: Report;
  readonly facts?: readonly Fact[];
  readonly earlierReports?: readonly Report[];
}

/** A close of 10 and a count of a million shares, with the given changes. */
function capOf({ symbol = 'EXMP', quotes, report = REPORT, facts = [COUNT], earlierReports = [] }: Case) {
  const company = makeCompany([...earlierReports, report], facts);
  const ledger = new FactLedger(company, new Set([report.accession]));
  const cover = ledger.cover(report, COUNT.tag, 'shares');
  const closes = quotes ?? [makeQuote({ marketCap: null })];
  return marketCapAt(symbol, closes, AS_OF, report, cover, company, []);
}

function refusalOf(given: Case): string {
  const cap = capOf(given);
  return cap.ok ? `none: ${cap.value.amount.low.value}` : cap.error.code;
}

suite('a quote', () => {
  const quotes = ['2024-12-31', '2025-01-31', '2025-02-28', '2025-03-31'].map((date) => makeQuote({ date }));

  test('is the newest on or before the day', () => {
    assert.equal(quoteAt(quotes, '2025-03-01')?.date, '2025-02-28');
    assert.equal(quoteAt(quotes, '2025-02-28')?.date, '2025-02-28');
    assert.equal(quoteAt(quotes, '2025-02-27')?.date, '2025-01-31');
    assert.equal(quoteAt(quotes, '2024-12-30'), null);
  });

  test('counts at an age of 45 days, and not at 46', () => {
    assert.equal(quoteAt(quotes, '2025-05-15')?.date, '2025-03-31');
    assert.equal(quoteAt(quotes, '2025-05-16'), null);
  });
});

suite('market capitalisation', () => {
  test('is what the source gives, regardless of the filed share count', () => {
    const quotes = [makeQuote({ marketCap: 77 })];
    for (const facts of [[COUNT], []]) {
      const cap = capOf({ quotes, facts });
      assert.ok(cap.ok);
      assert.deepEqual([cap.value.amount.low, cap.value.figure], [{ value: 77, from: 'm1' }, 'market_cap']);
      assert.equal(cap.value.amount.basis, 'reported');
    }
  });

  test('otherwise is the close times the cover page’s count', () => {
    const cap = capOf({});
    assert.ok(cap.ok);
    assert.deepEqual(cap.value.amount.low, { value: 10_000_000, from: { times: ['m1', 'f1'] } });
    assert.deepEqual([cap.value.amount.basis, cap.value.figure, cap.value.value], ['derived', 'close', 10]);
  });

  test('decimals of the close are exact', () => {
    const cap = capOf({ quotes: [makeQuote({ marketCap: null, close: 0.07 })] });
    assert.equal(cap.ok ? cap.value.amount.low.value : 0, 70_000);
  });
});

suite('a capitalisation as given and close x cover-page shares', () => {
  const gapAt = (marketCap: number | null, count = 1_000_000) => {
    const ledger = new FactLedger(
      makeCompany([REPORT], [coverShares(REPORT, count, '2025-02-10')]),
      new Set([REPORT.accession]),
    );
    const cover = ledger.cover(REPORT, COUNT.tag, 'shares');
    const cap = capOf({ quotes: [makeQuote({ marketCap })] });
    assert.ok(cap.ok);
    return capitalisationGap(cap.value, cover);
  };

  test('differ beyond a tenth of the one given, in either direction', () => {
    assert.equal(gapAt(10_000_000), null);
    assert.equal(gapAt(10_000_000, 900_000), null, 'a tenth');
    assert.deepEqual(gapAt(10_000_000, 899_999), { given: 10_000_000, fromShares: 8_999_990, shares: 'f1' });
    assert.deepEqual(gapAt(10_000_000, 1_100_001)?.fromShares, 11_000_010);
  });

  test('are not compared where only one is known, or the count is a placeholder', () => {
    assert.equal(gapAt(null), null);
    assert.equal(gapAt(10_000_000, 1000), null);
    const cap = capOf({ quotes: [makeQuote({ marketCap: 5 })] });
    assert.equal(cap.ok ? capitalisationGap(cap.value, null) : undefined, null);
  });
});

suite('refusals', () => {
  test('no price, and one that is too old', () => {
    assert.equal(refusalOf({ quotes: [] }), 'no_price');
    assert.equal(refusalOf({ quotes: [makeQuote({ date: '2025-01-14' })] }), 'no_price');
    assert.equal(refusalOf({ quotes: [makeQuote({ date: '2025-03-02' })] }), 'no_price', 'from the next day');
  });

  test('a price in another currency than the report', () => {
    const report = makeReport({ filed: '2025-02-15', currency: 'EUR' });
    assert.equal(refusalOf({ report }), 'no_exchange_rate');
    assert.equal(refusalOf({ report: makeReport({ currency: null }) }), 'no_exchange_rate');
  });

  test('close x shares of foreign filers, whose ticker may be a depositary share', () => {
    for (const form of ['20-F', '20-F/A', '40-F', '6-K']) {
      assert.equal(
        refusalOf({ report: makeReport({ form, filed: '2025-02-15' }) }),
        'depositary_ratio_unknown',
      );
    }
    const given = { quotes: [makeQuote({ marketCap: 77 })] };
    assert.equal(
      refusalOf({ ...given, report: makeReport({ form: '20-F', filed: '2025-02-15' }) }),
      'none: 77',
    );
    const elsewhere = makeReport({ form: '20-F', filed: '2025-02-15', currency: 'TWD' });
    assert.equal(refusalOf({ ...given, report: elsewhere }), 'no_exchange_rate');
  });

  test('preferred stock, warrants, units and rights', () => {
    for (const symbol of ['EXMP-P', 'EXMP-PB', 'EXMP-WT', 'EXMP-UN', 'EXMP-RT']) {
      assert.equal(refusalOf({ symbol }), 'not_common_stock', symbol);
    }
    for (const symbol of ['BRK-B', 'BF-A', 'EXMP', 'UP', 'RTX']) assert.match(refusalOf({ symbol }), /^none/);
  });

  test('no count on the cover page', () => {
    assert.equal(refusalOf({ facts: [] }), 'no_share_count');
  });

  test('a placeholder for a count', () => {
    for (const count of [0, 1, 100, 1000, 9999]) {
      assert.equal(refusalOf({ facts: [coverShares(REPORT, count, '2025-02-10')] }), 'share_count_refused');
    }
    assert.match(refusalOf({ facts: [coverShares(REPORT, 10_000, '2025-02-10')] }), /^none/);
  });

  const earlierOf = (periodEnd: string, filed = '2024-02-15') =>
    makeReport({ accession: 'earlier', periodEnd, filed });

  test('a count that is a fifth or five times of one within two years', () => {
    const besides = (count: number, periodEnd = '2023-12-31') => {
      const earlier = earlierOf(periodEnd);
      return refusalOf({ facts: [COUNT, coverShares(earlier, count)], earlierReports: [earlier] });
    };
    assert.equal(besides(5_000_000), 'share_count_refused');
    assert.match(besides(4_999_999), /^none/);
    assert.equal(besides(200_000), 'share_count_refused');
    assert.match(besides(200_001), /^none/);
    assert.equal(besides(50_000_000, '2023-01-01'), 'share_count_refused');
    assert.match(besides(50_000_000, '2022-12-31'), /^none/, 'more than 730 days before');
  });

  test('not a count that rose in a split, where the closes of both dates show it', () => {
    const earlier = earlierOf('2024-09-30', '2024-11-15');
    const split = (closeThen: number | null, count = 100_000) =>
      refusalOf({
        facts: [COUNT, coverShares(earlier, count)],
        earlierReports: [earlier],
        quotes: [
          ...(closeThen === null
            ? []
            : [makeQuote({ date: '2024-11-14', close: closeThen, marketCap: null })]),
          makeQuote({ date: '2025-02-07', close: 10, marketCap: null }),
          makeQuote({ marketCap: null }),
        ],
      });
    assert.match(split(100), /^none/, 'ten for one');
    assert.equal(split(10), 'share_count_refused', 'the price did not move: a typo');
    assert.equal(split(null), 'share_count_refused', 'no close to tell by');
    assert.equal(split(1, 10_000_000), 'share_count_refused', 'a reverse split');
  });

  test('a count that an earlier report of two years does not give, so that taking it away never helps', () => {
    const earlier = earlierOf('2023-12-31');
    assert.equal(refusalOf({ earlierReports: [earlier] }), 'share_count_refused');
    const late = makeReport({ accession: 'late', periodEnd: '2023-12-31', filed: '2025-06-01' });
    assert.match(refusalOf({ earlierReports: [late] }), /^none/, 'filed later');
    const amended = makeReport({ accession: 'amended', filed: '2025-02-14' });
    assert.equal(refusalOf({ earlierReports: [amended] }), 'share_count_refused', 'the same period');
  });

  // 10-Q 0001193125-12-332074 gives 707,555,106,000,000 shares at 2012-07-27, the 10-Qs beside it 701 and 712 million.
  test('AMD of 2012, whose count of one quarter has six zeros too many', () => {
    const quarter = (accession: string, periodEnd: string, filed: string, count: number) => {
      const report = makeReport({ accession, form: '10-Q', periodEnd, filed });
      return { report, count: coverShares(report, count, filed) };
    };
    const may = quarter('0001193125-12-222047', '2012-03-31', '2012-05-09', 701_348_804);
    const august = quarter('0001193125-12-332074', '2012-06-30', '2012-08-02', 707_555_106_000_000);
    const november = quarter('0001193125-12-446647', '2012-09-29', '2012-11-01', 711_947_807);
    /** Whether there is a capitalisation at `now`, with earlier reports, and those of them whose count is there. */
    const decides = (now: typeof may, earlier: readonly (typeof may)[], counted = earlier) => {
      const { report, count } = now;
      const reports = [...earlier.map((one) => one.report), report];
      const company = makeCompany(reports, [count, ...counted.map((one) => one.count)]);
      const cover = new FactLedger(company, new Set([report.accession])).cover(report, COUNT.tag, 'shares');
      const close = makeQuote({ date: report.filed, close: 4, marketCap: null });
      return marketCapAt('AMD', [close], report.filed, report, cover, company, []).ok;
    };
    assert.equal(decides(may, []), true);
    assert.equal(decides(august, [may]), false);
    assert.equal(decides(november, [may, august]), false);
    assert.equal(decides(november, [may, august], [may]), false, 'the typo taken away');
  });

  test('a close and a count on opposite sides of a split', () => {
    const split = (atCount: number, now: number) =>
      refusalOf({
        quotes: [
          makeQuote({ date: '2025-01-31', close: atCount, marketCap: null }),
          makeQuote({ close: now, marketCap: null }),
        ],
      });
    assert.equal(split(100, 50), 'share_basis_unclear');
    assert.equal(split(50, 100), 'share_basis_unclear');
    assert.match(split(100, 60), /^none/);
    assert.match(split(100, 170), /^none/);
  });

  test('a close from before the report was filed', () => {
    assert.equal(
      refusalOf({ quotes: [makeQuote({ date: '2025-02-14', marketCap: null })] }),
      'share_basis_unclear',
    );
    assert.match(refusalOf({ quotes: [makeQuote({ date: '2025-02-15', marketCap: null })] }), /^none/);
  });

  test('a refusal has the values that say what is wrong', () => {
    const cap = capOf({ quotes: [] });
    assert.ok(!cap.ok);
    assert.deepEqual(cap.error, { code: 'no_price', days: 45, as_of: '2025-03-01' });
  });
});

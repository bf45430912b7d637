import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays, addMonths } from '@common/base/calendar';
import type { MarketQuote } from '@screener/engine/facts';
import { makeQuote, screenCompany, soundCompany } from './support/make-facts.ts';

/** The last day of each of the `count` months that end with February 2025. */
function monthEnds(count: number, capOf: (back: number) => number | null): MarketQuote[] {
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    const date = addDays(addMonths('2025-03-01', -back), -1);
    return makeQuote({ date, marketCap: capOf(back) });
  });
}

function averagesOf(quotes: readonly MarketQuote[], changes: Readonly<Record<string, number>> = {}) {
  return screenCompany(soundCompany(changes), { quotes }).market_data.trailing_averages;
}

suite('trailing averages, for information', () => {
  test('for the methodologies that specify one, over their own months', () => {
    const averages = averagesOf(monthEnds(36, (back) => (back < 24 ? 10_000 : 4_000)));
    assert.deepEqual(
      averages.map(({ methodology, months, months_present, average_market_cap, status }) => [
        methodology,
        months,
        months_present,
        average_market_cap,
        status,
      ]),
      [
        ['djim', 24, 24, 10_000, 'pass'],
        ['sp', 36, 36, 8_000, 'pass'],
      ],
    );
  });

  test('the month before the window does not count', () => {
    const averages = averagesOf(monthEnds(40, (back) => (back < 24 ? 100 : 1_000_000)));
    assert.equal(averages[0]?.average_market_cap, 100);
    assert.equal(averages[0]?.months_present, 24);
    assert.equal(averages[1]?.months_present, 36);
  });

  test('three quarters of the months must be present', () => {
    const present = (count: number) => averagesOf(monthEnds(count, () => 10_000))[0];
    assert.deepEqual([present(18)?.average_market_cap, present(18)?.status], [10_000, 'pass']);
    assert.deepEqual([present(17)?.average_market_cap, present(17)?.status], [null, 'unknown']);
    const gaps = averagesOf(monthEnds(24, (back) => (back % 3 === 1 ? null : 10_000)))[0];
    assert.deepEqual([gaps?.months_present, gaps?.status], [16, 'unknown']);
  });

  test('of several quotes in a month the last counts, and none after the day', () => {
    const quotes = [
      ...monthEnds(24, () => 10_000).slice(0, -1),
      makeQuote({ date: '2025-02-03', marketCap: 1 }),
      makeQuote({ date: '2025-02-28', marketCap: 10_000 }),
      makeQuote({ date: '2025-03-31', marketCap: 1 }),
    ];
    assert.equal(averagesOf(quotes)[0]?.average_market_cap, 10_000);
  });

  test('says what the methodology would say on the average', () => {
    const fell = monthEnds(24, (back) => (back === 0 ? 10_000 : 100));
    const [djim] = averagesOf(fell);
    // (10,000 + 23 x 100) / 24: debt of 200 is 39 % of it, and 2 % of the newest.
    assert.deepEqual([djim?.average_market_cap, djim?.status], [513, 'fail']);
  });

  test('none is given where there is no capitalisation', () => {
    assert.deepEqual(averagesOf([]), []);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { MONTHLY_AVERAGE_WIDTH } from '@screener/engine/rates/monthly-average';
import type { RateSeries } from '@screener/engine/rates/rate-series';
import { translationAt } from '@screener/engine/rates/translation';
import { screen } from '@screener/engine/screen';
import fc from 'fast-check';
import { improvements } from '../support/improvement.ts';
import { makeInput, makeQuote, SOUND_BALANCES, soundCompany } from '../support/make-facts.ts';

const RUNS = size({ quick: 120, full: 4_000 });

/** 31 December 2024 was a Tuesday; 28 December a Saturday. The values are the ECB's, and the Federal Reserve's of TWD. */
const ECB: readonly RateSeries[] = [
  {
    currency: 'USD',
    source: 'ecb',
    rates: [
      ['2024-12-24', 1.0395],
      ['2024-12-27', 1.0435],
      ['2024-12-31', 1.0389],
    ],
  },
  {
    currency: 'JPY',
    source: 'ecb',
    rates: [
      ['2024-12-24', 163.39],
      ['2024-12-27', 164.59],
      ['2024-12-31', 163.06],
    ],
  },
];
const TWD: RateSeries = { currency: 'TWD', source: 'fed', rates: [['2024-12-01', 32.5743]] };
const RATES = [...ECB, TWD];
const YEAR_END = { to: 'USD', date: '2024-12-31', asOf: '2025-03-01' };

const at = (request: Partial<Parameters<typeof translationAt>[1]>, rates: readonly RateSeries[] = RATES) =>
  translationAt(rates, { from: 'JPY', ...YEAR_END, ...request });

suite('a rate between two currencies', () => {
  test('two currencies go through the euro, at the rates of one day', () => {
    const yen = at({});
    assert.deepEqual([yen?.low.value, yen?.high.value], [1.0389 / 163.06, 1.0389 / 163.06]);
    assert.deepEqual([yen?.low.times, yen?.low.over], [['x2'], ['x1']]);
    assert.deepEqual(
      yen?.rates.map(({ id, currency, end }) => [id, currency, end]),
      [
        ['x1', 'JPY', '2024-12-31'],
        ['x2', 'USD', '2024-12-31'],
      ],
    );
    assert.equal(at({ from: 'EUR' })?.low.value, 1.0389);
    assert.equal(at({ from: 'USD', to: 'EUR' })?.low.value, 1 / 1.0389);
  });

  test('on a weekend the last rate before it holds, for a few days', () => {
    assert.equal(at({ date: '2024-12-29' })?.rates[0]?.end, '2024-12-27');
    assert.equal(at({ date: '2025-01-01' })?.rates[0]?.end, '2024-12-31', 'nor on a holiday');
    assert.equal(at({ date: '2024-12-23' }), null, 'never a later rate');
    const [dollar = TWD, yen = TWD] = ECB;
    const gap = [{ ...dollar, rates: dollar.rates.slice(0, 2) }, yen];
    assert.equal(at({}, gap), null, 'a rate that is missing is not that of another day');
    assert.equal(at({ date: '2025-01-02' }), null);
  });

  test('a monthly average is an interval, known once the month has ended', () => {
    const taiwan = at({ from: 'TWD' });
    assert.ok(taiwan !== null);
    assert.equal(taiwan.rule, 'monthly_average_rate');
    assert.equal(taiwan.low.value, 1 / (32.5743 * 1.33));
    assert.ok(Math.abs(taiwan.high.value - 1 / (32.5743 * 0.67)) < 1e-15);
    assert.ok(taiwan.high.over.includes(0.67), String(taiwan.high.over));
    assert.equal(at({ from: 'TWD', asOf: '2024-12-30' }), null);
    assert.ok(at({ from: 'TWD', asOf: '2024-12-31' }) !== null);
    const inYen = at({ from: 'TWD', to: 'JPY' });
    assert.ok(Math.abs((inYen?.low.value ?? 0) * 1.33 * 32.5743 - 163.06 / 1.0389) < 1e-9);
  });

  test('none where no source has one', () => {
    assert.equal(at({ from: 'VND' }), null);
    assert.equal(at({ from: 'TWD' }, ECB), null);
    assert.equal(at({ from: 'USD', to: 'TWD' }), null, 'no average is turned round');
  });
});

suite('a report in another currency than the price', () => {
  /** The sound company in thousands of a currency in which it is worth as much. */
  const inCurrency = (currency: string, times: number) => {
    const sound = soundCompany(
      Object.fromEntries(Object.entries(SOUND_BALANCES).map(([tag, value]) => [tag, value * times])),
    );
    return {
      ...sound,
      reports: sound.reports.map((report) => ({ ...report, currency })),
      facts: sound.facts.map((fact) => ({ ...fact, unit: currency })),
    };
  };
  const input = (rates: readonly RateSeries[], marketCap: number) =>
    makeInput(inCurrency('TWD', 30), { rates, quotes: [makeQuote({ marketCap })] });

  test('is screened on its balances in the currency of the price', () => {
    const { compliance, translation, amounts, market_data: market } = screen(input(RATES, 10_000));
    assert.equal(compliance, 'compliant');
    assert.deepEqual([amounts.debt?.unit, amounts.market_cap?.unit, market.reason], ['TWD', 'USD', null]);
    const { low, high } = translation?.amounts.debt ?? { low: 0, high: 0 };
    assert.ok(low < 6_000 / 32.5743 && 6_000 / 32.5743 < (high ?? 0));
    assert.ok(Math.abs(low * 1.33 - (high ?? 0) * 0.67) < 1e-9);
  });

  test('has no checks on capitalisation without a rate, and says why', () => {
    const { ratios, market_data: market, missing } = screen(input(ECB, 10_000));
    assert.equal(ratios.debt_to_market_cap, null);
    assert.ok(ratios.debt_to_total_assets !== null);
    const why = { code: 'no_exchange_rate', price: 'USD', report: 'TWD', date: '2024-12-31' };
    assert.deepEqual([market.reason, missing], [why, [{ code: 'market_cap', gap: why }]]);
  });

  test('never gets better without a rate, nor with a wider one', () => {
    for (let marketCap = 200; marketCap < 3_000; marketCap *= 1.1) {
      const daily: RateSeries = { currency: 'TWD', source: 'ecb', rates: [['2024-12-31', 32.5743 * 1.0389]] };
      const [exact, average, none] = [[...RATES, daily], RATES, ECB].map((rates) =>
        screen(input(rates, Math.round(marketCap))),
      );
      assert.ok(exact !== undefined && average !== undefined && none !== undefined);
      assert.equal(exact.translation?.rule, null);
      assert.deepEqual(improvements(exact, average), []);
      assert.deepEqual(improvements(average, none), []);
      assert.deepEqual(improvements(exact, none), []);
    }
  });

  test('never gets better without one of the rates, whichever is removed', () => {
    const days = fc.constantFrom('2024-12-24', '2024-12-27', '2024-12-28', '2024-12-31', '2025-01-01');
    const draws = fc.record({
      day: days,
      values: fc.array(fc.integer({ min: 50, max: 200 }), { minLength: 6, maxLength: 6 }),
      average: fc.integer({ min: 50, max: 200 }),
      currency: fc.constantFrom('JPY', 'EUR', 'TWD'),
      marketCap: fc.integer({ min: 200, max: 60_000 }),
      gone: fc.nat({ max: 6 }),
    });
    let decided = 0;
    fc.assert(
      fc.property(draws, ({ day, values, average, currency, marketCap, gone }) => {
        const [dollar = TWD, yen = TWD] = ECB;
        const drawn = [dollar, yen].map((one, place) => ({
          ...one,
          rates: one.rates.map(([date], at) => [date, values[3 * place + at] ?? 1] as const),
        }));
        const all = [...drawn, { ...TWD, rates: [['2024-12-01', average]] } as RateSeries];
        let place = gone;
        const fewer = all.map((one) => ({ ...one, rates: one.rates.filter(() => place-- !== 0) }));
        const company = inCurrency(currency, 3);
        const dated = {
          ...company,
          reports: company.reports.map((report) => ({ ...report, periodEnd: day })),
          facts: company.facts.map((fact) => (fact.end === '2024-12-31' ? { ...fact, end: day } : fact)),
        };
        const at = (rates: readonly RateSeries[]) =>
          screen(makeInput(dated, { rates, quotes: [makeQuote({ marketCap })] }));
        const [before, after] = [at(all), at(fewer)];
        if (before.translation !== null && before.compliance !== 'not_screenable') decided += 1;
        assert.deepEqual(improvements(before, after), [], `${currency} ${day}, without ${gone}`);
      }),
      { numRuns: RUNS },
    );
    assert.ok(decided > RUNS / 10, `${decided} decided by a rate`);
  });

  test('close x shares is no capitalisation of it: the ticker may be a depositary share', () => {
    const closeOnly = makeInput(inCurrency('TWD', 30), {
      rates: RATES,
      quotes: [makeQuote({ marketCap: null })],
    });
    assert.deepEqual(screen(closeOnly).market_data.reason, { code: 'depositary_ratio_unknown' });
  });

  test('the width of a month holds what was measured', () => {
    assert.ok(MONTHLY_AVERAGE_WIDTH > 0.315 && MONTHLY_AVERAGE_WIDTH < 0.5);
  });
});

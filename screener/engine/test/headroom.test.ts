import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { multiply } from '@common/base/exact';
import { exactly } from '@screener/engine/amounts/amount';
import { headroomOf } from '@screener/engine/headroom';
import { evaluateCheck } from '@screener/engine/methodologies/check';
import { RULE_SETS, ruleSetOf } from '@screener/engine/methodologies/rule-sets';
import type { RateSeries } from '@screener/engine/rates/rate-series';
import { translated } from '@screener/engine/rates/translation';
import type { ScreeningInput } from '@screener/engine/screening-input';
import fc from 'fast-check';
import { makeQuote, SOUND_BALANCES, screenCompany, soundCompany } from './support/make-facts.ts';

/** At the Federal Reserve's average of December 2024, a dollar was 32.5743 New Taiwan dollars. */
const RATES: readonly RateSeries[] = [{ currency: 'TWD', source: 'fed', rates: [['2024-12-01', 32.5743]] }];

const screenAt = (
  cents: number,
  shares: number,
  owed = 160,
  currency = 'USD',
  more: Partial<ScreeningInput> = {},
) => {
  const close = cents / 100;
  const quotes = [makeQuote({ close, marketCap: multiply(close, shares) })];
  const { reports, facts, ...company } = soundCompany({
    LongTermDebtNoncurrent: owed,
    Liabilities: 440 + owed,
  });
  return screenCompany(
    {
      ...company,
      reports: reports.map((report) => ({ ...report, currency })),
      facts: facts.map((fact) => ({ ...fact, unit: currency })),
    },
    { quotes, rates: RATES, ...more },
  );
};
const statusOf = (screening: ReturnType<typeof screenAt>, id: string) =>
  screening.methodologies.find((methodology) => methodology.id === id)?.status;

const companies = fc.record({
  cents: fc.integer({ min: 500, max: 90_000 }),
  shares: fc.integer({ min: 7, max: 400 }),
  owed: fc.integer({ min: 1, max: 250 }),
  currency: fc.constantFrom('USD', 'TWD'),
});

/** Whether a methodology passes with this debt, by the engine’s own check on its own translated amount. */
function passesWith(screening: ReturnType<typeof screenAt>, id: string, debt: number): boolean {
  const methodology = RULE_SETS.current.methodologies.find((one) => one.id === id) ?? assert.fail();
  const own = exactly({ value: debt, from: debt }, 'reported');
  const { translation } = screening;
  const priced = translation === null ? own : translated(own, translation);
  return methodology.checks
    .filter(({ numerator }) => numerator === 'debt')
    .every((check) => {
      const base = screening.amounts[check.denominator]?.low ?? assert.fail();
      const numerator = check.denominator === 'market_cap' ? priced : own;
      return (
        evaluateCheck(check, numerator, exactly({ value: base, from: base }, 'reported')).status === 'pass'
      );
    });
}

describe('how far a figure may move', () => {
  test('at the lowest price a methodology passes, one cent below it does not', () => {
    let tried = 0;
    fc.assert(
      fc.property(companies, ({ cents, shares, owed, currency }) => {
        const at = (price: number) => screenAt(price, shares, owed, currency);
        const headroom = headroomOf(at(cents));
        for (const { id, price } of headroom?.methodologies ?? []) {
          if (price === null) continue;
          tried += 1;
          assert.ok(price.cents <= cents && price.cents > 0);
          assert.equal(statusOf(at(price.cents), id), 'pass', `${id} at ${price.cents}`);
          assert.notEqual(statusOf(at(price.cents - 1), id), 'pass', `${id} below`);
        }
      }),
    );
    assert.ok(tried > 100);
  });

  test('with the most debt a methodology passes, with one unit more it does not', () => {
    fc.assert(
      fc.property(companies, ({ cents, shares, owed, currency }) => {
        const screening = screenAt(cents, shares, owed, currency);
        const headroom = headroomOf(screening);
        assert.equal(headroom?.debt_currency ?? currency, currency);
        assert.equal(headroom?.debt_unit ?? 0.01, 0.01);
        for (const { id, debt } of headroom?.methodologies ?? []) {
          assert.ok(debt !== null && multiply(debt.units, 0.01) >= (screening.amounts.debt?.high ?? 0), id);
          assert.ok(passesWith(screening, id, multiply(debt.units, 0.01)), `${id} with ${debt.units}`);
          assert.ok(!passesWith(screening, id, multiply(debt.units + 1, 0.01)), `${id} beyond`);
        }
      }),
    );
  });

  test('a currency of small units is counted in whole ones, of which none is too many or too few', () => {
    const reports = fc.record({
      currency: fc.constantFrom('JPY', 'KRW', 'IDR', 'VND', 'NGN'),
      rate: fc.integer({ min: 15_000, max: 3_000_000 }).map((hundredths) => hundredths / 100),
      euro: fc.integer({ min: 9_000, max: 13_000 }).map((parts) => parts / 10_000),
      source: fc.constantFrom('ecb', 'fed'),
      // A company of 10 billion to 4 trillion dollars.
      marketCap: fc.integer({ min: 10_000_000, max: 4_000_000_000 }).map((thousands) => thousands * 1_000),
      odd: fc.integer({ min: 0, max: 999_999 }),
    });
    const seen = new Set<string>();
    fc.assert(
      fc.property(reports, ({ currency, rate, euro, source, marketCap, odd }) => {
        const date = source === 'ecb' ? '2024-12-31' : '2024-12-01';
        const rates: readonly RateSeries[] = [
          { currency: 'USD', source: 'ecb', rates: [['2024-12-31', euro]] },
          { currency, source, rates: [[date, rate]] },
        ];
        const scale = Math.round((marketCap * rate) / 20_000);
        const sound = soundCompany(
          Object.fromEntries(
            Object.entries(SOUND_BALANCES).map(([tag, value]) => [
              tag,
              value === 0 ? 0 : value * scale + odd,
            ]),
          ),
        );
        const screening = screenCompany(
          {
            ...sound,
            reports: sound.reports.map((report) => ({ ...report, currency })),
            facts: sound.facts.map((fact) => ({ ...fact, unit: currency })),
          },
          { quotes: [makeQuote({ close: 100, marketCap })], rates },
        );
        const { debt_unit: unit, methodologies } = headroomOf(screening) ?? {
          debt_unit: 0,
          methodologies: [],
        };
        for (const { id, debt } of methodologies) {
          assert.ok(debt !== null && Number.isSafeInteger(debt.units + 1), `${id}: ${debt?.units}`);
          assert.ok(
            passesWith(screening, id, multiply(debt.units, unit)),
            `${id} with ${debt.units} × ${unit}`,
          );
          assert.ok(!passesWith(screening, id, multiply(debt.units + 1, unit)), `${id} beyond ${debt.units}`);
          seen.add(`${currency} ${unit}`);
        }
      }),
      { numRuns: 400 },
    );
    for (const each of ['JPY 1', 'KRW 1', 'IDR 1', 'VND 1', 'NGN 0.01', 'NGN 1']) {
      assert.ok(seen.has(each), `${each} of ${[...seen].join(', ')}`);
    }
  });

  test('a limit that excludes its own value leaves a cent less than one that includes it', () => {
    const { methodologies } = headroomOf(screenAt(1_000, 1_000)) ?? assert.fail();
    const of = (id: string) => methodologies.find((one) => one.id === id);
    // Debt of 200 at 10,000: AAOIFI allows 30 % and names the deposits of 150 second; S&P allows less than 33 %.
    assert.deepEqual(of('aaoifi')?.debt, { units: 300_000, ratio: 'debt_to_market_cap' });
    assert.deepEqual(of('sp')?.debt, { units: 329_999, ratio: 'debt_to_market_cap' });
    assert.deepEqual(of('aaoifi')?.price, { cents: 67, ratio: 'debt_to_market_cap' });
  });

  test('there is none without a compliant verdict or a price', () => {
    assert.equal(headroomOf(screenCompany(soundCompany({ InvestmentIncomeInterest: 110 }))), null);
    assert.equal(headroomOf(screenCompany(soundCompany(), { quotes: [] })), null);
    // FTSE asks for no market value, so without a rate it passes; but then no price is believed.
    const byFtse = { rules: ruleSetOf('current', ['ftse']), rates: [] };
    const withoutRate = screenAt(1_000, 1_000, 160, 'TWD', byFtse);
    assert.equal(withoutRate.compliance, 'compliant');
    assert.equal(headroomOf(withoutRate), null);
  });
});

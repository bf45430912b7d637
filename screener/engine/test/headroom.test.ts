import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { multiply } from '@common/base/exact';
import { exactly } from '@screener/engine/amounts/amount';
import { headroomOf } from '@screener/engine/headroom';
import { evaluateCheck } from '@screener/engine/methodologies/check';
import { RULE_SETS, ruleSetOf } from '@screener/engine/methodologies/rule-sets';
import type { RateSeries } from '@screener/engine/rates/rate-series';
import type { ScreeningInput } from '@screener/engine/screening-input';
import fc from 'fast-check';
import { makeQuote, screenCompany, soundCompany } from './support/make-facts.ts';

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

  test('with the most debt a methodology passes, with one cent more it does not', () => {
    fc.assert(
      fc.property(companies, ({ cents, shares, owed, currency }) => {
        const screening = screenAt(cents, shares, owed, currency);
        const headroom = headroomOf(screening);
        assert.equal(headroom?.debt_currency ?? currency, currency);
        for (const { id, debt } of headroom?.methodologies ?? []) {
          const methodology = RULE_SETS.current.methodologies.find((one) => one.id === id) ?? assert.fail();
          const passes = (owedCents: number) =>
            methodology.checks
              .filter(({ numerator }) => numerator === 'debt')
              .every((check) => {
                const base = screening.amounts[check.denominator]?.low ?? assert.fail();
                const rate = (check.denominator === 'market_cap' && screening.translation?.high.value) || 1;
                const [numerator, denominator] = [multiply(owedCents / 100, rate), base].map((value) =>
                  exactly({ value, from: value }, 'reported'),
                );
                assert.ok(numerator !== undefined && denominator !== undefined);
                return evaluateCheck(check, numerator, denominator).status === 'pass';
              });
          assert.ok(debt !== null && debt.cents >= 100 * (screening.amounts.debt?.high ?? 0), id);
          assert.ok(passes(debt.cents), `${id} with ${debt.cents}`);
          assert.ok(!passes(debt.cents + 1), `${id} beyond`);
        }
      }),
    );
  });

  test('a limit that excludes its own value leaves a cent less than one that includes it', () => {
    const { methodologies } = headroomOf(screenAt(1_000, 1_000)) ?? assert.fail();
    const of = (id: string) => methodologies.find((one) => one.id === id);
    // Debt of 200 at 10,000: AAOIFI allows 30 % and names the deposits of 150 second; S&P allows less than 33 %.
    assert.deepEqual(of('aaoifi')?.debt, { cents: 300_000, ratio: 'debt_to_market_cap' });
    assert.deepEqual(of('sp')?.debt, { cents: 329_999, ratio: 'debt_to_market_cap' });
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

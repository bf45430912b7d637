import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { multiply } from '@common/base/exact';
import { exactly } from '@screener/engine/amounts/amount';
import { headroomOf } from '@screener/engine/headroom';
import { evaluateCheck } from '@screener/engine/methodologies/check';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import fc from 'fast-check';
import { makeQuote, screenCompany, soundCompany } from './support/make-facts.ts';

const screenAt = (cents: number, shares: number, owed = 160) => {
  const close = cents / 100;
  const quotes = [makeQuote({ close, marketCap: multiply(close, shares) })];
  return screenCompany(soundCompany({ LongTermDebtNoncurrent: owed, Liabilities: 440 + owed }), { quotes });
};
const statusOf = (screening: ReturnType<typeof screenAt>, id: string) =>
  screening.methodologies.find((methodology) => methodology.id === id)?.status;

const companies = fc.record({
  cents: fc.integer({ min: 500, max: 90_000 }),
  shares: fc.integer({ min: 7, max: 400 }),
  owed: fc.integer({ min: 1, max: 250 }),
});

describe('how far a figure may move', () => {
  test('at the lowest price a methodology passes, one cent below it does not', () => {
    let tried = 0;
    fc.assert(
      fc.property(companies, ({ cents, shares, owed }) => {
        const headroom = headroomOf(screenAt(cents, shares, owed));
        for (const { id, price } of headroom?.methodologies ?? []) {
          if (price === null) continue;
          tried += 1;
          assert.ok(price.cents <= cents && price.cents > 0);
          assert.equal(statusOf(screenAt(price.cents, shares, owed), id), 'pass', `${id} at ${price.cents}`);
          assert.notEqual(statusOf(screenAt(price.cents - 1, shares, owed), id), 'pass', `${id} below`);
        }
      }),
    );
    assert.ok(tried > 100);
  });

  test('with the most debt a methodology passes, with one cent more it does not', () => {
    fc.assert(
      fc.property(companies, ({ cents, shares, owed }) => {
        const screening = screenAt(cents, shares, owed);
        for (const { id, debt } of headroomOf(screening)?.methodologies ?? []) {
          const methodology = RULE_SETS.current.methodologies.find((one) => one.id === id) ?? assert.fail();
          const passes = (owedCents: number) =>
            methodology.checks
              .filter(({ numerator }) => numerator === 'debt')
              .every((check) => {
                const base = screening.amounts[check.denominator]?.low ?? assert.fail();
                const [numerator, denominator] = [owedCents / 100, base].map((value) =>
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
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CURATED_COMPANIES } from '@screener/engine/business/curated-companies';
import { CAPTIVE_LENDERS, captiveLenderOf } from '@screener/engine/concepts/captive-lenders';
import type { AmountAnswer } from '@screener/engine/screening';
import { flow, makeCompany, makeReport, screenCompany, soundCompany } from '../support/make-facts.ts';

function amount(
  name: 'revenue' | 'interest_income',
  changes: Readonly<Record<string, number | null>>,
): AmountAnswer {
  const found = screenCompany(soundCompany(changes)).amounts[name];
  assert.ok(found !== undefined);
  return found;
}

function ends(found: AmountAnswer): readonly [number, number | null] {
  return [found.low, found.high];
}

const NOTHING = { InvestmentIncomeInterest: null };

function interest(changes: Readonly<Record<string, number | null>>): AmountAnswer {
  return amount('interest_income', changes);
}

suite('interest income', () => {
  test('gross as filed is exact; of two synonyms the larger counts', () => {
    assert.deepEqual(ends(interest({})), [8, 8]);
    assert.equal(interest({}).basis, 'reported');
    assert.deepEqual(ends(interest({ InterestIncomeOther: 9 })), [9, 9]);
  });

  test('a negative gross figure is wrong data and counts as not filed', () => {
    assert.deepEqual(ends(interest({ InvestmentIncomeInterest: -3 })), [0, null]);
    assert.deepEqual(ends(interest({ InvestmentIncomeInterest: -3, InterestIncomeOther: 2 })), [2, 2]);
  });

  test('with dividends it is an upper end', () => {
    const found = interest({ ...NOTHING, InvestmentIncomeInterestAndDividend: 6 });
    assert.deepEqual([...ends(found), found.rules], [0, 6, ['interest_mixed']]);
  });

  test('so is all income from investments', () => {
    const found = interest({ ...NOTHING, InvestmentIncomeNonoperating: 6 });
    assert.deepEqual([...ends(found), found.rules], [0, 6, ['interest_mixed']]);
  });

  test('net of expense: at least the net, at most the net plus the expense', () => {
    const found = interest({ ...NOTHING, InterestIncomeExpenseNet: 3, InterestExpense: 4 });
    assert.deepEqual([...ends(found), found.rules], [3, 7, ['interest_net_plus_expense']]);
    assert.deepEqual(
      ends(interest({ ...NOTHING, InterestIncomeExpenseNet: -3, InterestExpense: 4 })),
      [0, 1],
      'a net expense',
    );
  });

  test('the net of all interest and the expense outside operations do not belong together', () => {
    // Gross 5, expense 3 outside operations and 2 within: the net of all is 0, and 0 + 3 would be too low.
    const found = interest({ ...NOTHING, InterestIncomeExpenseNet: 0, InterestExpenseNonoperating: 3 });
    assert.ok(found.high === null || found.high >= 5, `${found.high}`);
  });

  test('a net figure on its own bounds nothing from above', () => {
    assert.deepEqual(ends(interest({ ...NOTHING, InterestIncomeExpenseNet: 3 })), [3, null]);
  });
});

suite('the assumption about yields', () => {
  const report = makeReport();
  const before = makeReport({
    accession: '0000000001-24-000001',
    periodEnd: '2023-12-31',
    filed: '2024-02-10',
  });

  /** Cash 100 and securities 50 now, `factor` times as much a year before. */
  function interestOf(
    factor: number,
    changes: Readonly<Record<string, number | null>> = {},
    yieldBound = true,
    cik = '0000000001',
  ) {
    const now = soundCompany({ ...NOTHING, ...changes }).facts;
    const balances = now.filter(({ start }) => start === null);
    const then = balances.map((fact) => ({
      ...fact,
      accession: before.accession,
      end: before.periodEnd,
      value: fact.value * factor,
    }));
    const company = makeCompany([before, report], [...then, ...now]);
    const answer = screenCompany({ ...company, cik }, { options: { yieldBound } });
    const found = answer.amounts.interest_income;
    assert.ok(found !== undefined);
    return found;
  }

  test('net of investment expense, with room of 0.75 % of cash and securities for it', () => {
    const found = interestOf(1, { InvestmentIncomeNet: 6 });
    assert.deepEqual(
      [...ends(found), found.rules],
      [0, 6 + 0.0075 * 150, ['interest_net_of_investment_expense']],
    );
    assert.deepEqual(ends(interestOf(3, { InvestmentIncomeNet: 6 })), [0, 6 + 0.0075 * 450]);
    assert.deepEqual(ends(interestOf(1, { InvestmentIncomeNet: -6 })), [0, 12], 'losses are wrong data');
    assert.deepEqual(ends(interestOf(1, { InvestmentIncomeNet: 6 }, false)), [0, null], 'no assumption');
    assert.deepEqual(ends(interest({ ...NOTHING, InvestmentIncomeNet: 6 })), [0, null], 'no balance');
  });

  test('at most 8 % of cash and securities, now or a year before', () => {
    assert.deepEqual(ends(interestOf(1)), [0, 12]);
    assert.deepEqual(ends(interestOf(3)), [0, 36]);
    assert.deepEqual(ends(interestOf(0.5)), [0, 12]);
    assert.deepEqual([interestOf(1).basis, interestOf(1).rules], ['bounded', ['interest_yield']]);
  });

  test('needs both balances, and can be switched off', () => {
    assert.deepEqual(ends(interest(NOTHING)), [0, null], 'no report from a year before');
    assert.deepEqual(ends(interestOf(1, {}, false)), [0, null]);
  });

  test('bounds no company that lends to its customers, whose loans are not among the balances', () => {
    for (const { cik, symbol } of CAPTIVE_LENDERS) {
      assert.deepEqual(ends(interestOf(1, {}, true, cik)), [0, null], symbol);
      const netOfExpense = { InvestmentIncomeNet: 6, InterestIncomeExpenseNet: 3 };
      assert.deepEqual(ends(interestOf(1, netOfExpense, true, cik)), [3, null], symbol);
    }
  });

  test('does not overrule what is known', () => {
    assert.deepEqual(ends(interestOf(1, { InterestIncomeExpenseNet: 13 })), [13, null], 'more than 8 %');
  });
});

suite('a company that lends to its customers', () => {
  const FORD = '0000037996';
  const lender = (changes: Readonly<Record<string, number | null>>) => {
    const answer = screenCompany({ ...soundCompany(changes), cik: FORD });
    const found = answer.amounts.interest_income;
    assert.ok(found !== undefined);
    return { found, purification: answer.purification };
  };

  test('a filed line is a lower end, and nothing is known above it', () => {
    const { found, purification } = lender({});
    assert.deepEqual([...ends(found), found.basis], [8, null, 'unknown']);
    assert.deepEqual(
      [purification.pct_of_dividends_and_gains, purification.low_pct, purification.income],
      [null, 0.4, null],
    );
  });

  test('neither dividends nor netted expense make an upper end', () => {
    const more = {
      InterestIncomeExpenseNet: 3,
      InterestExpense: 4,
      InvestmentIncomeNonoperating: 9,
      InvestmentIncomeNet: 9,
      InterestAndFeeIncomeLoansConsumer: 20,
    };
    assert.deepEqual(ends(lender(more).found), [20, null], 'the loans are a part, too');
    assert.deepEqual(ends(lender({ ...more, ...NOTHING, InterestAndFeeIncomeLoansConsumer: null }).found), [
      3,
      null,
    ]);
  });
});

suite('the table of companies that lend to their customers', () => {
  test('names each filer once, by CIK, with its 10-K', () => {
    const ciks = CAPTIVE_LENDERS.map(({ cik }) => cik);
    assert.equal(new Set(ciks).size, ciks.length);
    for (const { cik, symbol, source } of CAPTIVE_LENDERS) {
      assert.match(cik, /^\d{10}$/, symbol);
      assert.match(source ?? '0000000000-00-000000', /^\d{10}-\d\d-\d{6}$/, symbol);
    }
  });

  test('has the lenders that are under review for lending beside their business', () => {
    const cards = new Set(['V', 'MA']);
    const lending = CURATED_COMPANIES.filter(
      ({ line, status, ticker }) =>
        line === 'conventional_finance' && status === 'review' && !cards.has(ticker),
    );
    assert.ok(lending.length > 10);
    for (const { cik, ticker } of lending) assert.notEqual(captiveLenderOf(cik), null, ticker);
  });
});

suite('what a person is told to give away', () => {
  const purify = (changes: Readonly<Record<string, number | null>>) =>
    screenCompany(soundCompany(changes)).purification;

  test('is the filed figure where there is one', () => {
    const { pct_of_dividends_and_gains: pct, income, low_pct, high_pct, basis } = purify({});
    assert.deepEqual([pct, income, low_pct, high_pct, basis], [0.4, 8, 0.4, 0.4, 'reported']);
    const mixed = purify({ ...NOTHING, InvestmentIncomeNonoperating: 6 });
    assert.deepEqual([mixed.pct_of_dividends_and_gains, mixed.low_pct, mixed.basis], [0.3, 0, 'bounded']);
  });

  test('is the figure net of investment expense, without the room for expenses', () => {
    const found = purify({
      ...NOTHING,
      InvestmentIncomeNet: 6,
      InterestExpense: 4,
      InterestIncomeExpenseNet: 5,
    });
    assert.deepEqual(
      [found.pct_of_dividends_and_gains, found.income, found.low_pct, found.high_pct],
      [0.3, 6, 0.25, 0.45],
    );
    const alone = purify({ ...NOTHING, InvestmentIncomeNet: 6 });
    assert.deepEqual([alone.pct_of_dividends_and_gains, alone.high_pct, alone.basis], [0.3, null, 'unknown']);
  });

  test('is the upper end where the figure net of expense lies outside the interval', () => {
    const above = { ...NOTHING, InvestmentIncomeNet: 9, InterestExpense: 4, InterestIncomeExpenseNet: 3 };
    assert.equal(purify(above).income, 7);
    const below = { ...NOTHING, InvestmentIncomeNet: 2, InterestExpense: 4, InterestIncomeExpenseNet: 3 };
    assert.equal(purify(below).income, 7);
  });
});

suite('revenue', () => {
  const revenue = (changes: Readonly<Record<string, number | null>>) => amount('revenue', changes);

  test('is the largest of the tags', () => {
    const contracts = 'RevenueFromContractWithCustomerExcludingAssessedTax';
    assert.deepEqual(ends(revenue({ [contracts]: 1800 })), [2000, 2000]);
    assert.deepEqual(ends(revenue({ [contracts]: 2100 })), [2100, 2100]);
    assert.deepEqual(ends(revenue({ Revenues: null, [contracts]: 1800 })), [1800, 1800]);
  });

  test('is unknown where none or only a part of it is filed', () => {
    assert.deepEqual(ends(revenue({ Revenues: null })), [0, null]);
    assert.deepEqual(ends(revenue({ Revenues: null, OilAndGasRevenue: 5 })), [0, null]);
  });

  test('a change of tag between the annual report and the quarter', () => {
    const year = makeReport({ accession: 'year', periodEnd: '2023-12-31', filed: '2024-02-10' });
    const quarter = makeReport({
      accession: 'quarter',
      form: '10-Q',
      periodEnd: '2024-03-31',
      filed: '2024-05-01',
    });
    const before = makeReport({
      accession: 'before',
      form: '10-Q',
      periodEnd: '2023-03-31',
      filed: '2023-05-01',
    });
    const contracts = 'RevenueFromContractWithCustomerExcludingAssessedTax';
    const company = makeCompany(
      [before, year, quarter],
      [
        flow(year, 'Revenues', '2023-01-01', '2023-12-31', 400),
        flow(quarter, contracts, '2024-01-01', '2024-03-31', 120),
        flow(quarter, contracts, '2023-01-01', '2023-03-31', 90),
        flow(before, contracts, '2023-01-01', '2023-03-31', 90),
      ],
    );
    const found = screenCompany(company, { asOf: '2024-06-01', quotes: [] }).amounts.revenue;
    assert.deepEqual([found?.low, found?.high, found?.basis], [430, 430, 'derived']);
  });
});

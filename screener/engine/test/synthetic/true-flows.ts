import type { Random } from '../support/random.ts';
import { sum } from './true-sheet.ts';
import type { Tags } from './us-gaap-tags.ts';

/** What truly flowed in one quarter. */
export interface Quarter {
  readonly revenue: number;
  readonly interestIncome: number;
  readonly dividendIncome: number;
  /** What managing the investments cost. */
  readonly investmentExpense: number;
  /** Interest expense outside operations, and within them (a financing arm). */
  readonly interestExpense: number;
  readonly operatingInterestExpense: number;
}

export function randomQuarter(random: Random): Quarter {
  const some = (most: number) => (random() < 0.3 ? 0 : Math.floor(most * random()));
  return {
    revenue: Math.floor(1e9 * random()),
    interestIncome: some(5e7),
    dividendIncome: some(5e6),
    investmentExpense: some(2e5),
    interestExpense: some(3e7),
    operatingInterestExpense: some(3e6),
  };
}

/** Every flow that could correctly be filed for the sum of some quarters. */
export function quarterFlows(period: readonly Quarter[], standard: 'us-gaap' | 'ifrs-full'): Tags {
  const total = (field: keyof Quarter) => sum(period.map((one) => one[field]));
  const revenue = total('revenue');
  const interest = total('interestIncome');
  if (standard === 'ifrs-full') {
    return { 'ifrs-full:Revenue': revenue, 'ifrs-full:RevenueFromInterest': interest };
  }
  const expense = total('interestExpense');
  const allExpense = expense + total('operatingInterestExpense');
  const tags = {
    Revenues: revenue,
    RevenueFromContractWithCustomerExcludingAssessedTax: revenue,
    SalesRevenueNet: revenue,
    InvestmentIncomeInterest: interest,
    InterestIncomeOther: interest,
    InvestmentIncomeInterestAndDividend: interest + total('dividendIncome'),
    InvestmentIncomeNonoperating: interest + total('dividendIncome'),
    InvestmentIncomeNet: interest + total('dividendIncome') - total('investmentExpense'),
    InterestExpenseNonoperating: expense,
    InterestExpense: allExpense,
    InterestIncomeExpenseNonoperatingNet: interest - expense,
    InterestIncomeExpenseNet: interest - allExpense,
  };
  return Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`us-gaap:${tag}`, value]));
}

/** Tag chains of amounts that flow over a year. A bare name is a `us-gaap` tag. */

/**
 * Total revenue: the largest filed. `Revenues` includes lease and finance income that the contract tags leave out;
 * banks state revenue net of interest expense.
 */
export const REVENUE: readonly string[] = [
  'Revenues',
  'RevenueFromContractWithCustomerExcludingAssessedTax',
  'RevenueFromContractWithCustomerIncludingAssessedTax',
  'RevenuesNetOfInterestExpense',
  'SalesRevenueNet',
  'RegulatedAndUnregulatedOperatingRevenue',
  'ifrs-full:Revenue',
];

/** Gross interest income as filed. */
export const INTEREST_INCOME_GROSS: readonly string[] = [
  'InvestmentIncomeInterest',
  'InterestIncomeOther',
  'ifrs-full:RevenueFromInterest',
];

/** A part of interest income: a lender's fees and interest on loans. */
export const INTEREST_INCOME_PARTS: readonly string[] = ['InterestAndFeeIncomeLoansConsumer'];

/** Interest with what cannot be negative (dividends): an upper end. */
export const INTEREST_INCOME_MIXED: readonly string[] = [
  'InvestmentIncomeInterestAndDividend',
  'InvestmentIncomeNonoperating',
  'InterestAndDividendIncomeOperating',
];

/** Interest and dividends less the expenses of investing: an upper end with room for those expenses. */
export const INTEREST_INCOME_NET_OF_EXPENSES: readonly string[] = ['InvestmentIncomeNet'];

/** Interest income less interest expense: gross is at most this plus the expense. */
export const INTEREST_INCOME_NET: readonly string[] = [
  'InterestIncomeExpenseNonoperatingNet',
  'InterestIncomeExpenseNet',
];
/** A net tag with its expense tag, or a wider one. */
export const INTEREST_NET_AND_EXPENSE: readonly (readonly [string, string])[] = [
  ['InterestIncomeExpenseNet', 'InterestExpense'],
  ['InterestIncomeExpenseNonoperatingNet', 'InterestExpense'],
  ['InterestIncomeExpenseNonoperatingNet', 'InterestExpenseNonoperating'],
];
export const INTEREST_EXPENSE: readonly string[] = ['InterestExpense', 'InterestExpenseNonoperating'];

export const COVER_PAGE_SHARES = 'dei:EntityCommonStockSharesOutstanding';
export const BALANCE_SHEET_SHARES = 'us-gaap:CommonStockSharesOutstanding';

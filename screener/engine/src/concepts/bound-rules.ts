/**
 * The named rules that bound an amount which no filed figure states (ADR 0009). An answer's amounts name them, and the
 * methodology page describes them from this table.
 */
interface BoundRule {
  readonly id: string;
  readonly formula: string;
  readonly reason: string;
  /** `identity` follows from accounting; `assumption` is ours and can be switched off. */
  readonly kind: 'identity' | 'assumption';
}

export const BOUND_RULES = {
  filed_twice: {
    id: 'filed_twice',
    formula: 'the least and the most that the amount is with either figure',
    reason:
      'One filing gives two figures for the same thing on the same day, and neither is the other with fewer digits. Which one is right is not filed, so the amount holds both.',
    kind: 'identity',
  },
  debt_residual: {
    id: 'debt_residual',
    formula: 'total liabilities - filed liabilities that bear no interest + what filings round',
    reason:
      'Debt is part of what remains of total liabilities once payables, accruals and the like are deducted. Lines that may be one inside the other are deducted once. Accrued and other liabilities count at 80 %, because some filers keep a part of their debt there (Amazon: at most 15.5 % of the line). Filed lines need not add up to the last unit: two units of the precision of the balance sheet’s totals (millions, tenths of millions, thousands, or whole units) are added.',
    kind: 'identity',
  },
  debt_by_legs: {
    id: 'debt_by_legs',
    formula:
      'current leg + non-current leg; a leg is its filed total of debt, or its liabilities less the filed lines that bear no interest',
    reason:
      'Some tags leave no debt of a leg out by their definition: DebtCurrent, ShortTermBorrowings together with LongTermDebtCurrent, LongTermDebtNoncurrent, LongTermDebtAndCapitalLeaseObligations. Such a total is believed unless it is less than half of what could be debt there: then the filer gives the rest in facts that companyfacts does not hold (Ford’s bank). A leg without such a total is bounded by its own side of the balance sheet. Where its filed lines and its known debt add up exactly to its total, nothing else is on the face, so all of the lines count.',
    kind: 'identity',
  },
  cash_residual: {
    id: 'cash_residual',
    formula: 'current assets - filed current assets that are neither cash nor securities',
    reason: 'Cash is part of what remains of current assets.',
    kind: 'identity',
  },
  cash_with_restricted: {
    id: 'cash_with_restricted',
    formula: 'cash, cash equivalents and restricted cash from the cash-flow statement',
    reason: 'The total includes cash and restricted cash, neither of which is negative.',
    kind: 'identity',
  },
  current_securities_residual: {
    id: 'current_securities_residual',
    formula: 'current assets - cash - filed current assets that are neither cash nor securities',
    reason: 'Current interest-bearing securities are part of what remains of current assets.',
    kind: 'identity',
  },
  noncurrent_securities_residual: {
    id: 'noncurrent_securities_residual',
    formula: 'total assets - current assets - filed non-current assets that bear no interest',
    reason: 'Non-current interest-bearing securities are part of what remains of non-current assets.',
    kind: 'identity',
  },
  all_securities_residual: {
    id: 'all_securities_residual',
    formula: 'total assets - filed assets that are neither cash nor securities',
    reason:
      'Where assets are not split by maturity, cash and securities, current ones too, are part of what remains of all assets. Not used where the filed lines exceed non-current assets by more than two units of the totals’ precision, which is wrong data.',
    kind: 'identity',
  },
  receivables_residual: {
    id: 'receivables_residual',
    formula: 'current assets - cash - current securities - inventory - other filed current assets',
    reason: 'Receivables are part of what remains of current assets.',
    kind: 'identity',
  },
  receivables_and_cash_residual: {
    id: 'receivables_and_cash_residual',
    formula: 'current assets - current securities - inventory - other filed current assets',
    reason: 'Receivables and cash together are part of what remains of current assets.',
    kind: 'identity',
  },
  interest_mixed: {
    id: 'interest_mixed',
    formula: 'interest and dividend income, filed as one figure',
    reason: 'Dividends are not negative, so interest is at most the whole.',
    kind: 'identity',
  },
  interest_net_plus_expense: {
    id: 'interest_net_plus_expense',
    formula: 'net interest + interest expense',
    reason:
      'Gross interest income is net interest plus interest expense; it is less where the filer put the gross figure under the net tag.',
    kind: 'identity',
  },
  interest_line_renamed: {
    id: 'interest_line_renamed',
    formula: 'a line of interest and dividends counts as interest alone',
    reason:
      'The report of a year before gave, under a tag of net interest, exactly the figure that this report gives for that period under its new tag. So the line held no dividends and netted no expense then, and we assume that it still does not. The operator of a server may switch the rule off.',
    kind: 'assumption',
  },
  interest_net_of_investment_expense: {
    id: 'interest_net_of_investment_expense',
    formula:
      'interest and dividends net of investment expense, filed as one figure + 0.75 % x the upper end of cash and interest-bearing securities, at the report’s period end or a year before, whichever is larger',
    reason:
      'Dividends are not negative, and holding cash and debt securities costs less than 0.75 % of them a year: the custody and management of such portfolios, or the fees of money market and bond funds. The share is our assumption, not an accounting identity; the operator of a server may switch the rule off.',
    kind: 'assumption',
  },
  interest_yield: {
    id: 'interest_yield',
    formula:
      'the yield limit x the upper end of cash and interest-bearing securities, at the report’s period end or a year before, whichever is larger; the limit is the highest US Treasury bill rate of the 18 months to that period end plus 3 points, and at most 8 %',
    reason:
      'Cash and short paper follow the Treasury bill, and 3 points leave room for other paper; amounts in other currencies than the dollar have the limit of 8 %. This is our assumption, not an accounting identity; the operator of a server may switch it off.',
    kind: 'assumption',
  },
} as const satisfies Readonly<Record<string, BoundRule>>;

/** The yearly share of cash and securities that `interest_net_of_investment_expense` leaves for expenses. */
export const INVESTMENT_EXPENSE_LIMIT = 0.0075;

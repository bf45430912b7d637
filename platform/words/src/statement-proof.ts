import type { StatementCheck, StatementJudgement } from '@platform/core/statement/judge-file';
import { priced } from './amounts.ts';
import { monthWords, numbered, paymentsWords, signed } from './statements.ts';

/** What each check looks at. */
export const STATEMENT_CHECK_NAMES: Readonly<Record<StatementCheck, string>> = {
  file: 'the file is whole',
  receipts: 'every receipt holds, and is the tenant’s',
  log: 'every receipt is under one signed head of the log',
  chain: 'no receipt is left out between the first and the last',
  movements: 'the counterparty’s list is whole, as the enforcement point signed it',
  sums: 'sums and differences are those of receipts and list',
};

/** Whose statement it says it is. */
export function statementTitle({ head }: Pick<StatementJudgement, 'head'>): string {
  if (head === null) return 'No account statement';
  const { account, tenant, month } = head;
  return `Statement of ${account} of ${tenant}, ${monthWords(month)}`;
}

/** The sums, a line each. */
export function statementSums({ statement, receipts }: StatementJudgement): readonly string[] {
  if (statement === null)
    return [`${numbered(receipts, 'receipt')}, and no list of the counterparty to compare them with`];
  const { currency, opening, closing, payments, paid, others, others_in, others_out } = statement;
  return [
    `opening ${signed(opening, currency)} ${currency}`,
    `paid ${priced(paid, currency)} ${currency} in ${paymentsWords(payments)}`,
    ...(others === 0
      ? []
      : [
          `without a receipt: ${numbered(others, 'movement')}, in ${priced(others_in, currency)} and out ${priced(others_out, currency)} ${currency}`,
        ]),
    `closing ${signed(closing, currency)} ${currency}`,
    `held and not paid: ${statement.held.length}, refused: ${statement.refused.length}`,
  ];
}

/** Between which receipts none was left out; what is outside, the file does not show. */
export function chainWords({ chain, head }: Pick<StatementJudgement, 'chain' | 'head'>): string {
  if (chain === null || head === null)
    return 'There is no receipt in it, so it does not show that there was none.';
  const { first, last } = chain;
  const start = first.sequence === 0 ? 'the first one of the chain' : `decided ${first.decidedAt}`;
  return `No receipt of ${head.tenant} is left out between number ${first.sequence} of its chain (${start}) and number ${last.sequence} (decided ${last.decidedAt}). What came before and after is not shown.`;
}

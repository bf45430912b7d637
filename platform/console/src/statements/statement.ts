import { addAmounts } from '@platform/core/decide/amount';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { isWithin, type StatementPeriod } from '@platform/core/statement/period';
import { unpaidOf } from '@platform/core/statement/reconcile';

/** A payment, and what was paid up to and including it, in its currency. */
export interface Payment {
  readonly row: ReceiptRow;
  readonly amount: string;
  readonly paid: string;
}

interface InCurrency {
  readonly currency: string;
  /** Oldest first. */
  readonly payments: readonly Payment[];
  readonly paid: string;
}

/** What the receipts alone say of one account in a month. */
export interface ReceiptStatement {
  readonly currencies: readonly InCurrency[];
  /** How many payments waited for a person, who approved them. */
  readonly approved: number;
  /** What waited for a person and was not paid, oldest first. */
  readonly held: readonly ReceiptRow[];
  /** What was refused without anybody being asked, or by the counterparty. */
  readonly refused: readonly ReceiptRow[];
}

/** Puts the rows of a month, newest first, together. Nothing of them is left out. */
export function receiptStatement(rows: readonly ReceiptRow[], period: StatementPeriod): ReceiptStatement {
  const inOrder = rows.filter(({ decided_at: at }) => isWithin(at, period)).toReversed();
  const paid = new Map<string, Payment[]>();
  for (const row of inOrder) {
    if (row.outcome !== 'executed') continue;
    const currency = row.currency ?? '';
    const payments = paid.get(currency) ?? [];
    paid.set(currency, payments);
    const amount = row.amount ?? '0';
    payments.push({ row, amount, paid: addAmounts(payments.at(-1)?.paid ?? '0', amount) });
  }
  return {
    currencies: [...paid].map(([currency, payments]) => ({
      currency,
      payments,
      paid: payments.at(-1)?.paid ?? '0',
    })),
    approved: inOrder.filter((row) => row.outcome === 'executed' && row.approved_by.length > 0).length,
    ...unpaidOf(inOrder, period),
  };
}

import { addAmounts } from '@platform/core/decide/amount';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';

/** A payment, and what was paid up to and including it, in its currency. */
export interface Movement {
  readonly row: ReceiptRow;
  readonly amount: string;
  readonly paid: string;
}

interface InCurrency {
  readonly currency: string;
  /** Oldest first. */
  readonly movements: readonly Movement[];
  readonly paid: string;
}

/** What the receipts say of one account in a month. */
export interface Statement {
  readonly currencies: readonly InCurrency[];
  /** How many payments waited for a person, who approved them. */
  readonly approved: number;
  /** What waited for a person and was not paid, oldest first. */
  readonly held: readonly ReceiptRow[];
  /** What was refused without anybody being asked, or by the counterparty. */
  readonly refused: readonly ReceiptRow[];
}

/** Puts the rows of a month, newest first, together. Nothing of them is left out. */
export function statementOf(rows: readonly ReceiptRow[]): Statement {
  const inOrder = rows.toReversed();
  const paid = new Map<string, Movement[]>();
  for (const row of inOrder) {
    if (row.outcome !== 'executed') continue;
    const currency = row.currency ?? '';
    const movements = paid.get(currency) ?? [];
    paid.set(currency, movements);
    const amount = row.amount ?? '0';
    movements.push({ row, amount, paid: addAmounts(movements.at(-1)?.paid ?? '0', amount) });
  }
  const unpaid = inOrder.filter(({ outcome }) => outcome !== 'executed');
  return {
    currencies: [...paid].map(([currency, movements]) => ({
      currency,
      movements,
      paid: movements.at(-1)?.paid ?? '0',
    })),
    approved: inOrder.filter((row) => row.outcome === 'executed' && row.approved_by.length > 0).length,
    held: unpaid.filter(wasHeld),
    refused: unpaid.filter((row) => !wasHeld(row)),
  };
}

/** A request that nobody answered has expired; one that was rejected names who did. */
function wasHeld({ outcome, rejected_by, approved_by }: ReceiptRow): boolean {
  return outcome === 'expired' || rejected_by !== null || approved_by.length > 0;
}

import { requiredMs } from '@common/base/instant';
import type { OpenReceipt } from '../objects/receipt.ts';
import type { ReceiptRow } from '../objects/receipt-row.ts';
import { type ListedUse, listedUses } from './listed-uses.ts';
import { rowOf } from './row-of.ts';
import { amountKey, termsOfReceipt } from './search-terms.ts';

/** By what a receipt is found, and what a table says of it. */
export interface SearchEntry {
  readonly decidedMs: number;
  /** Null for an action without an amount. */
  readonly amountKey: string | null;
  readonly row: ReceiptRow;
  readonly terms: readonly string[];
  /** What it was done by, if anything was. */
  readonly uses: readonly ListedUse[];
}

/** INVARIANT: always the same for one receipt, since it also says what to remove with it. */
export function searchEntryOf(receipt: OpenReceipt): SearchEntry {
  const row = rowOf(receipt);
  return {
    decidedMs: requiredMs(row.decided_at),
    amountKey: row.amount === null ? null : amountKey(row.amount),
    row,
    terms: termsOfReceipt(receipt, row),
    uses: listedUses(receipt),
  };
}

import type { AuthorityStore, ReceiptFile } from '../store/store.ts';

const BATCH = 50;

/**
 * Writes the receipts that have no file yet as `<receipt_id>.json`, and removes the files of deleted bodies.
 */
export async function exportReceipts(deps: {
  readonly store: Pick<AuthorityStore, 'unexportedReceipts' | 'markExported'>;
  readonly writeReceiptFiles: (files: readonly ReceiptFile[]) => Promise<void>;
}): Promise<number> {
  let written = 0;
  for (;;) {
    const receipts = await deps.store.unexportedReceipts(BATCH);
    if (receipts.length === 0) return written;
    await deps.writeReceiptFiles(receipts);
    await deps.store.markExported(receipts.map(({ receiptId }) => receiptId));
    written += receipts.length;
    if (receipts.length < BATCH) return written;
  }
}

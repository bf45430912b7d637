import type { Receipt } from '@platform/protocol/receipt';
import type { AuthorityStore } from '../store/store.ts';

const BATCH = 50;

/** Writes the receipts that have no file yet as `<receipt_id>.json`. Returns how many it wrote. */
export async function exportReceipts(deps: {
  readonly store: Pick<AuthorityStore, 'unexportedReceipts' | 'markExported'>;
  readonly writeReceiptFiles: (receipts: readonly Receipt[]) => Promise<void>;
}): Promise<number> {
  let written = 0;
  for (;;) {
    const receipts = await deps.store.unexportedReceipts(BATCH);
    if (receipts.length === 0) return written;
    await deps.writeReceiptFiles(receipts);
    await deps.store.markExported(receipts.map(({ receipt_id }) => receipt_id));
    written += receipts.length;
    if (receipts.length < BATCH) return written;
  }
}

import type { Receipt } from '@platform/core/objects/receipt';
import type { AuthorityStore, PlacedReceipt, ReceiptFile } from '../store/store.ts';

const BATCH = 50;
/** The most receipts that wait in memory for their files, such as while the disk is full; others are read back. */
const MOST_WAITING = 1_000;
/** How often it is stored how far the files are written. After a crash the files since then are written again. */
const KEEP_MS = 60_000;

interface ExportDeps {
  readonly store: Pick<
    AuthorityStore,
    'receiptsByLeaf' | 'nextFile' | 'keepNextFile' | 'filesToRemove' | 'forgetFilesToRemove'
  >;
  readonly writeReceiptFiles: (files: readonly ReceiptFile[]) => Promise<void>;
  /** Milliseconds that never go back. */
  readonly monotonicMs: () => number;
}

/** The receipt of a leaf; null once its body is deleted. Leaves that are entries of directories have no file. */
interface LeafReceipt {
  readonly leafIndex: number;
  readonly receipt: Receipt | null;
}

export interface ReceiptExport {
  /** Takes receipts that were made here, so that they need not be read back. */
  readonly add: (made: readonly PlacedReceipt[]) => void;
  /** Writes the receipts that have no file yet as `<receipt_id>.json`, and removes the files of deleted bodies. */
  readonly run: () => Promise<void>;
  /** Like `run`, and stores how far the files are written. */
  readonly finish: () => Promise<void>;
}

/**
 * Writes receipts to files in log order. INVARIANT: each receipt before the stored leaf has had its file, so that what a
 * crash left out is written at the next start.
 */
export function createReceiptExport({ store, writeReceiptFiles, monotonicMs }: ExportDeps): ReceiptExport {
  const waiting = new Map<number, Receipt>();
  let progress: { next: number; kept: number } | null = null;
  let keptAtMs = monotonicMs();

  const nextFiles = async (from: number): Promise<readonly LeafReceipt[]> => {
    const files: LeafReceipt[] = [];
    for (let leafIndex = from; files.length < BATCH; leafIndex += 1) {
      const receipt = waiting.get(leafIndex);
      if (receipt === undefined) break;
      files.push({ leafIndex, receipt });
    }
    return files.length > 0 ? files : store.receiptsByLeaf(from, BATCH);
  };
  const writeNew = async (at: { next: number }): Promise<void> => {
    for (;;) {
      const found = await nextFiles(at.next);
      const last = found.at(-1);
      if (last === undefined) return;
      await writeReceiptFiles(
        found.flatMap(({ receipt }) =>
          receipt === null ? [] : [{ receiptId: receipt.receipt_id, receipt }],
        ),
      );
      at.next = last.leafIndex + 1;
      for (const { leafIndex } of found) waiting.delete(leafIndex);
    }
  };
  const removeOld = async (): Promise<void> => {
    for (;;) {
      const ids = await store.filesToRemove(BATCH);
      if (ids.length === 0) return;
      await writeReceiptFiles(ids.map((receiptId) => ({ receiptId, receipt: null })));
      await store.forgetFilesToRemove(ids);
    }
  };
  const run = async (keepsNow: boolean): Promise<void> => {
    if (progress === null) {
      const next = await store.nextFile();
      progress = { next, kept: next };
    }
    await writeNew(progress);
    await removeOld();
    const isDue = keepsNow || monotonicMs() - keptAtMs >= KEEP_MS;
    if (!isDue || progress.kept === progress.next) return;
    await store.keepNextFile(progress.next);
    progress.kept = progress.next;
    keptAtMs = monotonicMs();
  };
  return {
    add(made) {
      for (const { place, receipt } of made) {
        if (waiting.size < MOST_WAITING) waiting.set(place.leaf_index, receipt);
      }
    },
    run: () => run(false),
    finish: () => run(true),
  };
}

import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { searchEntryOf } from '@platform/core/row/search-entry';
import type { SearchStore } from '../store/search.store.ts';
import type { AuthorityStore, PlacedReceipt } from '../store/store.ts';

/** So many receipts are one commit, which then writes each page of an index once. */
const BATCH = 200;
/** The most receipts that wait in memory; others are read back. */
const MOST_WAITING = 1_000;
/** A search waits for so many batches at most, so that it also answers while an old log is entered. */
const MOST_BATCHES_AWAITED = 2;

interface EnterDeps {
  readonly store: Pick<AuthorityStore, 'receiptsByLeaf'>;
  readonly search: Pick<SearchStore, 'nextLeaf' | 'enter'>;
}

export interface SearchEntering {
  /** Takes receipts that were made here, so that they need not be read back. */
  readonly add: (made: readonly PlacedReceipt[]) => void;
  /** Enters what the search lacks. */
  readonly run: () => Promise<void>;
  /** Enters the newest receipts, so that a receipt that is there is also found; of an old log only a part. */
  readonly freshen: () => Promise<void>;
}

/**
 * Enters receipts in the search, behind the log: no transfer waits for it, and many receipts share a commit. What a crash
 * left out, and the receipts of a deployment that had no search, are entered later.
 */
export function createSearchEntering({ store, search }: EnterDeps): SearchEntering {
  const waiting = new Map<number, Receipt>();
  let last: Promise<unknown> = Promise.resolve();
  const nextReceipts = async (from: number) => {
    const found: { leafIndex: number; receipt: Receipt | null }[] = [];
    for (let leafIndex = from; found.length < BATCH; leafIndex += 1) {
      const receipt = waiting.get(leafIndex);
      if (receipt === undefined) break;
      found.push({ leafIndex, receipt });
    }
    return found.length > 0 ? found : store.receiptsByLeaf(from, BATCH);
  };
  /** Returns whether there may be more. */
  const enterBatch = async (): Promise<boolean> => {
    const from = await search.nextLeaf();
    for (const leafIndex of waiting.keys()) if (leafIndex < from) waiting.delete(leafIndex);
    const found = await nextReceipts(from);
    const next = (found.at(-1)?.leafIndex ?? from - 1) + 1;
    if (next === from) return false;
    const entries = found.flatMap(({ leafIndex, receipt }) =>
      receipt === null ? [] : [{ leafIndex, ...searchEntryOf(unwrap(openReceipt(nodeCrypto, receipt))) }],
    );
    await search.enter(from, next, entries);
    return true;
  };
  /** One batch at a time, in the order in which they were asked for. */
  const batch = (): Promise<boolean> => {
    const entered = last.catch(() => undefined).then(enterBatch);
    last = entered;
    return entered;
  };
  return {
    add(made) {
      for (const { place, receipt } of made) {
        if (waiting.size < MOST_WAITING) waiting.set(place.leaf_index, receipt);
      }
    },
    async run() {
      while (await batch());
    },
    async freshen() {
      for (let count = 0; count < MOST_BATCHES_AWAITED; count += 1) if (!(await batch())) return;
    },
  };
}

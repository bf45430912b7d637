import { ok, type Result } from '@common/base/result';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Authority } from '../use-cases/authority.ts';
import { isFiltered, matches, type ReceiptFilter } from './receipt-filter.ts';

/** How many receipts are read for one page or one file. The authority sends each one whole. */
const MOST_LOOKED_AT = 300;
const AT_ONCE = 20;
/** How many bytes of receipts are read. A receipt has about 30 kB, but may have ten times that. */
const MOST_BYTES = 16 * 1_048_576;

interface ReceiptSearch {
  readonly filter: ReceiptFilter;
  readonly grantId: string | null;
  /** The place in the log before which to look; null for the newest. */
  readonly before: string | null;
  readonly most: number;
}

interface SearchOutcome {
  /** Newest first. */
  readonly receipts: readonly Receipt[];
  /** The place to search further from; null if everything before it was read. */
  readonly earlier: string | null;
  readonly lookedAt: number;
}

/** The newest receipts that match a filter, among those that are read. */
export async function findReceipts(
  authority: Pick<Authority, 'receiptPage'>,
  { filter, grantId, before, most }: ReceiptSearch,
): Promise<Result<SearchOutcome>> {
  const receipts: Receipt[] = [];
  // Without a filter, every receipt that is read is shown.
  const bound = isFiltered(filter) ? Math.max(MOST_LOOKED_AT, most) : most;
  let [lookedAt, earlier, bytes] = [0, before, 0];
  do {
    const page = await authority.receiptPage({
      before: earlier,
      grantId,
      limit: Math.min(AT_ONCE, bound - lookedAt),
    });
    if (!page.ok) return page;
    const given = page.value.receipts;
    bytes += Buffer.byteLength(JSON.stringify(given));
    for (const [index, receipt] of given.entries()) {
      lookedAt += 1;
      if (!matches(filter, receipt)) continue;
      receipts.push(receipt);
      if (receipts.length < most) continue;
      const isLast = index === given.length - 1;
      return ok({ receipts, earlier: isLast ? page.value.earlier : placeOf(receipt), lookedAt });
    }
    earlier = page.value.earlier;
  } while (earlier !== null && lookedAt < bound && bytes < MOST_BYTES);
  return ok({ receipts, earlier, lookedAt });
}

/**
 * The receipt’s place in the log, from which to search for the next one; null for the log’s first receipt.
 */
function placeOf({ status }: Receipt): string | null {
  const place = status.log?.leaf_index ?? 0;
  return place === 0 ? null : String(place);
}

import { fail, ok, type Result } from '@common/base/result';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { type Became, becameOf } from '@platform/core/objects/settled';
import { settlesLater } from '@platform/core/verify/addendum';
import type { Authority, ReceiptSearch } from '../use-cases/authority.ts';
import { shownReceipt } from './shown-receipt.ts';

/** The authority sends each one whole, with about 30 kB. */
const RECEIPTS_AT_ONCE = 20;
const ROWS_AT_ONCE = 500;
/** The most pages of lines that one page here is made of. */
const MOST_ROW_PAGES = 200;
/** How many bytes of receipts are read for one page. A receipt may have ten times what it has as a rule. */
const MOST_BYTES = 16 * 1_048_576;
/** The most pages of the authority for one page here: one may be empty although more follows. */
const MOST_ASKED = 10;

/** Which receipts, and before which place. */
export interface Which {
  readonly search: ReceiptSearch;
  readonly grantId: string | null;
  /** Null for the newest. */
  readonly before: string | null;
}

export interface ReceiptInList {
  readonly document: Receipt;
  /** What became later of what its counterparty accepted; absent where accepting is all. */
  readonly became?: Became;
}

interface FoundReceipts {
  /** Newest first. */
  readonly receipts: readonly ReceiptInList[];
  /** The place to go on from; null if there is nothing more. */
  readonly earlier: string | null;
  /** How many receipts the authority cannot find yet. */
  readonly behind: number;
}

/** The newest receipts of a search, of which `most` are shown. */
export async function findReceipts(
  authority: Pick<Authority, 'receiptPage' | 'addenda'>,
  { search, grantId, before, most }: Which & { readonly most: number },
): Promise<Result<FoundReceipts>> {
  const receipts: Receipt[] = [];
  let [earlier, bytes, behind] = [before, 0, 0];
  for (let asked = 0; asked < MOST_ASKED; asked += 1) {
    const limit = Math.min(RECEIPTS_AT_ONCE, most - receipts.length);
    const page = await authority.receiptPage({ search, before: earlier, grantId, limit });
    if (!page.ok) return page;
    ({ earlier, behind } = page.value);
    receipts.push(...page.value.receipts);
    bytes += Buffer.byteLength(JSON.stringify(page.value.receipts));
    if (earlier === null || receipts.length >= most || bytes >= MOST_BYTES) break;
  }
  const inList = await Promise.all(receipts.map((document) => withBecame(authority, document)));
  const failed = inList.find((one) => !one.ok);
  if (failed?.ok === false) return failed;
  return ok({ receipts: inList.flatMap((one) => (one.ok ? [one.value] : [])), earlier, behind });
}

async function withBecame(
  { addenda }: Pick<Authority, 'addenda'>,
  document: Receipt,
): Promise<Result<ReceiptInList>> {
  if (!settlesLater(shownReceipt(document))) return ok({ document });
  const found = await addenda(document.receipt_id);
  return found.ok ? ok({ document, became: becameOf(found.value) }) : found;
}

type Page<Item> = { readonly items: readonly Item[]; readonly earlier: string | null };
type Pages<Item> = AsyncIterable<readonly Item[]>;

/** All receipts of a search, newest first, in pages: the first one is read at once, so that a refusal is a value. */
export function allReceipts(
  { receiptPage }: Pick<Authority, 'receiptPage'>,
  which: Which,
): Promise<Result<Pages<Receipt>>> {
  return allOf(which, async (before) => {
    const page = await receiptPage({ ...which, before, limit: RECEIPTS_AT_ONCE });
    return page.ok ? ok({ items: page.value.receipts, earlier: page.value.earlier }) : page;
  });
}

/** The same, on one line each. */
export function allRows(
  { receiptRows }: Pick<Authority, 'receiptRows'>,
  which: Which,
): Promise<Result<Pages<ReceiptRow>>> {
  return allOf(which, async (before) => {
    const page = await receiptRows({ ...which, before, limit: ROWS_AT_ONCE });
    return page.ok ? ok({ items: page.value.rows, earlier: page.value.earlier }) : page;
  });
}

/** All lines of a search, newest first; a refusal if one of its pages cannot be read, or lacks receipts. */
export async function readRows(
  authority: Pick<Authority, 'receiptRows'>,
  search: ReceiptSearch,
): Promise<Result<readonly ReceiptRow[]>> {
  const rows: ReceiptRow[] = [];
  let before: string | null = null;
  for (let asked = 0; asked < MOST_ROW_PAGES; asked += 1) {
    const page = await authority.receiptRows({ search, grantId: null, before, limit: ROWS_AT_ONCE });
    if (!page.ok) return page;
    const lacking = behindFault(page.value.behind);
    if (lacking !== null) return lacking;
    rows.push(...page.value.rows);
    before = page.value.earlier;
    if (before === null) return ok(rows);
  }
  const message = `There are more than ${MOST_ROW_PAGES * ROWS_AT_ONCE} receipts: take the CSV of the receipts instead.`;
  return fail('authority_list_long', message);
}

/** Refuses a whole of which receipts may be missing; null if the search has all of them. */
export function behindFault(behind: number): Result<never, 'search_behind'> | null {
  if (behind === 0) return null;
  const said = `${behind === 1 ? '1 receipt is' : `${behind} receipts are`} not in the search yet, so this would lack some. Ask again in a minute.`;
  return fail('search_behind', said, { status: 503, error: 'search_behind' });
}

async function allOf<Item>(
  { before }: Which,
  read: (before: string | null) => Promise<Result<Page<Item>>>,
): Promise<Result<Pages<Item>>> {
  const first = await read(before);
  if (!first.ok) return first;
  return ok(pagesFrom(first.value, read));
}

/** INVARIANT: a part is never taken for the whole: if a page cannot be read, the reading fails. */
async function* pagesFrom<Item>(
  first: Page<Item>,
  read: (before: string) => Promise<Result<Page<Item>>>,
): AsyncGenerator<readonly Item[]> {
  let page = first;
  for (;;) {
    yield page.items;
    if (page.earlier === null) return;
    const next = await read(page.earlier);
    if (!next.ok) throw new Error(next.error.message);
    page = next.value;
  }
}

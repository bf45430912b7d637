import { addDays, daysBetween } from '@common/base/calendar';
import { fail, ok, type Result, unwrap } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { parseLogProof } from '@platform/core/log/note/log-proof';
import { STATEMENT_TYPE, type StatementHead } from '@platform/core/objects/account-statement';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedMovementPage } from '@platform/core/objects/movement';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { rowOf } from '@platform/core/row/row-of';
import {
  futureFault,
  isBefore,
  isOver,
  isWithin,
  searchedDays,
  statementPeriod,
} from '@platform/core/statement/period';
import { listedAccount, readPages, type Whose } from '@platform/core/statement/read-month';
import { reconcile, summaryOf } from '@platform/core/statement/reconcile';
import { createStatementWriter } from '@platform/core/statement/write-file';
import { allRows, behindFault } from '../receipts/find-receipts.ts';
import type { Authority, ReceiptSearch } from '../use-cases/authority.ts';

interface FileDeps {
  readonly crypto: Crypto;
  readonly authority: Pick<
    Authority,
    'receiptRows' | 'receiptPage' | 'movements' | 'logHead' | 'logProof' | 'keys'
  >;
  readonly now: () => string;
}

const RECEIPTS_AT_ONCE = 20;

/** Places in the log, of which the last is included. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

/**
 * The file of a month that verifies offline, line by line while it is read: all receipts of the tenant's chain from the
 * first that was decided in the days of the statement to the last, each proven under one head, and the signed list.
 * INVARIANT: a part is never taken for the whole: if something cannot be read, the reading fails, and no last line is written.
 */
export async function statementFile(deps: FileDeps, whose: Whose): Promise<Result<AsyncGenerator<string>>> {
  const { authority } = deps;
  const future = futureFault(whose.month, deps.now());
  if (future !== null) return future;
  const pages = await readPages(authority.movements, whose);
  // A counterparty that lists nothing is part of what the file shows; one that does not answer now is not.
  const isUnlisted = !pages.ok && refusalOf(pages.error) === 'movements_not_listed';
  if (!pages.ok && !isUnlisted) return pages;
  const listed = pages.ok ? pages.value : [];
  const stretch = await stretchOf(deps, whose);
  if (!stretch.ok) return stretch;
  const [head, keys] = await Promise.all([authority.logHead(), authority.keys()]);
  if (!head.ok) return head;
  if (!keys.ok) return keys;
  const first: StatementHead | null = headOf(whose, {
    pages: listed,
    head: head.value,
    keys: keys.value,
  });
  if (first === null) {
    const message =
      'There is no receipt and no list of movements yet: there is nothing to make a statement of.';
    return fail('statement_empty', message);
  }
  return ok(linesOf(deps, whose, { first, stretch: stretch.value, pages: listed }));
}

function refusalOf({ detail }: { readonly detail?: Readonly<Record<string, unknown>> }): unknown {
  return detail?.error;
}

interface Signed {
  readonly pages: readonly SignedMovementPage[];
  readonly head: StatementHead['head'];
  readonly keys: KeySet;
}

function headOf(whose: Whose, { pages, head, keys }: Signed): StatementHead | null {
  const deployment = head?.tree_head.deployment ?? pages[0]?.page.deployment;
  if (deployment === undefined) return null;
  const { tenant, account, month } = whose;
  const isOfBefore = head === null || isBefore(month, head.tree_head.timestamp);
  if (pages.length === 0 && isOfBefore) return null;
  const kids = [head?.signature.kid, ...pages.map(({ signature }) => signature.kid)];
  const used = Object.entries(keys).filter(([kid]) => kids.includes(kid));
  return {
    type: STATEMENT_TYPE,
    deployment,
    ...{ tenant, account, month },
    head,
    keys: Object.fromEntries(used),
  };
}

/**
 * Where the receipts of the tenant are that were decided in the days of the statement, up to the first one that was decided
 * after the month, which shows that none is left out at the end. Without any, the newest one before; null if there is none.
 */
async function stretchOf(
  { authority, now }: Pick<FileDeps, 'authority' | 'now'>,
  { tenant, month }: Whose,
): Promise<Result<Stretch | null>> {
  const { receipts } = statementPeriod(month);
  const within = await foundIn(authority, { tenant, ...searchedDays(receipts) });
  if (!within.ok) return within;
  if (within.value !== null && isOver(month, within.value.newestAt)) return within;
  const next = await firstFrom(authority, { tenant, from: receipts.until, to: now().slice(0, 10) });
  if (!next.ok) return next;
  const [found, following] = [within.value, next.value];
  if (following !== null) return ok({ first: found?.first ?? following.first, last: following.first });
  if (found !== null) return within;
  const earlier = await authority.receiptRows({
    search: { tenant, to: addDays(receipts.from, -1) },
    ...{ grantId: null, before: null, limit: 1 },
  });
  if (!earlier.ok) return earlier;
  const leaf = earlier.value.rows[0]?.leaf_index;
  return ok(leaf === undefined ? null : { first: leaf, last: leaf });
}

interface TenantDays {
  readonly tenant: string;
  readonly from: string;
  /** The last one. */
  readonly to: string;
}

/** Where the receipts are of the first of these days that has any; null if none has. It halves the days, which may be years. */
async function firstFrom(
  authority: Pick<Authority, 'receiptRows'>,
  { tenant, from, to }: TenantDays,
): Promise<Result<Found | null>> {
  let [low, high] = [0, daysBetween(from, to)];
  if (high < 0) return ok(null);
  // The first question is about all of the days.
  for (let asked = high; ; asked = Math.floor((low + high) / 2)) {
    const search = { tenant, from, to: addDays(from, asked) };
    const page = await authority.receiptRows({ search, grantId: null, before: null, limit: 1 });
    if (!page.ok) return page;
    if (page.value.rows.length > 0) high = asked;
    else if (asked === high) return ok(null);
    else low = asked + 1;
    if (low === high) break;
  }
  const day = addDays(from, high);
  return foundIn(authority, { tenant, from: day, to: day });
}

interface Found extends Stretch {
  /** When the newest one was decided. */
  readonly newestAt: string;
}

/** Where the receipts of a search are; null if it finds none. */
async function foundIn(
  authority: Pick<Authority, 'receiptRows'>,
  search: ReceiptSearch,
): Promise<Result<Found | null>> {
  const newest = await authority.receiptRows({ search, grantId: null, before: null, limit: 1 });
  if (!newest.ok) return newest;
  const lacking = behindFault(newest.value.behind);
  if (lacking !== null) return lacking;
  const rows = await allRows(authority, { search, grantId: null, before: null });
  if (!rows.ok) return rows;
  let found = null as Found | null;
  for await (const page of rows.value)
    for (const { leaf_index: leaf, decided_at: at } of page)
      found = {
        first: Math.min(leaf, found?.first ?? leaf),
        last: Math.max(leaf, found?.last ?? leaf),
        newestAt: found === null || at > found.newestAt ? at : found.newestAt,
      };
  return ok(found);
}

interface Parts {
  readonly first: StatementHead;
  readonly stretch: Stretch | null;
  readonly pages: readonly SignedMovementPage[];
}

async function* linesOf(
  deps: FileDeps,
  whose: Whose,
  { first, stretch, pages }: Parts,
): AsyncGenerator<string> {
  const writer = createStatementWriter(deps.crypto);
  const period = statementPeriod(whose.month);
  const rows: ReceiptRow[] = [];
  yield writer.head(first);
  for await (const receipts of receiptsIn(deps, whose, stretch)) {
    const proofs = await Promise.all(receipts.map((receipt) => proofOf(deps, first, receipt)));
    for (const [index, receipt] of receipts.entries()) {
      const row = rowOf(unwrap(openReceipt(deps.crypto, receipt)));
      if (row.account === whose.account && isWithin(row.decided_at, period.receipts)) rows.push(row);
      yield writer.receipt(receipt, proofs[index] ?? []);
    }
  }
  for (const page of pages) yield writer.movements(page);
  if (pages.length === 0) return yield writer.end(null);
  const listed = listedAccount(whose, pages);
  if (!listed.ok) throw new Error(listed.error.message);
  rows.sort((a, b) => a.sequence - b.sequence);
  yield writer.end(summaryOf(reconcile({ period, rows, listed: listed.value })));
}

/**
 * The tenant's receipts of a stretch of the log, newest first, in pages, and those before it down to the first that was
 * logged before the month: it shows that none is left out at the beginning. An earlier one that was deleted ends it.
 */
async function* receiptsIn(
  { authority }: FileDeps,
  { tenant, month }: Whose,
  stretch: Stretch | null,
): AsyncGenerator<readonly Receipt[]> {
  if (stretch === null) return;
  let before: string | null = String(stretch.last + 1);
  let newer: Receipt | null = null;
  const isWanted = (receipt: Receipt): boolean => {
    if (newer === null || leafOf(receipt) >= stretch.first) return true;
    const isNext = receipt.bundle.sequence === newer.bundle.sequence - 1;
    return isNext && !isBefore(month, newer.status.log?.tree_head.timestamp ?? '');
  };
  while (before !== null) {
    const page: Awaited<ReturnType<Authority['receiptPage']>> = await authority.receiptPage({
      search: { tenant },
      before,
      grantId: null,
      limit: RECEIPTS_AT_ONCE,
    });
    if (!page.ok) throw new Error(page.error.message);
    const { receipts, earlier } = page.value;
    const wanted: Receipt[] = [];
    for (const receipt of receipts) {
      if (!isWanted(receipt)) break;
      wanted.push(receipt);
      newer = receipt;
    }
    yield wanted;
    before = wanted.length < receipts.length ? null : earlier;
  }
}

function leafOf({ status }: Receipt): number {
  return status.log?.leaf_index ?? -1;
}

async function proofOf(
  { authority }: FileDeps,
  { head }: StatementHead,
  { receipt_id: id, status }: Receipt,
): Promise<readonly string[]> {
  const leaf = status.log?.leaf_index;
  if (leaf === undefined || head === null) throw new Error(`${id} has no place in the log.`);
  const proof = await authority.logProof(leaf, head.tree_head.tree_size);
  if (!proof.ok) throw new Error(proof.error.message);
  const read = parseLogProof(proof.value);
  if (!read.ok) throw new Error(read.error.message);
  return read.value.hashes;
}

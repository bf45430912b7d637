import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { parseLogProof } from '@platform/core/log/note/log-proof';
import { STATEMENT_TYPE, type StatementHead } from '@platform/core/objects/account-statement';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedMovementPage } from '@platform/core/objects/movement';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { rowOf } from '@platform/core/row/row-of';
import { isWithin, searchedDays, statementPeriod } from '@platform/core/statement/period';
import { listedAccount, readPages, type Whose } from '@platform/core/statement/read-month';
import { reconcile, summaryOf } from '@platform/core/statement/reconcile';
import { createStatementWriter } from '@platform/core/statement/write-file';
import { allRows, behindFault } from '../receipts/find-receipts.ts';
import type { Authority } from '../use-cases/authority.ts';

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
  const pages = await readPages(authority.movements, whose);
  // A counterparty that lists nothing is part of what the file shows; one that does not answer now is not.
  const isUnlisted = !pages.ok && refusalOf(pages.error) === 'movements_not_listed';
  if (!pages.ok && !isUnlisted) return pages;
  const listed = pages.ok ? pages.value : [];
  const stretch = await stretchOf(authority, whose);
  if (!stretch.ok) return stretch;
  const [head, keys] = await Promise.all([authority.logHead(), authority.keys()]);
  if (!head.ok) return head;
  if (!keys.ok) return keys;
  const first: StatementHead | null = headOf(deps, whose, {
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

function headOf({ now }: FileDeps, whose: Whose, { pages, head, keys }: Signed): StatementHead | null {
  const deployment = head?.tree_head.deployment ?? pages[0]?.page.deployment;
  if (deployment === undefined) return null;
  const { tenant, account, month } = whose;
  const kids = [head?.signature.kid, ...pages.map(({ signature }) => signature.kid)];
  const used = Object.entries(keys).filter(([kid]) => kids.includes(kid));
  return {
    type: STATEMENT_TYPE,
    deployment,
    ...{ tenant, account, month },
    made_at: now(),
    head,
    keys: Object.fromEntries(used),
  };
}

/** Where the receipts of the tenant are that were decided in the days of the statement; null if none was. */
async function stretchOf(
  authority: Pick<Authority, 'receiptRows'>,
  { tenant, month }: Whose,
): Promise<Result<Stretch | null>> {
  const search = { tenant, ...searchedDays(statementPeriod(month).receipts) };
  const newest = await authority.receiptRows({ search, grantId: null, before: null, limit: 1 });
  if (!newest.ok) return newest;
  const lacking = behindFault(newest.value.behind);
  if (lacking !== null) return lacking;
  const rows = await allRows(authority, { search, grantId: null, before: null });
  if (!rows.ok) return rows;
  let stretch = null as Stretch | null;
  for await (const page of rows.value)
    for (const { leaf_index: leaf } of page)
      stretch = {
        first: Math.min(leaf, stretch?.first ?? leaf),
        last: Math.max(leaf, stretch?.last ?? leaf),
      };
  return ok(stretch);
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
      const row = rowOf(receipt);
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

/** The tenant's receipts of a stretch of the log, newest first, in pages. */
async function* receiptsIn(
  { authority }: FileDeps,
  { tenant }: Whose,
  stretch: Stretch | null,
): AsyncGenerator<readonly Receipt[]> {
  if (stretch === null) return;
  let before: string | null = String(stretch.last + 1);
  while (before !== null) {
    const page: Awaited<ReturnType<Authority['receiptPage']>> = await authority.receiptPage({
      search: { tenant },
      before,
      grantId: null,
      limit: RECEIPTS_AT_ONCE,
    });
    if (!page.ok) throw new Error(page.error.message);
    const { receipts, earlier } = page.value;
    const within = receipts.filter(({ status }) => (status.log?.leaf_index ?? -1) >= stretch.first);
    yield within;
    before = within.length < receipts.length ? null : earlier;
  }
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

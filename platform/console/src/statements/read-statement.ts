import { addDays } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { SignedMovementPage } from '@platform/core/objects/movement';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { joinPages, type ListedAccount } from '@platform/core/statement/pages';
import { type Days, type StatementPeriod, statementPeriod } from '@platform/core/statement/period';
import { type AccountStatement, reconcile } from '@platform/core/statement/reconcile';
import { readRows } from '../receipts/find-receipts.ts';
import type { Authority } from '../use-cases/authority.ts';

/** Whose statement, of which month (`2026-10`). */
export interface Whose {
  readonly tenant: string;
  readonly account: string;
  readonly month: string;
}

/** A hundred thousand movements. */
const MOST_PAGES = 200;

export interface ReadStatement {
  readonly period: StatementPeriod;
  /** The receipts of the month and the days around it, newest first. */
  readonly rows: readonly ReceiptRow[];
  /** The counterparty's list, and the statement by it; null if there is none, and `unlisted` says why. */
  readonly compared: { readonly listed: ListedAccount; readonly statement: AccountStatement } | null;
  readonly unlisted: string | null;
}

type ReadAuthority = Pick<Authority, 'receiptRows' | 'movements' | 'inDoubt'>;

/** Reads a month of an account: its receipts, and its counterparty's list of movements, compared. */
export async function readStatement(authority: ReadAuthority, whose: Whose): Promise<Result<ReadStatement>> {
  const period = statementPeriod(whose.month);
  const { tenant, account } = whose;
  const [rows, pages, doubts] = await Promise.all([
    readRows(authority, { tenant, account, ...searched(period.receipts) }),
    readPages(authority, whose),
    authority.inDoubt(),
  ]);
  if (!rows.ok) return rows;
  const listed = pages.ok ? listedAccount(whose, pages.value) : pages;
  if (!listed.ok) return ok({ period, rows: rows.value, compared: null, unlisted: listed.error.message });
  // Without the doubts, a payment in doubt would be told as one that has no receipt.
  if (!doubts.ok) return doubts;
  const inDoubt = new Set(doubts.value.map(({ action }) => action.idempotency_key));
  const inOrder = rows.value.toReversed();
  const statement = reconcile({ period, rows: inOrder, listed: listed.value, inDoubt });
  return ok({ period, rows: rows.value, compared: { listed: listed.value, statement }, unlisted: null });
}

/** The days as a search has them, whose last day is included. */
export function searched({ from, until }: Days): { readonly from: string; readonly to: string } {
  return { from, to: addDays(until, -1) };
}

/** A counterparty's list of the days of a month's statement, as the enforcement point signed it. */
export async function readPages(
  { movements }: Pick<Authority, 'movements'>,
  { tenant, account, month }: Whose,
): Promise<Result<readonly SignedMovementPage[]>> {
  const days = statementPeriod(month).movements;
  const pages: SignedMovementPage[] = [];
  for (let after: string | null = null; pages.length < MOST_PAGES; ) {
    const page = await movements({ tenant, account, ...days, after });
    if (!page.ok) return page;
    pages.push(page.value);
    if (!page.value.page.more) return ok(pages);
    after = page.value.page.movements.at(-1)?.movement_id ?? null;
  }
  return fail('movements_too_many', `The counterparty lists more than ${MOST_PAGES} pages of movements.`);
}

export function listedAccount(
  { tenant, account, month }: Whose,
  pages: readonly SignedMovementPage[],
): Result<ListedAccount> {
  const deployment = pages[0]?.page.deployment ?? '';
  const days = statementPeriod(month).movements;
  return joinPages(
    { deployment, tenant, account, days },
    pages.map(({ page }) => page),
  );
}

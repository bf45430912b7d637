import { formatInstant } from '@common/base/instant';
import { type Failure, fail, ok, type Result } from '@common/base/result';
import type { MovementQuestion, SignedMovementPage } from '../objects/movement.ts';
import type { ReceiptRow } from '../objects/receipt-row.ts';
import { joinPages, type ListedAccount } from './pages.ts';
import { type Days, isOver, type StatementPeriod, statementPeriod } from './period.ts';
import { type AccountStatement, reconcile } from './reconcile.ts';

/** Whose statement, of which month (`2026-10`). */
export interface Whose {
  readonly tenant: string;
  readonly account: string;
  readonly month: string;
}

/** Asks for one page of a counterparty's list. */
type AskPage = (
  asked: Omit<MovementQuestion, 'type' | 'deployment' | 'asked_at'>,
) => Promise<Result<SignedMovementPage>>;

/** From where a month is read. */
interface MonthSource {
  /** The account's receipts that were decided on these days, newest first. */
  readonly rows: (days: Days) => Promise<Result<readonly ReceiptRow[]>>;
  readonly movements: AskPage;
  /** The keys of payments of which nobody knows yet whether they were made. */
  readonly inDoubt: () => Promise<Result<ReadonlySet<string>>>;
}

export interface ReadMonth {
  readonly period: StatementPeriod;
  /** The receipts of the month and the days around it, newest first. */
  readonly rows: readonly ReceiptRow[];
  /** The counterparty's list, and the statement by it; null if there is none, and `unlisted` says why. */
  readonly compared: { readonly listed: ListedAccount; readonly statement: AccountStatement } | null;
  readonly unlisted: Failure | null;
  /** What is of this instant or later may be in one list only, and is no difference yet. */
  readonly settledMs: number;
  /** When the list was made, or else when the receipts were read, if the month was not over by then; null if it was. */
  readonly soFarAt: string | null;
}

/** So long after one side has a payment, the other may still lack it. */
const SETTLING_MS = 3_600_000;

/** A hundred thousand movements. */
const MOST_PAGES = 200;

/**
 * Reads a month of an account: its receipts, and its counterparty's list of movements, compared. What is not an
 * hour old may still lack its other side.
 */
export async function readMonth(
  source: MonthSource,
  whose: Whose,
  nowMs: number,
): Promise<Result<ReadMonth>> {
  const settledMs = nowMs - SETTLING_MS;
  const period = statementPeriod(whose.month);
  const [rows, pages, inDoubt] = await Promise.all([
    source.rows(period.receipts),
    readPages(source.movements, whose),
    source.inDoubt(),
  ]);
  if (!rows.ok) return rows;
  const listed = pages.ok ? listedAccount(whose, pages.value) : pages;
  const readAt = listed.ok ? listed.value.listedAt : formatInstant(nowMs);
  const read = {
    ...{ period, rows: rows.value, settledMs },
    soFarAt: isOver(whose.month, readAt) ? null : readAt,
  };
  if (!listed.ok) return ok({ ...read, compared: null, unlisted: listed.error });
  // Without the doubts, a payment in doubt would be told as one that has no receipt.
  if (!inDoubt.ok) return inDoubt;
  const sides = { rows: rows.value.toReversed(), listed: listed.value, inDoubt: inDoubt.value };
  const statement = reconcile({ period, ...sides, settledMs });
  return ok({ ...read, compared: { listed: listed.value, statement }, unlisted: null });
}

/** A counterparty's list of the days of a month's statement, as the enforcement point signed it. */
export async function readPages(
  movements: AskPage,
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

import { requiredMs } from '@common/base/instant';
import { addAmounts, compareAmounts } from '../decide/amount.ts';
import type {
  Difference,
  DifferenceKind,
  Reconciliation,
  StatementSummary,
} from '../objects/account-statement.ts';
import type { Movement } from '../objects/movement.ts';
import type { ReceiptRow } from '../objects/receipt-row.ts';
import { isBalanceAfter } from './balance.ts';
import type { ListedAccount } from './pages.ts';
import { isWithin, type StatementPeriod } from './period.ts';

/** A movement of the month, with the receipt of the payment that it is; null if there is none. */
export interface StatementEntry {
  readonly movement: Movement;
  readonly row: ReceiptRow | null;
}

/** A month of one account: by its counterparty's bookings, compared with the receipts. */
export interface AccountStatement extends Omit<StatementSummary, 'held' | 'refused'> {
  /** Oldest first. */
  readonly entries: readonly StatementEntry[];
  /** What waited for a person and was not paid, and what was refused without one; oldest first. */
  readonly held: readonly ReceiptRow[];
  readonly refused: readonly ReceiptRow[];
  /** Payments and movements of Sanad that are in one list only, and too young to be a difference. */
  readonly young: { readonly payments: number; readonly movements: number };
}

/** The keys of payments of which nobody knows yet whether they were made. */
type InDoubt = ReadonlySet<string>;

interface Compared {
  readonly period: StatementPeriod;
  /** The receipts of the account, in the order of their decisions. */
  readonly rows: readonly ReceiptRow[];
  readonly listed: ListedAccount;
  readonly inDoubt?: InDoubt;
  /** A payment since then may be in one list only: the other side may still lack it. Without it, none may. */
  readonly settledMs?: number | undefined;
}

/** What every payment's key begins with. */
const OWN_KEY = /^idem_[a-z]+_/;

/**
 * Compares receipts and list. Every receipt of a payment must have one movement out of the account with its key, of its
 * amount, currency, payee's account and reference, and every movement with such a key one receipt. Other movements are not
 * Sanad's. INVARIANT: a side that says nothing of a member is not compared by it; amount and currency are always said.
 */
export function reconcile({
  period,
  rows,
  listed,
  inDoubt = new Set(),
  settledMs = Number.POSITIVE_INFINITY,
}: Compared): AccountStatement {
  const paid = new Map(rows.filter(isPaid).map((row) => [row.idempotency_key, row]));
  const booked = new Map<string, Movement>();
  const differences: Difference[] = balanceFaults(listed, period);
  const entries: StatementEntry[] = [];
  const isYoung = (at: string): boolean => requiredMs(at) >= settledMs;
  const young = { payments: 0, movements: 0 };
  for (const movement of listed.movements) {
    const key = ownKey(movement);
    const row = key === null ? null : (paid.get(key) ?? null);
    const isTwice = key !== null && booked.has(key);
    if (key !== null && !isTwice) booked.set(key, movement);
    if (!isWithin(movement.booked_at, period)) continue;
    entries.push({ movement, row: isTwice ? null : row });
    if (isTwice) differences.push(differenceOf('paid_twice', row, movement, null, movement.amount));
    else if (row !== null) differences.push(...sidesFaults(row, movement, listed.currency));
    else if (key !== null && isYoung(movement.booked_at)) young.movements += 1;
    else if (key !== null) differences.push(withoutReceipt(movement, inDoubt.has(key)));
  }
  for (const row of paid.values()) {
    if (booked.has(row.idempotency_key) || !isWithin(row.decided_at, period)) continue;
    if (isYoung(row.decided_at)) young.payments += 1;
    else differences.push(differenceOf('missing_at_counterparty', row, null, row.amount, null));
  }
  return statementOf({ period, rows, listed, entries, differences, young });
}

/** What a notice says of it. Without a list, nothing was compared. */
export function reconciliationOf(
  whose: Pick<Reconciliation, 'tenant' | 'account' | 'month'>,
  statement: Pick<AccountStatement, 'differences'> | null,
): Reconciliation {
  const { tenant, account, month } = whose;
  const differences = statement?.differences.length ?? 0;
  const compared = differences > 0 ? 'differs' : 'agrees';
  return { tenant, account, month, outcome: statement === null ? 'not_compared' : compared, differences };
}

/** The sums of a statement, as its file has them. */
export function summaryOf({
  entries: _,
  young: _young,
  held,
  refused,
  ...sums
}: AccountStatement): StatementSummary {
  return { ...sums, held: held.length, refused: refused.length };
}

function statementOf({
  period,
  rows,
  listed,
  entries,
  differences,
  young,
}: Omit<Compared, 'inDoubt' | 'settledMs'> &
  Pick<AccountStatement, 'entries' | 'differences' | 'young'>): AccountStatement {
  const own = entries.filter(({ row }) => row !== null);
  const others = entries.filter(({ row }) => row === null);
  const { opening, closing } = balancesOf(listed, period);
  return {
    currency: listed.currency,
    opening,
    closing,
    payments: own.length,
    paid: sumOf(own),
    others: others.length,
    others_in: sumOf(others.filter(({ movement }) => movement.direction === 'in')),
    others_out: sumOf(others.filter(({ movement }) => movement.direction === 'out')),
    approved: own.filter(({ row }) => row !== null && row.approved_by.length > 0).length,
    ...unpaidOf(rows, period),
    entries,
    differences,
    young,
  };
}

/** What was asked of the account in the month and not paid, oldest first. */
export function unpaidOf(
  rows: readonly ReceiptRow[],
  period: StatementPeriod,
): Pick<AccountStatement, 'held' | 'refused'> {
  const unpaid = rows.filter((row) => !isPaid(row) && isWithin(row.decided_at, period));
  return { held: unpaid.filter(wasHeld), refused: unpaid.filter((row) => !wasHeld(row)) };
}

/** A request that nobody answered has expired; one that was rejected names who did. */
function wasHeld({ outcome, rejected_by, approved_by }: ReceiptRow): boolean {
  return outcome === 'expired' || rejected_by !== null || approved_by.length > 0;
}

function isPaid({ outcome }: ReceiptRow): boolean {
  return outcome === 'executed';
}

function ownKey({ direction, idempotency_key: key }: Movement): string | null {
  return direction === 'out' && key !== null && OWN_KEY.test(key) ? key : null;
}

function sumOf(entries: readonly StatementEntry[]): string {
  return entries.reduce((sum, { movement }) => addAmounts(sum, movement.amount), '0');
}

/** The balances before the first movement of the month and after its last one. */
function balancesOf(
  { movements, opening }: ListedAccount,
  period: StatementPeriod,
): { readonly opening: string; readonly closing: string } {
  const lastBefore = movements.findLast(({ booked_at: at }) => at.slice(0, 10) < period.from);
  const last = movements.findLast(({ booked_at: at }) => at.slice(0, 10) < period.until);
  return { opening: lastBefore?.balance ?? opening, closing: last?.balance ?? opening };
}

function balanceFaults(
  { movements, opening, closing }: ListedAccount,
  period: StatementPeriod,
): Difference[] {
  const faults: Difference[] = [];
  let before = opening;
  for (const movement of movements) {
    const { balance } = movement;
    const isOurs = isWithin(movement.booked_at, period);
    if (isOurs && !isBalanceAfter(before, movement))
      faults.push(differenceOf('balance_differs', null, movement, null, balance));
    before = balance;
  }
  return before === closing
    ? faults
    : [...faults, differenceOf('balance_differs', null, null, before, closing)];
}

function withoutReceipt(movement: Movement, isInDoubt: boolean): Difference {
  const kind = isInDoubt ? 'outcome_unknown' : 'without_receipt';
  return differenceOf(kind, null, movement, null, movement.amount);
}

function sidesFaults(row: ReceiptRow, movement: Movement, currency: string): Difference[] {
  const faults: Difference[] = [];
  const add = (kind: DifferenceKind, byReceipt: string | null, byCounterparty: string | null): void => {
    faults.push(differenceOf(kind, row, movement, byReceipt, byCounterparty));
  };
  const { amount } = row;
  if (amount === null || compareAmounts(amount, movement.amount) !== 0)
    add('amount_differs', amount, movement.amount);
  if (row.currency !== currency) add('currency_differs', row.currency, currency);
  for (const [kind, byReceipt, byCounterparty] of [
    ['payee_differs', row.payee_account, movement.other_account],
    ['reference_differs', row.reference, movement.reference],
  ] as const)
    if (byReceipt !== null && byCounterparty !== null && byReceipt !== byCounterparty)
      add(kind, byReceipt, byCounterparty);
  return faults;
}

function differenceOf(
  kind: DifferenceKind,
  row: ReceiptRow | null,
  movement: Movement | null,
  byReceipt: string | null,
  byCounterparty: string | null,
): Difference {
  return {
    kind,
    receipt_id: row?.receipt_id ?? null,
    movement_id: movement?.movement_id ?? null,
    by_receipt: byReceipt,
    by_counterparty: byCounterparty,
  };
}

import { addMonths, dateOfInstant } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { Reconciliation } from '@platform/core/objects/account-statement';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { type Days, searchedDays, statementPeriod } from '@platform/core/statement/period';
import { type ReadMonth, readMonth, type Whose } from '@platform/core/statement/read-month';
import { reconciliationOf } from '@platform/core/statement/reconcile';
import { placeOfSpot, type SearchDeps, searchReceipts, type Wanted } from '../search/search-receipts.ts';
import type { Place } from '../store/store.ts';
import { askMovements, type MovementDeps } from '../use-cases/ask-movements.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { recordReconciliation } from '../use-cases/notice-events.ts';

export interface ReconcileDeps
  extends Pick<AuthorityDeps, 'store' | 'crypto' | 'pause'>,
    MovementDeps,
    Omit<SearchDeps, 'store'> {
  /** Why no receipt may be made now; null if one may. */
  readonly logRefusal?: () => Promise<string | null>;
}

interface Reconciling {
  readonly run: () => Promise<void>;
  /** Ends the run at once: a counterparty may take minutes to answer, and nothing is lost. */
  readonly stop: () => void;
}

const HOUR_MS = 3_600_000;
/** An account is compared once a day, and after an hour where it could not be. */
const DAY_MS = 24 * HOUR_MS;
/** The other services of the deployment are still starting. */
const FIRST_MS = 600_000;
/** So many days after its end, a month is still compared, since payments in doubt are settled and booked late. */
const LATE_DAYS = 7;
const MOST_ACCOUNTS = 100;
const ROWS_AT_ONCE = 500;
/** A hundred thousand receipts. */
const MOST_ROW_PAGES = 200;

/**
 * Returns a job that compares what was paid from each account with its counterparty's list, one at a time, and records a
 * notice where they differ. It looks every hour for what is due. After a start everything is due again, which tells nobody
 * twice. `onMissed` is told what was not compared, and why.
 */
export function createReconciling(
  deps: ReconcileDeps,
  onMissed: (missed: Reconciliation, why: string) => void,
): Reconciling {
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  let dueMs = new Map<string, number>();
  let nextMs = deps.clock() + FIRST_MS;
  const round = async (nowMs: number): Promise<void> => {
    const known = await accountsWithPayments(deps, nowMs);
    // What is no longer compared is forgotten.
    dueMs = new Map([...known.keys()].map((key) => [key, dueMs.get(key) ?? 0]));
    const due = [...known].filter(([key]) => (dueMs.get(key) ?? 0) <= nowMs);
    // The longest due are first, so that accounts that are missed again and again do not keep others waiting.
    due.sort(([one], [other]) => (dueMs.get(one) ?? 0) - (dueMs.get(other) ?? 0));
    for (const [key, whose] of due.slice(0, MOST_ACCOUNTS)) {
      const missed = await reconcileAccount(deps, whose, nowMs);
      if (isStopped) return;
      const isLater = missed !== null && missed.code !== 'movements_not_listed';
      dueMs.set(key, nowMs + (isLater ? HOUR_MS : DAY_MS));
      if (missed !== null) onMissed(reconciliationOf(whose, null), missed.message);
    }
  };
  return {
    async run() {
      const nowMs = deps.clock();
      if (isStopped || nowMs < nextMs) return;
      nextMs = nowMs + HOUR_MS;
      await Promise.race([round(nowMs), stopped.promise]);
    },
    stop() {
      isStopped = true;
      stopped.resolve();
    },
  };
}

type Missed = { readonly code: string; readonly message: string };

/** Compares one month of an account; returns why it was not compared, or null. Never rejects. */
async function reconcileAccount(deps: ReconcileDeps, whose: Whose, nowMs: number): Promise<Missed | null> {
  try {
    // While no receipt is made, payments that were made would lack theirs.
    const why = (await deps.logRefusal?.()) ?? null;
    if (why !== null) return { code: 'log_stands_still', message: why };
    const read = await readMonth(sourceOf(deps, whose), whose, nowMs);
    if (!read.ok) return read.error;
    const { compared, unlisted }: ReadMonth = read.value;
    if (compared === null) return unlisted;
    const { differences } = compared.statement;
    await recordReconciliation(deps, { ...whose, differences });
    return null;
  } catch (error) {
    return { code: 'failed', message: String(error) };
  }
}

function sourceOf(deps: ReconcileDeps, { tenant, account }: Whose): Parameters<typeof readMonth>[0] {
  return {
    rows: (days) => paidRows(deps, { tenant, account }, days),
    movements: (asked) => askMovements(deps, asked),
    async inDoubt() {
      const among = { statuses: null, mandateId: null, tenants: [tenant], unreported: true };
      const grants = await deps.store.grants({ ...among, after: null, limit: ROWS_AT_ONCE });
      return ok(new Set(grants.map(({ action }) => action.idempotency_key)));
    },
  };
}

/** What was paid from an account on these days, newest decision first; a refusal if some may be missing. */
async function paidRows(
  deps: ReconcileDeps,
  { tenant, account }: Pick<Whose, 'tenant' | 'account'>,
  days: Days,
): Promise<Result<readonly ReceiptRow[]>> {
  const rows: ReceiptRow[] = [];
  // The search takes names that differ in case alone for the same.
  for await (const page of paidPages(deps, { tenant, account, ...searchedDays(days) }))
    rows.push(...page.filter((row) => row.tenant === tenant && row.account === account));
  const behind = await deps.search.behind();
  if (behind > 0) return fail('search_behind', `Receipts that are not in the search yet: ${behind}.`);
  return ok(rows);
}

/** The accounts from which something was paid around each month that is compared now. */
async function accountsWithPayments(deps: ReconcileDeps, nowMs: number): Promise<ReadonlyMap<string, Whose>> {
  const found = new Map<string, Whose>();
  for (const month of monthsAt(nowMs))
    for await (const page of paidPages(deps, searchedDays(statementPeriod(month).receipts)))
      for (const { tenant, account } of page)
        if (account !== null) found.set(JSON.stringify([tenant, account, month]), { tenant, account, month });
  return found;
}

function monthsAt(nowMs: number): readonly string[] {
  const today = dateOfInstant(nowMs);
  const isEarly = Number(today.slice(-2)) <= LATE_DAYS;
  return [today, ...(isEarly ? [addMonths(today, -1)] : [])].map((day) => day.slice(0, 7));
}

async function* paidPages(deps: ReconcileDeps, wanted: Wanted): AsyncGenerator<readonly ReceiptRow[]> {
  const search = { wanted: { ...wanted, outcome: 'executed' }, tenants: null, limit: ROWS_AT_ONCE };
  let after: Place | null = null;
  for (let asked = 0; asked < MOST_ROW_PAGES; asked += 1) {
    const page: Awaited<ReturnType<typeof searchReceipts<'row'>>> = await searchReceipts(deps, 'row', {
      ...search,
      after,
    });
    if (!page.ok) throw new Error(page.error.message);
    yield page.value.found;
    if (page.value.more === null) return;
    after = placeOfSpot(page.value.more);
    // Requests are answered in between.
    await deps.pause(0);
  }
  throw new Error(`there are more than ${MOST_ROW_PAGES * ROWS_AT_ONCE} receipts of a month`);
}

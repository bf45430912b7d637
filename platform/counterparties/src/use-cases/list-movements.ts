import { isCalendarDate } from '@common/base/calendar';
import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { MOST_MOVEMENTS } from '@platform/core/objects/movement';
import type { BankStore, BookedMovement, ListedMovements } from '../store/store.ts';
import { minus, plus } from './money.ts';

interface Asked {
  /** The first day, and the day after the last one. */
  readonly from: string;
  readonly until: string;
  readonly after: string | null;
}

interface Movements {
  readonly account_id: string;
  readonly currency: string;
  readonly opening: string;
  readonly closing: string;
  readonly movements: readonly (Omit<BookedMovement, 'bookedAt'> & { readonly booked_at: string })[];
  readonly more: boolean;
}

/** An account's movements in a period, oldest first, a page at a time. */
export async function listMovements(
  { store }: { readonly store: BankStore },
  accountId: string,
  { from, until, after }: Asked,
): Promise<Result<Movements, 'period_invalid' | 'movements_unknown'>> {
  if (!isCalendarDate(from) || !isCalendarDate(until))
    return fail('period_invalid', 'from and until must be days of the calendar, such as 2026-10-01.');
  const [fromMs, untilMs] = [from, until].map((day) => requiredMs(`${day}T00:00:00Z`));
  const period = { from: fromMs ?? 0, until: untilMs ?? 0, after };
  const found = await store.movements(accountId, period, MOST_MOVEMENTS);
  if (found === null)
    return fail('movements_unknown', `There is no account ${accountId}, or it has no movement ${after}.`);
  const { currency, movements, more } = found;
  const opening = openingOf(found);
  return ok({
    account_id: accountId,
    currency,
    opening,
    closing: movements.at(-1)?.balance ?? opening,
    movements: movements.map(({ bookedAt, ...movement }) => ({
      ...movement,
      booked_at: formatInstant(bookedAt),
    })),
    more,
  });
}

/** The balance before the next movement; the present one if there is none. */
function openingOf({ next, present }: ListedMovements): string {
  if (next === null) return present;
  const { direction, amount, balance } = next;
  return direction === 'in' ? minus(balance, amount) : plus(balance, amount);
}

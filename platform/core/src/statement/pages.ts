import { fail, ok, type Result } from '@common/base/result';
import type { Movement, MovementPage } from '../objects/movement.ts';
import { type Days, isWithin } from './period.ts';

/** A counterparty's list, page by page, as far as it was read. */
export interface ListedAccount {
  readonly currency: string;
  readonly plugin: string;
  readonly counterparty: string;
  /** The balance before the first movement. */
  readonly opening: string;
  readonly closing: string;
  readonly movements: readonly Movement[];
  /** When the last page was listed. */
  readonly listedAt: string;
}

interface Whose {
  readonly deployment: string;
  readonly tenant: string;
  readonly account: string;
  readonly days: Days;
}

/**
 * One list of its pages: each of that account and those days, and each going on where the one before ended. Whether the
 * balances add up is for `reconcile` to say.
 */
export function joinPages(
  whose: Whose,
  pages: readonly MovementPage[],
): Result<ListedAccount, 'pages_invalid'> {
  const [first] = pages;
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return refused('there is no page');
  const movements: Movement[] = [];
  let before: MovementPage | null = null;
  for (const page of pages) {
    const fault = pageFault(whose, first, page) ?? seamFault(before, page);
    if (fault !== null) return refused(fault);
    for (const movement of page.movements) {
      if (!isWithin(movement.booked_at, whose.days))
        return refused(`movement ${movement.movement_id} was booked on another day`);
      movements.push(movement);
    }
    before = page;
  }
  if (last.more) return refused('the last page says that more follows');
  const { currency, plugin, counterparty, opening } = first;
  const { closing, listed_at: listedAt } = last;
  return ok({ currency, plugin, counterparty, opening, closing, movements, listedAt });
}

function refused(why: string) {
  return fail('pages_invalid', `The list of movements: ${why}.`);
}

function pageFault({ days, ...whose }: Whose, first: MovementPage, page: MovementPage): string | null {
  for (const member of ['deployment', 'tenant', 'account'] as const)
    if (page[member] !== whose[member])
      return `a page is of the ${member} ${page[member]}, not of ${whose[member]}`;
  if (page.from !== days.from || page.until !== days.until)
    return `a page is of the days from ${page.from} until ${page.until}, not of ${days.from} until ${days.until}`;
  for (const member of ['currency', 'plugin', 'counterparty'] as const)
    if (page[member] !== first[member]) return `its pages have different members ${member}`;
  return null;
}

function seamFault(before: MovementPage | null, page: MovementPage): string | null {
  if (before === null) return page.after === null ? null : 'the first page does not begin the period';
  if (!before.more) return 'a page follows the last one';
  if (page.after !== (before.movements.at(-1)?.movement_id ?? null))
    return 'a page does not go on where the one before ended';
  return null;
}

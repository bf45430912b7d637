import { requiredMs } from '@common/base/instant';
import { ok, type Result } from '@common/base/result';
import { type Days, futureFault, searchedDays } from '@platform/core/statement/period';
import { type ReadMonth, readMonth, type Whose } from '@platform/core/statement/read-month';
import { readRows } from '../receipts/find-receipts.ts';
import type { Authority } from '../use-cases/authority.ts';

type ReadAuthority = Pick<Authority, 'receiptRows' | 'movements' | 'inDoubt'>;

/** Reads a month of an account from the authority. */
export function readStatement(
  { authority, now }: { readonly authority: ReadAuthority; readonly now: () => string },
  whose: Whose,
): Promise<Result<ReadMonth>> {
  const { tenant, account, month } = whose;
  const future = futureFault(month, now());
  if (future !== null) return Promise.resolve(future);
  const source = {
    rows: (days: Days) => readRows(authority, { tenant, account, ...searchedDays(days) }),
    movements: authority.movements,
    inDoubt: async () => {
      const doubts = await authority.inDoubt();
      return doubts.ok ? ok(new Set(doubts.value.map(({ action }) => action.idempotency_key))) : doubts;
    },
  };
  return readMonth(source, whose, requiredMs(now()));
}
